#include "models/loaders/worker_loader.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>
#include <tuple>

#include "models/loaders/kinds.h"
#include "tests/models/support/loader_bench.h"
#include "tests/models/support/recording_file_system.h"

namespace headrace {
namespace {

class WorkersRig {
 public:
  explicit WorkersRig(const DatasetSpec& data, const HostWorkSpec& host = free_host())
      : storage(sim, 100_us, 200_us, 1_GBps, 50_us), bench(storage, sim, metrics, data, host) {}

  Simulation sim;
  Metrics metrics;
  RecordingFileSystem storage;
  LoaderBench bench;
};

DatasetSpec made_in_place(std::int64_t samples) {
  DatasetSpec spec;
  spec.format = Format::synthetic;
  spec.files = samples;
  return spec;
}

LoaderSpec bare() {
  LoaderSpec spec;
  spec.kind = LoaderKind::pytorch;
  spec.pin_memory = false;
  return spec;
}

class Recurrence : public testing::TestWithParam<std::tuple<std::int64_t, std::int64_t, Duration>> {};

// DataLoader recurrence: F(i) = max(F(i-W), R(i-pW)) + s(i);  R(i) = max(R(i-1) + c, F(i)).
TEST_P(Recurrence, HoldsStepByStep) {
  const auto [workers, ahead, each] = GetParam();
  constexpr std::int64_t kBatches = 300;
  WorkersRig rig(made_in_place(kBatches));
  LoaderSpec spec = bare();
  spec.preprocess_time = Distribution(Law::exponential, 10_ms);
  WorkerPlan plan;
  plan.workers = workers;
  plan.ahead = ahead;
  WorkerLoader loader(rig.bench.context(spec, 0, 1), plan);
  const auto taken = rig.bench.take_epoch(loader, 1, each);
  ASSERT_EQ(taken.at.size(), static_cast<std::size_t>(kBatches));

  std::vector<RandomStream> draws;  // The workers' own, batch after batch.
  for (std::int64_t w = 0; w < workers; ++w)
    draws.emplace_back(rig.sim.seed(), "test/rank/0/worker/" + std::to_string(w) + "/preprocess");
  std::vector<Time> finished, returned;
  for (std::int64_t i = 0; i < kBatches; ++i) {
    const auto at = [](const std::vector<Time>& times, std::int64_t k) {
      return k < 0 ? Time() : times[static_cast<std::size_t>(k)];
    };
    const Duration service = spec.preprocess_time.draw(draws[static_cast<std::size_t>(i % workers)]);
    const Time begun = std::max(at(finished, i - workers), at(returned, i - ahead * workers));
    finished.push_back(begun + service);
    const Time asked = i == 0 ? Time() : at(returned, i - 1) + each;
    returned.push_back(std::max(asked, finished.back()));
    ASSERT_EQ(taken.at[static_cast<std::size_t>(i)].ns(), returned.back().ns()) << "batch " << i;
  }
}

INSTANTIATE_TEST_SUITE_P(Grid, Recurrence,
                         testing::Combine(testing::Values(1, 2, 4, 8, 16), testing::Values(1, 2, 4),
                                          testing::Values(0_ms, 1_ms, 12_ms)));

// Between batches that a loop takes at once lie the draws of one reader: the second epoch's are the ones that
// follow the first epoch's in its stream.
TEST(WorkerLoader, AnEpochGoesOnInTheDrawsOfTheLast) {
  for (const std::int64_t workers : {0, 1}) {
    WorkersRig rig(made_in_place(20));
    LoaderSpec spec = bare();
    spec.preprocess_time = Distribution(Law::exponential, 10_ms);
    WorkerPlan plan;
    plan.workers = workers;
    WorkerLoader loader(rig.bench.context(spec, 0, 1), plan);
    RandomStream draws(rig.sim.seed(),
                       workers == 0 ? "test/rank/0/preprocess" : "test/rank/0/worker/0/preprocess");
    for (const std::int64_t epoch : {1, 2}) {
      Time made = rig.sim.now();
      const auto taken = rig.bench.take_epoch(loader, epoch, 0_ms);
      ASSERT_EQ(taken.at.size(), 20u);
      for (const Time at : taken.at) {
        made = made + spec.preprocess_time.draw(draws);
        ASSERT_EQ(at.ns(), made.ns()) << workers << " workers, epoch " << epoch;
      }
    }
  }
}

TEST(WorkerLoader, DeliversBatchesInOrderWhateverTheWorkersDo) {
  WorkersRig rig(made_in_place(100));
  LoaderSpec spec = bare();
  spec.batch_size = 2;
  spec.preprocess_time = Distribution(Law::lognormal, 10_ms, 30_ms);
  WorkerPlan plan;
  plan.workers = 7;
  plan.ahead = 2;
  WorkerLoader loader(rig.bench.context(spec, 0, 1), plan);
  const auto taken = rig.bench.take_epoch(loader, 1, 0_ms);
  ASSERT_EQ(taken.batches.size(), 50u);
  for (std::int64_t i = 0; i < 50; ++i) {
    EXPECT_EQ(taken.batches[static_cast<std::size_t>(i)].index, i);
    EXPECT_EQ(taken.batches[static_cast<std::size_t>(i)].first, 2 * i);
    EXPECT_EQ(taken.batches[static_cast<std::size_t>(i)].last, 2 * i + 1);
  }
}

// What is left out is not read, and the rest comes as an epoch of so many batches does.
TEST(WorkerLoader, GoesOnWithAnEpochWhereItIsTold) {
  for (const std::int64_t workers : {0, 1, 3, 4}) {
    for (const std::int64_t left_out : {0, 1, 5, 24, 25, 30}) {
      WorkersRig whole(made_in_place(50)), rest(made_in_place(50));
      LoaderSpec spec = bare();
      spec.batch_size = 2;
      spec.read_threads = workers;
      spec.preprocess_time = Distribution(10_ms);
      const auto all = make_loader(whole.bench.context(spec, 0, 1));
      const auto later = make_loader(rest.bench.context(spec, 0, 1));
      const auto expected = whole.bench.take_epoch(*all, 1, 7_ms);
      const auto taken = rest.bench.take_epoch(*later, 1, 7_ms, -1, left_out);
      ASSERT_EQ(static_cast<std::int64_t>(taken.batches.size()), std::max<std::int64_t>(0, 25 - left_out));
      for (std::size_t i = 0; i < taken.batches.size(); ++i) {
        const Batch& same = expected.batches[i + static_cast<std::size_t>(left_out)];
        EXPECT_EQ(taken.batches[i].index, same.index);
        EXPECT_EQ(taken.batches[i].first, same.first);
        EXPECT_EQ(taken.at[i], expected.at[i]) << workers << " workers, " << left_out << " left out, " << i;
      }
    }
  }
}

DatasetSpec unet3d_like(std::int64_t files) {
  DatasetSpec spec;
  spec.format = Format::npz;
  spec.files = files;
  spec.record_length = 1_MiB;
  spec.record_length_stdev = 300_KiB;
  return spec;
}

// Every consumed file is opened once, read whole once, and closed once in an epoch.
TEST(WorkerLoader, ReadsEachConsumedFileWholeExactlyOnceAnEpoch) {
  WorkersRig rig(unet3d_like(168));
  LoaderSpec spec = bare();
  spec.batch_size = 4;
  spec.read_threads = 4;
  spec.sample_shuffle = spec.file_shuffle = Shuffle::seed;
  auto context = rig.bench.context(spec, 3, 16);
  context.shuffles_all = true;
  const auto loader = make_loader(context);
  for (std::int64_t epoch = 1; epoch <= 3; ++epoch) {
    const std::size_t before = rig.storage.records().size();
    const auto taken = rig.bench.take_epoch(*loader, epoch, 1_ms);
    EXPECT_EQ(taken.batches.size(), 2u);  // floor(168 / 16) = 10 samples: 2 batches of 4.
    std::map<std::int64_t, std::int64_t> opened, read, closed;
    for (std::size_t r = before; r < rig.storage.records().size(); ++r) {
      const auto& record = rig.storage.records()[r];
      const std::int64_t file = record.file.index;
      if (record.operation == IoOperation::open) ++opened[file];
      if (record.operation == IoOperation::close) ++closed[file];
      if (record.operation != IoOperation::read) continue;
      ++read[file];
      EXPECT_EQ(record.offset, Bytes());
      EXPECT_EQ(record.length, rig.bench.data().file(file).size);
    }
    EXPECT_EQ(read.size(), 8u);
    for (const auto& [file, times] : read) EXPECT_EQ(times, 1) << file;
    EXPECT_EQ(opened, read);
    EXPECT_EQ(closed, read);
  }
  EXPECT_EQ(rig.storage.open_handles(), 0);
}

TEST(WorkerLoader, WorkersStartAtOnceAndInTheFirstEpochOnly) {
  HostWorkSpec host = free_host();
  host.pytorch.worker_start = 30_ms;
  WorkersRig rig(made_in_place(8), host);
  LoaderSpec spec = bare();
  spec.read_threads = 4;
  spec.preprocess_time = Distribution(5_ms);
  const auto loader = make_loader(rig.bench.context(spec, 0, 1));
  const auto first = rig.bench.take_epoch(*loader, 1, 0_ms);
  EXPECT_EQ(first.at.front(), Time::at(30_ms + 5_ms));
  const Time begun = first.at.back();
  EXPECT_EQ(rig.bench.take_epoch(*loader, 2, 0_ms).at.front(), begun + 5_ms);
}

TEST(WorkerLoader, WithoutWorkersTheLoopReadsForItself) {
  WorkersRig rig(made_in_place(3));
  LoaderSpec spec = bare();
  spec.read_threads = 0;
  spec.preprocess_time = Distribution(10_ms);
  const auto loader = make_loader(rig.bench.context(spec, 0, 1));
  const auto taken = rig.bench.take_epoch(*loader, 1, 7_ms);
  EXPECT_EQ(taken.at, (std::vector<Time>{Time::at(10_ms), Time::at(27_ms), Time::at(44_ms)}));
}

// Pinning is one copy at a time: 3 batches ready at once leave 1, 2 and 3 copies later.
TEST(WorkerLoader, PinningIsSerial) {
  DatasetSpec data = made_in_place(3);
  data.tensor_length = 6_MiB;
  WorkersRig rig(data);
  LoaderSpec spec = bare();
  spec.read_threads = 3;
  spec.pin_memory = true;
  spec.preprocess_time = Distribution(10_ms);
  const auto loader = make_loader(rig.bench.context(spec, 0, 1));
  const auto taken = rig.bench.take_epoch(*loader, 1, 0_ms);
  const Duration copy = 6_MiB / spec.pin_bandwidth;
  for (std::int64_t i = 0; i < 3; ++i)
    EXPECT_EQ(taken.at[static_cast<std::size_t>(i)], Time::at(10_ms + copy * (i + 1)));
}

// What comes straight into the accelerator is pinned nowhere, and neither is what a cache has there; what is
// pinned for a job that counts copies moves three bytes for each on the memory bus, here for 6 MiB over 150
// GB/s, longer than its 6 MiB at 1000 GB/s.
TEST(WorkerLoader, PinsWhatLiesInMemory) {
  using Feed = LoaderContext::Feed;
  for (const auto& [feed, span] : {std::pair{Feed::none, 6_MiB / 1000_GBps}, std::pair{Feed::straight, 0_ns},
                                   std::pair{Feed::batches, 18_MiB / 150_GBps}}) {
    DatasetSpec data = made_in_place(4);
    data.record_length = 6_MiB;
    WorkersRig rig(data);
    LoaderSpec spec = bare();
    spec.pin_memory = true;
    spec.pin_bandwidth = 1000_GBps;
    LoaderContext context = rig.bench.context(spec, 0, 1);
    context.feed = feed;
    const auto taken = rig.bench.take_epoch(*make_loader(context), 1, 0_ms);
    ASSERT_EQ(taken.at.size(), 4u);
    EXPECT_NEAR(taken.at[0].since_start().in_seconds(), span.in_seconds(), 3e-9);
  }
}

// Each thread has a run of consecutive samples and their batches come in turn.
TEST(WorkerLoader, PerThreadRunsAreInterleaved) {
  WorkersRig rig(made_in_place(12));
  LoaderSpec spec = bare();
  spec.kind = LoaderKind::tensorflow;
  spec.read_threads = 2;
  spec.batch_size = 2;
  const auto loader = make_loader(rig.bench.context(spec, 0, 1));
  const auto taken = rig.bench.take_epoch(*loader, 1, 0_ms);
  std::vector<SampleId> first;
  for (const Batch& batch : taken.batches) first.push_back(batch.first);
  EXPECT_EQ(first, (std::vector<SampleId>{0, 6, 2, 8, 4, 10}));
}

// Whatever the framework deals to its workers, the batches are the policy's order cut into pieces; with a
// window, also where seven workers draw from it at their own pace.
TEST(WorkerLoader, AShuffleIsTheOrderOfTheBatches) {
  for (const LoaderKind kind : {LoaderKind::pytorch, LoaderKind::tensorflow})
    for (const auto& row : ShufflePolicy::table()) {
      LoaderSpec spec = bare();
      spec.kind = kind;
      spec.batch_size = 3;
      spec.read_threads = 7;
      spec.prefetch_size = 0;
      spec.preprocess_time = Distribution(Law::exponential, 10_ms);
      ShufflePolicy::Context shuffle;
      shuffle.samples = 1000;
      shuffle.ranks = 2;
      shuffle.lag = most_batches_ahead(spec) * spec.batch_size;
      const auto policy = Chosen<ShufflePolicy>(row.name).make(shuffle);
      WorkersRig rig(made_in_place(1000));
      LoaderContext context = rig.bench.context(spec, 1, 2);
      context.shuffle = policy.get();
      const auto loader = make_loader(context);
      for (std::int64_t epoch = 1; epoch <= 2; ++epoch) {
        const auto order = policy->order(epoch, 1);
        const auto taken = rig.bench.take_epoch(*loader, epoch, 0_ms);
        ASSERT_EQ(taken.batches.size(), 166u);
        for (const Batch& batch : taken.batches) {
          EXPECT_EQ(batch.first, order->at(3 * batch.index)) << row.name;
          EXPECT_EQ(batch.last, order->at(3 * batch.index + 2)) << row.name;
        }
      }
    }
}

// Every policy of caches under an order that is known: the one that sees the future has the most hits.
TEST(WorkerLoader, ACacheThatLooksAheadHitsMost) {
  std::map<std::string, std::int64_t> hits;
  for (const auto& row : CachePolicy::table()) {
    DatasetSpec data = unet3d_like(200);
    data.record_length_stdev = Bytes();  // Of one size: the bound is one for those.
    WorkersRig rig(data);
    ShufflePolicy::Context shuffle;
    shuffle.samples = 200;
    const auto policy = Chosen<ShufflePolicy>("global").make(shuffle);
    CacheSpec cached;
    cached.policy = Chosen<CachePolicy>(row.name);
    cached.capacity = 80_MiB;
    SampleCache cache(rig.bench.cache_home(), cached);
    LoaderSpec spec = bare();
    spec.read_threads = 1;
    LoaderContext context = rig.bench.context(spec, 0, 1);
    context.shuffle = policy.get();
    context.cache = &cache;
    context.epochs = 6;
    const auto loader = make_loader(context);
    for (std::int64_t epoch = 1; epoch <= 6; ++epoch) rig.bench.take_epoch(*loader, epoch, 0_ms);
    EXPECT_EQ(cache.hits() + cache.misses(), 6 * 200);
    EXPECT_EQ(rig.storage.count(IoOperation::open), cache.misses());
    EXPECT_EQ(cache.imbalance(), "");
    hits[std::string(row.name)] = cache.hits();
  }
  // Every sample is read once between two epochs' ends, so of each one, held or not, one interval from use to
  // use spans the end of an epoch: no policy has more than f n hits in an epoch, and who sees the future has
  // them.
  EXPECT_EQ(hits["belady"], 5 * 80);
  for (const auto& [name, count] : hits) EXPECT_LE(count, hits["belady"]) << name;
}

TEST(WorkerLoader, ReadersBusyIsTheShareOfTimeTheyRead) {
  WorkersRig rig(made_in_place(4));
  LoaderSpec spec = bare();
  spec.read_threads = 2;
  spec.preprocess_time = Distribution(10_ms);
  const auto loader = make_loader(rig.bench.context(spec, 0, 1));
  rig.bench.take_epoch(*loader, 1, 40_ms);  // The loop ends at 10 + 4 * 40 ms; 4 batches of 10 ms were made.
  EXPECT_NEAR(loader->readers_busy(), 40.0 / 170 / 2, 1e-9);
}

}  // namespace
}  // namespace headrace
