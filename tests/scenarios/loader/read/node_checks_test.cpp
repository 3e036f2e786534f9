#include <gtest/gtest.h>

#include "scenarios/loader/read/read_scenario.h"
#include "tests/scenarios/loader/scenario_support.h"

namespace headrace {
namespace {

// Eight nodes, and two jobs with these fields of `nodes` behind the group.
ScenarioRead two_jobs(const std::string& one, const std::string& other) {
  std::string text = changed(small_scenario(), "{count: 2, ", "{count: 8, ");
  const std::size_t begin = text.find("  train:");
  const std::size_t end = text.find("measure:");
  const std::string job = text.substr(begin, end - begin);
  text.replace(begin, end - begin,
               changed(job, "clients}", "clients" + one + "}") +
                   changed(changed(job, "train:", "other:"), "clients}", "clients" + other + "}"));
  return read_scenario(text, "small.yaml");
}

std::string codes_of_two(const std::string& one, const std::string& other) {
  return codes_of(two_jobs(one, other).problems);
}

TEST(NodeChecks, NoTwoJobsShareANode) {
  EXPECT_EQ(codes_of_two(", count: 4", ", first: 4, count: 4"), "");
  EXPECT_EQ(codes_of_two(", count: 4", ", first: 4"), "");
  EXPECT_EQ(codes_of_two(", count: 5", ", first: 4, count: 4"), "E0310");
  EXPECT_EQ(codes_of_two("", ", first: 7, count: 1"), "E0310");
  EXPECT_EQ(codes_of_two("", ""), "E0310");
}

TEST(NodeChecks, NameBothJobsTheirNodesAndPlaces) {
  const ScenarioRead read = two_jobs(", count: 6", ", first: 4, count: 4");
  ASSERT_EQ(read.problems.errors(), 1u);
  const Problem& problem = read.problems.all()[0];
  EXPECT_EQ(problem.sentence, "the jobs 'train' and 'other' both run on nodes 4 to 5 of 'clients'");
  EXPECT_EQ(problem.help,
            "'train' takes nodes 0 to 5 (small.yaml:23), 'other' nodes 4 to 7; 'first' and 'count' keep them "
            "apart");
  EXPECT_EQ(problem.mark.line, 32);
}

TEST(NodeChecks, NodesMustBeInTheGroup) {
  EXPECT_EQ(codes_of_two(", count: 2", ", first: 6, count: 3"), "E0311");
  EXPECT_EQ(codes_of_two(", count: 2", ", first: 8"), "E0311");
  EXPECT_EQ(codes_of_two(", count: 2", ", first: 6, count: 2"), "");
  EXPECT_EQ(codes_of_two(", count: 9", ", first: 2, count: 2"), "E0303");
  EXPECT_EQ(two_jobs(", count: 2", ", first: 6, count: 3").problems.all()[0].sentence,
            "the job takes nodes 6 to 8; 'clients' has 8, counted from 0");
}

TEST(NodeChecks, SlowNodesMustBeInTheGroup) {
  const auto slow = [](const std::string& numbers) {
    return read_scenario(
        changed(small_scenario(), "{count: 2, ", "{count: 2, slow_nodes: {numbers: " + numbers + "}, "), "x");
  };
  EXPECT_EQ(codes_of(slow("[0, 1]").problems), "");
  EXPECT_EQ(codes_of(slow("[-1]").problems), "E0360");
  const ScenarioRead read = slow("[1, 2]");
  ASSERT_EQ(codes_of(read.problems), "E0360");
  EXPECT_EQ(read.problems.all()[0].sentence, "node 2 cannot be slow; 'clients' has 2, counted from 0");
}

// Ports between nodes are for gradients over them, for samples that change hands, and for what a probe sends.
// Of a comparison they may be for another arm.
TEST(NodeChecks, PortsForPeersWantPeers) {
  const std::string text =
      changed(small_scenario(), "{count: 2, ", "{count: 2, peer_nic: {bandwidth: 100 Gbit/s}, ");
  const auto codes = [](const std::string& one) { return codes_of(read_scenario(one, "x").problems); };
  const auto with = [&](const std::string& part) {
    return changed(text, "    layout:", part + "    layout:");
  };
  EXPECT_EQ(codes(text), "W0020");
  EXPECT_EQ(codes(with("    collectives: {gradient_size: 1 MB}\n")), "W0020");
  const std::string sends = "    collectives: {gradient_size: 1 MB, contend: true}\n";
  EXPECT_EQ(codes(with(sends)), "");
  EXPECT_EQ(codes(changed(with(sends), "{group: clients}", "{group: clients, count: 1}")), "W0020 W0019");
  EXPECT_EQ(codes(with("    shuffle: {policy: partial}\n")), "");
  EXPECT_EQ(
      codes(text + "compare:\n  a: {overrides: []}\n  b: {overrides: [platform.nodes.clients.cores=8]}\n"),
      "W0020");
}

TEST(NodeChecks, AJobMustBeginBeforeTheEnd) {
  const auto starting = [](const std::string& start) {
    std::string text = changed(small_scenario(), "    storage:", "    start: " + start + "\n    storage:");
    return codes_of(
        read_scenario(changed(text, "measure: {", "measure: {simulated_time_limit: 10 s, "), "x").problems);
  };
  EXPECT_EQ(starting("9 s"), "");
  EXPECT_EQ(starting("10 s"), "W0009");
}

}  // namespace
}  // namespace headrace
