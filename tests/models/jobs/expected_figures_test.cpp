#include "models/jobs/expected_figures.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "models/jobs/inference/inference_spec.h"

namespace headrace {
namespace {

JobSpec training() {
  JobSpec job;
  job.work.give(WorkloadSpec());
  return job;
}

JobSpec saving() {
  JobSpec job;
  WorkloadSpec& work = job.work.give(WorkloadSpec());
  work.training.enabled = false;
  work.checkpoint.enabled = true;
  work.checkpoint.writes = 2;
  return job;
}

JobSpec answering(InferenceMode mode) {
  JobSpec job;
  job.work.give(InferenceSpec()).mode = mode;
  return job;
}

bool has(const JobSpec& job, std::string_view path, const FigureSetting& setting = {}) {
  const auto paths = figures_of_spec(job, setting);
  return std::find(paths.begin(), paths.end(), path) != paths.end();
}

TEST(ExpectedFigures, OfAStartAreOfWhoStartsUp) {
  JobSpec job = answering(InferenceMode::streaming);
  EXPECT_FALSE(has(job, "startup.seconds"));
  EXPECT_EQ(reason_without(*find_figure_row("startup.seconds"), job, {}), "it has no 'startup'");
  job.startup.emplace();
  EXPECT_TRUE(has(job, "startup.seconds"));
  EXPECT_TRUE(has(job, "startup.bytes_from_storage"));
}

TEST(ExpectedFigures, OfKeptPromptsAreOfServersThatKeepThem) {
  JobSpec job = answering(InferenceMode::streaming);
  const FigureRow& share = *find_figure_row("inference.prefix_hit_share");
  EXPECT_EQ(reason_without(share, job, {}), "it has no 'inference.tokens.prefix_cache'");
  job.work.find<InferenceSpec>()->tokens.emplace().prefix_cache.emplace();
  EXPECT_EQ(reason_without(share, job, {}), "");
  job.work.find<InferenceSpec>()->mode = InferenceMode::offline;
  EXPECT_NE(reason_without(share, job, {}), "");
}

TEST(ExpectedFigures, AreThoseOfTheKind) {
  struct Row {
    const char* path;
    std::vector<bool> there;  // Of one that trains, saves, serves, sweeps.
  };
  const Row rows[] = {
      {"seconds", {true, true, true, true}},
      {"au_percent", {true, false, false, false}},
      {"samples_per_second", {true, false, true, true}},
      {"mib_per_second", {true, false, false, true}},
      {"checkpoint_all_seconds", {false, true, false, false}},
      {"checkpoint_seconds", {false, true, false, false}},
      {"checkpoint_write_seconds", {false, true, false, false}},
      {"checkpoint_read_seconds", {false, false, false, false}},
      {"inference.dropped", {false, false, true, true}},
      {"inference.latency_ms.p50", {false, false, true, false}},
      {"interference.time_ratio", {true, true, true, true}},
      {"interference.au_difference", {true, false, false, false}},
      {"interference.latency_p99_ratio", {false, false, true, false}},
  };
  const JobSpec jobs[] = {training(), saving(), answering(InferenceMode::streaming),
                          answering(InferenceMode::offline)};
  for (const Row& row : rows)
    for (std::size_t job = 0; job < 4; ++job)
      EXPECT_EQ(has(jobs[job], row.path), row.there[job]) << row.path << " " << job;
}

TEST(ExpectedFigures, AreThoseOfWhatTheJobHas) {
  JobSpec train = training(), save = saving();
  EXPECT_FALSE(has(train, "cache.hit_rate"));
  train.cache.emplace();
  save.cache.emplace();
  EXPECT_TRUE(has(train, "cache.hit_rate"));
  EXPECT_FALSE(has(save, "cache.hit_rate")) << "it reads no samples";
  EXPECT_FALSE(has(train, "checkpoint_stall_percent"));
  EXPECT_FALSE(has(train, "checkpoint_durable_seconds"));
  train.workload()->checkpoint.enabled = true;
  EXPECT_TRUE(has(train, "checkpoint_stall_percent"));
  EXPECT_TRUE(has(train, "checkpoint_durable_seconds"));
  EXPECT_FALSE(has(train, "checkpoint_seconds"));
  train.workload()->checkpoint.restore = true;
  EXPECT_TRUE(has(train, "checkpoint_seconds"));
  EXPECT_TRUE(has(train, "checkpoint_read_seconds"));
  EXPECT_FALSE(has(train, "checkpoint_write_seconds"));
  train.workload()->checkpoint.restore = false;
  EXPECT_FALSE(has(train, "restarts.count"));
  train.restart.emplace();
  EXPECT_TRUE(has(train, "restarts.count"));
  EXPECT_TRUE(has(train, "checkpoint_read_seconds"));
  EXPECT_TRUE(has(train, "goodput_percent"));
  EXPECT_FALSE(has(save, "goodput_percent"));
}

TEST(ExpectedFigures, AreThoseOfWhatStandsAroundIt) {
  EXPECT_FALSE(has(training(), "tiers.bytes_from_above"));
  EXPECT_FALSE(has(training(), "mixture.most_epochs"));
  EXPECT_TRUE(has(training(), "tiers.bytes_from_above", {true, {}}));
  EXPECT_FALSE(has(saving(), "tiers.bytes_from_above", {true, {}}));
  const FigureRow& beside = *find_figure_row("interference.time_ratio");
  EXPECT_EQ(reason_without(beside, training(), {false, "nobody asks"}), "nobody asks");
  EXPECT_EQ(reason_without(beside, training(), {}), "");
  const FigureRow& busy = *find_figure_row("interference.au_difference");
  EXPECT_EQ(reason_without(busy, saving(), {false, "nobody asks"}), "it writes and reads checkpoints only");
}

}  // namespace
}  // namespace headrace
