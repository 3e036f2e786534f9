// Steps of ranks that share a model.

#include <gtest/gtest.h>

#include <string>

#include "models/jobs/job_shape.h"
#include "models/jobs/training/rank.h"
#include "tests/models/support/budget.h"
#include "tests/models/support/rank_rig.h"
#include "tests/models/support/test_machine.h"
#include "tests/models/support/training_rig.h"

namespace headrace {
namespace {

// Returns how long a run took from when the first stage had its first batch.
Duration time_of(const RankRig& rig) {
  return rig.result.end.since_start() - spent(rig.result, 0, Cause::batch_wait);
}

struct Spread {
  std::int64_t tensor = 1, pipeline = 1, batches = 1;
};

void spread(JobSpec& spec, const Spread& sizes) {
  spec.step.emplace().micro_batches = sizes.batches;
  spec.workload()->checkpoint.parallelism.tensor = sizes.tensor;
  spec.workload()->checkpoint.parallelism.pipeline = sizes.pipeline;
}

// Batches of 90 ms, of which the forward pass is 30 ms.
JobSpec shared(std::int64_t files, const Spread& sizes) {
  JobSpec spec = synthetic(files, 1);
  spec.workload()->training.computation_time = Distribution(90_ms);
  spread(spec, sizes);
  return spec;
}

void sum_parts(JobSpec& spec) {
  CollectivesSpec& collectives = spec.collectives.emplace();
  collectives.gradient_size = 100'000'000_B;
  collectives.algorithm = Chosen<AllReduce>("ring");
  collectives.overlap = 0;
  collectives.between_nodes.bandwidth = 1_GBps;
}

// A step of m batches of t in p equal stages lasts (m + p - 1) t, of which each rank computes m t and waits
// for the others (p - 1) t: the bubble is (p - 1) / (m + p - 1), exactly.
TEST(SharedStep, ABubbleIsExact) {
  for (const std::int64_t p : {2, 3, 4, 8}) {
    for (const std::int64_t m : {1, 2, 4, 7, 16}) {
      const RankRig rig(shared(2 * m, {1, p, m}), p);
      ASSERT_EQ(rig.outcome.end, RunEnd::finished);
      EXPECT_EQ(time_of(rig), 2 * (m + p - 1) * 90_ms) << p << " " << m;
      for (std::int64_t rank = 0; rank < p; ++rank) {
        EXPECT_EQ(spent(rig.result, rank, Cause::compute), 2 * m * 90_ms);
        EXPECT_EQ(spent(rig.result, rank, Cause::pipeline_wait, Activity::compute), 2 * (p - 1) * 90_ms);
        EXPECT_EQ(spent(rig.result, rank), rig.result.end.since_start());
      }
      EXPECT_NEAR(*rig.result.au_percent, 100 * (1 - rig.result.step->bubble()), 1e-9);
    }
  }
}

// One batch goes through p stages and back: p t + 2 (p - 1) c, where c is the way of an activation: 1 MB
// inside a node, 3 us + 1 MB / 230 GB/s = 7.348 us. Each rank waits for the network once for what comes each
// way.
TEST(SharedStep, ActivationsTakeTheirWay) {
  JobSpec spec = shared(1, {1, 4, 1});
  spec.step->activation_size = 1'000'000_B;
  const RankRig rig(spec, 4, free_node(), 4);
  EXPECT_EQ(time_of(rig), 4 * 90_ms + 6 * 7'348_ns);
  EXPECT_EQ(spent(rig.result, 0, Cause::network_wait), 7'348_ns);
  EXPECT_EQ(spent(rig.result, 1, Cause::network_wait), 2 * 7'348_ns);
  for (std::int64_t rank = 0; rank < 4; ++rank)
    for (const Activity activity : kStorageActivities)
      EXPECT_EQ(spent(rig.result, rank, Cause::pipeline_wait, activity), Duration());
  // Between nodes they take the ports: 1 MB at 23.5 GB/s, and 2 us.
  EXPECT_EQ(time_of(RankRig(spec, 4)), 4 * 90_ms + 6 * 44'554_ns);
}

// Two replicas of two stages, in the order of ranks s0 s1 s0 s1 on nodes of two: those of a stage are on both
// nodes, and what leads from a node is shared by both stages. 2 x 8 us + 100 MB / 0.5 GB/s = 200.016 ms end
// the step of the first stage, which is the last: (2 + 2 - 1) x 90 ms before.
TEST(SharedStep, ReplicasOfAStageSumItsGradients) {
  JobSpec spec = shared(4, {1, 2, 2});
  sum_parts(spec);
  const RankRig rig(spec, 4, free_node(), 2);
  EXPECT_EQ(time_of(rig), 3 * 90_ms + 200'016_us);
  EXPECT_EQ(spent(rig.result, 0, Cause::network_wait), 200'016_us);
  EXPECT_EQ(spent(rig.result, 1, Cause::network_wait), 200'016_us);
  // With replicas side by side, both of a stage are on one node: 2 x 3 us + 100 MB / 230 GB/s.
  spec.workload()->checkpoint.parallelism.order = RankOrder::tensor_data_pipeline;
  const RankRig inside(spec, 4, free_node(), 2);
  EXPECT_EQ(time_of(inside), 3 * 90_ms + 6_us + 434'783_ns);
}

// What is read for `batches` batches of a replica, in files of a sample each.
std::int64_t files_read(const Spread& sizes, std::int64_t ranks, BatchReaders readers) {
  JobSpec spec = shared(8, sizes);
  spec.workload()->dataset.format = Format::npz;
  spec.workload()->dataset.record_length = 1_MiB;
  spec.workload()->loader.read_threads = 1;
  spec.step->readers = readers;
  const RankRig rig(spec, ranks);
  EXPECT_EQ(rig.outcome.end, RunEnd::finished);
  EXPECT_EQ(rig.result.samples_done, 8);
  EXPECT_EQ(rig.result.epochs[0].steps, 8 / (sizes.batches * ranks / (sizes.tensor * sizes.pipeline)));
  return rig.storage.count(IoOperation::open);
}

// Each replica reads samples of its own, in its first stage and again, for the labels, in its last one; of a
// tensor one rank does so or all.
TEST(SharedStep, FirstAndLastStagesRead) {
  using enum BatchReaders;
  EXPECT_EQ(files_read({2, 1, 1}, 4, first_of_tensor), 8);
  EXPECT_EQ(files_read({2, 1, 1}, 4, all_of_tensor), 16);
  EXPECT_EQ(files_read({1, 2, 2}, 4, first_of_tensor), 16);
  EXPECT_EQ(files_read({1, 4, 2}, 8, first_of_tensor), 16);
  EXPECT_EQ(files_read({2, 4, 2}, 16, all_of_tensor), 32);
}

// A rank that does not read waits for the one of its tensor that does, and as long.
TEST(SharedStep, OneOfATensorReadsForAll) {
  JobSpec spec = shared(4, {2, 1, 2});
  spec.workload()->dataset.format = Format::npz;
  spec.workload()->dataset.record_length = 1_MiB;
  spec.workload()->loader.read_threads = 0;
  const RankRig rig(spec, 2, free_node(), 2);
  const Duration waited = spent(rig.result, 0, Cause::batch_wait);
  const Duration round = 4 * (3_us + 1_MiB / 230_GBps);
  EXPECT_GT(waited, 4 * 1_ms);
  EXPECT_EQ(spent(rig.result, 0, Cause::network_wait), round);
  EXPECT_EQ(spent(rig.result, 1, Cause::batch_wait), waited + round);
  EXPECT_EQ(spent(rig.result, 1), spent(rig.result, 0));
}

// A stage on a slow node holds the others up, who wait for its computation and for no storage: with m batches
// the slowest stage computes m times 1.5 t, and the others' passes of one batch lie around it.
TEST(SharedStep, ASlowStageIsWaitedFor) {
  JobSpec spec = shared(8, {1, 2, 8});
  NodeSpec node = free_node();
  node.slow_nodes.emplace();
  node.slow_nodes->factor = 1.5;
  node.slow_nodes->numbers = {1};
  const RankRig rig(spec, 2, node);
  EXPECT_EQ(time_of(rig), 8 * 135_ms + 90_ms);
  EXPECT_EQ(spent(rig.result, 0, Cause::pipeline_wait, Activity::compute), 9 * 90_ms + 8 * 45_ms - 8 * 90_ms);
  EXPECT_EQ(spent(rig.result, 1, Cause::pipeline_wait, Activity::compute), 90_ms);
}

// Stages behind one that waits for the drives wait for the drives, too.
TEST(SharedStep, AStageThatWaitsForStorageIsWaitedForAsStorage) {
  JobSpec spec = npz_job(64, 1_ms);
  spread(spec, {1, 4, 4});
  LustreSpec lustre = exact_spec();
  lustre.ost.device.flash().read_latency = Distribution(20_ms);
  spec.workload()->loader.read_threads = 0;
  TrainingRig rig(spec, 1, small_cluster(free_node(), lustre));
  const JobResult result = rig.run();
  const auto drives = [&](std::int64_t rank, Cause cause) {
    return spent(result, rank, cause, Activity::device);
  };
  EXPECT_GT(drives(0, Cause::batch_wait), 500_ms);
  EXPECT_GT(drives(1, Cause::pipeline_wait).in_seconds(), 0.9 * drives(0, Cause::batch_wait).in_seconds());
  EXPECT_GT(drives(2, Cause::pipeline_wait).in_seconds(), 0.9 * drives(0, Cause::batch_wait).in_seconds());
  for (std::int64_t rank = 0; rank < 4; ++rank) EXPECT_EQ(spent(result, rank), result.end - result.start);
}

// Rates and samples are of the replicas, whatever the ranks.
TEST(SharedStep, RatesAreOfTheReplicas) {
  const RankRig rig(shared(1600, {2, 2, 8}), 8);
  EXPECT_EQ(rig.result.epochs[0].steps, 100);
  EXPECT_EQ(rig.result.samples_done, 1600);
  EXPECT_NEAR(*rig.result.samples_per_second, 16 / (9 * 0.09), 0.01);
  EXPECT_EQ(rig.result.step->tensor, 2);
  EXPECT_EQ(rig.result.step->pipeline, 2);
}

// What a failure cuts off in the middle of a step is begun again with an empty pipeline.
TEST(SharedStep, BeginsAgainWithAnEmptyPipeline) {
  JobSpec spec = shared(80, {1, 4, 8});
  spec.step->activation_size = 1'000'000_B;
  spec.restart.emplace();
  const RankRig whole(spec, 4);
  const RankRig rig(spec, 4, free_node(), 1, Time::at(1500_ms));
  EXPECT_EQ(rig.outcome.end, RunEnd::finished);
  EXPECT_EQ(rig.result.end, whole.result.end + 1500_ms);
  EXPECT_EQ(rig.result.samples_done, whole.result.samples_done);
}

// The rest of an epoch is like its steps, here too.
TEST(SharedStep, TheRestOfAnEpochIsLikeItsSteps) {
  JobSpec spec = npz_job(16'000, 50_ms);
  spread(spec, {1, 2, 2});
  const auto run = [&](std::optional<double> half_width) {
    TrainingRig rig(spec, 1, small_cluster(), half_width);
    return rig.run();
  };
  const JobResult whole = run({}), cut = run(0.01);
  EXPECT_EQ(whole.epochs[0].steps, 1000);
  EXPECT_EQ(cut.epochs[0].steps, 1000);
  EXPECT_LT(cut.epochs[0].step_time->simulated, 1000);
  EXPECT_EQ(cut.samples_done, whole.samples_done);
  const double seconds = (whole.end - whole.start).in_seconds();
  EXPECT_NEAR((cut.end - cut.start).in_seconds(), seconds, 0.001 * seconds);
}

}  // namespace
}  // namespace headrace
