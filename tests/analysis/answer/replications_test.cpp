#include "analysis/answer/replications.h"

#include <gtest/gtest.h>

#include "analysis/answer/answer.h"
#include "analysis/figures/figures.h"
#include "models/jobs/training/figures.h"
#include "tests/analysis/sample_more.h"
#include "tests/analysis/sample_run.h"

namespace headrace {
namespace {

std::vector<RunResult> three_runs() {
  std::vector<RunResult> runs(3, training_run());
  for (std::size_t i = 0; i < runs.size(); ++i) {
    runs[i].replication = static_cast<std::int64_t>(i) + 1;
    runs[i].jobs[0].au_percent = 89.0 + static_cast<double>(i);  // 89, 90, 91
  }
  return runs;
}

TEST(Replications, AverageTheFiguresAndJudgeTheAverage) {
  std::vector<RunResult> runs = three_runs();
  const JobResult job = averaged_job(runs, 0);
  EXPECT_DOUBLE_EQ(job.au_percent.value(), 90);
  EXPECT_EQ(passes_au(job), true);
  EXPECT_DOUBLE_EQ(figure_over(runs, 0, "au_percent").stdev, 1);
  EXPECT_DOUBLE_EQ(figure_over(runs, 0, "seconds").mean, 410);
}

// Ranks that computed for 60, 70 and 80 s and of which one waited for 30 s did so for 70 and 10 s.
TEST(Replications, AverageWhereTheTimeWent) {
  std::vector<RunResult> runs = three_runs();
  for (std::size_t i = 0; i < runs.size(); ++i)
    runs[i].jobs[0].time_budget = {
        {0, Cause::compute, Activity::compute, Duration::seconds(60 + 10 * static_cast<double>(i))}};
  runs[2].jobs[0].time_budget.push_back({0, Cause::batch_wait, Activity::device, 30_s});
  const JobResult job = averaged_job(runs, 0);
  ASSERT_EQ(job.time_budget.size(), 2U);
  for (const TimeBudgetRow& row : job.time_budget)
    EXPECT_EQ(row.spent, row.cause == Cause::compute ? 70_s : 10_s);
}

TEST(Replications, LeaveOutRunsThatDidNotFinish) {
  std::vector<RunResult> runs = three_runs();
  runs[0].outcome.end = RunEnd::stopped;
  EXPECT_DOUBLE_EQ(figure_over(runs, 0, "au_percent").mean, 90.5);
  EXPECT_EQ(representative(runs).replication, 2);
  EXPECT_EQ(joint_outcome(runs).end, RunEnd::stopped);
  EXPECT_EQ(runs_that_count(runs).size(), 2U);
  EXPECT_EQ(runs_that_count(runs)[0], &runs[1]);
}

TEST(Replications, CountAllWhereNoneFinished) {
  std::vector<RunResult> runs = three_runs();
  for (RunResult& run : runs) run.outcome.end = RunEnd::time_limit;
  EXPECT_DOUBLE_EQ(figure_over(runs, 0, "au_percent").mean, 90);
  EXPECT_EQ(representative(runs).replication, 1);
}

TEST(Replications, AnswerWithAnInterval) {
  const std::vector<Answer> answers = answers_of(three_runs());
  ASSERT_EQ(answers.size(), 1U);
  // t(0.975, 2) = 4.3027; half = 4.3027 * 1 / sqrt(3) = 2.48.
  EXPECT_EQ(answers[0].sentence,
            "15 x H100 reach 90.0 % AU [87.5, 92.5] (target 90 %: pass); limited by host work per step");
}

TEST(Replications, OneRunHasNoInterval) {
  const std::vector<RunResult> runs = {training_run()};
  EXPECT_EQ(answers_of(runs)[0].sentence.find('['), std::string::npos);
  EXPECT_DOUBLE_EQ(averaged_job(runs, 0).au_percent.value(), 91.9);
}

// Nine runs whose requests wait 10 ms and one whose wait 400: the p99 of all requests is 400, and so is the
// greatest; the mean of ten p99s would be 49.
TEST(Replications, PoolPercentilesOfLatencies) {
  std::vector<RunResult> runs(10, run_with(streaming_job()));
  for (std::size_t i = 0; i < runs.size(); ++i) {
    Histogram& latency = runs[i].jobs[0].find<InferenceResult>()->latency;
    latency = Histogram();
    for (int request = 0; request < 100; ++request)
      latency.record(Duration::nanoseconds(i == 9 ? 400'000'000 : 10'000'000));
  }
  const Spread p99 = figure_over(runs, 0, "inference.latency_ms.p99");
  EXPECT_NEAR(p99.mean, 400, 400 * 0.016);
  EXPECT_NEAR(p99.low, 10, 10 * 0.016);
  EXPECT_EQ(p99.count, 10U);
  EXPECT_NEAR(figure_over(runs, 0, "inference.latency_ms.p50").mean, 10, 10 * 0.016);
  EXPECT_DOUBLE_EQ(figure_over(runs, 0, "inference.latency_ms.max").mean, 400);
  EXPECT_DOUBLE_EQ(figure_over(runs, 0, "inference.latency_ms.mean").mean, 49);
  EXPECT_EQ(averaged_job(runs, 0).find<InferenceResult>()->latency.count(), 1000U);
  EXPECT_FALSE(pooled_over(std::span(runs).first(1), 0, "inference.latency_ms.p99"));
  EXPECT_FALSE(pooled_over(runs, 0, "inference.requests_per_second"));
  EXPECT_FALSE(pooled_over(runs, 0, "probe.latency_ms.p99")) << "it is no probe";
}

}  // namespace
}  // namespace headrace
