// Steps of several batches, whose gradients are summed once.

#include <gtest/gtest.h>

#include "models/jobs/training/rank.h"
#include "tests/models/support/budget.h"
#include "tests/models/support/rank_rig.h"
#include "tests/models/support/training_rig.h"

namespace headrace {
namespace {

JobSpec in_steps_of(std::int64_t batches, std::int64_t files) {
  JobSpec spec = synthetic(files, 1);
  if (batches > 1) spec.step.emplace().micro_batches = batches;
  return spec;
}

void sum_gradients(JobSpec& spec) {
  CollectivesSpec& collectives = spec.collectives.emplace();
  collectives.gradient_size = 100'000'000_B;
  collectives.algorithm = Chosen<AllReduce>("ring");
  collectives.overlap = 0.25;
  collectives.between_nodes.bandwidth = 1_GBps;
}

// A step of k batches of t lasts k t + max(0, exchange - overlap x t): two ranks with 100 MB in a ring of
// 1 GB/s exchange for 2 x 8 us + 100 ms, of which 25 ms hide behind the last batch.
TEST(Step, OneExchangeEndsTheBatchesOfAStep) {
  for (const std::int64_t k : {1, 2, 4}) {
    JobSpec spec = in_steps_of(k, 16);
    sum_gradients(spec);
    const RankRig rig(spec, 2);
    const std::int64_t steps = 8 / k;
    const Duration waited = spent(rig.result, 0, Cause::batch_wait);  // For the first batch alone.
    EXPECT_EQ(rig.result.end.since_start() - waited, steps * (k * 100_ms + 75'016_us)) << k;
    for (const std::int64_t rank : {0, 1}) {
      EXPECT_EQ(spent(rig.result, rank, Cause::compute), 800_ms);
      EXPECT_EQ(spent(rig.result, rank, Cause::network_wait), steps * 75'016_us);
      EXPECT_EQ(spent(rig.result, rank, Cause::barrier_wait), Duration());
      EXPECT_EQ(spent(rig.result, rank), rig.result.end.since_start());
    }
  }
}

// Samples and rates are those of the batches, steps those of the optimiser: what is left over makes none.
TEST(Step, CountsSamplesByBatchesAndStepsByTheOptimiser) {
  const RankRig plain(in_steps_of(1, 40), 2), four(in_steps_of(4, 40), 2);
  ASSERT_EQ(four.result.epochs.size(), 1u);
  EXPECT_EQ(plain.result.epochs[0].steps, 20);
  EXPECT_EQ(four.result.epochs[0].steps, 5);
  EXPECT_EQ(four.result.samples_done, plain.result.samples_done);
  EXPECT_EQ(four.result.end, plain.result.end);
  EXPECT_EQ(*four.result.au_percent, 100);
  EXPECT_DOUBLE_EQ(*four.result.samples_per_second, *plain.result.samples_per_second);
  EXPECT_EQ(four.result.step->micro_batches, 4);
  EXPECT_FALSE(plain.result.step);
  const RankRig cut(in_steps_of(4, 47), 2);
  EXPECT_EQ(cut.result.epochs[0].steps, 5);
  EXPECT_EQ(cut.result.samples_done, 40);
}

// Ranks that meet after each batch wait each time for the slower of the draws, those that meet after k of
// them for the slower of the sums. E[max] of two exponentials is 1.5 of the mean; of the sums of four 4 +
// 35/32, the mean and half the mean difference of two gamma variables: 1.2734 a batch.
TEST(Step, RanksMeetOnceAStep) {
  const auto seconds = [](std::int64_t k) {
    JobSpec spec = in_steps_of(k, 16'000);
    spec.workload()->training.computation_time = Distribution(Law::exponential, 100_ms);
    return RankRig(spec, 2).result.end.since_start().in_seconds();
  };
  EXPECT_NEAR(seconds(1), 8000 * 0.15, 8000 * 0.15 * 0.02);
  EXPECT_NEAR(seconds(4), 8000 * 0.1 * (1 + 35.0 / 128), 8000 * 0.1 * 1.27 * 0.02);
}

// Ranks that draw for themselves wait for the longest of R batches: of exponential ones 1 + 1/2 + … + 1/R
// of the mean. Batches of one bucket compute as long on all ranks, which then wait for nobody.
TEST(Step, CoordinatedReadsGiveAllRanksBatchesOfOneLength) {
  constexpr std::int64_t kSteps = 4000;
  const auto rig = [](bool coordinated) {
    JobSpec spec = in_steps_of(1, 4 * kSteps);
    spec.workload()->training.computation_time = Distribution(Law::exponential, 100_ms);
    spec.workload()->training.coordinated_reads = coordinated;
    return RankRig(spec, 4);
  };
  const RankRig apart = rig(false), together = rig(true);
  const double mean = 0.1 * kSteps;
  EXPECT_NEAR(apart.result.end.since_start().in_seconds(), mean * 25 / 12, 0.03 * mean * 25 / 12);
  EXPECT_NEAR(together.result.end.since_start().in_seconds(), mean, 0.05 * mean);
  EXPECT_EQ(spent(together.result, 0, Cause::barrier_wait), Duration());
  EXPECT_EQ(spent(together.result, 0, Cause::compute), spent(together.result, 3, Cause::compute));
}

// Micro-batches of a step are of buckets of their own.
TEST(Step, CoordinatedReadsDrawEachMicroBatch) {
  JobSpec spec = in_steps_of(4, 16'000);
  spec.workload()->training.computation_time = Distribution(Law::exponential, 100_ms);
  spec.workload()->training.coordinated_reads = true;
  const RankRig rig(spec, 2);
  EXPECT_NEAR(rig.result.end.since_start().in_seconds(), 800, 40);
  EXPECT_EQ(spent(rig.result, 0, Cause::barrier_wait), Duration());
}

// Checkpoints count steps of the optimiser: of 20 batches in steps of two, one after 5 steps and one after
// 10.
TEST(Step, CheckpointsCountStepsOfTheOptimiser) {
  JobSpec spec = in_steps_of(2, 40);
  spec.workload()->checkpoint.enabled = true;
  spec.workload()->checkpoint.steps_between = 5;
  const RankRig rig(spec, 2);
  ASSERT_EQ(rig.result.epochs.size(), 1u);
  EXPECT_EQ(rig.result.epochs[0].steps, 10);
  EXPECT_EQ(rig.result.epochs[0].checkpoints.size(), 2u);
  EXPECT_EQ(checkpoints_written(spec, 2), 2);
}

// An epoch whose rest is left out says what a whole one does, here too.
TEST(Step, TheRestOfAnEpochIsLikeItsSteps) {
  JobSpec spec = npz_job(16'000, 50_ms);
  spec.step.emplace().micro_batches = 2;
  const auto run = [&](std::optional<double> half_width) {
    TrainingRig rig(spec, 1, small_cluster(), half_width);
    return rig.run();
  };
  const JobResult whole = run({}), cut = run(0.01);
  EXPECT_EQ(whole.epochs[0].steps, 500);
  EXPECT_EQ(cut.epochs[0].steps, 500);
  EXPECT_LT(cut.epochs[0].step_time->simulated, 500);
  EXPECT_EQ(cut.samples_done, whole.samples_done);
  EXPECT_EQ(cut.epochs[0].delivered, whole.epochs[0].delivered);
  const double seconds = (whole.end - whole.start).in_seconds();
  EXPECT_NEAR((cut.end - cut.start).in_seconds(), seconds, 0.001 * seconds);
  EXPECT_NEAR(*cut.samples_per_second, *whole.samples_per_second, 0.001 * *whole.samples_per_second);
}

}  // namespace
}  // namespace headrace
