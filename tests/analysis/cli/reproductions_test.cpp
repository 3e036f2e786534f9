// Wrong answers that users once met, each from the text of its scenario to what the program says.
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "analysis/errors.h"
#include "tests/analysis/cli/reproductions.h"

namespace headrace {
namespace {

using nlohmann::json;

constexpr int kNotJudged = static_cast<int>(ExitCode::not_judged);
constexpr int kMissed = static_cast<int>(ExitCode::missed);
constexpr int kUsage = static_cast<int>(ExitCode::usage);

// A run that the event limit cut passed an assertion that the whole run misses, and ended well.
TEST_F(Reproductions, ACutRunPassesNoAssertion) {
  const std::vector<std::string> words = {"assert=[jobs.train.seconds <= 0.4]", "--quiet"};
  EXPECT_EQ(run_text(kFed, words), kMissed) << err();
  EXPECT_TRUE(has(out(), "FAIL jobs.train.seconds <= 0.4 (1.4")) << out();
  EXPECT_EQ(run_text(kFed, {words[0], words[1], "measure.event_limit=5000"}), kNotJudged) << err();
  EXPECT_TRUE(has(out(), "NOT JUDGED jobs.train.seconds <= 0.4 (cut short")) << out();
  EXPECT_FALSE(has(out(), "PASS")) << out();
}

// DLIO's rule subtracts what it leaves out, and gave negative throughput: there is no figure then, nowhere.
TEST_F(Reproductions, ThroughputIsNeverNegative) {
  constexpr const char* text = R"(schema: headrace/1
name: a checkpoint after each step
seed: 1
platform:
  nodes: {node: {count: 1, accelerators: 1, cores: 16, memory: 64 GiB}}
  file_systems: {disk: {local: {device: {write_bandwidth: 1 GB/s}}}}
jobs:
  train:
    workload:
      dataset: {format: synthetic, files: 40, record_length: 1 MB}
      loader: {kind: pytorch, read_threads: 1}
      training: {epochs: 1, computation_time: 1 s}
      checkpoint: {enabled: true, model_size: 1 GB, steps_between: 1, after_epoch: 100}
    nodes: {group: node}
    storage: disk
)";
  const std::string assertion = "assert=[jobs.train.samples_per_second >= 0]";
  for (const int steps : {1, 2, 3, 5}) {
    const int code = run_text(
        text, {"jobs.train.workload.checkpoint.steps_between=" + std::to_string(steps), assertion, "--json"});
    const json job = json::parse(out())["jobs"]["train"];
    EXPECT_EQ(code, job["samples_per_second"].is_null() ? kNotJudged : 0) << steps << ": " << out();
    EXPECT_EQ(job["samples_per_second"].is_null(), steps < 5) << job["samples_per_second"];
    EXPECT_GT(job["delivered_samples_per_second"], 0.4);
    EXPECT_TRUE(has(job["limited_by"], "checkpoints: ")) << job["limited_by"];
  }
  // So few files that an epoch has a step or two.
  for (const int files : {128, 256})
    for (const char* figure : {"samples_per_second", "mib_per_second", "au_percent"}) {
      const json job = answer_of(kFed, {"jobs.train.workload.dataset.files=" + std::to_string(files),
                                        "jobs.train.dlio_version=v2.0"})["jobs"]["train"];
      EXPECT_TRUE(job[figure].is_null() || job[figure] > 0) << figure << ": " << job[figure];
    }
}

// Six arms of one distribution had a winner, by chance: one run names none, and ten tie them all.
TEST_F(Reproductions, ChanceNamesNoWinner) {
  constexpr const char* text = R"(schema: headrace/1
name: noise
seed: 1
platform:
  nodes: {node: {count: 4, accelerators: 1}}
  file_systems: {scratch: {lustre: {oss: {count: 1}, ost: {count: 1}}}}
jobs:
  serve:
    inference:
      mode: streaming
      arrivals: {policy: poisson, rate: 90}
      requests: 1000
      service_time: {law: exponential, mean: 10 ms}
    nodes: {group: node, count: 1}
    storage: scratch
)";
  const std::string time = "jobs.serve.inference.service_time=";
  const std::string arms = compare({{"base", {}},
                                    {"longer", {time + "{law: exponential, mean: 10.0001 ms}"}},
                                    {"second", {"jobs.serve.nodes.first=1"}},
                                    {"third", {"jobs.serve.nodes.first=2"}},
                                    {"gamma", {time + "{law: gamma, mean: 10 ms, spread: 10 ms}"}},
                                    {"shorter", {time + "{law: gamma, mean: 9.9999 ms, spread: 10 ms}"}}});
  const json once = answer_of(text, {arms});
  EXPECT_TRUE(once["comparison"]["best"].is_null()) << once["answer"];
  EXPECT_TRUE(has(once["answer"], "one replication has no interval")) << once["answer"];
  const json often = answer_of(text, {arms, "measure.replications=10"});
  EXPECT_TRUE(often["comparison"]["best"].is_null()) << often["answer"];
  EXPECT_EQ(often["comparison"]["tied"].size(), 6U) << often["answer"];
}

// Points of a sweep share seed and replication, so that two different ones were one pair, "the same": each
// meets its own, by number or by value, and says what it says of itself.
TEST_F(Reproductions, PointsOfSweepsMeetTheirOwn) {
  const std::string axis = "jobs.train.workload.loader.read_threads=";
  const std::string slow = "jobs.train.workload.loader.preprocess_time=30 ms";
  ASSERT_EQ(sweep_into(a_, kFed, {axis + "1,2,4", "--jobs", "1"}), 0) << err();
  ASSERT_EQ(sweep_into(b_, kFed, {axis + "4,2,1", slow, "--jobs", "1"}), 0) << err();
  const auto seconds = [&](const std::string& threads, const std::vector<std::string>& more) {
    std::vector<std::string> words = {axis + threads};
    words.insert(words.end(), more.begin(), more.end());
    return answer_of(kFed, words)["jobs"]["train"]["seconds"].get<double>();
  };
  ASSERT_EQ(call({"compare", a_ + ":1", a_ + ":2", "--json"}), 0) << err();
  const json two = json::parse(out())["points"][0]["jobs"]["train"]["duration"];
  EXPECT_NE(two["a"], two["b"]);
  ASSERT_EQ(call({"compare", a_, b_, "--json"}), 0) << err();
  const json all = json::parse(out());
  ASSERT_EQ(all["points"].size(), 3U);
  for (const json& point : all["points"]) {
    const auto threads = point["parameters"]["jobs.train.workload.loader.read_threads"].get<std::string>();
    const json& duration = point["jobs"]["train"]["duration"];
    EXPECT_DOUBLE_EQ(duration["a"], seconds(threads, {})) << threads;
    EXPECT_DOUBLE_EQ(duration["b"], seconds(threads, {slow})) << threads;
  }
}

// How much each resource matters was to be worked out by hand: a sweep one at a time says ln(B / A) of a
// figure over that of the axis, from end to end. Where the drives alone limit, theirs is near 1.
TEST_F(Reproductions, ASweepOneAtATimeSaysElasticities) {
  const std::string bandwidth = "platform.file_systems.scratch.lustre.ost.device.read_bandwidth";
  const std::string latency = "platform.network.latency";
  std::string text = kFed;
  text.replace(text.find("10 GB/s"), 7, "60 MB/s");
  text += "sweep:\n  design: one_at_a_time\n  axes:\n    - " + bandwidth +
          "=40 MB/s,60 MB/s,80 MB/s\n    - " + latency + "=1 us,2 us,4 us\n";
  ASSERT_EQ(sweep_into(a_, text, {"--json"}), 0) << err();
  const json answer = json::parse(out());
  const auto used = [&](const std::string& path, const std::string& value) {
    for (const json& point : answer["points"])
      if (point["parameters"][path] == value)
        return point["figures"]["jobs.train.utilisation_percent"]["mean"].get<double>();
    ADD_FAILURE() << "no point has " << path << "=" << value;
    return 0.0;
  };
  const json& matters = answer["sensitivity"]["jobs.train.utilisation_percent"];
  const double of_drives = matters[bandwidth]["elasticity"]["value"];
  EXPECT_NEAR(of_drives, std::log(used(bandwidth, "80 MB/s") / used(bandwidth, "40 MB/s")) / std::log(2),
              1e-9);
  EXPECT_GT(of_drives, 0.8);
  EXPECT_LT(of_drives, 1.05);
  EXPECT_NEAR(matters[latency]["elasticity"]["value"].get<double>(), 0, 0.05);
}

// au_percent >= 0.9 passed whatever the AU: a fraction where a percentage stands is refused, nothing runs.
TEST_F(Reproductions, AFractionIsNoPercentage) {
  EXPECT_EQ(run_text(kFed, {"assert=[jobs.train.au_percent >= 0.9]"}), kUsage);
  EXPECT_TRUE(has(err(), "E0502")) << err();
  EXPECT_TRUE(has(err(), "did you mean '90'?")) << err();
  EXPECT_EQ(out(), "");
  EXPECT_EQ(run_text(kFed, {"assert=[jobs.train.au_percent >= 90]", "--quiet",
                            "jobs.train.workload.training.computation_time=100 ms"}),
            0)
      << out() << err();
}

// A thousand workers a rank want more memory than their node has, of which nothing was said.
TEST_F(Reproductions, LoadersBeyondTheMemoryOfTheirNodeAreTold) {
  const std::string many = "jobs.train.workload.loader.read_threads=1000";
  const std::string small = "platform.nodes.node.memory=16 GiB";
  std::ofstream(scenario_) << kFed;
  EXPECT_EQ(call({"check", scenario_, many, small}), 0);
  EXPECT_TRUE(has(err(), "warning[W0053]: the loaders of a node hold up to ")) << err();
  EXPECT_TRUE(has(err(), "fewer workers, less prefetch, smaller batches or more memory")) << err();
  EXPECT_EQ(run({many, small, "--no-dlio-output"}), 0);
  EXPECT_TRUE(has(err(), "W0053")) << err();
  EXPECT_EQ(call({"check", scenario_, small}), 0);
  EXPECT_FALSE(has(err(), "W0053")) << err();
}

}  // namespace
}  // namespace headrace
