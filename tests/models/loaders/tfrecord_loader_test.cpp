#include "models/loaders/tfrecord_loader.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <vector>

#include "models/loaders/kinds.h"
#include "tests/models/support/loader_bench.h"
#include "tests/models/support/recording_file_system.h"

namespace headrace {
namespace {

class RecordsRig {
 public:
  explicit RecordsRig(const DatasetSpec& data)
      : storage(sim, 100_us, 20_us, 10_GBps, 50_us), bench(storage, sim, metrics, data) {}

  Simulation sim;
  Metrics metrics;
  RecordingFileSystem storage;
  LoaderBench bench;
};

DatasetSpec tfrecords(std::int64_t files, std::int64_t samples_per_file, Bytes record) {
  DatasetSpec spec;
  spec.format = Format::tfrecord;
  spec.files = files;
  spec.samples_per_file = samples_per_file;
  spec.record_length = record;
  return spec;
}

LoaderSpec stream(std::int64_t batch) {
  LoaderSpec spec;
  spec.kind = LoaderKind::tensorflow;
  spec.batch_size = batch;
  return spec;
}

// Counts how many of a rank's batches took samples of each file.
std::map<std::int64_t, std::int64_t> columns(const std::vector<Batch>& batches,
                                             std::int64_t samples_per_file) {
  std::map<std::int64_t, std::int64_t> columns;
  for (const Batch& batch : batches)
    for (std::int64_t f = batch.first / samples_per_file; f <= batch.last / samples_per_file; ++f)
      ++columns[f];
  return columns;
}

class Bert : public testing::TestWithParam<std::int64_t> {};

// The survey's BERT run: 10 files of 31,353 samples, 32 ranks. Fewer files than ranks, so each rank
// streams all of them: floor(313530 / (32 b)) batches, and a file is seen in ceil(31353 / (32 b)) of a rank's
// steps, or one more where a step straddles two files.
TEST_P(Bert, StepsAndColumnsAreTheSurveys) {
  const std::int64_t batch = GetParam();
  const std::int64_t per_step = 32 * batch;
  const std::int64_t rule = (31'353 + per_step - 1) / per_step;
  EXPECT_EQ(rule, batch == 48 ? 21 : 11);
  for (const RankId rank : {0, 13, 31}) {
    RecordsRig rig(tfrecords(10, 31'353, Bytes::count(2500)));
    const auto loader = make_loader(rig.bench.context(stream(batch), rank, 32));
    const auto taken = rig.bench.take_epoch(*loader, 1, 0_ms);
    EXPECT_EQ(taken.batches.size(), batch == 48 ? 204u : 102u);
    for (const auto& [file, seen] : columns(taken.batches, 31'353)) {
      // The last file's tail fills no whole batch.
      if (file == 9) continue;
      EXPECT_GE(seen, rule) << "file " << file;
      EXPECT_LE(seen, rule + 1) << "file " << file;
    }
    Bytes read;
    for (const auto& record : rig.storage.records())
      if (record.operation == IoOperation::read) read += record.length;
    EXPECT_EQ(read.count(), 10LL * 31'353 * 2500);  // All bytes, by every rank.
  }
}

INSTANTIATE_TEST_SUITE_P(Batches, Bert, testing::Values(48, 96));

// With at least as many files as ranks, rank r streams files r, r + P, … in that order.
TEST(TfRecordLoader, RanksShareTheFilesInTurn) {
  RecordsRig rig(tfrecords(10, 8, 4_KiB));
  const auto loader = make_loader(rig.bench.context(stream(4), 1, 4));
  const auto taken = rig.bench.take_epoch(*loader, 1, 0_ms);
  std::vector<std::int64_t> opened;
  for (const auto& record : rig.storage.records())
    if (record.operation == IoOperation::open) opened.push_back(record.file.index);
  EXPECT_EQ(opened, (std::vector<std::int64_t>{1, 5, 9}));
  EXPECT_EQ(taken.batches.size(), 6u);
  EXPECT_EQ(rig.storage.open_handles(), 0);
}

TEST(TfRecordLoader, FilesAreReadInBuffersOfTheTransferSize) {
  RecordsRig rig(tfrecords(1, 100, 4_KiB));
  LoaderSpec spec = stream(1);
  spec.transfer_size = 64_KiB;
  const auto loader = make_loader(rig.bench.context(spec, 0, 1));
  rig.bench.take_epoch(*loader, 1, 0_ms);
  Bytes at;
  for (const auto& record : rig.storage.records()) {
    if (record.operation != IoOperation::read) continue;
    EXPECT_EQ(record.offset, at);
    EXPECT_EQ(record.length, std::min(64_KiB, 400_KiB - at));
    at += record.length;
  }
  EXPECT_EQ(at, 400_KiB);
}

// Five files of four samples on two ranks make floor(20 / (5 x 2)) = 2 steps of 5 samples. The second rank
// has two files, so one batch and three samples that are dropped: it begins its files again, and ends with
// the step.
TEST(TfRecordLoader, ARankWithTooFewFilesBeginsThemAgain) {
  RecordsRig rig(tfrecords(5, 4, 4_KiB));
  const auto loader = make_loader(rig.bench.context(stream(5), 1, 2));
  for (std::int64_t epoch = 1; epoch <= 2; ++epoch) {
    const auto taken = rig.bench.take_epoch(*loader, epoch, 0_ms);
    ASSERT_EQ(taken.batches.size(), 2u);
    EXPECT_EQ(taken.batches[0].index, 0);
    EXPECT_EQ(taken.batches[1].index, 1);
    EXPECT_EQ(taken.batches[0].first, 4);
    EXPECT_EQ(taken.batches[1].first, 4) << "the batch begins with the first file, not in the middle of one";
  }
  std::vector<std::int64_t> opened;
  for (const auto& record : rig.storage.records())
    if (record.operation == IoOperation::open) opened.push_back(record.file.index);
  EXPECT_EQ(opened, (std::vector<std::int64_t>{1, 3, 1, 3, 1, 3, 1, 3}));
  EXPECT_EQ(rig.storage.open_handles(), 0);
}

// The first rank has three files, so two batches and two samples over: as many batches as steps.
TEST(TfRecordLoader, ARankWithEnoughFilesReadsThemOnce) {
  RecordsRig rig(tfrecords(5, 4, 4_KiB));
  const auto loader = make_loader(rig.bench.context(stream(5), 0, 2));
  EXPECT_EQ(rig.bench.take_epoch(*loader, 1, 0_ms).batches.size(), 2u);
  EXPECT_EQ(rig.storage.count(IoOperation::open), 3);
}

// Preprocessing and several readers change nothing of it; a rank whose files make no batch at all has none.
TEST(TfRecordLoader, FilesAreBegunAgainByAllThreads) {
  LoaderSpec spec = stream(5);
  spec.read_threads = 2;
  spec.computation_threads = 3;
  spec.preprocess_time = Distribution(1_ms);
  RecordsRig rig(tfrecords(5, 4, 4_KiB));
  const auto loader = make_loader(rig.bench.context(spec, 1, 2));
  EXPECT_EQ(rig.bench.take_epoch(*loader, 1, 0_ms).batches.size(), 2u);
  RecordsRig few(tfrecords(5, 2, 4_KiB));
  const auto none = make_loader(few.bench.context(stream(5), 1, 2));
  EXPECT_EQ(few.bench.take_epoch(*none, 1, 0_ms).batches.size(), 0u);
}

// A reader without a buffer asks for one record at a time.
TEST(TfRecordLoader, WithoutATransferSizeRecordsAreReadOneByOne) {
  RecordsRig rig(tfrecords(1, 10, 3000_B));
  LoaderSpec spec = stream(5);
  spec.transfer_size = Bytes();
  const auto loader = make_loader(rig.bench.context(spec, 0, 1));
  EXPECT_EQ(rig.bench.take_epoch(*loader, 1, 0_ms).batches.size(), 2u);
  EXPECT_EQ(rig.storage.count(IoOperation::read), 10);
}

// Parallel readers give one sample each in turn: with two files of 3 samples batches of 2 hold one of each.
TEST(TfRecordLoader, ReadersInterleaveTheirFiles) {
  RecordsRig rig(tfrecords(2, 3, 64_KiB));
  LoaderSpec spec = stream(2);
  spec.read_threads = 2;
  const auto loader = make_loader(rig.bench.context(spec, 0, 1));
  const auto taken = rig.bench.take_epoch(*loader, 1, 0_ms);
  ASSERT_EQ(taken.batches.size(), 3u);
  for (std::int64_t i = 0; i < 3; ++i) {
    EXPECT_EQ(taken.batches[static_cast<std::size_t>(i)].first, i);
    EXPECT_EQ(taken.batches[static_cast<std::size_t>(i)].last, 3 + i);
  }
}

// No batch leaves before the shuffle buffer was full: shuffle_size + batch samples are read first. At the end
// the buffer drains, so none is lost.
TEST(TfRecordLoader, TheShuffleBufferFillsFirstAndDrainsLast) {
  RecordsRig rig(tfrecords(1, 1000, 4_KiB));
  LoaderSpec spec = stream(10);
  spec.sample_shuffle = Shuffle::seed;
  spec.shuffle_size = 500;
  spec.transfer_size = 4_KiB;
  const auto loader = make_loader(rig.bench.context(spec, 0, 1));
  const auto taken = rig.bench.take_epoch(*loader, 1, 0_ms);
  ASSERT_EQ(taken.batches.size(), 100u);
  EXPECT_EQ(taken.batches[0].last, 509);
  EXPECT_EQ(taken.batches[1].first, 510);
  EXPECT_EQ(taken.batches[1].last, 519);
}

TEST(TfRecordLoader, DropsTheRemainder) {
  RecordsRig rig(tfrecords(1, 25, 4_KiB));
  const auto loader = make_loader(rig.bench.context(stream(10), 0, 1));
  EXPECT_EQ(rig.bench.take_epoch(*loader, 1, 0_ms).batches.size(), 2u);
}

// 8 batches of 10 samples at 1 ms each on 4 threads, a fast source: batch i is ready at 10 ms * (floor(i / 4)
// + 1).
TEST(TfRecordLoader, PreprocessesOnItsThreadsInOrder) {
  RecordsRig rig(tfrecords(1, 80, Bytes::count(1)));
  LoaderSpec spec = stream(10);
  spec.preprocess_time = Distribution(1_ms);
  spec.computation_threads = 4;
  spec.prefetch_size = 4;
  const auto loader = make_loader(rig.bench.context(spec, 0, 1));
  const auto taken = rig.bench.take_epoch(*loader, 1, 0_ms);
  ASSERT_EQ(taken.batches.size(), 8u);
  const Time begun = taken.at[0] - 10_ms;
  for (std::int64_t i = 0; i < 8; ++i) {
    EXPECT_EQ(taken.batches[static_cast<std::size_t>(i)].index, i);
    EXPECT_EQ(taken.at[static_cast<std::size_t>(i)], begun + 10_ms * (i / 4 + 1)) << i;
  }
}

// One thread on a fast source: between two batches lies the draw of the later one, and the second epoch's
// draws follow the first epoch's.
TEST(TfRecordLoader, AnEpochGoesOnInTheDrawsOfTheLast) {
  RecordsRig rig(tfrecords(1, 20, 1_B));
  LoaderSpec spec = stream(1);
  spec.preprocess_time = Distribution(Law::exponential, 1_s);
  spec.computation_threads = 1;
  const auto loader = make_loader(rig.bench.context(spec, 0, 1));
  RandomStream draws(rig.sim.seed(), "test/rank/0/map/0/preprocess");
  for (const std::int64_t epoch : {1, 2}) {
    const auto taken = rig.bench.take_epoch(*loader, epoch, 0_ms);
    ASSERT_EQ(taken.at.size(), 20u);
    spec.preprocess_time.draw(draws);
    for (std::size_t i = 1; i < 20; ++i)
      ASSERT_EQ(taken.at[i] - taken.at[i - 1], spec.preprocess_time.draw(draws)) << epoch << " " << i;
  }
}

// A stream has to be read up to where it goes on.
TEST(TfRecordLoader, GoesOnWithAnEpochByReadingWhatIsLeftOut) {
  RecordsRig whole(tfrecords(4, 100, 10_KiB)), rest(tfrecords(4, 100, 10_KiB));
  const auto all = make_loader(whole.bench.context(stream(10), 0, 1));
  const auto later = make_loader(rest.bench.context(stream(10), 0, 1));
  const auto expected = whole.bench.take_epoch(*all, 1, 0_ms);
  const auto taken = rest.bench.take_epoch(*later, 1, 0_ms, -1, 13);
  ASSERT_EQ(expected.batches.size(), 40u);
  ASSERT_EQ(taken.batches.size(), 27u);
  for (std::size_t i = 0; i < taken.batches.size(); ++i) {
    EXPECT_EQ(taken.batches[i].first, expected.batches[i + 13].first);
    EXPECT_EQ(taken.at[i], expected.at[i + 13]);
  }
  EXPECT_EQ(rest.storage.records().size(), whole.storage.records().size());
}

// Two of four files fit. A file that is held is copied transfer by transfer: nothing is opened or closed, and
// the epoch is shorter by what the storage takes for it, less the copies.
TEST(TfRecordLoader, ACacheHoldsWholeFiles) {
  RecordsRig rig(tfrecords(4, 16, 64_KiB));
  CacheSpec cached;
  cached.policy = Chosen<CachePolicy>("never_evict");
  cached.capacity = 2_MiB;
  SampleCache cache(rig.bench.cache_home(), cached);
  LoaderSpec spec = stream(64);
  spec.transfer_size = 256_KiB;
  LoaderContext context = rig.bench.context(spec, 0, 1);
  context.cache = &cache;
  const auto loader = make_loader(context);
  const auto first = rig.bench.take_epoch(*loader, 1, 0_ms);
  const Duration cold = rig.sim.now().since_start();
  const auto second = rig.bench.take_epoch(*loader, 2, 0_ms);
  const Duration warm = rig.sim.now() - Time::at(cold);
  EXPECT_EQ(first.batches.size(), 1u);
  EXPECT_EQ(second.batches.size(), 1u);
  EXPECT_EQ(cache.hits(), 2);
  EXPECT_EQ(cache.misses(), 6);
  EXPECT_EQ(rig.storage.count(IoOperation::open), 6);
  EXPECT_EQ(rig.storage.count(IoOperation::close), 6);
  const Duration stored = 100_us + 4 * (20_us + 256_KiB / 10_GBps) + 50_us;
  EXPECT_EQ(cold - warm, 2 * (stored - 4 * (256_KiB / SampleCache::kCopy)));
}

TEST(TfRecordLoader, AnEpochLeftEarlyForgetsItsFiles) {
  RecordsRig rig(tfrecords(4, 1000, 4_KiB));
  LoaderSpec spec = stream(10);
  spec.read_threads = 4;
  const auto loader = make_loader(rig.bench.context(spec, 0, 1));
  for (std::int64_t epoch = 1; epoch <= 3; ++epoch) {
    EXPECT_EQ(rig.bench.take_epoch(*loader, epoch, 1_ms, 5).batches.size(), 5u);
    EXPECT_EQ(rig.storage.open_handles(), 0);
  }
  EXPECT_LE(loader->readers_busy(), 1.0);
}

// A reader is busy from the open of a file to its close, but while nobody takes what it has read. Of a loop
// that takes at once that is all of the time, for any number of equal readers; one that takes its time
// changes the time that there is, and not the work: busy x time stays.
TEST(TfRecordLoader, ReadersAreBusyWithTheirFiles) {
  for (const std::int64_t threads : {1, 2, 4}) {
    std::vector<double> work;
    for (const Duration each : {0_ms, 20_ms}) {
      RecordsRig rig(tfrecords(8, 16, 1_MiB));
      LoaderSpec spec = stream(1);
      spec.read_threads = threads;
      const auto loader = make_loader(rig.bench.context(spec, 0, 1));
      EXPECT_EQ(rig.bench.take_epoch(*loader, 1, each).batches.size(), 128u);
      const double busy = loader->readers_busy();
      work.push_back(busy * rig.sim.now().since_start().in_seconds());
      if (each == 0_ms) {
        EXPECT_NEAR(busy, 1, 0.01) << threads;
      } else {
        EXPECT_LT(busy, 0.5) << threads;
      }
    }
    EXPECT_NEAR(work[1] / work[0], 1, 0.01) << threads;
  }
}

// The first reader has two files and the second has one: it ends, and the first goes on to its end alone.
TEST(TfRecordLoader, AReaderThatHasEndedEndsNobodyElse) {
  RecordsRig rig(tfrecords(3, 4, 64_KiB));
  LoaderSpec spec = stream(1);
  spec.read_threads = 2;
  spec.transfer_size = 64_KiB;
  const auto loader = make_loader(rig.bench.context(spec, 0, 1));
  std::vector<SampleId> samples;
  for (const Batch& batch : rig.bench.take_epoch(*loader, 1, 0_ms).batches) samples.push_back(batch.first);
  EXPECT_EQ(samples, (std::vector<SampleId>{0, 4, 1, 5, 2, 6, 3, 7, 8, 9, 10, 11}));
}

}  // namespace
}  // namespace headrace
