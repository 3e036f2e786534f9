#include "scenarios/loader/read/checks.h"

#include <gtest/gtest.h>

#include "scenarios/loader/read/read_scenario.h"
#include "tests/scenarios/loader/scenario_support.h"

namespace headrace {
namespace {

// "CODE line:column sentence" of each problem after a change of the small scenario.
std::string said(std::string_view from, std::string_view to) {
  const ScenarioRead read = read_scenario(changed(small_scenario(), from, to), "small.yaml");
  std::string out;
  for (const Problem& problem : read.problems.all()) {
    out += (out.empty() ? "" : "\n") + problem.code + " " + std::to_string(problem.mark.line) + ":" +
           std::to_string(problem.mark.column) + " " + problem.sentence;
  }
  return out;
}

TEST(Checks, NamesMustExist) {
  EXPECT_EQ(said("group: clients", "group: cleints"), "E0302 23:20 the platform has no node group 'cleints'");
  EXPECT_EQ(said("storage: scratch", "storage: home"), "E0305 25:14 the platform has no file system 'home'");
}

// Places of a job are looked up as its storage is, and their layouts are doubted where they stand.
TEST(Checks, PlacesMustExist) {
  const std::string places = "    storage: scratch\n    places: {checkpoints: {";
  const auto said_of = [&](const std::string& place) {
    return said("    storage: scratch\n", places + place + "}}\n");
  };
  EXPECT_EQ(said_of("storage: home"), "E0305 26:37 the platform has no file system 'home'");
  EXPECT_EQ(said_of("layout: {stripe_count: 2}"),
            "E0102 26:14 'jobs.train.places.checkpoints' has no 'storage'");
  const std::string unused = "W0063 26:14 'places.checkpoints' has no effect: the job has no files for that";
  EXPECT_EQ(said_of("storage: scratch"), unused);
  EXPECT_EQ(said_of("storage: scratch, layout: {stripe_count: 16}"),
            unused + "\nW0001 26:69 stripe count 16 > 2 OSTs: files are spread over all of them, no further");
  EXPECT_EQ(said_of("storage: scratch, layout: {pool: {first: 7, count: 1}}"),
            "E0315 26:69 the pool begins at target 7, and there are 2");
}

TEST(Checks, CountsMustFit) {
  EXPECT_EQ(said("{group: clients}", "{group: clients, count: 3}"),
            "E0303 23:36 the job wants 3 nodes; 'clients' has 2");
  EXPECT_EQ(said("{group: clients}", "{group: clients, count: 0}"),
            "E0303 23:36 a job on 0 nodes never starts");
  EXPECT_EQ(said("{group: clients}", "{group: clients, count: -1}"), "");
  EXPECT_EQ(said("accelerators_per_node: 2", "accelerators_per_node: 5"),
            "E0304 24:28 the job wants 5 accelerators of a node; a node of 'clients' has 4");
  EXPECT_EQ(said("accelerators_per_node: 2", "accelerators_per_node: 0"),
            "E0304 24:28 a job without accelerators never starts");
  EXPECT_EQ(said("accelerators_per_node: 2", "accelerators_per_node: 4"), "");
}

TEST(Checks, ANodeWithoutAcceleratorsRunsNoJob) {
  const std::string text = changed(small_scenario(), "    accelerators_per_node: 2\n", "");
  const ScenarioRead read =
      read_scenario(changed(text, "{count: 2, ", "{count: 2, accelerators: 0, "), "small.yaml");
  EXPECT_EQ(codes_of(read.problems), "E0304");
}

TEST(Checks, LayoutAndServersAreDoubted) {
  EXPECT_EQ(said("stripe_count: 1", "stripe_count: 16"),
            "W0001 26:28 stripe count 16 > 2 OSTs: files are spread over all of them, no further");
  EXPECT_EQ(said("oss: {count: 1}", "oss: {count: 4}"),
            "W0003 12:22 4 object storage servers share 2 targets: some servers stay idle");
}

TEST(Checks, LayoutsMustFit) {
  const auto codes = [&](std::string_view layout) {
    const std::string text = changed(small_scenario(), "stripe_count: 1", layout);
    return codes_of(read_scenario(text, "small.yaml").problems);
  };
  EXPECT_EQ(codes("pool: {first: 1, count: 7}"), "");
  EXPECT_EQ(codes("pool: {first: 2, count: 1}"), "E0315");
  EXPECT_EQ(codes("components: [{until: 1 MiB}, {until: 2 MiB, stripe_count: 2}]"), "");
  EXPECT_EQ(codes("components: [{until: 1 MiB}, {until: 1 MiB, stripe_count: 2}]"), "E0316");
  EXPECT_EQ(codes("stripe_count: 16, overstriping: true"), "");
}

TEST(Checks, FlowsAreDoubtedWhereASchedulerOrdersRequests) {
  const std::string flows = changed(small_scenario(), "fidelity: request", "fidelity: flow");
  const auto codes = [&](std::string_view from, std::string_view to) {
    const ScenarioRead read = read_scenario(changed(flows, from, to), "small.yaml");
    std::string out;
    for (const Problem& problem : read.problems.all())
      out += problem.code + " " + problem.path + " " + problem.sentence;
    return out;
  };
  EXPECT_EQ(codes("oss: {count: 1}", "oss: {count: 2}"), "");
  EXPECT_EQ(
      codes("oss: {count: 1}", "oss: {count: 1, scheduler: {policy: crr}}"),
      "W0013 measure.fidelity the OSS scheduler of 'scratch' orders requests: its long transfers stay as "
      "many requests as they are");
}

TEST(Checks, WhatIsSaidOfFlowsIsDoubtedWithoutThem) {
  const auto codes = [&](std::string_view measure) {
    const ScenarioRead read =
        read_scenario(changed(small_scenario(), "fidelity: request", measure), "small.yaml");
    std::string out;
    for (const Problem& problem : read.problems.all()) out += problem.code + " " + problem.sentence;
    return out;
  };
  EXPECT_EQ(codes("fidelity: request, flow_tolerance: 0"),
            "W0017 'measure.flow_tolerance' has no effect with fidelity request");
  EXPECT_EQ(codes("fidelity: flow, flow_tolerance: 0"), "");
  EXPECT_EQ(codes("fidelity: flow, flow_threshold: 8 MiB"),
            "W0017 'measure.flow_threshold' has no effect with fidelity flow");
  EXPECT_EQ(codes("fidelity: auto, flow_threshold: 8 MiB, flow_tolerance: 0.01"), "");
}

TEST(Checks, AreLeftOutWhereAValueWasNotRead) {
  EXPECT_EQ(said("{count: 2, ", "{count: two, "), "E0104 6:28 'two' is not a whole number");
  EXPECT_EQ(said("storage: scratch", "storage: 5"), "E0103 25:14 '5' is not a text");
  EXPECT_EQ(said("files: 1000", "files: x"), "E0104 20:37 'x' is not a whole number");
}

TEST(Checks, KnowWhatWasRefused) {
  Problems problems;
  problems.add(Mark(), "E0107", "").at("jobs.train.nodes.count");
  problems.warn(Mark(), "W0001", "").at("jobs.other");
  EXPECT_TRUE(is_refused("jobs.train", problems));
  EXPECT_TRUE(is_refused("jobs.train.nodes.count", problems));
  EXPECT_FALSE(is_refused("jobs.tra", problems));
  EXPECT_FALSE(is_refused("jobs.other", problems));
}

}  // namespace
}  // namespace headrace
