#include <gtest/gtest.h>

#include "scenarios/loader/read/read_scenario.h"
#include "tests/scenarios/loader/scenario_support.h"

namespace headrace {
namespace {

// Two nodes with 128 GiB and two ranks each, and these fields of the job.
ScenarioRead with_job(const std::string& fields) {
  std::string text = changed(small_scenario(), "    layout:", fields + "    layout:");
  text = changed(text, "    scratch:", "    nvme: {local: {capacity: 200 GiB}}\n    scratch:");
  return read_scenario(text, "small.yaml");
}

std::string codes_with(const std::string& fields) { return codes_of(with_job(fields).problems); }

TEST(PolicyChecks, ACacheMustFitItsTier) {
  EXPECT_EQ(codes_with("    cache: {capacity: 128 GiB}\n"), "");
  EXPECT_EQ(codes_with("    cache: {capacity: 129 GiB}\n"), "E0322");
  EXPECT_EQ(codes_with("    cache: {capacity: 64 GiB, scope: process}\n"), "");
  EXPECT_EQ(codes_with("    cache: {capacity: 65 GiB, scope: process}\n"), "E0322");
  const std::string drives = "    local_storage: nvme\n    cache: {tier: local_storage, capacity: ";
  EXPECT_EQ(codes_with(drives + "200 GiB}\n"), "");
  EXPECT_EQ(codes_with(drives + "201 GiB}\n"), "E0322");
  EXPECT_EQ(codes_with(drives + "101 GiB, scope: process}\n"), "E0322");
  EXPECT_EQ(with_job("    cache: {capacity: 65 GiB, scope: process}\n").problems.all()[0].sentence,
            "2 caches of 65 GiB, one a rank, cannot be held: a node of 'clients' has 128 GiB");
  EXPECT_EQ(with_job("    cache: {capacity: 65 GiB, scope: process}\n").problems.all()[0].help,
            "at most 64 GiB each");
  EXPECT_EQ(with_job("    cache: {capacity: 129 GiB}\n").problems.all()[0].help, "at most 128 GiB");
}

TEST(PolicyChecks, ACacheOnDrivesNeedsThem) {
  EXPECT_EQ(codes_with("    cache: {tier: local_storage, capacity: 1 GiB}\n"), "E0323");
}

// Returns the codes of the same on nodes with links and accelerators of 80 GB, with these fields of the job,
// and `to` in place of `from`.
std::string fed(const std::string& fields,
                std::string_view from = "layout:", std::string_view to = "layout:") {
  std::string text = changed(small_scenario(), "    layout:", fields + "    layout:");
  text = changed(text, "{count: 2, ", "{count: 2, pcie: {}, accelerator_memory: {}, ");
  text = changed(text, from, to);
  if (from == "npz, files: 1000") text = changed(text, "kind: pytorch", "kind: tensorflow");
  return codes_of(read_scenario(text, "small.yaml").problems);
}

TEST(PolicyChecks, AFeedNeedsLinks) {
  EXPECT_EQ(codes_with("    feed: {}\n"), "E0361");
  EXPECT_EQ(fed("    feed: {}\n"), "");
  EXPECT_EQ(fed("    feed: {ahead: 2}\n"), "");
  EXPECT_EQ(fed("    feed: {path: direct}\n"), "");
}

TEST(PolicyChecks, WhatComesStraightPassesNoCoreAndNoCache) {
  const std::string direct = "    feed: {path: direct}\n";
  EXPECT_EQ(fed(direct, "npz, files: 1000", "tfrecord, files: 10, samples_per_file: 100"), "E0361");
  EXPECT_EQ(fed(direct + "    cache: {capacity: 1 GiB}\n"), "E0361");
  EXPECT_EQ(fed(direct + "    cache: {capacity: 1 GiB, tier: accelerator, scope: process}\n"), "");
}

TEST(PolicyChecks, ACacheInAcceleratorsIsEachRanksOwn) {
  const std::string cache = "    cache: {tier: accelerator, scope: process, capacity: ";
  EXPECT_EQ(codes_with(cache + "1 GiB}\n"), "E0362");
  EXPECT_EQ(fed(cache + "80 GB}\n"), "");
  EXPECT_EQ(fed(cache + "81 GB}\n"), "E0322");
  EXPECT_EQ(fed("    cache: {tier: accelerator, capacity: 1 GiB}\n"), "E0362");
  EXPECT_EQ(fed(cache + "1 GiB}\n", "npz, files: 1000", "tfrecord, files: 10, samples_per_file: 100"),
            "E0362");
}

TEST(PolicyChecks, LookingAheadNeedsAKnownOrder) {
  const std::string cache = "    cache: {policy: belady, capacity: 1 GiB}\n";
  EXPECT_EQ(codes_with(cache), "");
  EXPECT_EQ(codes_with(cache + "    shuffle: {policy: global}\n"), "");
  EXPECT_EQ(codes_with(cache + "    shuffle: {policy: window}\n"), "E0324");
  EXPECT_EQ(codes_with("    cache: {policy: lru, capacity: 1 GiB}\n    shuffle: {policy: window}\n"), "");
}

TEST(PolicyChecks, AStreamHasItsOwnOrder) {
  std::string text = changed(small_scenario(), "    layout:", "    shuffle: {policy: global}\n    layout:");
  EXPECT_EQ(codes_of(read_scenario(text, "small.yaml").problems), "");
  text = changed(text, "npz, files: 1000", "tfrecord, files: 10, samples_per_file: 100");
  text = changed(text, "kind: pytorch", "kind: tensorflow");
  EXPECT_EQ(codes_of(read_scenario(text, "small.yaml").problems), "E0325");
}

TEST(PolicyChecks, AJobWithoutSamplesHasNoUseForThem) {
  const std::string text =
      changed(changed(small_scenario(), "    layout:", "    cache: {capacity: 1 GiB}\n    layout:"),
              "checkpoint: {enabled: false}",
              "checkpoint: {enabled: true, writes: 1}\n      training: {enabled: false}");
  EXPECT_EQ(codes_of(read_scenario(text, "small.yaml").problems), "W0011");
}

TEST(PolicyChecks, AJobWithoutGradientsHasNoUseForCollectives) {
  const std::string with =
      changed(small_scenario(),
              "    layout:", "    collectives: {gradient_size: 100 MB, algorithm: ring}\n    layout:");
  EXPECT_EQ(codes_of(read_scenario(with, "small.yaml").problems), "");
  const std::string text =
      changed(with, "checkpoint: {enabled: false}",
              "checkpoint: {enabled: true, writes: 1}\n      training: {enabled: false}");
  const ScenarioRead read = read_scenario(text, "small.yaml");
  ASSERT_EQ(codes_of(read.problems), "W0011");
  EXPECT_EQ(read.problems.all()[0].sentence,
            "'collectives' has no effect: the job does not train, so it has no gradients");
}

TEST(PolicyChecks, ATopologyHasItsParametersBesideIt) {
  const auto codes_with = [](const std::string& fields) {
    return codes_of(
        read_scenario(changed(small_scenario(), "{latency: 2 us}", "{latency: 2 us, " + fields + "}"), "x")
            .problems);
  };
  EXPECT_EQ(codes_with("topology: fat_tree, nodes_per_switch: 2, oversubscription: 4, hop_latency: 350 ns"),
            "");
  EXPECT_EQ(codes_with("topology: dragonfly, global_bandwidth: 1 TB/s, usable_share: 0.7"), "");
  EXPECT_EQ(codes_with("topology: dragonfly, usable_share: 1.1"), "E0107");
  EXPECT_EQ(codes_with("topology: flat, oversubscription: 2"), "E0101");
  EXPECT_EQ(codes_with("topology: torus"), "E0109");
}

TEST(PolicyChecks, WordsAndParametersAreSuggested) {
  const auto first = [](const std::string& fields) {
    const ScenarioRead read = with_job(fields);
    return read.problems.all().empty() ? Problem() : read.problems.all()[0];
  };
  EXPECT_EQ(first("    cache: {policy: seive, capacity: 1 GiB}\n").nearest, "did you mean 'sieve'?");
  EXPECT_EQ(first("    shuffle: {policy: partial, exchagne: 0.1}\n").nearest, "did you mean 'exchange'?");
  // What an arm may leave behind that changes the policy alone.
  const Problem left = first("    shuffle: {policy: global, exchange: 0.1}\n");
  EXPECT_EQ(left.code, "E0101");
  EXPECT_EQ(left.help, "it is a parameter of partial, which is not the one chosen here");
  const Problem of_node = first("    worker_start: 30 ms\n");
  EXPECT_EQ(of_node.code, "E0101");
  EXPECT_EQ(of_node.help, "it is a field at platform.nodes.<name>.host_work.pytorch.worker_start");
}

}  // namespace
}  // namespace headrace
