#include <gtest/gtest.h>

#include "scenarios/loader/read/read_scenario.h"
#include "tests/scenarios/loader/scenario_support.h"

namespace headrace {
namespace {

std::string codes_with(const std::string& disturbance, const std::vector<std::string>& changes = {}) {
  const std::string others =
      "    archive: {lustre: {oss: {count: 1}, ost: {count: 2}}}\n    drive: {local: {}}\n"
      "    both: {tiers: {above: drive, below: scratch, capacity: 1 GiB}}\n";
  return codes_of(read_scenario(changed(small_scenario(), "    scratch:", others + "    scratch:") +
                                    "faults:\n  it: {" + disturbance + "}\n",
                                "small.yaml", changes)
                      .problems);
}

constexpr const char* kSlowTarget = "kind: slow_target, share: 0.5, ost: 0, file_system: ";
constexpr const char* kSlowDrive = "kind: slow_drive, share: 0.5, nodes: clients, file_system: drive, node: ";

TEST(DisturbanceChecks, OfAFileSystemIsMetByWhoNamesIt) {
  EXPECT_EQ(codes_with(std::string(kSlowTarget) + "scratch"), "");
  EXPECT_EQ(codes_with(std::string(kSlowTarget) + "archive"), "W0018");
}

TEST(DisturbanceChecks, OfANodeIsMetByWhoRunsThere) {
  const std::vector<std::string> on_the_first = {"jobs.train.nodes.count=1"};
  const std::string slow = "kind: slow_node, share: 0.5, nodes: clients, node: ";
  EXPECT_EQ(codes_with(slow + "0", on_the_first), "");
  EXPECT_EQ(codes_with(slow + "1", on_the_first), "W0018");
  EXPECT_EQ(codes_with(slow + "0, count: 2", {"jobs.train.nodes.first=1", "jobs.train.nodes.count=1"}), "");
}

TEST(DisturbanceChecks, OfDrivesOfANodeIsMetByWhoHasFilesThere) {
  EXPECT_EQ(codes_with(std::string(kSlowDrive) + "0"), "W0018");
  EXPECT_EQ(codes_with(std::string(kSlowDrive) + "0", {"jobs.train.local_storage=drive"}), "");
}

TEST(DisturbanceChecks, OfAPlaceIsMetByWhoHasFilesThere) {
  EXPECT_EQ(codes_with(std::string(kSlowTarget) + "archive",
                       {"jobs.train.places+={checkpoints: {storage: archive}}",
                        "jobs.train.workload.checkpoint.enabled=true"}),
            "");
}

TEST(DisturbanceChecks, OfTiersIsMetByWhoUsesThem) {
  EXPECT_EQ(codes_with(std::string(kSlowDrive) + "0", {"jobs.train.storage=both"}), "");
}

}  // namespace
}  // namespace headrace
