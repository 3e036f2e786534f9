#include "analysis/answer/comparison.h"

#include <gtest/gtest.h>

#include "models/jobs/inference/inference_result.h"
#include "tests/analysis/sample_more.h"

namespace headrace {
namespace {

ArmRuns arm_of(const std::string& name, const std::vector<double>& seconds) {
  ArmRuns arm;
  arm.name = name;
  for (std::size_t i = 0; i < seconds.size(); ++i) {
    arm.runs.push_back(run_of_seconds(seconds[i], static_cast<std::int64_t>(i) + 1));
    arm.runs.back().outcome.fingerprint += i;  // Each replication did something else.
  }
  return arm;
}

// Makes arms of which every replication did the same.
std::vector<ArmRuns> made_exact(std::vector<ArmRuns> arms) {
  for (ArmRuns& arm : arms)
    for (RunResult& run : arm.runs) run.outcome.fingerprint = 7;
  return arms;
}

using Indices = std::vector<std::size_t>;

TEST(Comparison, NamesTheArmThatIsDoneFirst) {
  const std::vector<ArmRuns> arms = {arm_of("lru", {400, 404, 402}), arm_of("fifo", {440, 450, 445}),
                                     arm_of("sieve", {380, 383, 381})};
  const Comparison comparison = compare_arms(arms);
  EXPECT_EQ(comparison.ahead, 2U);
  EXPECT_TRUE(comparison.crowned);
  EXPECT_EQ(comparison.tied, Indices{2});
  EXPECT_EQ(comparison.jobs[0].merit.path, "seconds");
  EXPECT_EQ(comparison.sentence,
            "sieve is the best of 3 arms: done in 381 s, 5.1 % less than lru [4.8, 5.4]");
}

TEST(Comparison, OneReplicationCrownsNobody) {
  const std::vector<ArmRuns> arms = {arm_of("lru", {400}), arm_of("fifo", {440}), arm_of("sieve", {380})};
  const Comparison comparison = compare_arms(arms);
  EXPECT_EQ(comparison.ahead, 2U);
  EXPECT_FALSE(comparison.crowned);
  EXPECT_NEAR(comparison.jobs[0].differences[1].mean, 10, 1e-9);
  EXPECT_EQ(
      comparison.sentence,
      "no arm is named best: one replication has no interval (measure.replications=5 gives one); ahead is "
      "sieve: done in 380 s, 5.0 % less than lru");
}

TEST(Comparison, SaysWhatWentWithIt) {
  std::vector<ArmRuns> arms = {arm_of("lru", {400, 404}), arm_of("sieve", {380, 384})};
  for (std::size_t r = 0; r < 2; ++r) {
    arms[0].runs[r].jobs[0].cache = cache_of(30, 70);
    arms[1].runs[r].jobs[0].cache = cache_of(45, 55);
    arms[1].runs[r].jobs[0].au_percent = 95;
  }
  EXPECT_EQ(
      compare_arms(arms).sentence,
      "sieve is the best of 2 arms: done in 382 s, 5.0 % less than lru [4.7, 5.3]; 95.0 % AU against 91.9 %; "
      "45.0 % cache hits against 30.0 %");
}

TEST(Comparison, OfEqualArmsSaysThatTheyAre) {
  const Comparison comparison = compare_arms(std::vector{arm_of("lru", {400}), arm_of("fifo", {400})});
  EXPECT_EQ(comparison.ahead, 0U);
  EXPECT_FALSE(comparison.crowned);
  EXPECT_EQ(
      comparison.sentence,
      "no arm is named best: one replication has no interval (measure.replications=5 gives one); all arms "
      "come to the same: done in 400 s");
}

// Replications that are one, event by event, have no chance in them: what differs does.
TEST(Comparison, OfExactReplicationsNeedsNoInterval) {
  const std::vector<ArmRuns> arms = {arm_of("lru", {400, 400}), arm_of("fifo", {380, 380})};
  EXPECT_FALSE(compare_arms(arms).crowned) << "equal values alone prove nothing";
  const std::vector<ArmRuns> exact = made_exact(arms);
  EXPECT_TRUE(compare_arms(exact).exact);
  EXPECT_EQ(compare_arms(exact).sentence,
            "fifo is the best of 2 arms: done in 380 s, 5.0 % less than lru [5.0, 5.0]");
  std::vector<ArmRuns> spared = exact;
  spared[0].runs[1].disturbed = true;
  EXPECT_FALSE(compare_arms(spared).crowned) << "a fault that did not strike may strike yet";
  EXPECT_EQ(compare_arms(made_exact({arm_of("lru", {400, 400}), arm_of("fifo", {400, 400})})).sentence,
            "no arm is named best: lru and fifo are tied, exactly: done in 400 s");
}

// Differences of -1, -2 and -3 % in pairs: a mean of -2 and t(0.975, 2) * 1 / sqrt(3) = 2.48 around it,
// though the replications themselves lie 100 % apart.
TEST(Comparison, PairsReplications) {
  const std::vector<double> first = {100, 150, 200};
  const Comparison comparison =
      compare_arms(std::vector{arm_of("lru", first), arm_of("sieve", {99, 147, 194})});
  const Spread& difference = comparison.jobs[0].differences[1];
  EXPECT_EQ(difference.count, 3U);
  EXPECT_NEAR(difference.mean, -2, 1e-9);
  EXPECT_NEAR(difference.stdev, 1, 1e-9);
  EXPECT_FALSE(comparison.crowned);
  EXPECT_EQ(comparison.tied, (Indices{0, 1}));
  EXPECT_EQ(
      comparison.sentence,
      "no arm is named best: lru and sieve are tied within noise; measure.replications=4 might tell; ahead "
      "is sieve: done in 147 s, 2.0 % less than lru [-0.5, 4.5]");
  EXPECT_TRUE(compare_arms(std::vector{arm_of("lru", first), arm_of("sieve", {98, 147, 195.9})}).crowned);
}

// Two of three that chance cannot tell apart, the third is clearly behind.
TEST(Comparison, NamesTheArmsThatAreTied) {
  const std::vector<ArmRuns> arms = {arm_of("lru", {400, 410, 405}), arm_of("fifo", {500, 512, 507}),
                                     arm_of("sieve", {404, 402, 406})};
  const Comparison comparison = compare_arms(arms);
  EXPECT_EQ(comparison.tied, (Indices{0, 2}));
  EXPECT_EQ(comparison.sentence.find("lru and sieve are tied as the best of 3 arms; "), 0U)
      << comparison.sentence;
}

TEST(Comparison, OfUnequalWorkIsByItsRate) {
  std::vector<ArmRuns> arms = {arm_of("small", {400, 400}), arm_of("large", {800, 800})};
  for (std::size_t r = 0; r < 2; ++r) {
    for (EpochResult& epoch : arms[1].runs[r].jobs[0].epochs) epoch.steps *= 3;
    arms[1].runs[r].jobs[0].samples_per_second = r == 0 ? 440 : 442;
  }
  const Comparison comparison = compare_arms(arms);
  EXPECT_EQ(comparison.jobs[0].merit.path, "samples_per_second");
  EXPECT_EQ(comparison.sentence,
            "large is the best of 2 arms: 441 samples/s, 50.0 % more than small [45.7, 54.3]");
}

TEST(Comparison, OfRequestsIsByTheTailOfTheirLatency) {
  std::vector<ArmRuns> arms = {{"round_robin", {run_with(streaming_job())}},
                               {"least_loaded", {run_with(streaming_job())}}};
  InferenceResult& better = *arms[1].runs[0].jobs[0].find<InferenceResult>();
  better.latency = Histogram();
  for (int i = 0; i < 100; ++i) better.latency.record(Duration::nanoseconds(10'000'000));
  const Comparison comparison = compare_arms(arms);
  EXPECT_EQ(comparison.ahead, 1U);
  EXPECT_EQ(comparison.jobs[0].merit.path, "inference.latency_ms.p99");
  EXPECT_NEAR(comparison.jobs[0].differences[1].mean, -75, 1);
}

// Two replications with 100 answers each, in 10 ms and in 30 ms, have a 99th percentile of 30 ms together, as
// in the table, and no mean of two percentiles.
TEST(Comparison, OfPercentilesIsByThoseOfAllValues) {
  ArmRuns arm{"one", {run_with(streaming_job()), run_with(streaming_job())}};
  for (std::size_t r = 0; r < 2; ++r) {
    Histogram& latency = arm.runs[r].jobs[0].find<InferenceResult>()->latency;
    latency = Histogram();
    for (int i = 0; i < 100; ++i) latency.record(Duration::nanoseconds(r == 0 ? 10'000'000 : 30'000'000));
  }
  const std::vector<ArmRuns> arms = {arm, arm};
  const Comparison comparison = compare_arms(arms);
  EXPECT_NEAR(comparison.jobs[0].values[0].mean, 30, 0.5);
}

TEST(Comparison, OfCheckpointsIsByTheirTime) {
  std::vector<ArmRuns> arms = {{"rank0", {checkpoint_run()}}, {"sharded", {checkpoint_run()}}};
  arms[1].runs[0].jobs[0].checkpoints.resize(3);  // 25 of 30 s.
  SpanResult& first = arms[0].runs[0].jobs[0].checkpoints[0];
  first.end = first.start;  // Of rank 0 alone, for which nobody goes on sooner.
  EXPECT_EQ(
      compare_arms(arms).sentence,
      "no arm is named best: one replication has no interval (measure.replications=5 gives one); ahead is "
      "sharded: 25.0 s in checkpoints, 16.7 % less than rank0");
}

TEST(Comparison, PassesOverArmsThatDidNotFinish) {
  std::vector<ArmRuns> arms = {arm_of("lru", {400}), arm_of("stuck", {10}), arm_of("fifo", {440})};
  arms[1].runs[0].outcome.end = RunEnd::stalled;
  const Comparison comparison = compare_arms(arms);
  EXPECT_EQ(comparison.ahead, 0U);
  EXPECT_EQ(comparison.sentence.rfind("partial, not every arm finished: ", 0), 0U) << comparison.sentence;
  EXPECT_EQ(joint_outcome(arms).end, RunEnd::stalled);
  std::swap(arms[0], arms[1]);
  EXPECT_EQ(compare_arms(arms).ahead, 1U);
  arms.pop_back();
  EXPECT_EQ(compare_arms(arms).sentence,
            "partial, not every arm finished: no arm is named best: lru alone has finished: 294 samples/s");
  arms.pop_back();
  EXPECT_EQ(compare_arms(arms).sentence.find("partial, no arm finished, and none is ranked: stuck: "), 0U);
}

TEST(Comparison, PassesOverArmsThatLostANode) {
  std::vector<ArmRuns> arms = {arm_of("none", {400}), arm_of("struck", {10}), arm_of("slow", {440})};
  arms[1].runs[0].jobs[0].failure.emplace();
  EXPECT_TRUE(failed(arms[1]));
  EXPECT_FALSE(finished(arms[1]));
  EXPECT_FALSE(failed(arms[0]));
  EXPECT_EQ(compare_arms(arms).ahead, 0U);
}

// One job takes half the time and the other twice: as good as before, by the geometric mean.
TEST(Comparison, OfSeveralJobsIsByTheirGeometricMean) {
  const auto two_jobs = [](const std::string& name, double one, double other) {
    ArmRuns arm = arm_of(name, {one});
    arm.runs[0].jobs.push_back(arm.runs[0].jobs[0]);
    arm.runs[0].jobs[1].name = "other";
    arm.runs[0].jobs[1].end = at_seconds(other);
    return arm;
  };
  const std::vector<ArmRuns> arms = {two_jobs("none", 400, 400), two_jobs("even", 200, 800),
                                     two_jobs("fair", 300, 400)};
  const Comparison comparison = compare_arms(arms);
  EXPECT_NEAR(comparison.gains[1].mean, 0, 1e-9);
  // sqrt(4 / 3) = 1.155
  EXPECT_EQ(
      comparison.sentence,
      "no arm is named best: one replication has no interval (measure.replications=5 gives one); ahead is "
      "fair: 15.5 % better than none over 2 jobs, by their geometric mean");
  ASSERT_EQ(comparison.job_sentences.size(), 2U);
  EXPECT_EQ(comparison.job_sentences[0], "train: done in 300 s, 25.0 % less than none");
  EXPECT_EQ(comparison.job_sentences[1], "other: done in 400 s, 0.0 % more than none");
}

// What is better over all jobs may be worse for one of them: that is said in the same line.
TEST(Comparison, NamesTheJobsThatItIsWorseFor) {
  std::vector<ArmRuns> arms = {arm_of("none", {400}), arm_of("fair", {404})};
  for (ArmRuns& arm : arms) {
    arm.runs[0].jobs.push_back(arm.runs[0].jobs[0]);
    arm.runs[0].jobs[1].name = "save";
    arm.runs[0].jobs[1].end = at_seconds(arm.name == "none" ? 400 : 300);
  }
  const std::string sentence = compare_arms(arms).sentence;
  EXPECT_NE(sentence.find("; better for save, worse for train"), std::string::npos) << sentence;
}

// Times are compared where ranks, steps and files are as many. On fewer ranks they are where
// each has as many steps, whatever the files; else the rate of each, for more of them do more.
TEST(Comparison, WorkIsThatOfEachRank) {
  const auto merit = [](std::int64_t steps, std::int64_t ranks, std::int64_t files) {
    std::vector<ArmRuns> arms = {arm_of("one", {400}), arm_of("other", {380})};
    JobResult& job = arms[1].runs[0].jobs[0];
    for (EpochResult& epoch : job.epochs) epoch.steps = steps;
    job.accelerators = ranks;
    job.files_train = files;
    const Merit found = compare_arms(arms).jobs[0].merit;
    return found.path + (found.each ? " each" : "");
  };
  EXPECT_EQ(merit(571, 15, 60'000), "seconds");
  EXPECT_EQ(merit(std::int64_t{3} * 571, 5, 60'000), "samples_per_second each");
  EXPECT_EQ(merit(571, 5, 20'000), "seconds");
  EXPECT_EQ(merit(572, 15, 60'000), "samples_per_second");
  EXPECT_EQ(merit(571, 15, 59'999), "samples_per_second");
}

// Thrice the accelerators with 2.7 times the rate are behind by a tenth, and not ahead.
TEST(Comparison, TheLargestIsNotAheadByItsSize) {
  std::vector<ArmRuns> arms = {arm_of("small", {400, 400}), arm_of("large", {444, 444})};
  for (ArmRuns& arm : arms)
    for (RunResult& run : arm.runs) {
      JobResult& job = run.jobs[0];
      const bool large = arm.name == "large";
      job.accelerators = large ? 24 : 8;
      job.nodes = large ? 3 : 1;
      job.samples_per_second = large ? 270 : 100;
      for (EpochResult& epoch : job.epochs) epoch.steps = large ? 300 : 299;
    }
  const Comparison by_rate = compare_arms(arms);
  EXPECT_EQ(by_rate.ahead, 0U);
  EXPECT_NEAR(by_rate.jobs[0].values[1].mean, 270 / 24.0, 1e-9);
  EXPECT_NEAR(by_rate.jobs[0].differences[1].mean, -10, 1e-9);
  EXPECT_NE(
      by_rate.sentence.find("12.5 samples/s of each accelerator; arms differ in size: 8 to 24 accelerators "
                            "on 1 to 3 nodes, so it is the rate of each accelerator that is compared"),
      std::string::npos)
      << by_rate.sentence;
  for (RunResult& run : arms[1].runs)
    for (EpochResult& epoch : run.jobs[0].epochs) epoch.steps = 299;
  const Comparison by_time = compare_arms(arms);
  EXPECT_EQ(by_time.jobs[0].merit.path, "seconds");
  EXPECT_EQ(by_time.ahead, 0U);
  EXPECT_NE(by_time.sentence.find("done in 400 s; arms differ in size: 8 to 24 accelerators on 1 to 3 nodes, "
                                  "each with the same work"),
            std::string::npos)
      << by_time.sentence;
  for (RunResult& run : arms[1].runs) run.jobs[0].accelerators = 8;
  EXPECT_NE(compare_arms(arms).sentence.find("; arms differ in size: 8 accelerators on 1 to 3 nodes"),
            std::string::npos)
      << compare_arms(arms).sentence;
}

TEST(Comparison, OfArmsThatDidNotFinishNoneIsCrowned) {
  std::vector<ArmRuns> arms = {arm_of("one", {400}), arm_of("other", {300})};
  for (ArmRuns& arm : arms) arm.runs[0].outcome.end = RunEnd::time_limit;
  const Comparison comparison = compare_arms(arms);
  EXPECT_FALSE(comparison.crowned);
  EXPECT_TRUE(comparison.tied.empty());
}

}  // namespace
}  // namespace headrace
