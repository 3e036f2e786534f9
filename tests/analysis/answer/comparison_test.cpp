#include "analysis/answer/comparison.h"

#include <gtest/gtest.h>

#include "tests/analysis/sample_more.h"

namespace headrace {
namespace {

ArmRuns arm_of(const std::string& name, const std::vector<double>& seconds) {
  ArmRuns arm;
  arm.name = name;
  for (std::size_t i = 0; i < seconds.size(); ++i)
    arm.runs.push_back(run_of_seconds(seconds[i], static_cast<std::int64_t>(i) + 1));
  return arm;
}

TEST(Comparison, NamesTheArmThatIsDoneFirst) {
  const std::vector<ArmRuns> arms = {arm_of("lru", {400}), arm_of("fifo", {440}), arm_of("sieve", {380})};
  const Comparison comparison = compare_arms(arms);
  EXPECT_EQ(comparison.best, 2U);
  EXPECT_TRUE(comparison.differs);
  EXPECT_EQ(comparison.jobs[0].merit.path, "seconds");
  EXPECT_NEAR(comparison.jobs[0].differences[1].mean, 10, 1e-9);
  EXPECT_EQ(comparison.sentence, "sieve is the best of 3 arms: done in 380 s, 5.0 % less than lru");
}

TEST(Comparison, SaysWhatWentWithIt) {
  std::vector<ArmRuns> arms = {arm_of("lru", {400}), arm_of("sieve", {380})};
  arms[0].runs[0].jobs[0].cache = cache_of(30, 70);
  arms[1].runs[0].jobs[0].cache = cache_of(45, 55);
  arms[1].runs[0].jobs[0].au_percent = 95;
  EXPECT_EQ(
      compare_arms(arms).sentence,
      "sieve is the best of 2 arms: done in 380 s, 5.0 % less than lru; 95.0 % AU against 91.9 %; 45.0 % "
      "cache hits against 30.0 %");
}

TEST(Comparison, OfEqualArmsKeepsTheFirst) {
  const Comparison comparison = compare_arms(std::vector{arm_of("lru", {400}), arm_of("fifo", {400})});
  EXPECT_EQ(comparison.best, 0U);
  EXPECT_FALSE(comparison.differs);
  EXPECT_EQ(comparison.sentence, "no arm is better than lru, the first of 2 arms: done in 400 s");
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
  EXPECT_FALSE(comparison.differs);
  EXPECT_EQ(comparison.sentence,
            "no arm is clearly better than lru, the first of 2 arms; closest is sieve: done in 147 s, 2.0 % "
            "less than lru [-0.5, 4.5]");
  EXPECT_TRUE(compare_arms(std::vector{arm_of("lru", first), arm_of("sieve", {98, 147, 196})}).differs);
}

TEST(Comparison, OfUnequalWorkIsByItsRate) {
  std::vector<ArmRuns> arms = {arm_of("small", {400}), arm_of("large", {800})};
  for (EpochResult& epoch : arms[1].runs[0].jobs[0].epochs) epoch.steps *= 3;
  arms[1].runs[0].jobs[0].samples_per_second = 441;
  const Comparison comparison = compare_arms(arms);
  EXPECT_EQ(comparison.jobs[0].merit.path, "samples_per_second");
  EXPECT_EQ(comparison.sentence, "large is the best of 2 arms: 441 samples/s, 50.0 % more than small");
}

TEST(Comparison, OfRequestsIsByTheTailOfTheirLatency) {
  std::vector<ArmRuns> arms = {{"round_robin", {run_with(streaming_job())}},
                               {"least_loaded", {run_with(streaming_job())}}};
  InferenceResult& better = *arms[1].runs[0].jobs[0].inference;
  better.latency = Histogram();
  for (int i = 0; i < 100; ++i) better.latency.record(Duration::nanoseconds(10'000'000));
  const Comparison comparison = compare_arms(arms);
  EXPECT_EQ(comparison.best, 1U);
  EXPECT_EQ(comparison.jobs[0].merit.path, "inference.latency_ms.p99");
  EXPECT_NEAR(comparison.jobs[0].differences[1].mean, -75, 1);
}

TEST(Comparison, OfCheckpointsIsByTheirTime) {
  std::vector<ArmRuns> arms = {{"rank0", {checkpoint_run()}}, {"sharded", {checkpoint_run()}}};
  arms[1].runs[0].jobs[0].checkpoints.resize(3);  // 25 of 30 s.
  EXPECT_EQ(compare_arms(arms).sentence,
            "sharded is the best of 2 arms: 25.0 s in checkpoints, 16.7 % less than rank0");
}

TEST(Comparison, PassesOverArmsThatDidNotFinish) {
  std::vector<ArmRuns> arms = {arm_of("lru", {400}), arm_of("stuck", {10}), arm_of("fifo", {440})};
  arms[1].runs[0].outcome.end = RunEnd::stalled;
  const Comparison comparison = compare_arms(arms);
  EXPECT_EQ(comparison.best, 0U);
  EXPECT_EQ(comparison.sentence.rfind("partial, not every arm finished: ", 0), 0U) << comparison.sentence;
  EXPECT_EQ(joint_outcome(arms).end, RunEnd::stalled);
  std::swap(arms[0], arms[1]);
  EXPECT_EQ(compare_arms(arms).best, 1U);
}

TEST(Comparison, PassesOverArmsThatLostANode) {
  std::vector<ArmRuns> arms = {arm_of("none", {400}), arm_of("struck", {10}), arm_of("slow", {440})};
  arms[1].runs[0].jobs[0].failure.emplace();
  EXPECT_TRUE(failed(arms[1]));
  EXPECT_FALSE(finished(arms[1]));
  EXPECT_FALSE(failed(arms[0]));
  EXPECT_EQ(compare_arms(arms).best, 0U);
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
  EXPECT_EQ(comparison.sentence,
            "fair is the best of 3 arms: 15.5 % better than none over 2 jobs, by their geometric mean");
  ASSERT_EQ(comparison.job_sentences.size(), 2U);
  EXPECT_EQ(comparison.job_sentences[0], "train: done in 300 s, 25.0 % less than none");
  EXPECT_EQ(comparison.job_sentences[1], "other: done in 400 s, 0.0 % more than none");
}

}  // namespace
}  // namespace headrace
