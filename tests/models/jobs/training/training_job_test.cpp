#include "models/jobs/training/training_job.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <set>
#include <vector>

#include "tests/models/storage/tiers/tier_bench.h"
#include "tests/models/support/budget.h"
#include "tests/models/support/given_fields.h"
#include "tests/models/support/job_bench.h"
#include "tests/models/support/training_rig.h"

namespace headrace {
namespace {

TEST(Job, EachRanksBudgetAddsUpToItsTime) {
  JobSpec spec = npz_job(200, 20_ms);
  spec.workload()->training.epochs = 3;
  spec.workload()->checkpoint.enabled = true;
  spec.workload()->checkpoint.model_size = 50_MiB;
  spec.workload()->evaluation.enabled = true;
  spec.workload()->evaluation_files = 32;
  spec.workload()->evaluation.evaluation_time = Distribution(5_ms);
  spec.host.epoch_overhead = 10_ms;
  spec.collectives.emplace().gradient_size = 100_MiB;
  spec.collectives->overlap = 0;
  spec.feed.emplace();
  spec.startup.emplace().files = 3;
  spec.logs.emplace().every = 4;
  TrainingRig rig(spec);
  const JobResult result = rig.run();
  ASSERT_EQ(rig.outcome.end, RunEnd::finished);
  std::map<std::int64_t, Duration> sums;
  std::map<Cause, Duration> causes;
  for (const TimeBudgetRow& row : result.time_budget) {
    sums[row.rank] += row.spent;
    causes[row.cause] += row.spent;
  }
  ASSERT_EQ(sums.size(), 4u);
  for (const auto& [rank, sum] : sums) EXPECT_EQ(Time::at(sum), result.end) << rank;
  const std::set<Cause> none = {Cause::failure, Cause::idle, Cause::pipeline_wait};
  for (const std::string_view& name : kCauses) {  // It loses no node, is never idle and in no pipeline.
    const auto cause = static_cast<Cause>(&name - std::begin(kCauses));
    EXPECT_EQ(causes[cause] > Duration(), !none.contains(cause)) << name;
  }
  EXPECT_EQ(causes[Cause::compute], 20_ms * (std::int64_t{3} * 12 * 4));
}

// AU identity: samples/s = N B / t * AU when both leave out the first step (new DLIO does); the barrier and
// the host keep the wall time of a step at or above t, so the identity holds for any load.
TEST(Job, ThroughputAndUtilisationAgree) {
  for (const Duration compute : {5_ms, 50_ms}) {
    JobSpec spec = npz_job(16'000, compute);
    spec.dlio_version = DlioVersion::v2_0;
    TrainingRig rig(spec);
    const JobResult result = rig.run();
    const double expected = 4.0 * 4 / compute.in_seconds() * result.au_percent.value() / 100;
    EXPECT_NEAR(result.samples_per_second.value() / expected, 1, 0.005) << compute.ns();
  }
}

// Times of all steps are kept where that is asked for: DLIO's formula over those of each rank gives the
// epoch's figures, and blocks end where checkpoints begin.
TEST(Job, KeepsTheTimesOfItsSteps) {
  JobSpec spec = npz_job(200, 20_ms);
  spec.dlio_version = DlioVersion::v2_0;
  spec.workload()->training.epochs = 2;
  spec.workload()->checkpoint.enabled = true;
  spec.workload()->checkpoint.model_size = 50_MiB;
  spec.workload()->checkpoint.steps_between = 5;
  spec.step_times = true;
  TrainingRig rig(spec);
  for (const EpochResult& epoch : rig.run().epochs) {
    std::map<std::int64_t, DlioMeter> meters;
    std::map<std::int64_t, std::int64_t> steps;
    for (const RankSteps& block : epoch.rank_steps) {
      DlioMeter& meter =
          meters.try_emplace(block.rank, spec.dlio_version, spec.workload()->metric, 4).first->second;
      EXPECT_EQ(block.load.size(), block.compute.size());
      meter.begin_block(block.start);
      for (std::size_t i = 0; i < block.load.size(); ++i) meter.step(block.load[i], block.compute[i]);
      meter.end_block(block.end);
      steps[block.rank] += static_cast<std::int64_t>(block.load.size());
    }
    ASSERT_EQ(meters.size(), 4u);
    double au = 0, rate = 0;
    for (auto& [rank, meter] : meters) {
      const DlioMeter::Epoch own = meter.take_epoch();
      EXPECT_EQ(own.steps, 12);
      au += own.au_percent.value() / 4;
      rate += own.samples_per_second.value();
    }
    EXPECT_NEAR(au, epoch.au_percent.value(), 1e-9);
    EXPECT_NEAR(rate, epoch.samples_per_second.value(), 1e-9);
  }
  spec.step_times = false;
  TrainingRig without(spec);
  EXPECT_TRUE(without.run().epochs.front().rank_steps.empty());
}

// AU identity: Compute-bound: with steps of t and nothing to wait for but the host's overhead o, AU tends to
// t / (t + o).
TEST(Job, ComputeBoundUtilisationIsComputeOverComputeAndHost) {
  JobSpec spec = npz_job(4000, 200_ms);
  ClusterSpec machine = small_cluster();
  HostWorkSpec& work = machine.nodes.front().second.host_work;
  work.pytorch.step_overhead = Distribution(10_ms);
  work.tensorflow.step_overhead = Distribution(25_ms);
  EXPECT_NEAR(TrainingRig(spec, 1, machine).run().au_percent.value(), 100 * 200.0 / 210, 0.2);
  spec.workload()->loader.kind = LoaderKind::tensorflow;
  EXPECT_NEAR(TrainingRig(spec, 1, machine).run().au_percent.value(), 100 * 200.0 / 225, 0.2);
}

TEST(Job, SamplesAreCountedInMebibytesOfTheNominalRecord) {
  TrainingRig rig(npz_job(400, 20_ms));
  const JobResult result = rig.run();
  EXPECT_DOUBLE_EQ(result.mib_per_second.value(), result.samples_per_second.value());  // Records of 1 MiB.
  EXPECT_EQ(result.epochs.size(), 1u);
  EXPECT_EQ(result.epochs[0].steps, 25);
  EXPECT_GT(result.epochs[0].first_batch_mean, Duration());
  EXPECT_GE(result.epochs[0].first_batch_max, result.epochs[0].first_batch_mean);
}

TEST(Job, TheSameSeedGivesTheSameRun) {
  const JobSpec spec = npz_job(200, 20_ms);
  TrainingRig first(spec), again(spec), other(spec, 2);
  first.run();
  again.run();
  other.run();
  EXPECT_EQ(first.outcome.fingerprint, again.outcome.fingerprint);
  EXPECT_EQ(first.metrics.rows(first.sim.now()), again.metrics.rows(again.sim.now()));
  EXPECT_NE(first.outcome.fingerprint, other.outcome.fingerprint);
}

TEST(Job, MayBeDestroyedAtAnyEvent) {
  JobSpec spec = npz_job(64, 5_ms);
  spec.workload()->checkpoint.enabled = true;
  TrainingRig whole(spec);
  whole.run();
  ASSERT_GT(whole.outcome.events, 500u);
  for (std::uint64_t part = 1; part < 50; ++part) {
    TrainingRig rig(spec);
    RunLimits limits;
    limits.events = whole.outcome.events * part / 50;
    EXPECT_EQ(rig.sim.run(limits).end, RunEnd::event_limit);
  }
}

TEST(Job, OneThatIsStoppedReportsWholeEpochsOnly) {
  JobSpec spec = npz_job(200, 20_ms);
  spec.workload()->training.epochs = 100;
  TrainingRig rig(spec);
  RunLimits limits;
  limits.until = Time::at(1_s);
  EXPECT_EQ(rig.sim.run(limits).end, RunEnd::time_limit);
  const JobResult result = rig.job->result();
  EXPECT_GT(result.epochs.size(), 0u);
  EXPECT_LT(result.epochs.size(), 100u);
  EXPECT_GT(rig.job->done(), 0);
  EXPECT_LT(rig.job->done(), 0.1);
}

// Two nodes of two ranks each read back what four ranks wrote: each its own, or, shifted, what the rank of
// the same place on the next node did. All begin at once, in their order.
TEST(Job, ARankReadsBackWhatItOrItsNeighbourWrote) {
  for (const bool shifts : {false, true}) {
    JobSpec spec = npz_job(8, 20_ms);
    CheckpointSpec& checkpoint = spec.workload()->checkpoint;
    checkpoint.enabled = checkpoint.restore = true;
    checkpoint.ranks = CheckpointRanks::all_ranks;
    checkpoint.recovery_rank_shift = shifts;
    JobBench bench(spec, 2, 2);
    bench.run();
    std::vector<std::int64_t> read;
    for (const auto& record : bench.storage().records())
      if (record.operation == IoOperation::open && record.file.set == 1) read.push_back(record.file.index);
    EXPECT_EQ(read,
              shifts ? (std::vector<std::int64_t>{2, 3, 0, 1}) : (std::vector<std::int64_t>{0, 1, 2, 3}));
  }
}

// Rank 0 alone writes, twice 1 ms to create and 1 ms for its bytes: the other one waits for each of them, and
// books that as its checkpoint.
TEST(Job, RanksThatWriteNothingWaitForACheckpoint) {
  JobSpec spec = npz_job(8, 20_ms);
  spec.workload()->training.enabled = false;
  CheckpointSpec& checkpoint = spec.workload()->checkpoint;
  checkpoint.enabled = true;
  checkpoint.model_size = 1'000'000_B;
  checkpoint.writes = 2;
  JobBench bench(spec, 1, 2);
  const JobResult result = bench.run();
  EXPECT_EQ(result.end, Time::at(4_ms));
  for (const std::int64_t rank : {0, 1}) EXPECT_EQ(spent(result, rank, Cause::checkpoint), 4_ms) << rank;
}

// A job that only writes checkpoints reads no samples: what would order, keep, feed or evaluate them is not
// made, also where the nodes lack what it would need (drives for the cache).
TEST(Job, WhatServesTrainingIsNotMadeWithoutIt) {
  JobSpec spec = npz_job(8, 20_ms);
  spec.workload()->training.enabled = false;
  spec.workload()->evaluation.enabled = true;
  spec.workload()->evaluation_files = 4;
  spec.workload()->checkpoint.enabled = true;
  spec.workload()->checkpoint.model_size = 1'000'000_B;
  spec.workload()->checkpoint.writes = 2;
  const JobResult bare = TrainingRig(spec).run();
  spec.shuffle = chosen<ShufflePolicy>("global");
  spec.feed.emplace();
  spec.cache.emplace();
  spec.cache->policy = chosen<CachePolicy>("lru");
  spec.cache->tier = CacheTier::local_storage;
  const JobResult result = TrainingRig(spec).run();
  EXPECT_EQ(result.end, bare.end);
  EXPECT_FALSE(result.cache);
  EXPECT_FALSE(result.shuffle);
}

// Two ranks share 7 samples, four each with one that both read, and evaluate 3 steps of 500 ms each. Reads
// of 1 s that go beyond them are given up with the evaluation: the run ends with the job.
TEST(Job, EvaluationReadsNoFurtherThanItsEnd) {
  JobSpec spec = npz_job(2, 20_ms);
  spec.dlio_version = DlioVersion::v2_0;
  WorkloadSpec& work = *spec.workload();
  work.dataset.record_length = 1'000'000'000_B;
  work.loader.batch_size = work.loader.read_threads = 1;
  work.evaluation.enabled = true;
  work.evaluation_files = 7;
  work.evaluation.evaluation_time = Distribution(500_ms);
  JobBench bench(spec, 1, 2);
  const JobResult result = bench.run();
  EXPECT_EQ(bench.outcome.end, RunEnd::finished);
  EXPECT_EQ(bench.storage().abandoned(), 2);
  EXPECT_EQ(bench.outcome.at, result.end);
}

// Two epochs of 20 files of 1 MB through a tier that keeps what was read: the first comes from below, the
// second from above.
class TieredJob : public TierBench {};
TEST_F(TieredJob, TellsWhatEachTierGave) {
  JobSpec spec = npz_job(20, 100_ms);
  spec.workload()->dataset.record_length = 1'000'000_B;
  spec.workload()->loader.read_threads = 0;
  spec.workload()->training.epochs = 2;
  Network network(scope_.part("network"), NetworkSpec());
  Node node(scope_.part("node"), NodeSpec(), network, 0);
  Seat seat;
  seat.node = &node;
  seat.storage = &tiers(exact_tiers());
  seat.above = &above_;
  seat.below = &below_;
  FileSets sets;
  const auto job = spec.work.make({JobSetting(scope_.part("job"), "job", 0, {seat}, sets), spec});
  job->begin();
  EXPECT_EQ(sim_.run().end, RunEnd::finished);
  ASSERT_TRUE(job->result().tiers);
  EXPECT_EQ(job->result().tiers->from_below, 20'000'000_B);
  EXPECT_EQ(job->result().tiers->from_above, 20'000'000_B);
}

}  // namespace
}  // namespace headrace
