#include "analysis/answer/answer.h"

#include <gtest/gtest.h>

#include "analysis/figures/figures.h"
#include "tests/analysis/sample_run.h"

namespace headrace {
namespace {

TEST(Answer, NamesTheLargestLoss) {
  const RunResult run = training_run();
  const Answer answer = answer_of(run.jobs[0], run.resources, run.outcome);
  EXPECT_EQ(answer.sentence, "15 x H100 reach 91.9 % AU (target 90 %: pass); limited by host work per step");
  // 8.0 s of waiting and 0.5 s of checkpoints, of 410 seconds: 8.5 / 401.5 = 2.1 %.
  EXPECT_EQ(answer.help,
            "What would help: less host work per step (collectives, interpreter, bookkeeping). "
            "A storage that is never waited for would add at most 2.1 % throughput.");
}

TEST(Answer, SaysAMiss) {
  RunResult run = training_run();
  run.jobs[0].au_percent = 87.44;
  run.jobs[0].accelerator = "A100";
  run.jobs[0].accelerators = 12;
  run.jobs[0].time_budget = budget_of(12, 80, 15, 2, 1);
  for (TimeBudgetRow& row : run.jobs[0].time_budget)
    if (row.activity == Activity::device) row.activity = Activity::window;
  run.jobs[0].uses[1].while_waiting = 0.91;
  EXPECT_EQ(answer_of(run.jobs[0], run.resources, run.outcome).sentence,
            "12 x A100 compute 19.5 % of the time (87.4 % AU by DLIO's rule; target 90 %: miss); limited by "
            "scratch: clients' RPC windows (91 % in use while the job waits)");
}

// Waiting 30 of 40 seconds: without it the same work takes 10.
TEST(Answer, GivesALargeGainAsAFactor) {
  RunResult run = training_run();
  run.jobs[0].time_budget = budget_of(15, 10, 28, 2, 0);
  EXPECT_TRUE(
      answer_of(run.jobs[0], {}, run.outcome).help.ends_with("would give at most 4.0 times the throughput."));
}

TEST(Answer, CountsAcceleratorsWithoutAName) {
  JobResult job = trained_job();
  job.accelerator.clear();
  EXPECT_EQ(accelerators_text(job), "15 accelerators");
  job.accelerators = 1;
  EXPECT_EQ(accelerators_text(job), "1 accelerator");
  job.accelerator = "H100";
  job.time_budget = budget_of(1, 376.8, 2.4, 5.6, 25.2);
  const RunResult run = training_run();
  EXPECT_EQ(answer_of(job, {}, run.outcome).sentence.substr(0, 25), "1 x H100 reaches 91.9 % A");
}

TEST(Answer, ShowsTheIntervalOfReplications) {
  const RunResult run = training_run();
  Spread au;
  au.count = 3;
  au.low = 91.25;
  au.high = 92.55;
  const Answer answer = answer_of(run.jobs[0], run.resources, run.outcome, au);
  EXPECT_NE(answer.sentence.find("91.9 % AU [91.2, 92.5] (target"), std::string::npos) << answer.sentence;
}

TEST(Answer, IsPartialWhenANodeWasLost) {
  RunResult run = training_run();
  JobFailure& failure = run.jobs.front().failure.emplace();
  failure.at = at_seconds(410);
  failure.saved = at_seconds(350.5);
  failure.node = "clients/3";
  const std::string sentence = answer_of(run.jobs.front(), run.resources, run.outcome).sentence;
  EXPECT_TRUE(
      sentence.starts_with("partial, failed at 410.0 s of simulated time with clients/3, and lost "
                           "59.5 s of work: 15 x H100 reach"))
      << sentence;
  EXPECT_NEAR(find_job_figure(run, 0, "failure.lost_seconds").value_or(0), 59.5, 1e-9);
}

TEST(Answer, TellsOfFailuresAndWhatIsLeft) {
  RunResult run = training_run();
  JobResult& job = run.jobs.front();
  job.restarts.emplace();
  const auto sentence = [&] { return answer_of(job, run.resources, run.outcome).sentence; };
  EXPECT_EQ(sentence().find("goodput"), std::string::npos);
  job.restarts->count = 2;
  job.kept_compute = job.accelerators * (job.end - job.start) / 2;
  EXPECT_NE(sentence().find(", 2 failures with 50.0 % goodput; limited by"), std::string::npos) << sentence();
  job.end = Time();  // The run was cut short.
  EXPECT_NE(sentence().find(", 2 failures; limited by"), std::string::npos) << sentence();
}

TEST(Answer, IsPartialWhenTheRunWasCutShort) {
  RunResult run = training_run();
  run.outcome.end = RunEnd::stopped;
  EXPECT_EQ(answer_of(run.jobs[0], {}, run.outcome)
                .sentence.rfind("partial, interrupted at 410.0 s of simulated time: 15 x H100 reach", 0),
            0U);
  run.jobs[0].epochs.clear();
  EXPECT_EQ(answer_of(run.jobs[0], {}, run.outcome).sentence,
            "no answer: interrupted at 410.0 s of simulated time, before anything could be measured");
}

TEST(Answer, IsNoneWhenTheRunStalled) {
  RunResult run = training_run();
  run.outcome.end = RunEnd::stalled;
  EXPECT_EQ(answer_of(run.jobs[0], {}, run.outcome).sentence,
            "no answer: stalled at 410.0 s of simulated time");
}

TEST(Answer, OfCheckpointsGivesSizeTimeAndRate) {
  const RunResult run = checkpoint_run();
  EXPECT_EQ(answer_of(run.jobs[0], run.resources, run.outcome).sentence,
            "8 accelerators write 100.0 GiB in 10.0 s (10.0 GiB/s), read 100.0 GiB in 5.00 s (20.0 GiB/s); "
            "limited by scratch: OST devices (93 % busy while the job waits)");
}

// Rank 0 is done long before the last one: 100 GiB in 10 s, whatever DLIO reports.
TEST(Answer, OfCheckpointsCountsUntilAllRanksGoOn) {
  RunResult run = checkpoint_run();
  for (SpanResult& span : run.jobs[0].checkpoints) span.end = span.start + 1_s;
  const std::string sentence = answer_of(run.jobs[0], run.resources, run.outcome).sentence;
  EXPECT_TRUE(
      sentence.starts_with("8 accelerators write 100.0 GiB in 10.0 s (10.0 GiB/s), read 100.0 GiB in 5.00 s "
                           "(20.0 GiB/s);"))
      << sentence;
}

// Written behind the ranks, who go on after 10 s each: on the storage after 40 s and after 60, or not at all.
TEST(Answer, OfCheckpointsBehindTheRanksIsTheRateToTheStorage) {
  RunResult run = checkpoint_run();
  JobResult& job = run.jobs[0];
  job.checkpoints[0].durable = at_seconds(40);
  job.checkpoints[1].durable = at_seconds(70);
  EXPECT_TRUE(
      answer_of(job, run.resources, run.outcome)
          .sentence.starts_with("8 accelerators write 100.0 GiB in 10.0 s, on the storage after 50.0 s "
                                "(2.0 GiB/s), read"));
  job.checkpoints[1].durable = Time::never();
  EXPECT_TRUE(answer_of(job, run.resources, run.outcome)
                  .sentence.starts_with("8 accelerators write 100.0 GiB in 10.0 s, read"));
}

// 9 of 100 seconds; 0.1 % is not worth a word.
TEST(Answer, TellsOfCheckpointsAndCaches) {
  RunResult run = training_run();
  run.jobs[0].time_budget = budget_of(15, 80, 3, 2, 6, 9);
  CacheResult& cache = run.jobs[0].cache.emplace();
  cache.hits = 632;
  cache.misses = 368;
  EXPECT_EQ(answer_of(run.jobs[0], {}, run.outcome).sentence,
            "15 x H100 compute 19.5 % of the time (91.9 % AU by DLIO's rule; target 90 %: pass), 9.0 % of "
            "the time in checkpoints, 63.2 % of samples "
            "from the cache; limited by checkpoints: the drives of the storage");
}

}  // namespace
}  // namespace headrace
