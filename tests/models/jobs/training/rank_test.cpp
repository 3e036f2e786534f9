#include "models/jobs/training/rank.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>
#include <vector>

#include "tests/models/support/budget.h"
#include "tests/models/support/rank_rig.h"

namespace headrace {
namespace {

// UNet3D of the survey: 168 files, 16 ranks, batch 4, 10 epochs, checkpoints after epoch 5 and every 2nd
// from there.
TEST(Rank, Unet3dChecksPointsAfterEpochs5And7And9) {
  JobSpec spec = synthetic(168, 4);
  spec.workload()->training.epochs = 10;
  spec.workload()->checkpoint.enabled = true;
  spec.workload()->checkpoint.after_epoch = 5;
  spec.workload()->checkpoint.epochs_between = 2;
  spec.workload()->checkpoint.model_size = Bytes::count(499'153'191);
  const RankRig rig(spec, 16);
  ASSERT_EQ(rig.outcome.end, RunEnd::finished);
  std::vector<std::int64_t> with;
  for (const EpochResult& epoch : rig.result.epochs) {
    EXPECT_EQ(epoch.steps, 2);
    if (!epoch.checkpoints.empty()) with.push_back(epoch.epoch);
  }
  EXPECT_EQ(with, (std::vector<std::int64_t>{5, 7, 9}));
  EXPECT_EQ(rig.storage.count(IoOperation::create), 3);  // Rank 0's.
  EXPECT_EQ(rig.storage.count(IoOperation::sync), 0);
  EXPECT_EQ(rig.storage.open_handles(), 0);
}

std::int64_t bert_checkpoints(StepCounter counter) {
  JobSpec spec = synthetic(313'530, 48);
  spec.workload()->training.epochs = 3;
  spec.workload()->checkpoint.enabled = true;
  spec.workload()->checkpoint.steps_between = 250;
  spec.workload()->checkpoint.step_counter = counter;
  const RankRig rig(spec, 32);
  std::int64_t count = 0, blocks = 0;
  for (const EpochResult& epoch : rig.result.epochs) {
    EXPECT_EQ(epoch.steps, 204);
    count += static_cast<std::int64_t>(epoch.checkpoints.size());
    blocks += static_cast<std::int64_t>(epoch.blocks.size());
  }
  EXPECT_EQ(rig.storage.count(IoOperation::create), count);
  EXPECT_GE(blocks, 3 + count - 1);  // A checkpoint ends its block; one after the last step begins none.
  return count;
}

TEST(Rank, BertWrites78Or2Or0CheckpointsByTheCountingRule) {
  EXPECT_EQ(bert_checkpoints(StepCounter::global_batch), 78);
  EXPECT_EQ(bert_checkpoints(StepCounter::run), 2);
  EXPECT_EQ(bert_checkpoints(StepCounter::epoch), 0);
}

// New DLIO gives 9 samples to 4 ranks as 3, 3, 3, 0: floor(9 / 1 / 4) = 2 steps, and the last rank has no
// batch. The real benchmark hangs; here the run ends as stalled and names who waits.
TEST(Rank, ARankWithoutABatchStallsTheJobByName) {
  JobSpec spec = synthetic(9, 1);
  spec.dlio_version = DlioVersion::v2_0;
  spec.dlio = "unet3d.yaml";
  const RankRig rig(spec, 4);
  ASSERT_EQ(rig.outcome.end, RunEnd::stalled);
  ASSERT_EQ(rig.outcome.still_waiting.size(), 4u);
  EXPECT_NE(rig.outcome.still_waiting[3].find("jobs/train/rank/3"), std::string::npos);
  EXPECT_NE(rig.outcome.still_waiting[3].find("a batch its share of the data set does not hold"),
            std::string::npos);
  EXPECT_NE(rig.outcome.still_waiting[0].find("train/step"), std::string::npos);
  EXPECT_TRUE(rig.result.epochs.empty());
}

// PyTorch's sampler pads a workload that is no DLIO file's: 3 samples for each of the 4 ranks, of 9.
TEST(Rank, NoRankOfASpeltOutWorkloadIsWithoutABatch) {
  JobSpec spec = synthetic(9, 1);
  spec.dlio_version = DlioVersion::v2_0;
  const RankRig rig(spec, 4);
  ASSERT_EQ(rig.outcome.end, RunEnd::finished);
  EXPECT_EQ(rig.result.epochs.front().steps, 2);
}

// Barrier maxima: T(step) = max over ranks; with one rank's draws longer than the others' the barrier makes
// all wait for it.
TEST(Rank, EveryStepEndsWithTheSlowestRank) {
  JobSpec spec = synthetic(4000, 1);
  spec.workload()->training.computation_time = Distribution(Law::exponential, 100_ms);
  const RankRig rig(spec, 4);
  // E[max of 4 exponentials] = 1 + 1/2 + 1/3 + 1/4 of the mean: 1000 steps of 208.33 ms, deviation 119.3 ms a
  // step.
  const double expected = 1000 * 0.1 * (1 + 0.5 + 1.0 / 3 + 0.25);
  EXPECT_NEAR(rig.result.end.since_start().in_seconds(), expected, 4 * 0.1193 * std::sqrt(1000.0));
}

// Two ranks on two nodes, 4 steps of 100 ms: a ring of 100 MB costs 2 x 8 us + 100 MB / 1 GB/s = 100.016 ms,
// of which a quarter of the computation hides 25 ms. All else is as without it.
TEST(Rank, AStepIsLongerByTheExchangeThatDoesNotHide) {
  JobSpec spec = synthetic(8, 1);
  const RankRig without(spec, 2);
  EXPECT_EQ(spent(without.result, 0, Cause::network_wait), Duration::max());
  spec.collectives.emplace().contend = true;  // Of nothing, not even then: no event.
  EXPECT_EQ(RankRig(spec, 2).outcome.events, without.outcome.events);
  CollectivesSpec& collectives = spec.collectives.emplace();
  collectives.gradient_size = 100'000'000_B;
  collectives.algorithm = Chosen<AllReduce>("ring");
  collectives.overlap = 0.25;
  collectives.between_nodes.bandwidth = 1_GBps;
  const RankRig with(spec, 2);
  for (const std::int64_t rank : {0, 1}) {
    EXPECT_EQ(spent(with.result, rank, Cause::network_wait), 4 * 75'016_us);
    for (const Cause cause : {Cause::compute, Cause::barrier_wait, Cause::host})
      EXPECT_EQ(spent(with.result, rank, cause), spent(without.result, rank, cause));
  }
  EXPECT_LT(with.result.au_percent, without.result.au_percent);
}

// A node that is slower by half computes and works for as long, and the other waits for it.
TEST(Rank, ASlowNodeHoldsTheOthersUp) {
  JobSpec spec = synthetic(8, 1);
  NodeSpec node = free_node();
  node.host_work.pytorch.step_overhead = Distribution(1_ms);
  const RankRig equal(spec, 2, node);
  node.slow_nodes.emplace();
  node.slow_nodes->factor = 1.5;
  node.slow_nodes->numbers = {1};
  const RankRig rig(spec, 2, node);
  EXPECT_EQ(spent(rig.result, 0, Cause::compute), 400_ms);
  EXPECT_EQ(spent(rig.result, 1, Cause::compute), 600_ms);
  EXPECT_EQ(spent(rig.result, 0, Cause::host), spent(equal.result, 0, Cause::host));
  EXPECT_EQ(spent(rig.result, 1, Cause::host), spent(equal.result, 1, Cause::host) + 4 * 500_us);
  // The other waits for what the slow one does longer.
  EXPECT_EQ(spent(rig.result, 0, Cause::barrier_wait, Activity::host), 4 * 500_us);
  EXPECT_EQ(spent(rig.result, 0, Cause::barrier_wait, Activity::compute), 4 * 50_ms);
  EXPECT_EQ(spent(rig.result, 0, Cause::barrier_wait), 4 * 50'500_us);
}

// With the exchange on the nodes' ports, a rank's causes add up to its time, and what it waits for the
// slowest rank's computation is no time of the network: that is the same in every step.
TEST(Rank, TimeOfAnExchangeOnThePortsIsTheNetworks) {
  JobSpec spec = synthetic(400, 1);
  spec.workload()->training.computation_time = Distribution(Law::exponential, 100_ms);
  CollectivesSpec& collectives = spec.collectives.emplace();
  collectives.gradient_size = 1'000'000_B;
  collectives.algorithm = Chosen<AllReduce>("ring");
  collectives.overlap = 0;
  collectives.contend = true;
  const RankRig rig(spec, 2);
  // 200 steps: 2 x 8 us, 1 MB at 23.5 GB/s, and 2 us.
  for (const std::int64_t rank : {0, 1}) {
    EXPECT_NEAR(spent(rig.result, rank, Cause::network_wait).in_seconds(), 200 * 60.554e-6, 200 * 2e-9);
    EXPECT_EQ(spent(rig.result, rank), rig.result.end.since_start());
  }
}

TEST(Rank, AJobThatDoesNotTrainWritesThenReadsItsCheckpoints) {
  JobSpec spec = synthetic(1, 1);
  spec.workload()->training.enabled = false;
  CheckpointSpec& checkpoint = spec.workload()->checkpoint;
  checkpoint.enabled = true;
  checkpoint.fsync = true;
  checkpoint.ranks = CheckpointRanks::all_ranks;
  checkpoint.model_size = Bytes::count(1'000'000);
  checkpoint.writes = 3;
  checkpoint.reads = 2;
  checkpoint.time_between = 5_s;
  const RankRig rig(spec, 2);
  ASSERT_EQ(rig.outcome.end, RunEnd::finished);
  EXPECT_EQ(rig.storage.count(IoOperation::create), 6);
  EXPECT_EQ(rig.storage.count(IoOperation::sync), 6);
  EXPECT_EQ(rig.storage.count(IoOperation::open), 4);
  ASSERT_EQ(rig.result.checkpoints.size(), 5u);
  EXPECT_EQ(rig.result.kind, JobKind::checkpoint);
  // create 1 ms, write 1 ms + 1 MB at 1 GB/s, sync 1 ms, close 1 ms.
  EXPECT_EQ(rig.result.checkpoints[0].end - rig.result.checkpoints[0].start, 5_ms);
  EXPECT_FALSE(rig.result.checkpoints[2].read);
  EXPECT_TRUE(rig.result.checkpoints[3].read);
  EXPECT_EQ(rig.result.checkpoints[3].number, 1);
  std::set<std::int64_t> written, read;
  for (const auto& record : rig.storage.records()) {
    if (record.operation == IoOperation::create) written.insert(record.file.index);
    if (record.operation == IoOperation::open) read.insert(record.file.index);
  }
  EXPECT_EQ(written, (std::set<std::int64_t>{0, 1, 2, 3, 4, 5}));  // Dense, so the targets take turns.
  for (const std::int64_t file : read) EXPECT_TRUE(written.contains(file)) << file;
}

JobSpec checkpointed(std::int64_t files, Bytes size) {
  JobSpec spec = synthetic(files, 1);
  CheckpointSpec& checkpoint = spec.workload()->checkpoint;
  checkpoint.enabled = true;
  checkpoint.ranks = CheckpointRanks::all_ranks;
  checkpoint.model_size = size;
  return spec;
}

std::vector<SpanResult> checkpoints_of(const JobResult& result) {
  std::vector<SpanResult> all;
  for (const EpochResult& epoch : result.epochs)
    all.insert(all.end(), epoch.checkpoints.begin(), epoch.checkpoints.end());
  return all;
}

// By seconds: each begins at least an interval after the last one began, and less than a step later than
// that, and all ranks take part though their steps are of random length.
TEST(Rank, ChecksPointsAtAnInterval) {
  JobSpec spec = checkpointed(400, 1'000'000_B);
  spec.workload()->checkpoint.interval = 1_s;
  spec.workload()->training.computation_time = Distribution(Law::uniform, 100_ms, 50_ms);
  const RankRig rig(spec, 4);
  ASSERT_EQ(rig.outcome.end, RunEnd::finished);
  const std::vector<SpanResult> spans = checkpoints_of(rig.result);
  ASSERT_GE(spans.size(), 8u);
  for (std::size_t i = 1; i < spans.size(); ++i) {
    EXPECT_GE(spans[i].start - spans[i - 1].start, 1_s);
    EXPECT_LT(spans[i].start - spans[i - 1].start, 1_s + 250_ms);
  }
  EXPECT_EQ(rig.storage.count(IoOperation::create), 4 * static_cast<std::int64_t>(spans.size()));
}

// 6 samples of 2 ranks are 3 steps, a checkpoint behind each: in every epoch they are 1, 2 and 3, while their
// files count on over the run.
TEST(Rank, NumbersTheCheckpointsOfAnEpoch) {
  JobSpec spec = checkpointed(6, 1'000'000_B);
  spec.workload()->training.epochs = 2;
  spec.workload()->checkpoint.steps_between = 1;
  std::vector<std::int64_t> numbers, files;
  for (const SpanResult& span : checkpoints_of(RankRig(spec, 2).result)) {
    numbers.push_back(span.number);
    files.push_back(span.file_number);
  }
  EXPECT_EQ(numbers, (std::vector<std::int64_t>{1, 2, 3, 1, 2, 3}));
  EXPECT_EQ(files, (std::vector<std::int64_t>{0, 1, 2, 3, 4, 5}));
}

// Before its first epoch each rank opens what it wrote, for 1 + 1 + 1 + 1 ms: the reads are nobody's
// training, and what is written later has other numbers.
TEST(Rank, RestoresBeforeItTrains) {
  JobSpec spec = checkpointed(40, 1'000'000_B);
  spec.workload()->checkpoint.restore = true;
  const RankRig rig(spec, 4);
  ASSERT_EQ(rig.outcome.end, RunEnd::finished);
  ASSERT_EQ(rig.result.checkpoints.size(), 1u);
  const SpanResult& restore = rig.result.checkpoints[0];
  EXPECT_TRUE(restore.read);
  EXPECT_EQ(restore.end - restore.start, 4_ms);
  EXPECT_EQ(restore.bytes, 4'000'000_B);
  EXPECT_GE(rig.result.epochs[0].start, restore.end);
  std::set<std::int64_t> read, written;
  for (const auto& record : rig.storage.records()) {
    if (record.file.set != 1) continue;  // The data set is set 0.
    if (record.operation == IoOperation::open) read.insert(record.file.index);
    if (record.operation == IoOperation::create) written.insert(record.file.index);
  }
  EXPECT_EQ(read, (std::set<std::int64_t>{0, 1, 2, 3}));
  EXPECT_EQ(written, (std::set<std::int64_t>{4, 5, 6, 7}));
  EXPECT_EQ(spent(rig.result, 0, Cause::checkpoint),
            4_ms + 4_ms);  // Without fsync a checkpoint takes as long.
  EXPECT_EQ(checkpoints_of(rig.result)[0].durable, checkpoints_of(rig.result)[0].end);
}

// A plain model of rank 0 is read by all: as many times its bytes as there are ranks.
TEST(Rank, RestoresAPlainModelOnEveryRank) {
  JobSpec spec = checkpointed(40, 1'000'000_B);
  spec.workload()->checkpoint.restore = true;
  spec.workload()->checkpoint.ranks = CheckpointRanks::rank_zero;
  const RankRig rig(spec, 4);
  EXPECT_EQ(rig.result.checkpoints[0].bytes, 4'000'000_B);
}

// Training goes on while a checkpoint is written, and the job's end is the end of training; what is still
// drained then is told apart.
TEST(Rank, TellsTheEndOfTrainingFromTheEndOfItsDrains) {
  JobSpec spec = checkpointed(40, 5'000'000'000_B);
  spec.checkpointing.strategy = Chosen<CheckpointStrategy>("async");
  const RankRig rig(spec, 4);
  ASSERT_EQ(rig.outcome.end, RunEnd::finished);
  const std::vector<SpanResult> spans = checkpoints_of(rig.result);
  ASSERT_EQ(spans.size(), 1u);
  EXPECT_EQ(spans[0].end - spans[0].start, 200_ms);                    // 5 GB at 25 GB/s to the host.
  EXPECT_EQ(spans[0].durable - spans[0].end, 1_ms + 5'001_ms + 1_ms);  // create, write and close.
  EXPECT_EQ(rig.result.end, spans[0].end);
  EXPECT_EQ(rig.result.drained, spans[0].durable);
  EXPECT_EQ(rig.outcome.at, rig.result.drained);
  EXPECT_EQ(rig.job->imbalance(), "");
}

// A job that does not train reads back nothing before it is drained.
TEST(Rank, ReadsBackWhatIsDrained) {
  JobSpec spec = checkpointed(1, 1'000'000'000_B);
  spec.workload()->training.enabled = false;
  spec.workload()->checkpoint.writes = 2;
  spec.workload()->checkpoint.reads = 1;
  spec.checkpointing.strategy = Chosen<CheckpointStrategy>("async");
  const RankRig rig(spec, 2);
  ASSERT_EQ(rig.result.checkpoints.size(), 3u);
  EXPECT_EQ(rig.result.checkpoints[0].end - rig.result.checkpoints[0].start, 40_ms);
  EXPECT_GE(rig.result.checkpoints[2].start, rig.result.checkpoints[1].durable);
  EXPECT_EQ(rig.result.drained, rig.result.end);
}

// A worker of one sample makes the first batch in the time of its preprocessing: 30 ms on one node and 1.5
// times that on the slow one, so that the mean of both ranks is 37.5 ms and the longest 45 ms. A second
// epoch, too.
TEST(Rank, TheFirstBatchIsTheMeanOverRanks) {
  JobSpec spec = synthetic(8, 1);
  spec.workload()->training.epochs = 2;
  spec.workload()->loader.read_threads = 1;
  spec.workload()->loader.preprocess_time = Distribution(30_ms);
  spec.workload()->loader.pin_memory = false;
  NodeSpec node = free_node();
  node.slow_nodes.emplace();
  node.slow_nodes->factor = 1.5;
  node.slow_nodes->numbers = {1};
  const RankRig rig(spec, 2, node);
  ASSERT_EQ(rig.result.epochs.size(), 2u);
  for (const EpochResult& epoch : rig.result.epochs) {
    EXPECT_EQ(epoch.first_batch_mean, 37'500_us) << epoch.epoch;
    EXPECT_EQ(epoch.first_batch_max, 45_ms) << epoch.epoch;
  }
}

// Rank 0 alone writes: create, write and close of 1 + 1 + 1 + 1 ms, twice in 4 steps. Until it has, all wait,
// and all book that as the checkpoint: nobody trains ahead, and the waits of the steps are those without any.
TEST(Rank, NobodyBooksAheadOfACheckpoint) {
  JobSpec spec = checkpointed(16, 1'000'000_B);
  spec.workload()->checkpoint.enabled = false;
  const RankRig without(spec, 4);
  spec.workload()->checkpoint.enabled = true;
  spec.workload()->checkpoint.ranks = CheckpointRanks::rank_zero;
  spec.workload()->checkpoint.steps_between = 2;
  spec.workload()->checkpoint.step_counter = StepCounter::epoch;
  const RankRig rig(spec, 4);
  ASSERT_EQ(checkpoints_of(rig.result).size(), 2u);
  for (const std::int64_t rank : {0, 1, 2, 3}) {
    EXPECT_EQ(spent(rig.result, rank, Cause::checkpoint), 2 * 4_ms) << rank;
    for (const Cause cause : {Cause::barrier_wait, Cause::compute, Cause::host})
      EXPECT_EQ(spent(rig.result, rank, cause), spent(without.result, rank, cause)) << rank << word(cause);
  }
}

// From epoch 3 on every second one: 3, 5 and 7 of 8.
TEST(Rank, EvaluatesFromAnEpochOn) {
  JobSpec spec = synthetic(8, 1);
  spec.workload()->training.epochs = 8;
  spec.workload()->evaluation.enabled = true;
  spec.workload()->evaluation_files = 4;
  spec.workload()->evaluation.after_epoch = 3;
  spec.workload()->evaluation.epochs_between = 2;
  const RankRig rig(spec, 2);
  std::vector<std::int64_t> with;
  for (const EpochResult& epoch : rig.result.epochs)
    if (!epoch.evaluations.empty()) with.push_back(epoch.epoch);
  EXPECT_EQ(with, (std::vector<std::int64_t>{3, 5, 7}));
}

}  // namespace
}  // namespace headrace
