#include "analysis/page/json.h"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <iterator>
#include <limits>
#include <nlohmann/json.hpp>
#include <set>

#include "analysis/errors.h"
#include "tests/analysis/sample_more.h"

namespace headrace {
namespace {

const JsonContext kContext = {"abc123", "results/first_run.db", "results/first_run/dlio"};

// Returns what a program that reads the answer gets.
nlohmann::json read_back(std::span<const RunResult> runs) {
  return nlohmann::json::parse(json_text(result_tree(runs, kContext)));
}

TEST(ResultJson, HasTheKeysThatScriptsKnow) {
  const RunResult run = training_run();
  const auto answer = read_back({&run, 1});
  EXPECT_EQ(answer["schema"], "headrace.result/1");
  EXPECT_EQ(answer["scenario"], "unet3d on an E1000");
  EXPECT_EQ(answer["scenario_hash"], "0123456789abcdef");
  EXPECT_EQ(answer["seed"], 1);
  EXPECT_EQ(answer["replication"], 1);
  EXPECT_EQ(answer["revision"], "abc123");
  EXPECT_EQ(answer["outcome"], "finished");
  EXPECT_EQ(answer["fingerprint"], "fedcba9876543210");
  EXPECT_EQ(answer["events"], 12345678);
  EXPECT_EQ(answer["simulated_seconds"], 410.0);
  EXPECT_EQ(answer["database"], "results/first_run.db");
  EXPECT_EQ(answer["dlio_output"], "results/first_run/dlio");
  EXPECT_EQ(answer["answer"], "15 x H100 reach 91.9 % AU (target 90 %: pass); limited by host work per step");
  EXPECT_TRUE(answer["still_waiting"].empty());
  EXPECT_FALSE(answer.contains("replications"));
}

TEST(ResultJson, DescribesTheJob) {
  const RunResult run = training_run();
  const auto job = read_back({&run, 1})["jobs"]["train"];
  EXPECT_EQ(job["au_percent"], 91.9);
  EXPECT_EQ(job["au_threshold_percent"], 90.0);
  EXPECT_EQ(job["au_passes"], true);
  EXPECT_EQ(job["samples_per_second"], 294.0);
  EXPECT_NEAR(job["mib_per_second"].get<double>(), 41103.9, 0.1);
  EXPECT_EQ(job["accelerators"], 15);
  EXPECT_EQ(job["nodes"], 5);
  EXPECT_EQ(job["limited_by"], "host work per step");
  ASSERT_EQ(job["epochs"].size(), 2U);
  EXPECT_EQ(job["epochs"][1]["epoch"], 2);
  EXPECT_EQ(job["epochs"][1]["seconds"], 205.5);
  EXPECT_EQ(job["epochs"][1]["first_batch_max_seconds"], 0.25);
  EXPECT_EQ(job["epochs"][1]["checkpoints"][0]["bytes"], 499153191);
  EXPECT_EQ(job["epochs"][1]["checkpoints"][0]["kind"], "save");
  EXPECT_EQ(job["time_budget"]["host"]["max_seconds"], 33.0);
  EXPECT_EQ(job["time_budget"]["host"]["rank_seconds"].size(), 15U);
  double shares = 0;
  for (const auto& cause : job["time_budget"]) shares += cause["share"].get<double>();
  EXPECT_NEAR(shares, 1, 1e-12);
  EXPECT_EQ(job["step_wait_ms"]["p99"], 2.0);
  EXPECT_EQ(job["step_wait_ms"]["max"], 2.0);
  EXPECT_EQ(job["no_effect"][0]["key"], "dataset.data_folder");
  EXPECT_EQ(job["no_effect"][0]["reason"], "files are simulated, not stored");
}

TEST(ResultJson, SaysWhatCameFromTheStorage) {
  RunResult run = training_run();
  run.jobs[0].epochs[1].from_storage = 7_B;
  const auto job = read_back({&run, 1})["jobs"]["train"];
  EXPECT_EQ(job["epochs"][1]["bytes_delivered"], 8'796'037'680'000);
  EXPECT_EQ(job["epochs"][1]["bytes_from_storage"], 7);
  EXPECT_TRUE(job["caches"].get<std::string>().starts_with("Epoch 2 never touched the storage"));
  run.jobs[0].checkpoints = {span_of(1, 0, 1, 1_GiB), span_of(1, 1, 2, 1_GiB, true)};
  const auto checkpoints = read_back({&run, 1})["jobs"]["train"]["checkpoints"];
  EXPECT_FALSE(checkpoints[0].contains("bytes_from_storage"));
  EXPECT_EQ(checkpoints[1]["bytes_from_storage"], (1_GiB).count());
}

// A checkpoint holds rank 0 for 1 s, which DLIO reports, and the last rank for 3 s.
TEST(ResultJson, TellsTheTimeOfRankZeroAndOfAllRanks) {
  RunResult run = checkpoint_run();
  run.jobs[0].checkpoints = {span_of(1, 0, 1, 1_GiB)};
  run.jobs[0].checkpoints[0].all_end = at_seconds(3);
  const auto checkpoint = read_back({&run, 1})["jobs"]["save"]["checkpoints"][0];
  EXPECT_EQ(checkpoint["seconds"], 1);
  EXPECT_EQ(checkpoint["all_seconds"], 3);
}

TEST(ResultJson, DescribesResourcesAndLatencies) {
  const RunResult run = training_run();
  const auto answer = read_back({&run, 1});
  EXPECT_EQ(answer["resources"]["scratch: OST devices"]["utilisation_mean"], 0.41);
  EXPECT_EQ(answer["resources"]["scratch: OST devices"]["kind"], "capacity");
  EXPECT_EQ(answer["resources"]["scratch: clients' RPC windows"]["kind"], "concurrency");
  ASSERT_EQ(answer["latencies"].size(), 2U);
  EXPECT_EQ(answer["latencies"][0]["metric"], "read_operation");
  EXPECT_EQ(answer["latencies"][0]["p99_seconds"], 0.02);
}

TEST(ResultJson, GivesSeveralReplicationsMeansAndEachInFull) {
  std::vector<RunResult> runs(2, training_run());
  runs[1].replication = 2;
  runs[1].jobs[0].au_percent = 89.9;
  const auto answer = read_back(runs);
  EXPECT_DOUBLE_EQ(answer["jobs"]["train"]["au_percent"].get<double>(), 90.9);
  EXPECT_DOUBLE_EQ(answer["jobs"]["train"]["spread"]["au_percent"]["max"].get<double>(), 91.9);
  ASSERT_EQ(answer["replications"].size(), 2U);
  EXPECT_EQ(answer["replications"][1]["replication"], 2);
  EXPECT_EQ(answer["replications"][1]["jobs"]["train"]["au_percent"], 89.9);
  EXPECT_EQ(answer["replications"][1]["schema"], "headrace.result/1");
  EXPECT_FALSE(answer.contains("fingerprint"));
}

TEST(ResultJson, SaysWhoWaitsInAStall) {
  RunResult run = training_run();
  run.outcome.end = RunEnd::stalled;
  run.outcome.still_waiting = {"train/rank/3: barrier 'train/step'"};
  const auto answer = read_back({&run, 1});
  EXPECT_EQ(answer["outcome"], "stalled");
  EXPECT_EQ(answer["still_waiting"][0], "train/rank/3: barrier 'train/step'");
}

TEST(ResultJson, CheckpointsOfAJobThatDoesNotTrain) {
  const RunResult run = checkpoint_run();
  const auto job = read_back({&run, 1})["jobs"]["save"];
  EXPECT_EQ(job["kind"], "checkpoint");
  ASSERT_EQ(job["checkpoints"].size(), 4U);
  EXPECT_EQ(job["checkpoints"][2]["kind"], "load");
  EXPECT_EQ(job["checkpoints"][2]["seconds"], 5.0);
  EXPECT_EQ(job["checkpoint_bytes"], 107374182400);
  EXPECT_FALSE(job.contains("step_wait_ms"));
}

RunResult run_of_all_kinds() {
  RunResult run = training_run();
  run.jobs[0].cache = cache_of(30, 70);
  run.jobs[0].epochs[1].checkpoints[0].durable = at_seconds(412);
  run.jobs.push_back(streaming_job());
  run.jobs.push_back(checkpoint_run().jobs[0]);
  run.interference = {{"train", 410_s, 400_s, 91.9, 95, {}, {}}, {"serve", 10_s, 10_s, 0, 0, 40_ms, 20_ms}};
  return run;
}

TEST(ResultJson, FiguresOfEachKindOfJob) {
  const RunResult run = run_of_all_kinds();
  const auto jobs = read_back({&run, 1})["jobs"];
  EXPECT_EQ(jobs["train"]["cache"]["hit_rate"], 0.3);
  EXPECT_EQ(jobs["train"]["cache"]["policy"], "lru");
  EXPECT_EQ(jobs["train"]["epochs"][1]["checkpoints"][0]["durable_seconds"], 412.0);
  EXPECT_FALSE(jobs["train"].contains("inference"));
  EXPECT_EQ(jobs["serve"]["inference"]["mode"], "streaming");
  EXPECT_EQ(jobs["serve"]["inference"]["requests_per_second"], 1200.0);
  EXPECT_EQ(jobs["serve"]["inference"]["latency_ms"]["max"], 40.0);
  EXPECT_EQ(jobs["serve"]["interference"]["latency_p99_ratio"], 2.0);
  EXPECT_FALSE(jobs["save"]["checkpoints"][0].contains("durable_seconds"));
}

// Jobs by themselves: a run each, of so many seconds.
std::vector<RunResult> jobs_alone(double train_seconds) {
  std::vector<RunResult> alone = {run_of_seconds(train_seconds), run_with(streaming_job())};
  alone[0].arm = "alone:train";
  alone[0].scenario += " [alone:train]";
  alone[1].arm = "alone:serve";
  return alone;
}

TEST(ResultJson, HasTheRunsOfJobsAlone) {
  RunResult run = run_of_all_kinds();
  EXPECT_FALSE(read_back({&run, 1}).contains("alone"));
  run.alone = jobs_alone(400);
  const auto answer = read_back({&run, 1});
  ASSERT_EQ(answer["alone"].size(), 2U);
  const auto train = answer["alone"]["train"];
  EXPECT_EQ(train["schema"], "headrace.result/1");
  EXPECT_EQ(train["scenario"], "unet3d on an E1000 [alone:train]");
  EXPECT_EQ(train["jobs"].size(), 1U);
  EXPECT_EQ(train["jobs"]["train"]["seconds"], 400.0);
  EXPECT_EQ(train["database"], "results/first_run.db");
  EXPECT_EQ(train["dlio_output"], "");
  EXPECT_EQ(answer["alone"]["serve"]["jobs"]["serve"]["inference"]["requests_per_second"], 1200.0);
  EXPECT_EQ(answer["jobs"]["train"]["seconds"], 410.0);
}

TEST(ResultJson, MeansOfJobsAloneOverReplications) {
  std::vector<RunResult> runs(2, run_of_all_kinds());
  runs[0].alone = jobs_alone(400);
  runs[1].alone = jobs_alone(402);
  const auto answer = read_back(runs);
  EXPECT_EQ(answer["alone"]["train"]["jobs"]["train"]["seconds"], 401.0);
  ASSERT_EQ(answer["alone"]["train"]["replications"].size(), 2U);
  EXPECT_EQ(answer["alone"]["train"]["replications"][1]["jobs"]["train"]["seconds"], 402.0);
  EXPECT_FALSE(answer["replications"][0].contains("alone"));
}

TEST(ResultJson, MeansOfFiguresOverReplications) {
  std::vector<RunResult> runs(2, run_of_all_kinds());
  runs[1].jobs[0].cache = cache_of(50, 50);
  const auto job = read_back(runs)["jobs"]["train"];
  EXPECT_DOUBLE_EQ(job["cache"]["hit_rate"].get<double>(), 0.4);
  EXPECT_EQ(job["cache"]["tier"], "memory");
  EXPECT_DOUBLE_EQ(job["spread"]["cache"]["hit_rate"]["max"].get<double>(), 0.5);
  EXPECT_EQ(job["seconds"], 410.0);
}

// Names that the user or the model chose are no keys of the format.
void collect_keys(const nlohmann::json& tree, std::set<std::string>& keys) {
  if (!tree.is_structured()) return;
  for (const auto& [key, value] : tree.items()) {
    if (tree.is_object()) keys.insert(key);
    const bool named = key == "jobs" || key == "resources" || key == "time_budget" || key == "alone";
    if (!named) collect_keys(value, keys);
    if (named)
      for (const auto& entry : value) collect_keys(entry, keys);
  }
}

TEST(ResultJson, EveryKeyIsInTheReadme) {
  std::ifstream file(std::string(HEADRACE_SOURCE_DIR) + "/analysis/README.md");
  const std::string readme(std::istreambuf_iterator<char>(file), {});
  std::set<std::string> keys;
  std::vector<RunResult> runs(2, run_of_all_kinds());
  for (RunResult& run : runs) run.alone = jobs_alone(400);
  collect_keys(read_back(runs), keys);
  EXPECT_GT(keys.size(), 60U);
  for (const std::string& key : keys) {
    const bool found = readme.find("`" + key + "`") != std::string::npos ||
                       readme.find("`" + key + "[]`") != std::string::npos ||
                       readme.find("`" + key + ".<") != std::string::npos ||
                       readme.find(".<job>." + key + "`") != std::string::npos;
    EXPECT_TRUE(found) << key;
  }
}

TEST(ResultJson, RefusesWhatIsNoNumber) {
  RunResult run = training_run();
  run.jobs[0].epochs[0].au_percent = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THROW(json_text(result_tree({&run, 1}, kContext)), InternalError);
  run.jobs[0].epochs[0].au_percent = std::numeric_limits<double>::infinity();
  EXPECT_THROW(json_text(result_tree({&run, 1}, kContext)), InternalError);
}

TEST(ResultJson, ReplacesBytesThatAreNoText) {
  RunResult run = training_run();
  run.scenario = "caf\xe9";
  EXPECT_EQ(read_back({&run, 1})["scenario"], "caf\xef\xbf\xbd");
}

}  // namespace
}  // namespace headrace
