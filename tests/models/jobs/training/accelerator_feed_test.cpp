#include "models/jobs/training/accelerator_feed.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "tests/models/support/budget.h"
#include "tests/models/support/job_bench.h"

namespace headrace {
namespace {

constexpr Bytes kTensor = Bytes::count(10'000'000);  // A millisecond of a link of 10 GB/s.

NodeSpec linked(Bandwidth link = 10_GBps) {
  NodeSpec spec = JobBench::exact_node();
  spec.memory_bandwidth = 1000_GBps;
  spec.pcie.emplace();
  spec.pcie->bandwidth = link;
  return spec;
}

// A loader whose k-th batch is ready after k loads. Of its five samples some may be in the accelerator.
class PacedLoader final : public DataLoader {
 public:
  PacedLoader(Simulation& sim, Duration load, std::int64_t batches, std::int64_t on_device = 0)
      : sim_(sim), load_(load), batches_(batches), on_device_(on_device) {}
  std::int64_t taken() const { return taken_; }
  void begin_epoch(std::int64_t, std::int64_t) override { begun_ = sim_.now(), taken_ = 0; }
  Task<std::optional<Batch>> next() override {
    if (taken_ == batches_) co_return std::nullopt;
    const Time ready = begun_ + load_ * ++taken_;
    if (sim_.now() < ready) co_await sim_.delay(ready - sim_.now());
    Batch batch(taken_ - 1, 5, 0, 0);
    batch.on_device = on_device_;
    co_return batch;
  }
  void end_epoch() override {}
  std::int64_t ahead() const override { return 0; }
  std::int64_t in_hand() const override { return 0; }
  double read_once_taken(std::int64_t batches) const override { return static_cast<double>(batches); }
  double readers_busy() const override { return 0; }

 private:
  Simulation& sim_;
  Duration load_;
  std::int64_t batches_, on_device_, taken_ = 0;
  Time begun_;
};

class AcceleratorFeedTest : public testing::Test {
 protected:
  // Returns when an epoch of a hundred steps ends.
  Duration epoch(std::int64_t ahead, Duration load, Duration compute) {
    AcceleratorFeed::Plan plan;
    plan.tensor = kTensor / 5;
    plan.ahead = ahead;
    AcceleratorFeed feed(sim_, AcceleratorFeed::Place("feed", node_, 0), plan, rank_);
    PacedLoader loader(sim_, load, 100);
    TaskGroup group(sim_);
    const Time begun = sim_.now();
    group.spawn("loop", loop(feed, loader, compute));
    EXPECT_EQ(sim_.run().end, RunEnd::finished);
    return sim_.now() - begun;
  }
  static Task<> one(AcceleratorFeed& feed, DataLoader& loader) {
    loader.begin_epoch(1, 0);
    feed.begin_epoch(loader);
    co_await feed.next();
  }
  Task<> loop(AcceleratorFeed& feed, DataLoader& loader, Duration compute) {
    loader.begin_epoch(1, 0);
    feed.begin_epoch(loader);
    std::int64_t steps = 0;
    for (;;) {
      const AcceleratorFeed::Fed fed = co_await feed.next();
      if (!fed.batch) break;
      EXPECT_EQ(fed.batch->index, steps++);
      EXPECT_LE(fed.copied_from, sim_.now() - 1_ms);
      co_await sim_.delay(compute);
    }
    EXPECT_EQ(steps, 100);
    feed.end_epoch();
    loader.end_epoch();
  }

  Simulation sim_;
  Metrics metrics_;
  Scope scope_ = Scope(sim_, metrics_);
  Network network_ = Network(scope_.part("network"), NetworkSpec());
  Node node_ = Node(scope_.part("node"), linked(), network_, 0);
  RankAccount rank_;
};

// A hundred steps: the first load, then max(load, copy + compute) for each but the last, which has no further
// load behind it.
TEST_F(AcceleratorFeedTest, EachStepWaitsForItsCopy) {
  EXPECT_EQ(epoch(0, 2_ms, 3_ms), 2_ms + 100 * 4_ms);
  EXPECT_EQ(epoch(0, 7_ms, 3_ms), 100 * 7_ms + 4_ms);
}

// Ahead, the first load and copy, and then max(load, copy, compute).
TEST_F(AcceleratorFeedTest, CopiesAheadHideBehindTheSteps) {
  for (const std::int64_t ahead : {1, 3}) {
    EXPECT_EQ(epoch(ahead, 2_ms, 3_ms), 2_ms + 1_ms + 100 * 3_ms);
    EXPECT_EQ(epoch(ahead, 7_ms, 3_ms), 100 * 7_ms + 1_ms + 3_ms);
    EXPECT_EQ(epoch(ahead, 100_us, 500_us), 100_us + 100 * 1_ms + 500_us);  // The link is busy all along.
  }
}

// While a step lasts for ever, the loader was asked for its batch and the `ahead` behind it, and no more.
TEST_F(AcceleratorFeedTest, CopiesNoFurtherAheadThanItMay) {
  for (const std::int64_t ahead : {0, 1, 4}) {
    AcceleratorFeed::Plan plan;
    plan.tensor = kTensor;
    plan.ahead = ahead;
    AcceleratorFeed feed(sim_, AcceleratorFeed::Place("feed", node_, 0), plan, rank_);
    PacedLoader loader(sim_, 1_us, 100);
    TaskGroup group(sim_);
    group.spawn("loop", loop(feed, loader, 1000_s));
    RunLimits limits;
    limits.until = sim_.now() + 500_s;
    EXPECT_EQ(sim_.run(limits).end, RunEnd::time_limit);
    EXPECT_EQ(loader.taken(), 1 + ahead);
  }
}

// Of five samples two were found in the accelerator: three fifths of the millisecond.
TEST_F(AcceleratorFeedTest, DoesNotCopyWhatIsThere) {
  AcceleratorFeed::Plan plan;
  plan.tensor = kTensor / 5;
  AcceleratorFeed feed(sim_, AcceleratorFeed::Place("feed", node_, 0), plan, rank_);
  PacedLoader loader(sim_, Duration(), 1, 2);
  TaskGroup group(sim_);
  group.spawn("next", one(feed, loader));
  EXPECT_EQ(sim_.run().end, RunEnd::finished);
  EXPECT_EQ(sim_.now(), Time::at(600_us));
}

JobSpec trained(std::int64_t batch) {
  JobSpec job;
  job.dlio_version = DlioVersion::v1_0;
  WorkloadSpec& work = job.work.give(WorkloadSpec());
  work.dataset.format = Format::synthetic;
  work.dataset.files = 400;
  work.dataset.record_length = kTensor;
  work.loader.kind = LoaderKind::pytorch;
  work.loader.batch_size = batch;
  work.loader.read_threads = 4;
  work.loader.pin_bandwidth = 1000_GBps;
  work.training.computation_time = Distribution(100_ms);
  job.feed.emplace();
  return job;
}

// Four ranks copy 5 tensors each over one link, at the same time: 20 ms a step. Their causes add up.
TEST(FedRank, WaitsForItsCopyOverTheLinkOfItsNode) {
  JobBench bench(trained(5), 1, 4, 1, 1_GBps, linked());
  const JobResult result = bench.run();
  ASSERT_EQ(bench.outcome.end, RunEnd::finished);
  for (const std::int64_t rank : {0, 1, 2, 3}) {
    EXPECT_NEAR(spent(result, rank, Cause::copy_wait).in_seconds(), 20 * 20e-3, 20 * 1e-6);
    EXPECT_EQ(spent(result, rank), result.end - result.start);
  }
  EXPECT_EQ(spent(result, 0, Cause::network_wait), Duration::max());
}

// One batch ahead nothing waits but the first step of the epoch.
TEST(FedRank, DoesNotWaitForWhatIsCopiedAhead) {
  JobSpec spec = trained(5);
  spec.feed->ahead = 1;
  JobBench bench(spec, 1, 4, 1, 1_GBps, linked());
  const JobResult result = bench.run();
  ASSERT_EQ(bench.outcome.end, RunEnd::finished);
  EXPECT_NEAR(spent(result, 0, Cause::copy_wait).in_seconds(), 20e-3, 1e-6);
}

// Where the job says nothing a node's links change nothing, and no such cause is told.
TEST(FedRank, IsFedAtNoCostWhereNothingIsSaid) {
  JobSpec spec = trained(5);
  spec.feed.reset();
  JobBench with(spec, 1, 4, 1, 1_GBps, linked()), without(spec, 1, 4);
  const JobResult one = with.run(), other = without.run();
  EXPECT_EQ(one.end, other.end);
  EXPECT_EQ(spent(one, 0, Cause::copy_wait), Duration::max());
}

// Evaluation steps wait for their copies, too: 400 samples of 4 ranks in batches of 5, 20 ms each.
TEST(FedRank, IsFedForItsEvaluation) {
  JobSpec spec = trained(5);
  spec.workload()->evaluation.enabled = true;
  spec.workload()->evaluation_files = 400;
  spec.workload()->loader.batch_size_evaluation = 5;
  JobBench bench(spec, 1, 4, 1, 1_GBps, linked());
  const JobResult result = bench.run();
  ASSERT_EQ(result.epochs.front().evaluations.size(), 1u);
  const SpanResult& span = result.epochs.front().evaluations.front();
  EXPECT_NEAR((span.end - span.start).in_seconds(), 20 * 20e-3, 2e-3);  // The first batch is pinned, too.
}

// Until the loader has the batch its rank waits for that, whatever nobody told; from then on for the copy.
TEST_F(AcceleratorFeedTest, TellsTheBatchFromItsCopy) {
  AcceleratorFeed::Plan plan;
  plan.tensor = kTensor / 5;
  AcceleratorFeed feed(sim_, AcceleratorFeed::Place("feed", node_, 0), plan, rank_);
  PacedLoader loader(sim_, 2_ms, 1);
  rank_.start(sim_.now());
  rank_.begin(Cause::batch_wait);
  TaskGroup group(sim_);
  group.spawn("next", one(feed, loader));
  EXPECT_EQ(sim_.run().end, RunEnd::finished);
  EXPECT_EQ(spent(rank_, Cause::batch_wait, Activity::delivery), 2_ms);
  EXPECT_EQ(rank_.spent(Cause::batch_wait), 2_ms);
  EXPECT_EQ(spent(rank_, Cause::copy_wait, Activity::copy), 1_ms);
}

}  // namespace
}  // namespace headrace
