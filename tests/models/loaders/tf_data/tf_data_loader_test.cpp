#include "models/loaders/tf_data/tf_data_loader.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <set>
#include <vector>

#include "tests/models/support/tf_data_rig.h"

namespace headrace {
namespace {

// The figures of TensorFlow's guide "Better performance with the tf.data API", to the nanosecond.

// e (o + n (r + c)) = 2 (30 + 3 (15 + 10)) ms = 210 ms: a loop and a pipeline that take turns.
TEST(TfDataGuide, Naive) {
  TfDataRig rig(records_of(1, 3));
  const Duration took = rig.time_of(naive_pipeline(), 2);
  EXPECT_EQ(took, 2 * (kGuideOpen + 3 * (kGuideRead + kGuideStep)));
  EXPECT_EQ(took, 210_ms);
}

// e (o + r + (n - 1) max(r, c) + c) = 2 (30 + 15 + 2 x 15 + 10) ms = 170 ms: the next sample is read
// meanwhile.
TEST(TfDataGuide, Prefetch) {
  TfDataRig rig(records_of(1, 3));
  LoaderSpec spec = naive_pipeline();
  spec.prefetch_size = 1;
  const Duration took = rig.time_of(spec, 2);
  EXPECT_EQ(took, 2 * (kGuideOpen + kGuideRead + 2 * std::max(kGuideRead, kGuideStep) + kGuideStep));
  EXPECT_EQ(took, 170_ms);
}

// e f (o + n (r + c)) = 2 x 2 (30 + 3 (15 + 10)) ms = 420 ms: files in turn, and nothing at the same time.
TEST(TfDataGuide, SequentialInterleave) {
  TfDataRig rig(records_of(2, 3));
  LoaderSpec spec = naive_pipeline();
  spec.tf_data.interleave = interleaved(2);
  const Duration took = rig.time_of(spec, 2);
  EXPECT_EQ(took, 4 * (kGuideOpen + 3 * (kGuideRead + kGuideStep)));
  EXPECT_EQ(took, 420_ms);
}

// e (o + n (r + m + c)) = 2 (30 + 3 (15 + 30 + 10)) ms = 390 ms.
TEST(TfDataGuide, SequentialMap) {
  TfDataRig rig(records_of(1, 3));
  LoaderSpec spec = naive_pipeline();
  spec.preprocess_time = Distribution(kGuideMap);
  const Duration took = rig.time_of(spec, 2);
  EXPECT_EQ(took, 2 * (kGuideOpen + 3 * (kGuideRead + kGuideMap + kGuideStep)));
  EXPECT_EQ(took, 390_ms);
}

// o + n (r + m + c) + (e - 1) n c = 30 + 3 (15 + 30 + 10) + 4 x 3 x 10 ms = 315 ms: later epochs open, read
// and map nothing.
TEST(TfDataGuide, CacheAfterMap) {
  TfDataRig rig(records_of(1, 3));
  LoaderSpec spec = naive_pipeline();
  spec.preprocess_time = Distribution(kGuideMap);
  spec.tf_data.cache_after = CacheAfter::map;
  const Duration took = rig.time_of(spec, 5);
  EXPECT_EQ(took, kGuideOpen + 3 * (kGuideRead + kGuideMap + kGuideStep) + 12 * kGuideStep);
  EXPECT_EQ(took, 315_ms);
}

// o + n (r + m + c) + (e - 1) n (m + c): a cache of what was read is mapped again, but for a nanosecond of
// its reading that the decoding is.
TEST(TfDataGuide, CacheAfterReading) {
  TfDataRig rig(records_of(1, 3));
  LoaderSpec spec = naive_pipeline();
  spec.preprocess_time = Distribution(kGuideMap);
  spec.tf_data.cache_after = CacheAfter::reading;
  EXPECT_EQ(rig.time_of(spec, 5),
            kGuideOpen + 3 * (kGuideRead + kGuideMap + kGuideStep) + 12 * (kGuideMap + 1_ns + kGuideStep));
  EXPECT_EQ(rig.storage.count(IoOperation::open), 1);
}

// o + n r + ... : two calls map at the same time, and the next samples are read meanwhile. Sample i of 0,
// 1, 2 is read at o + (i + 1) r as room is there for the third once the first is taken, at o + r + m:
//   o + r + m + r + m + c = 30 + 15 + 30 + 15 + 30 + 10 ms = 130 ms an epoch.
TEST(TfDataGuide, ParallelMap) {
  TfDataRig rig(records_of(1, 3));
  LoaderSpec spec = naive_pipeline();
  spec.preprocess_time = Distribution(kGuideMap);
  spec.tf_data.map = mapped_by(2);
  EXPECT_EQ(rig.time_of(spec, 2),
            2 * (kGuideOpen + kGuideRead + kGuideMap + kGuideRead + kGuideMap + kGuideStep));
}

// Two files are opened and read at the same time, both ahead of the loop, which waits for o + r and then
// takes a pair of samples in 2 c = 20 ms, longer than the 15 ms that the next pair takes: o + r + f n c =
// 105 ms.
TEST(TfDataGuide, ParallelInterleave) {
  TfDataRig rig(records_of(2, 3));
  LoaderSpec spec = naive_pipeline();
  spec.tf_data.interleave = interleaved(2, 1, 2);
  const Duration took = rig.time_of(spec, 2);
  EXPECT_GE(took, 2 * (kGuideOpen + kGuideRead + 6 * kGuideStep) - 12_ns);
  EXPECT_LE(took, 2 * (kGuideOpen + kGuideRead + 6 * kGuideStep) + 12_ns);
}

LoaderSpec of_batches(std::int64_t batch, std::int64_t prefetch) {
  LoaderSpec spec = naive_pipeline();
  spec.batch_size = batch;
  spec.prefetch_size = prefetch;
  return spec;
}

TEST(TfDataLoader, MakesWholeBatchesOfAllSamplesInOrder) {
  TfDataRig rig(records_of(3, 5));
  const auto loader = make_loader(rig.bench.context(of_batches(4, 2), 0, 1));
  for (const std::int64_t epoch : {1, 2}) {
    const auto taken = rig.bench.take_epoch(*loader, epoch, 1_ms);
    ASSERT_EQ(taken.batches.size(), 3u);
    for (std::int64_t b = 0; b < 3; ++b) {
      EXPECT_EQ(taken.batches[static_cast<std::size_t>(b)].index, b);
      EXPECT_EQ(taken.batches[static_cast<std::size_t>(b)].first, 4 * b);
      EXPECT_EQ(taken.batches[static_cast<std::size_t>(b)].last, 4 * b + 3);
    }
  }
}

TEST(TfDataLoader, LeavesOutTheFirstBatches) {
  for (const std::int64_t prefetch : {0, 2}) {
    TfDataRig rig(records_of(3, 5));
    const auto loader = make_loader(rig.bench.context(of_batches(4, prefetch), 0, 1));
    const auto taken = rig.bench.take_epoch(*loader, 1, 1_ms, -1, 2);
    ASSERT_EQ(taken.batches.size(), 1u);
    EXPECT_EQ(taken.batches.front().first, 8);
  }
}

// Four ranks have 2, 2, 1 and 1 of 6 files with 4 samples, and an epoch has floor(24 / 3 / 4) = 2 steps of
// 3: the last ones begin their file again for the rest.
TEST(TfDataLoader, ARankWithTooFewFilesBeginsThemAgain) {
  for (const RankId rank : {0, 1, 2, 3}) {
    TfDataRig rig(records_of(6, 4));
    const auto loader = make_loader(rig.bench.context(of_batches(3, 1), rank, 4));
    const auto taken = rig.bench.take_epoch(*loader, 1, 1_ms);
    ASSERT_EQ(taken.batches.size(), 2u) << "rank " << rank;
    EXPECT_EQ(taken.batches[0].first, 4 * rank);
    EXPECT_EQ(taken.batches[1].last, rank < 2 ? 4 * (rank + 4) + 1 : 4 * rank + 1);
  }
}

// With a prefetch of p, the batches that are there or being made are p, once the loop has taken one:
// samples read are those of the batches taken and of p more.
TEST(TfDataLoader, NoMoreIsPrefetchedThanTheBufferHolds) {
  for (const std::int64_t prefetch : {0, 1, 3}) {
    TfDataRig rig(records_of(1, 40));
    const auto loader = make_loader(rig.bench.context(of_batches(2, prefetch), 0, 1));
    rig.bench.take_epoch(*loader, 1, 10_s, 4);
    EXPECT_EQ(rig.storage.count(IoOperation::read), 2 * (4 + prefetch)) << prefetch;
  }
}

// A buffer of b samples is full before the first of them leaves: o + b r, then r a batch of one.
TEST(TfDataLoader, TheShuffleBufferFillsBeforeTheFirstBatch) {
  TfDataRig rig(records_of(1, 20));
  LoaderSpec spec = of_batches(1, 0);
  spec.sample_shuffle = Shuffle::random;
  spec.shuffle_size = 8;
  const auto loader = make_loader(rig.bench.context(spec, 0, 1));
  const auto taken = rig.bench.take_epoch(*loader, 1, 0_ns);
  ASSERT_EQ(taken.at.size(), 20u);
  EXPECT_EQ(taken.at[0].ns(), (kGuideOpen + 8 * kGuideRead).ns());
  EXPECT_EQ(taken.at[1].ns(), (kGuideOpen + 9 * kGuideRead).ns());
  EXPECT_EQ(taken.at[19].ns(), (kGuideOpen + 20 * kGuideRead).ns());  // The last eight are there already.
  EXPECT_EQ(taken.at[12].ns(), taken.at[19].ns());
}

// Returns pipelines of every kind of stage: in order and not, with none, one and several calls.
std::vector<LoaderSpec> pipelines() {
  std::vector<LoaderSpec> all;
  for (const bool in_order : {true, false})
    for (const std::int64_t reads : {kNoCalls, std::int64_t{1}, std::int64_t{3}, kAutotune})
      for (const std::int64_t maps : {kNoCalls, std::int64_t{1}, std::int64_t{4}, kAutotune})
        for (const CacheAfter cache : {CacheAfter::none, CacheAfter::reading, CacheAfter::map}) {
          LoaderSpec spec = of_batches(1, reads > 0 ? 0 : 2);
          spec.preprocess_time = Distribution(Law::lognormal, 20_ms, 40_ms);
          spec.file_shuffle = Shuffle::random;
          spec.tf_data.interleave = interleaved(3, 2, reads, in_order);
          spec.tf_data.map = mapped_by(maps, in_order);
          spec.tf_data.cache_after = cache;
          spec.tf_data.autotune_after = 5;
          if (maps == 4) {
            spec.sample_shuffle = Shuffle::seed;
            spec.shuffle_size = 6;
          }
          all.push_back(spec);
        }
  return all;
}

// Law of every pipeline, whatever works ahead in it: each sample once an epoch, and the same in each run.
TEST(TfDataLaws, EachSampleOnceAnEpochAndTheSameInEachRun) {
  for (const LoaderSpec& spec : pipelines()) {
    std::vector<Time> ends;
    for (int run = 0; run < 2; ++run) {
      TfDataRig rig(records_of(7, 5));
      const auto loader = make_loader(rig.bench.context(spec, 0, 1));
      for (const std::int64_t epoch : {1, 2, 3}) {
        const auto taken = rig.bench.take_epoch(*loader, epoch, 1_ms);
        std::set<SampleId> seen;
        for (const Batch& batch : taken.batches) seen.insert(batch.first);
        ASSERT_EQ(taken.batches.size(), 35u);
        ASSERT_EQ(seen.size(), 35u);
      }
      ends.push_back(rig.sim.now());
      const bool is_cached = spec.tf_data.cache_after != CacheAfter::none;
      EXPECT_EQ(rig.storage.count(IoOperation::read), is_cached ? 35 : 3 * 35);
      EXPECT_EQ(rig.storage.open_handles(), 0);
    }
    EXPECT_EQ(ends[0], ends[1]);
  }
}

// On a machine with a core for every call, one more call never makes an epoch longer.
TEST(TfDataLaws, MoreParallelismIsNeverSlowerOnAnIdleMachine) {
  for (const bool of_map : {false, true})
    for (const bool in_order : {true, false}) {
      Duration before = Duration::nanoseconds(std::numeric_limits<std::int64_t>::max());
      for (std::int64_t calls = 0; calls <= 8; ++calls) {
        TfDataRig rig(records_of(8, 12));
        LoaderSpec spec = of_batches(4, 0);
        spec.preprocess_time = Distribution(35_ms);
        spec.tf_data.interleave = interleaved(8, 1, of_map ? kNoCalls : calls, in_order);
        spec.tf_data.map = mapped_by(of_map ? calls : kNoCalls, in_order);
        const Duration took = rig.time_of(spec, 1);
        EXPECT_LE(took, before) << calls << " calls of the " << (of_map ? "map" : "interleave");
        before = took;
      }
    }
}

// AUTOTUNE is one call for the first samples, and then one for each thread of the node: of reads of 15 ms
// and a map of 30 ms, a sample takes 45 ms at first, and 15 ms then.
TEST(TfDataLaws, AutotuneIsOneCallAndThenAsManyAsTheNodeRuns) {
  const auto time_with = [](std::int64_t calls, std::int64_t after) {
    TfDataRig rig(records_of(4, 100));
    LoaderSpec spec = of_batches(1, 0);
    spec.preprocess_time = Distribution(kGuideMap);
    spec.tf_data.interleave = interleaved(4, 1, kNoCalls);
    spec.tf_data.map = mapped_by(calls);
    spec.tf_data.autotune_after = after;
    return rig.time_of(spec, 1, 0_ns);
  };
  EXPECT_EQ(time_with(kAutotune, 1'000'000), time_with(1, 0));
  EXPECT_EQ(time_with(kAutotune, 0), time_with(1024, 0));  // Cores of the bench's node.
  EXPECT_GT(time_with(kAutotune, 200), time_with(1024, 0));
  EXPECT_LT(time_with(kAutotune, 200), time_with(1, 0));
}

}  // namespace
}  // namespace headrace
