// What workers do beside the order of PyTorch's defaults: leave batches out of order, fetch samples at
// once, and start one after another; and what share of W workers a loop gets that waits for them in order.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <vector>

#include "models/loaders/kinds.h"
#include "models/loaders/worker_loader.h"
#include "tests/models/support/loader_bench.h"
#include "tests/models/support/recording_file_system.h"

namespace headrace {
namespace {

class OrderRig {
 public:
  explicit OrderRig(const DatasetSpec& data, const HostWorkSpec& host = free_host())
      : storage(sim, 0_ns, 10_ms, 1000_GBps, 0_ns), bench(storage, sim, metrics, data, host) {}

  LoaderBench::Taken take(const LoaderSpec& spec, const WorkerPlan& plan, Duration each = 0_ns) {
    WorkerLoader loader(bench.context(spec, 0, 1), plan);
    return bench.take_epoch(loader, 1, each);
  }

  Simulation sim;
  Metrics metrics;
  RecordingFileSystem storage;
  LoaderBench bench;
};

DatasetSpec made_of(std::int64_t samples) {
  DatasetSpec spec;
  spec.format = Format::synthetic;
  spec.files = samples;
  return spec;
}

LoaderSpec drawn(const Distribution& time) {
  LoaderSpec spec;
  spec.kind = LoaderKind::pytorch;
  spec.pin_memory = false;
  spec.preprocess_time = time;
  return spec;
}

WorkerPlan plan_of(std::int64_t workers, std::int64_t ahead, bool in_order = true) {
  WorkerPlan plan;
  plan.workers = workers;
  plan.ahead = ahead;
  plan.in_order = in_order;
  return plan;
}

// Share of the ideal throughput of W workers, n E[s] / (W R(n)), that a loop gets which takes nothing for a
// batch, by the coefficient of variation of the service times of batches.
double share_of_ideal(std::int64_t workers, std::int64_t ahead, double variation, bool in_order,
                      std::int64_t batches) {
  OrderRig rig(made_of(batches));
  const auto spread = Duration::nanoseconds(std::llround(variation * 1e7));
  const Distribution law = variation > 0 ? Distribution(Law::lognormal, 10_ms, spread) : Distribution(10_ms);
  const auto taken = rig.take(drawn(law), plan_of(workers, ahead, in_order));
  return static_cast<double>(batches) * 0.01 /
         (static_cast<double>(workers) * (taken.at.back() - Time()).in_seconds());
}

// A table of 60,000 batches each, found with an independent program from the recurrence alone.
struct Share {
  std::int64_t workers, ahead;
  double variation, share;
};

constexpr Share kShares[] = {
    {4, 2, 0, 1.00},   {4, 2, 0.5, 0.88}, {4, 2, 1, 0.72},    {4, 2, 2, 0.54},   {8, 1, 0, 1.00},
    {8, 1, 0.5, 0.67}, {8, 1, 1, 0.47},   {8, 1, 2, 0.32},    {8, 2, 0, 1.00},   {8, 2, 0.5, 0.83},
    {8, 2, 1, 0.60},   {8, 2, 2, 0.41},   {8, 4, 0, 1.00},    {8, 4, 0.5, 0.91}, {8, 4, 1, 0.74},
    {8, 4, 2, 0.51},   {16, 2, 0, 1.00},  {16, 2, 0.5, 0.78}, {16, 2, 1, 0.50},  {16, 2, 2, 0.31},
};

TEST(WorkerOrderLong, ShareOfTheIdealInOrder) {
  for (const Share& row : kShares)
    EXPECT_NEAR(share_of_ideal(row.workers, row.ahead, row.variation, true, 60'000), row.share, 0.02)
        << row.workers << " workers, " << row.ahead << " ahead, variation " << row.variation;
}

// Out of order a worker with two batches in hand is never idle: W workers do W times the work of one, but
// for the last batches.
TEST(WorkerOrder, OutOfOrderNoWorkerWaitsForAnother) {
  for (const double variation : {0.5, 1.0, 2.0}) {
    EXPECT_GT(share_of_ideal(8, 2, variation, false, 3000), 0.93) << variation;
    EXPECT_LT(share_of_ideal(8, 2, variation, true, 3000), 0.86) << variation;
  }
}

TEST(WorkerOrder, OutOfOrderEachBatchComesOnceAndNotInItsTurn) {
  LoaderSpec spec = drawn(Distribution(Law::lognormal, 10_ms, 20_ms));
  for (const bool pins : {false, true}) {
    OrderRig rig(made_of(200));
    WorkerPlan plan = plan_of(5, 2, false);
    plan.pin = pins;
    const auto taken = rig.take(spec, plan, 1_ms);
    std::vector<std::int64_t> numbers;
    for (const Batch& batch : taken.batches) numbers.push_back(batch.index);
    EXPECT_FALSE(std::is_sorted(numbers.begin(), numbers.end()));
    EXPECT_EQ(std::set<std::int64_t>(numbers.begin(), numbers.end()).size(), 200u);
    EXPECT_EQ(numbers.size(), 200u);
  }
}

// A batch of b samples of read time r by t threads takes ceil(b / t) r.
TEST(WorkerOrder, ThreadsFetchTheSamplesOfABatchAtOnce) {
  for (const std::int64_t workers : {0, 1}) {
    for (const std::int64_t threads : {1, 3, 8, 20}) {
      DatasetSpec data;
      data.format = Format::jpeg;
      data.files = 16;
      data.record_length = 1_B;
      OrderRig rig(data);
      LoaderSpec spec = drawn(Distribution(Duration()));
      spec.batch_size = 8;
      WorkerPlan plan = plan_of(workers, 1);
      plan.threads = threads;
      const auto taken = rig.take(spec, plan);
      ASSERT_EQ(taken.at.size(), 2u);
      const std::int64_t rounds = (8 + threads - 1) / threads;
      const Duration each = taken.at[0] - Time();
      EXPECT_GE(each, rounds * 10_ms);
      EXPECT_LE(each, rounds * (10_ms + 40_ns));  // A byte, and its decoding.
      EXPECT_EQ(taken.batches[1].first, 8);
      EXPECT_EQ(taken.batches[1].last, 15);
      EXPECT_EQ(rig.storage.count(IoOperation::read), 16);
      EXPECT_EQ(rig.storage.most_open_handles(),
                std::min<std::int64_t>(threads, 8) * std::max<std::int64_t>(1, workers));
    }
  }
}

// W workers that are spawned in t each start one after another, and the first batch comes W t + s after the
// beginning; those that are forked start at once.
TEST(WorkerOrder, SpawnedWorkersStartOneAfterAnother) {
  for (const bool spawns : {false, true}) {
    HostWorkSpec host = free_host();
    host.pytorch.worker_start = 200_ms;
    host.pytorch.worker_spawn = 3_s;
    OrderRig rig(made_of(16), host);
    WorkerPlan plan = plan_of(4, 2);
    plan.spawns = spawns;
    WorkerLoader loader(rig.bench.context(drawn(Distribution(50_ms)), 0, 1), plan);
    const auto first = rig.bench.take_epoch(loader, 1, 0_ns);
    EXPECT_EQ(first.at[0].ns(), ((spawns ? 4 * 3_s : 200_ms) + 50_ms).ns());
    const Time begun = rig.sim.now();
    const auto second = rig.bench.take_epoch(loader, 2, 0_ns);  // They live on.
    EXPECT_EQ(second.at[0] - begun, 50_ms);
  }
}

}  // namespace
}  // namespace headrace
