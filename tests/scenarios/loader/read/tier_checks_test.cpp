#include <gtest/gtest.h>

#include "scenarios/loader/read/read_scenario.h"
#include "tests/scenarios/loader/scenario_support.h"

namespace headrace {
namespace {

std::string codes(const std::string& systems) {
  std::string text = small_scenario();
  const std::size_t at = text.find("  file_systems:\n") + std::string("  file_systems:\n").size();
  text.insert(at, systems);
  return codes_of(read_scenario(text, "small.yaml").problems);
}

TEST(TierChecks, TiersStandOnOtherFileSystems) {
  EXPECT_EQ(codes("    nvme: {local: {}}\n    tiered: {tiers: {above: nvme, below: scratch}}\n"), "");
  EXPECT_EQ(codes("    tiered: {tiers: {above: nvme, below: scratch}}\n"), "E0380");
  EXPECT_EQ(codes("    tiered: {tiers: {above: tiered, below: scratch}}\n"), "E0381");
  EXPECT_EQ(codes("    tiered: {tiers: {above: scratch, below: scratch}}\n"), "E0381");
  EXPECT_EQ(codes("    a: {tiers: {above: b, below: scratch}}\n    b: {tiers: {above: scratch, below: a}}\n"),
            "E0381 E0381");
  EXPECT_EQ(codes("    nvme: {local: {}}\n    tiered: {tiers: {above: scratch, below: nvme}}\n"), "E0382");
}

TEST(TierChecks, TiersMayStandOnTiers) {
  EXPECT_EQ(codes("    nvme: {local: {}}\n    buffer: {filer: {}}\n"
                  "    lower: {tiers: {above: buffer, below: scratch}}\n"
                  "    upper: {tiers: {above: nvme, below: lower}}\n"),
            "");
}

TEST(TierChecks, ATierFitsOnItsDrives) {
  const std::string drives = "    nvme: {local: {capacity: 1 TB}}\n";
  EXPECT_EQ(codes(drives + "    tiered: {tiers: {above: nvme, below: scratch, capacity: 1 TB}}\n"), "");
  EXPECT_EQ(codes(drives + "    tiered: {tiers: {above: nvme, below: scratch, capacity: 1001 GB}}\n"),
            "E0322");
}

}  // namespace
}  // namespace headrace
