#include "scenarios/loader/experiment.h"
#include "scenarios/loader/read/read_scenario.h"
#include "scenarios/loader/read/scenario_text.h"

#include <gtest/gtest.h>

#include <array>
#include <map>
#include <set>
#include <string>

namespace headrace {
namespace {

constexpr const char* kSmall = R"(schema: headrace/1
name: small
seed: 7
platform:
  nodes: {clients: {count: 3, accelerators: 2}}
  file_systems:
    scratch: {lustre: {oss: {count: 2}, ost: {count: 4}}}
jobs:
  train:
    workload:
      dataset: {format: npz, files: 240, record_length: 1 MiB, record_length_stdev: 200 KiB}
      loader: {kind: pytorch, batch_size: 4, read_threads: 2}
      training: {epochs: 2, computation_time: 20 ms}
    nodes: {group: clients, count: 2}
    storage: scratch
measure: {replications: 1}
)";

Scenario small(const std::vector<std::string>& overrides = {}) {
  ScenarioRead read = read_scenario(kSmall, "small.yaml", overrides);
  EXPECT_TRUE(read.scenario) << read.problems.text();
  return *read.scenario;
}

TEST(Experiment, TheSameScenarioAndSeedGiveTheSameRowsAndFingerprint) {
  const RunResult first = Experiment(small()).run();
  const RunResult again = Experiment(small()).run();
  EXPECT_EQ(first.outcome.fingerprint, again.outcome.fingerprint);
  EXPECT_EQ(first.rows, again.rows);
  EXPECT_FALSE(first.rows.empty());
  EXPECT_NE(Experiment(small({"seed=8"})).run().outcome.fingerprint, first.outcome.fingerprint);
}

TEST(Experiment, ReplicationsDrawFromTheirOwnSeeds) {
  const Scenario scenario = small();
  const RunResult first = Experiment(scenario, 1).run();
  const RunResult second = Experiment(scenario, 2).run();
  const RunResult third = Experiment(scenario, 3).run();
  EXPECT_NE(first.outcome.fingerprint, second.outcome.fingerprint);
  EXPECT_NE(second.outcome.fingerprint, third.outcome.fingerprint);
  EXPECT_EQ(second.replication, 2);
  EXPECT_EQ(Experiment(scenario, 2).run().outcome.fingerprint, second.outcome.fingerprint);
}

// Returns how many windows a run has whose nodes read some files each, how many instances of resources it
// ends with, and its events.
std::array<double, 3> looks_at(std::int64_t nodes) {
  const ScenarioRead read = read_scenario(
      "schema: headrace/1\nname: many\nplatform:\n  nodes: {client: {count: " + std::to_string(nodes) +
          ", accelerators: 0}}\n  file_systems: {scratch: {lustre: {oss: {count: 2}, ost: {count: 4}}}}\n"
          "jobs:\n  files: {probe: {operation: open_read_close, processes_per_node: 1, files_per_process: "
          "20, "
          "file_size: 100 kB, transfer_size: 100 kB}, nodes: {group: client}, storage: scratch}\n",
      "many.yaml");
  EXPECT_TRUE(read.scenario) << read.problems.text();
  const RunResult result = Experiment(*read.scenario).run();
  std::array<double, 3> found = {0, 0, static_cast<double>(result.outcome.events)};
  for (const SeriesRow& row : result.series) found[0] += row.component == "jobs" ? 1 : 0;
  for (const ResourceResult& resource : result.resources) found[1] += static_cast<double>(resource.instances);
  return found;
}

// A run looks at 100,000 instances of resources, at one more for each eight events, and at all at its end: of
// few instances as often as windows are told, of many seldom.
TEST(Experiment, LooksSeldomAtManyInstances) {
  EXPECT_GE(looks_at(20)[0], 32);
  const auto [windows, instances, events] = looks_at(4000);
  EXPECT_GE(windows, 4);
  EXPECT_LE(windows * instances, 100'000 + events / 8 + instances);
}

// A mean over windows, weighted by their lengths, is that over the run; the events are the same ones.
TEST(Experiment, TellsMetricsOverTimeWhereTheyAreWanted) {
  const RunResult plain = Experiment(small()).run();
  const RunResult told = Experiment(small(), 1, nullptr, {}, SeriesChoice::metrics).run();
  EXPECT_EQ(told.outcome.fingerprint, plain.outcome.fingerprint);
  EXPECT_EQ(told.rows, plain.rows);
  EXPECT_GT(told.series.size(), plain.series.size());
  const double seconds = told.outcome.at.since_start().in_seconds();
  int compared = 0;
  for (const MetricRow& row : told.rows) {
    const bool gauge = row.statistic == "mean" && row.unit == Unit::count;
    if (row.value == 0 || (row.statistic != "total" && !gauge)) continue;
    double sum = 0;
    for (const SeriesRow& one : told.series)
      if (one.component == row.component && one.metric == row.metric + (gauge ? "" : "_per_second"))
        sum += one.value * one.length.in_seconds();
    if (sum == 0) continue;
    ++compared;
    EXPECT_NEAR(sum / (gauge ? seconds : 1), row.value, 1e-6 * row.value)
        << row.component << " " << row.metric;
  }
  EXPECT_GT(compared, 10);
}

std::map<std::string, double> values(const RunResult& result) {
  std::map<std::string, double> values;
  for (const MetricRow& row : result.rows)
    values[row.component + " " + row.metric + " " + row.statistic] = row.value;
  return values;
}

// An idle file system and idle nodes draw from streams of their own names.
TEST(Experiment, AnUnrelatedComponentChangesNoOthersDraws) {
  const auto alone = values(Experiment(small()).run());
  std::string text = kSmall;
  text.insert(text.find("jobs:"), "    other: {lustre: {oss: {count: 1}, ost: {count: 1}}}\n");
  text.insert(text.find("}}\n  file_systems:"), "}, others: {count: 1, accelerators: 2");
  text.insert(text.find("measure:"), R"(  short:
    workload:
      dataset: {format: npz, files: 8, record_length: 1 MiB}
      loader: {kind: pytorch, batch_size: 4, read_threads: 2}
      training: {epochs: 1, computation_time: 20 ms}
    nodes: {group: others, count: 1}
    storage: other
)");
  ScenarioRead read = read_scenario(text, "more.yaml");
  ASSERT_TRUE(read.scenario) << read.problems.text();
  const auto with_other = values(Experiment(*read.scenario).run());
  EXPECT_GT(with_other.size(), alone.size());
  for (const auto& [name, value] : alone) EXPECT_EQ(with_other.at(name), value) << name;
}

// What the clients read is what the targets read and what their page caches held.
TEST(Experiment, BytesAreConserved) {
  const RunResult result = Experiment(small()).run();
  double clients = 0, targets = 0;
  for (const MetricRow& row : result.rows) {
    if (row.metric == "page_cache_hits") clients -= row.value;
    if (row.metric != "bytes_read") continue;
    (row.component.find("/clients") != std::string::npos ? clients : targets) += row.value;
  }
  EXPECT_GT(targets, 0);
  EXPECT_EQ(clients, targets);
}

// One node that holds all of it reads it once; without a page cache each epoch comes from the storage.
TEST(Experiment, SaysWhatCameFromTheStorage) {
  const std::string one_node = "jobs.train.nodes.count=1";
  const std::string no_pages = "platform.file_systems.scratch.lustre.client.max_cached_share=0";
  for (const bool pages : {true, false}) {
    const RunResult result = Experiment(small(pages ? std::vector{one_node} : std::vector{no_pages})).run();
    const std::vector<EpochResult>& epochs = result.jobs.at(0).epochs;
    ASSERT_EQ(epochs.size(), 2u);
    EXPECT_GT(epochs[0].delivered, 200_MiB);
    EXPECT_EQ(epochs[0].from_storage, epochs[0].delivered);
    EXPECT_EQ(epochs[1].delivered, epochs[0].delivered);
    EXPECT_EQ(epochs[1].from_storage, pages ? 0_B : epochs[1].delivered);
  }
}

// Tiers that give nothing up, as Monarch: of E epochs over a data set of which a share f fits above, the
// lower tier serves (1 + (E - 1)(1 - f)) / E. Files of one size, of which half, or all, fit.
TEST(Experiment, SaysWhichTierServedWhat) {
  for (const std::int64_t fitting : {20, 40}) {
    std::string text = kSmall;
    text.insert(text.find("jobs:"),
                "    nvme: {local: {capacity: 1 TB}}\n"
                "    tier: {tiers: {above: nvme, below: scratch, writes: around, "
                "eviction: {policy: never_evict}, capacity: " +
                    std::to_string(fitting * 10) + " MB}}\n");
    const std::string work = "jobs.train.workload.";
    ScenarioRead read = read_scenario(
        text, "tiers.yaml",
        {"jobs.train.storage=tier", "jobs.train.nodes.count=1", work + "dataset.files=40",
         work + "dataset.record_length=10 MB", work + "dataset.record_length_stdev=0 B",
         work + "training.epochs=3", "platform.file_systems.scratch.lustre.client.max_cached_share=0"});
    ASSERT_TRUE(read.scenario) << read.problems.text();
    const RunResult result = Experiment(*read.scenario).run();
    ASSERT_TRUE(result.jobs.at(0).tiers);
    const TieredReads& tiers = *result.jobs[0].tiers;
    EXPECT_EQ(tiers.above, "nvme");
    EXPECT_EQ(tiers.below, "scratch");
    Bytes delivered;
    for (const EpochResult& epoch : result.jobs[0].epochs) delivered += epoch.delivered;
    EXPECT_EQ(tiers.from_above + tiers.from_below, delivered);
    const double fits = static_cast<double>(fitting) / 40;
    EXPECT_NEAR(static_cast<double>(tiers.from_below.count()) / static_cast<double>(delivered.count()),
                (1 + 2 * (1 - fits)) / 3, 0.03);
  }
}

// What is dirty cannot be dropped: without an fsync the last checkpoint is still in memory.
TEST(Experiment, SaysWhichReadBackCameFromTheStorage) {
  for (const bool synced : {true, false}) {
    const std::string work = "jobs.train.workload.";
    const std::string fsync = work + "checkpoint.fsync=" + (synced ? "true" : "false");
    const Scenario saves = small({work + "training.enabled=false", work + "checkpoint.enabled=true", fsync,
                                  work + "checkpoint.model_size=64 MiB", work + "checkpoint.writes=2",
                                  work + "checkpoint.reads=2"});
    const RunResult result = Experiment(saves).run();
    ASSERT_EQ(result.jobs.at(0).checkpoints.size(), 4u);
    for (const SpanResult& span : result.jobs[0].checkpoints) {
      const bool held = !synced && span.number == 2;
      EXPECT_EQ(span.from_storage, span.read && !held ? span.bytes : 0_B) << span.number;
    }
  }
}

TEST(Experiment, AWatchSeesProgressAndMayStopTheRun) {
  struct Seen {
    std::uint64_t calls = 0;
    double done = 0;
  } seen;
  RunWatch watch;
  watch.context = &seen;
  watch.watch = [](void* context, const RunProgress& progress) {
    auto& own = *static_cast<Seen*>(context);
    ++own.calls;
    EXPECT_GE(progress.done, own.done);
    own.done = progress.done;
    return own.calls < 2;
  };
  const RunResult result = Experiment(small()).run(watch);
  EXPECT_EQ(result.outcome.end, RunEnd::stopped);
  EXPECT_EQ(seen.calls, 2u);
  EXPECT_GE(seen.done, 0);
}

TEST(Experiment, LimitsEndTheRun) {
  Scenario scenario = small();
  scenario.measure.simulated_time_limit = 100_ms;
  EXPECT_EQ(Experiment(scenario).run().outcome.end, RunEnd::time_limit);
  scenario = small();
  scenario.measure.event_limit = 1000;
  EXPECT_EQ(Experiment(scenario).run().outcome.end, RunEnd::event_limit);
}

TEST(Experiment, NamesItsScenarioAndItsResources) {
  const Scenario scenario = small();
  const RunResult result = Experiment(scenario).run();
  EXPECT_EQ(result.scenario, "small");
  EXPECT_EQ(result.scenario_hash, scenario_hash(scenario));
  ASSERT_EQ(result.jobs.size(), 1u);
  EXPECT_EQ(result.jobs[0].accelerators, 4);
  EXPECT_EQ(result.jobs[0].nodes, 2);
  std::map<std::string, std::int64_t> instances;
  for (const ResourceResult& resource : result.resources) {
    EXPECT_GE(resource.utilisation_mean, 0) << resource.name;
    EXPECT_LE(resource.utilisation_max, 1) << resource.name;
    instances[resource.name] = resource.instances;
  }
  EXPECT_EQ(instances["scratch: OST devices"], 4);
  EXPECT_EQ(instances["clients: cores"], 2);  // The third node has no job.
}

// Of two jobs on two file systems each has its own, and what is nobody's.
TEST(Experiment, SaysWhatEachJobUses) {
  const Scenario scenario =
      small({"platform.file_systems.other+={lustre: {oss: {count: 1}, ost: {count: 1}}}",
             "jobs.look+={probe: {operation: stat, files_per_process: 2}, nodes: {group: clients, first: 2, "
             "count: 1}, storage: other}"});
  const RunResult result = Experiment(scenario).run();
  ASSERT_EQ(result.jobs.size(), 2u);
  const auto names = [&](std::size_t job) {
    std::set<std::string> all;
    for (const ResourceUse& use : result.jobs[job].uses) all.insert(use.resource);
    return all;
  };
  EXPECT_TRUE(names(0).contains("scratch: OST devices"));
  EXPECT_TRUE(names(0).contains("train: loader read threads"));
  EXPECT_FALSE(names(0).contains("other: OST devices"));
  EXPECT_TRUE(names(1).contains("other: OST devices"));
  EXPECT_TRUE(names(1).contains("clients: cores"));
  EXPECT_FALSE(names(1).contains("train: loader read threads"));
}

TEST(Experiment, FindsNothingLostOrDoubled) { EXPECT_EQ(Experiment(small()).run().imbalance, ""); }

// An arm is a scenario like any other: the one without overrides runs as the scenario does.
TEST(Experiment, ArmsRunOnTheSameDraws) {
  std::string text = kSmall;
  text += "compare:\n  same: {overrides: []}\n  wide: {overrides: [jobs.train.layout.stripe_count=4]}\n";
  const ScenarioRead read = read_scenario(text, "small.yaml");
  ASSERT_TRUE(read.scenario) << read.problems.text();
  const RunResult base = Experiment(small(), 2).run();
  const RunResult same = Experiment(read.scenario->arms[0], 2).run();
  EXPECT_EQ(same.outcome.fingerprint, base.outcome.fingerprint);
  EXPECT_EQ(same.arm, "same");
  EXPECT_EQ(same.scenario, "small [same]");
  EXPECT_NE(same.scenario_hash, base.scenario_hash);
  EXPECT_NE(Experiment(read.scenario->arms[1], 2).run().outcome.fingerprint, base.outcome.fingerprint);
}

bool refuses(void*) { return false; }
bool agrees(void* asked) {
  ++*static_cast<int*>(asked);
  return true;
}

TEST(Experiment, BuildingIsWatchedUntilTheFirstEvent) {
  // The topology has all nodes made, used or not.
  const Scenario large = small({"platform.nodes.clients.count=2000", "platform.network.topology=fat_tree"});
  EXPECT_THROW(Experiment(large, 1, nullptr, {&refuses, nullptr}), BuildStopped);
  int asked = 0;
  Experiment experiment(large, 1, nullptr, {&agrees, &asked});
  EXPECT_GE(asked, 2000 / 256);
  const int built = asked;
  const RunResult result = experiment.run();
  EXPECT_LE(asked, built + 1);  // The ranks are few.
  EXPECT_EQ(result.outcome.fingerprint, Experiment(large).run().outcome.fingerprint);
}

// A resource is as busy as over whole epochs, and so is each job's own.
TEST(Experiment, EpochsWhoseRestIsLeftOutUseWhatWholeOnesDo) {
  const std::vector<std::string> alike = {"jobs.train.workload.dataset.files=8000",
                                          "jobs.train.workload.dataset.record_length_stdev=0 B",
                                          "jobs.train.workload.loader.direct_io=true"};
  std::vector<std::string> cut = alike;
  cut.emplace_back("measure.until.half_width=0.01");
  const RunResult whole = Experiment(small(alike)).run(), part = Experiment(small(cut)).run();
  ASSERT_LT(part.jobs[0].epochs[1].step_time->simulated, 500);
  EXPECT_LT(part.outcome.events, whole.outcome.events / 2);
  ASSERT_EQ(part.resources.size(), whole.resources.size());
  for (std::size_t i = 0; i < part.resources.size(); ++i) {
    const double expected = whole.resources[i].utilisation_mean;
    EXPECT_NEAR(part.resources[i].utilisation_mean, expected, 0.002 + 0.1 * expected)
        << part.resources[i].name;
  }
}

// Sixteen ranks on a storage at its limit begin with 64 batches in hand each, on which they live for hundreds
// of steps.
TEST(Experiment, EpochsThatLiveOnWhatIsInHandAreWhole) {
  const std::string job = "jobs.train.";
  ScenarioRead read = read_scenario_file(
      HEADRACE_SOURCE_DIR "/scenarios/validation/amlfs_100.yaml",
      {job + "nodes.count=16", job + "overrides+=++workload.dataset.num_files_train=56000",
       job + "overrides+=++workload.reader.read_threads=64",
       job + "overrides+=++workload.reader.odirect=true", "measure.until.half_width=0.05"});
  ASSERT_TRUE(read.scenario) << read.problems.text();
  const RunResult result = Experiment(*read.scenario).run();
  EXPECT_EQ(result.jobs[0].epochs[0].step_time->simulated, 500);
}

}  // namespace
}  // namespace headrace
