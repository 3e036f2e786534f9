#include <gtest/gtest.h>

#include "scenarios/loader/read/read_scenario.h"
#include "tests/scenarios/loader/scenario_support.h"

namespace headrace {
namespace {

constexpr const char* kSaves = "jobs.train.workload.checkpoint.enabled=true";
constexpr const char* kRestarts = "jobs.train.restart.delay=60s";

Problems read_with(std::vector<std::string> changes, const std::string& faults = {}) {
  return read_scenario(small_scenario() + faults, "small.yaml", changes).problems;
}

std::string fault(const std::string& times, int node = 0) {
  return "faults:\n  loss: {kind: node_failure, nodes: clients, node: " + std::to_string(node) + times +
         "}\n";
}

TEST(RestartChecks, AJobThatTrainsAndSavesItselfBeginsAgain) {
  EXPECT_EQ(codes_of(read_with({kSaves, kRestarts})), "");
}

TEST(RestartChecks, NoOtherJobDoes) {
  EXPECT_EQ(codes_of(read_with({kSaves, kRestarts, "jobs.train.workload.training.enabled=false",
                                "jobs.train.workload.checkpoint.writes=1"})),
            "E0337");
}

TEST(RestartChecks, WithoutCheckpointsItIsToldThatAllIsDoneAgain) {
  EXPECT_EQ(codes_of(read_with({kRestarts})), "W0016");
}

TEST(RestartChecks, ItsNodesComeBack) {
  EXPECT_EQ(codes_of(read_with({kSaves, kRestarts}, fault(", at: 1s"))), "E0338");
  EXPECT_EQ(codes_of(read_with({kSaves}, fault(", at: 1s"))), "");
  EXPECT_EQ(codes_of(read_with({kSaves, kRestarts}, fault(", at: 1s, lasting: 1s"))), "");
  EXPECT_EQ(
      codes_of(read_with({kSaves, kRestarts}, fault(", mean_time_between: 1h, mean_time_to_repair: 1s"))),
      "");
}

TEST(RestartChecks, NodesOfOthersNeedNot) {
  const std::vector<std::string> on_the_first = {kSaves, kRestarts, "jobs.train.nodes.count=1"};
  EXPECT_EQ(codes_of(read_with(on_the_first, fault(", at: 1s", 1))), "W0018");
  EXPECT_EQ(codes_of(read_with(on_the_first, fault(", at: 1s, count: 2"))), "E0338");
}

}  // namespace
}  // namespace headrace
