// What must hold between two runs of an experiment, whatever the answer of either.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "models/field_visitor.h"
#include "scenarios/loader/experiment.h"
#include "scenarios/loader/read/read_scenario.h"

namespace headrace {
namespace {

constexpr const char* kText = R"(schema: headrace/1
name: pairs
seed: 3
platform:
  nodes: {clients: {count: 4, cores: 8, accelerators: 1}}
  file_systems:
    scratch:
      lustre:
        oss: {count: 2}
        ost:
          count: 4
          device: {read_bandwidth: 100 MB/s, write_bandwidth: 100 MB/s}
jobs:
  train:
    workload:
      dataset: {format: npy, files: 480, record_length: 8 MB}
      loader: {kind: pytorch, batch_size: 4, read_threads: 4}
      training: {epochs: 2, computation_time: 1 ms}
      checkpoint: {enabled: true, model_size: 64 MB, ranks: all_ranks}
    nodes: {group: clients, count: 4}
    storage: scratch
measure: {replications: 1}
)";

Scenario read_pairs(const std::vector<std::string>& overrides = {}, const std::string& text = kText) {
  ScenarioRead read = read_scenario(text, "pairs.yaml", overrides);
  EXPECT_TRUE(read.scenario) << read.problems.text();
  return *read.scenario;
}

// Multiplies every rate that a scenario names and divides every time.
class Faster final : public FieldVisitor {
 public:
  explicit Faster(std::int64_t times) : times_(times) {}

  void duration(const Field&, Duration& value, Duration, Duration) override { value = value / times_; }
  void bandwidth(const Field&, Bandwidth& value) override { value = value * static_cast<double>(times_); }
  void distribution(const Field&, Distribution& value) override {
    value = Distribution(value.law(), value.mean() / times_, value.spread() / times_);
  }

 private:
  std::int64_t times_;
};

Scenario sped_up(Scenario scenario, std::int64_t times) {
  Faster faster(times);
  scenario.platform.visit(faster);
  for (auto& job : scenario.jobs) job.second.visit(faster);
  return scenario;
}

double seconds(const RunResult& result, std::size_t job = 0) {
  return (result.jobs.at(job).end - result.jobs.at(job).start).in_seconds();
}

double bytes_read(const RunResult& result) {
  double sum = 0;
  for (const MetricRow& row : result.rows)
    if (row.metric == "bytes_read" && row.component.find("/ost/") != std::string::npos) sum += row.value;
  return sum;
}

// A job that writes and reads checkpoints has no rate beside those of the scenario. Its draws are the same
// multiples of the means; rounding to nanoseconds, of which each event has three at most, may pass on from
// event to event and now and then swap two of them.
TEST(MetamorphicRuns, TwiceAsFastTakesHalfAsLong) {
  const Scenario plain =
      read_pairs({"jobs.train.workload.training.enabled=false", "jobs.train.workload.dataset.files=0",
                  "jobs.train.workload.checkpoint.writes=4", "jobs.train.workload.checkpoint.reads=4",
                  "jobs.train.workload.checkpoint.fsync=true"});
  const RunResult slow = Experiment(plain).run();
  for (const std::int64_t times : {2, 4}) {
    const RunResult fast = Experiment(sped_up(plain, times)).run();
    const double rounding = 3e-9 * static_cast<double>(slow.outcome.events);
    EXPECT_NEAR(static_cast<double>(times) * seconds(fast), seconds(slow),
                static_cast<double>(times) * rounding);
    for (std::size_t i = 0; i < slow.resources.size(); ++i)
      EXPECT_NEAR(fast.resources.at(i).utilisation_mean, slow.resources.at(i).utilisation_mean, 1e-3)
          << slow.resources[i].name;
  }
}

// Decoding has a rate of its own, 2.3 GB/s of a core, that no scenario names: below 4 % of a time in which
// eight cores each wait for a quarter of 400 MB/s, and hidden behind it.
TEST(MetamorphicRuns, TrainingTwiceAsFastTakesHalfAsLong) {
  const Scenario plain = read_pairs();
  const double slow = seconds(Experiment(plain).run());
  EXPECT_NEAR(2 * seconds(Experiment(sped_up(plain, 2)).run()) / slow, 1, 0.02);
}

TEST(MetamorphicRuns, FasterDrivesAndLinksNeverHurt) {
  double before = 1e9;
  for (const char* rate : {"50 MB/s", "100 MB/s", "200 MB/s", "800 MB/s", "6400 MB/s"}) {
    const std::string device = "platform.file_systems.scratch.lustre.ost.device.";
    const double now = seconds(
        Experiment(read_pairs({device + "read_bandwidth=" + rate, device + "write_bandwidth=" + rate}))
            .run());
    EXPECT_LT(now, before * 1.0001) << rate;
    before = now;
  }
}

// Two jobs of two nodes and half of the files each read what one of four nodes does, in the same time: the
// drives are what all wait for.
TEST(MetamorphicRuns, AJobSplitInTwoIsTheSameWork) {
  const std::vector<std::string> plain = {"jobs.train.workload.checkpoint.enabled=false"};
  const RunResult one = Experiment(read_pairs(plain)).run();
  std::string text = kText;
  const std::size_t at = text.find("  train:"), end = text.find("measure:");
  std::string first = text.substr(at, end - at);
  const auto change = [&first](const std::string& from, const std::string& to) {
    const std::size_t place = first.find(from);
    ASSERT_NE(place, std::string::npos);
    first.replace(place, from.size(), to);
  };
  change("files: 480", "files: 240");
  change("count: 4}", "count: 2}");
  std::string second = first;
  second.replace(second.find("train:"), 6, "other:");
  second.replace(second.find("clients, count"), 14, "clients, first: 2, count");
  text.replace(at, end - at, first + second);
  const RunResult two =
      Experiment(read_pairs({plain[0], "jobs.other.workload.checkpoint.enabled=false"}, text)).run();
  ASSERT_EQ(two.jobs.size(), 2u);
  EXPECT_EQ(bytes_read(two), bytes_read(one));
  EXPECT_NEAR(std::max(seconds(two, 0), seconds(two, 1)) / seconds(one), 1, 0.03);
}

}  // namespace
}  // namespace headrace
