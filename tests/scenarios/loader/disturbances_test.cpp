#include <gtest/gtest.h>

#include "scenarios/loader/experiment.h"
#include "scenarios/loader/read/read_scenario.h"
#include "scenarios/loader/read/scenario_text.h"
#include "tests/scenarios/loader/scenario_support.h"

namespace headrace {
namespace {

// Two nodes "clients"; "scratch" with one server of two targets; "nvme" on the drives of the nodes.
ScenarioRead with(const std::string& disturbances, std::string text = small_scenario()) {
  text = changed(text, "    scratch:", "    nvme: {local: {capacity: 200 GiB}}\n    scratch:");
  return read_scenario(text + disturbances, "small.yaml");
}
std::string codes(const std::string& disturbances) { return codes_of(with(disturbances).problems); }
Problem first(const std::string& disturbances) {
  const ScenarioRead read = with(disturbances);
  return read.problems.all().empty() ? Problem() : read.problems.all()[0];
}
std::string fault(const std::string& fields) { return "faults:\n  it: {" + fields + "}\n"; }
std::string load(const std::string& fields) { return "background:\n  it: {" + fields + "}\n"; }

TEST(Disturbances, EachKindHasItsParts) {
  const std::string of = ", file_system: scratch, ";
  EXPECT_EQ(codes(fault("kind: slow_target" + of + "ost: 1")), "");
  EXPECT_EQ(codes(fault("kind: slow_target" + of + "oss: 0")), "E0350");
  EXPECT_EQ(codes(fault("kind: slow_node, nodes: clients, node: 1")), "");
  EXPECT_EQ(codes(fault("kind: network_degraded, nodes: clients, node: 1")), "");
  EXPECT_EQ(codes(fault("kind: network_degraded" + of + "mds: 0")), "");
  EXPECT_EQ(codes(fault("kind: network_degraded" + of + "ost: 0")), "E0350");
  for (const char* part : {"ost", "oss", "mds"})
    EXPECT_EQ(codes(load("kind: ar1" + of + part + ": 0")), "") << part;
  EXPECT_EQ(codes(load("kind: ar1, nodes: clients, node: 0, count: 2")), "");
  EXPECT_EQ(codes(load("kind: ar1" + of + "ost: 0, oss: 0")), "E0350");
  EXPECT_EQ(codes(load("kind: ar1, file_system: scratch")), "E0350");
  EXPECT_EQ(codes(load("file_system: scratch, ost: 0")), "E0102");
  EXPECT_EQ(first(fault("kind: slow_target" + of + "oss: 0")).help, "its kind is about: ost, target");
}

TEST(Disturbances, ThePlaceExists) {
  EXPECT_EQ(codes(load("kind: ar1, file_system: scratch, ost: 0, count: 2")), "");
  EXPECT_EQ(codes(load("kind: ar1, file_system: scratch, ost: 0, count: 3")), "E0352");
  EXPECT_EQ(codes(load("kind: ar1, file_system: scratch, mds: 1")), "E0352");
  EXPECT_EQ(codes(load("kind: ar1, nodes: clients, node: 2")), "E0352");
  EXPECT_EQ(codes(load("kind: ar1, file_system: nvme, ost: 0")), "E0352");
  EXPECT_EQ(codes(load("kind: ar1, ost: 0")), "E0351");
  EXPECT_EQ(first(load("kind: ar1, file_system: nvme, ost: 0")).sentence, "'nvme' has no servers of its own");
  EXPECT_EQ(first(load("kind: ar1, file_system: scratch, mds: 1")).sentence,
            "'scratch' has 1 mds, and 'background.it' is about number 1");
  EXPECT_EQ(first(load("kind: ar1, nodes: cleints, node: 0")).nearest, "did you mean 'clients'?");
}

// A part has the word of its file system.
TEST(Disturbances, EachStoreHasItsOwnWords) {
  const auto at = [](const std::string& place) {
    const std::string text =
        changed(small_scenario(),
                "    scratch:", "    home: {gpfs: {servers: {count: 3, devices: 2}}}\n    scratch:");
    return read_scenario(text + fault("kind: " + place + ", lasting: 1 s"), "small.yaml");
  };
  EXPECT_EQ(codes_of(at("server_outage, file_system: home, server: 2, failover_time: 1 s").problems),
            "W0018");
  EXPECT_EQ(codes_of(at("target_outage, file_system: home, target: 5").problems), "W0018");
  EXPECT_EQ(codes_of(at("target_outage, file_system: home, target: 6").problems), "E0352");
  const Problem other = at("server_outage, file_system: home, oss: 0").problems.all()[0];
  EXPECT_EQ(other.sentence, "'home' has no 'oss'");
  EXPECT_EQ(other.help, "this could be about its server");
  EXPECT_EQ(at("server_outage, file_system: scratch, server: 0").problems.all()[0].help,
            "this could be about its oss, mds");
}

TEST(Disturbances, TimesAreGivenOnce) {
  const std::string slow = "kind: slow_target, file_system: scratch, ost: 0";
  EXPECT_EQ(codes(fault(slow + ", at: 1 s, lasting: 1 s")), "");
  EXPECT_EQ(codes(fault(slow + ", at: 1 s, mean_time_between: 1 h, mean_time_to_repair: 1 min")), "");
  EXPECT_EQ(codes(fault(slow + ", lasting: 1 s, mean_time_between: 1 h, mean_time_to_repair: 1 min")),
            "E0353");
  EXPECT_EQ(codes(fault(slow + ", mean_time_between: 1 h")), "E0353");
  EXPECT_EQ(codes(fault(slow + ", mean_time_to_repair: 1 h")), "E0353");
}

TEST(Disturbances, AnOutageEndsAndHappensToRequests) {
  const std::string gone = "kind: target_outage, file_system: scratch, ost: 0";
  EXPECT_EQ(codes(fault(gone)), "E0354");
  EXPECT_EQ(codes(fault(gone + ", lasting: 1 s")), "");
  EXPECT_EQ(codes(fault(gone + ", mean_time_between: 1 h, mean_time_to_repair: 1 min")), "");
  const std::string flows = changed(small_scenario(), "fidelity: request", "fidelity: auto");
  EXPECT_EQ(codes_of(with(fault(gone + ", lasting: 1 s"), flows).problems), "E0355");
  const std::string slow = "kind: slow_target, file_system: scratch, ost: 0";
  EXPECT_EQ(codes_of(with(fault(slow), flows).problems), "");
}

// A server that was lost before the run begins, and whose partner has its targets, loses no request.
TEST(Disturbances, FlowsKnowAServerThatWasLostBefore) {
  const std::string pair = changed(changed(small_scenario(), "fidelity: request", "fidelity: auto"),
                                   "oss: {count: 1}", "oss: {count: 2}");
  const std::string lost = "kind: server_outage, file_system: scratch, oss: 0, failover_time: 0 s";
  EXPECT_EQ(codes_of(with(fault(lost), pair).problems), "");
  EXPECT_EQ(codes_of(with(fault(lost + ", at: 1 s"), pair).problems), "E0355");
  EXPECT_EQ(codes_of(with(fault(lost + ", lasting: 1 s"), pair).problems), "E0355");
  EXPECT_EQ(
      codes_of(with(fault("kind: server_outage, file_system: scratch, oss: 0, failover_time: 1 s"), pair)
                   .problems),
      "E0355");
}

TEST(Disturbances, WhatItNeedsIsThere) {
  const std::string gone = "kind: server_outage, file_system: scratch, oss: 0, lasting: 1 s";
  EXPECT_EQ(codes(fault(gone)), "");
  EXPECT_EQ(codes(fault(gone + ", failover_time: 1 min")), "E0356");
  const std::string names = "kind: server_outage, file_system: scratch, mds: 0, lasting: 1 s";
  EXPECT_EQ(codes(fault(names + ", failover_time: 1 min")), "E0356");
  const std::string drive = "kind: slow_drive, nodes: clients, node: 1";
  EXPECT_EQ(codes(fault(drive + ", file_system: nvme")), "W0018");
  EXPECT_EQ(codes(fault(drive + ", file_system: scratch")), "E0358");
  EXPECT_EQ(codes(fault(drive + ", file_system: nmve")), "E0351");
  EXPECT_EQ(codes(fault(drive)), "E0351");
  const std::string rebuild = fault("kind: rebuild, file_system: scratch, ost: 0");
  EXPECT_EQ(codes(rebuild), "E0357");
  const std::string arrays =
      changed(small_scenario(), "device: {read_bandwidth: 10 GB/s}", "device: {kind: disk_array}");
  EXPECT_EQ(codes_of(with(rebuild, arrays).problems), "");
}

// A scenario that has none says nothing of them, so that its hash is what it was before there were any.
TEST(Disturbances, TheyAreInTheResolvedTextAndOnlyWhereThereAreAny) {
  const Scenario plain = *with("").scenario;
  EXPECT_EQ(write_scenario(plain).find("faults"), std::string::npos);
  EXPECT_EQ(write_scenario(plain).find("background"), std::string::npos);
  const std::string slow = "kind: slow_target, file_system: scratch, ost: 0, at: 1 s, share: 0.";
  const Scenario half =
      *with(fault(slow + "5") + load("kind: on_off, file_system: scratch, mds: 0")).scenario;
  const Scenario third =
      *with(fault(slow + "3") + load("kind: on_off, file_system: scratch, mds: 0")).scenario;
  EXPECT_NE(scenario_hash(half), scenario_hash(plain));
  EXPECT_NE(scenario_hash(half), scenario_hash(third));
  const ScenarioRead again = read_scenario(write_scenario(half), "again.yaml");
  ASSERT_TRUE(again.scenario) << again.problems.text();
  EXPECT_EQ(scenario_hash(*again.scenario), scenario_hash(half));
}

// An arm is the scenario with other faults.
TEST(Disturbances, AnArmMayChangeThem) {
  const ScenarioRead read =
      with(fault("kind: slow_target, file_system: scratch, ost: 0") +
           "compare:\n  slow: {overrides: []}\n  slower: {overrides: [\"faults.it.share=0.1\"]}\n");
  ASSERT_TRUE(read.scenario) << read.problems.text();
  EXPECT_NE(write_scenario(read.scenario->arms[0]), write_scenario(read.scenario->arms[1]));
}

constexpr const char* kEpoch = R"(schema: headrace/1
name: disturbed
platform:
  nodes: {clients: {count: 2, accelerators: 2}}
  file_systems:
    scratch: {lustre: {oss: {count: 2}, ost: {count: 4, device: {read_bandwidth: 500 MB/s}}}}
jobs:
  train:
    workload:
      dataset: {format: npz, files: 400, record_length: 4 MB}
      loader: {kind: pytorch, batch_size: 4, read_threads: 2}
      training: {epochs: 1, computation_time: 1 ms}
    nodes: {group: clients, count: 2}
    storage: scratch
)";

RunResult run(const std::string& disturbances) {
  const ScenarioRead read = read_scenario(kEpoch + disturbances, "disturbed.yaml");
  EXPECT_TRUE(read.scenario) << read.problems.text();
  return read.scenario ? Experiment(*read.scenario).run() : RunResult();
}
double bytes_read(const RunResult& result) {
  double sum = 0;
  for (const MetricRow& row : result.rows)
    if (row.component.starts_with("file_systems/scratch/ost/") && row.metric == "bytes_read")
      sum += row.value;
  return sum;
}

// From the text to the end of the epoch: as many bytes, later, and the same for the same seed.
TEST(Disturbances, ARunIsDisturbedAndNothingIsLost) {
  const RunResult plain = run("");
  const std::string outage = fault(
      "kind: server_outage, file_system: scratch, oss: 0, at: 300 ms, lasting: 2 s, rpc_timeout: 1 s, "
      "reconnect_interval: 500 ms");
  const std::string slow = fault("kind: slow_target, file_system: scratch, ost: 0, count: 4, share: 0.2");
  const std::string busy = load(
      "kind: on_off, file_system: scratch, ost: 0, count: 4, taken: 0.9, mean_on: 100 ms, "
      "mean_off: 100 ms");
  for (const std::string& disturbance : {outage, slow, busy, outage + busy}) {
    const RunResult disturbed = run(disturbance);
    EXPECT_EQ(disturbed.outcome.end, RunEnd::finished);
    EXPECT_EQ(disturbed.imbalance, "");
    EXPECT_EQ(bytes_read(disturbed), bytes_read(plain));
    EXPECT_GT(disturbed.outcome.at, plain.outcome.at) << disturbance;
    EXPECT_EQ(run(disturbance).outcome.fingerprint, disturbed.outcome.fingerprint);
  }
  // Those that wait for the server wait for two seconds, and find it at the next attempt.
  const Duration delay = run(outage).outcome.at - plain.outcome.at;
  EXPECT_GE(delay, 1500_ms);
  EXPECT_LE(delay, 3_s);
}

}  // namespace
}  // namespace headrace
