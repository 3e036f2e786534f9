#include "models/loaders/window_loader.h"

#include <gtest/gtest.h>

#include <map>
#include <tuple>

#include "models/loaders/kinds.h"
#include "tests/models/support/loader_bench.h"
#include "tests/models/support/recording_file_system.h"

namespace headrace {
namespace {

// WindowRig: a store in which a read takes 10 ms whatever its size, and opening and closing nothing.
class WindowRig {
 public:
  explicit WindowRig(const DatasetSpec& data)
      : storage(sim, Duration(), 10_ms, 1000_GBps, Duration()), bench(storage, sim, metrics, data) {}

  std::map<std::int64_t, std::int64_t> reads_by_file(std::size_t from = 0) const {
    std::map<std::int64_t, std::int64_t> reads;
    for (std::size_t i = from; i < storage.records().size(); ++i)
      if (storage.records()[i].operation == IoOperation::read) ++reads[storage.records()[i].file.index];
    return reads;
  }

  Simulation sim;
  Metrics metrics;
  RecordingFileSystem storage;
  LoaderBench bench;
};

DatasetSpec objects(std::int64_t files) {
  DatasetSpec spec;
  spec.format = Format::npz;
  spec.files = files;
  spec.record_length = 1_MiB;
  return spec;
}

DatasetSpec row_groups(std::int64_t files, std::int64_t rows) {
  DatasetSpec spec;
  spec.format = Format::parquet;
  spec.files = files;
  spec.samples_per_file = rows;
  spec.record_length = 100_B;
  spec.containers.parquet.row_group = 10;
  return spec;
}

LoaderSpec windows(std::int64_t workers, std::int64_t window, std::int64_t batch) {
  LoaderSpec spec;
  spec.kind = LoaderKind::pytorch;
  spec.read_threads = workers;
  spec.window = window;
  spec.batch_size = batch;
  return spec;
}

double seconds_of(const LoaderBench::Taken& taken) { return taken.at.back().since_start().in_seconds(); }

// time = files / (workers x window) x time of a read, where nothing else holds it up.
TEST(WindowLoader, AWorkerReadsAsManyAtOnceAsItsWindow) {
  for (const std::int64_t window : {1, 4, 16}) {
    WindowRig rig(objects(256));
    const auto loader = make_loader(rig.bench.context(windows(2, window, 4), 0, 1));
    const auto taken = rig.bench.take_epoch(*loader, 1, Duration());
    EXPECT_EQ(taken.batches.size(), 64U);
    const double reads = 256.0 / (2.0 * static_cast<double>(window));
    EXPECT_NEAR(seconds_of(taken), reads * 0.01, 0.011) << window;
  }
}

TEST(WindowLoader, EachFileIsReadOnceAnEpochByOneRank) {
  WindowRig rig(objects(103));
  LoaderSpec spec = windows(3, 8, 4);
  spec.file_shuffle = Shuffle::seed;
  std::map<std::int64_t, std::int64_t> read;
  std::size_t from = 0;
  for (RankId rank = 0; rank < 4; ++rank) {
    LoaderContext context = rig.bench.context(spec, rank, 4);
    context.shuffles_all = true;
    const auto loader = make_loader(context);
    const auto taken = rig.bench.take_epoch(*loader, 1, 1_ms);
    EXPECT_EQ(taken.batches.size(), 6U) << "floor(103 / 4) = 25 files: 9 + 8 + 8, two batches each";
    for (const auto& [file, times] : rig.reads_by_file(from)) read[file] += times;
    from = rig.storage.records().size();
  }
  for (const auto& [file, times] : read) EXPECT_EQ(times, 1) << file;
  EXPECT_EQ(rig.storage.open_handles(), 0);
}

// A worker holds 2 batches and a window of reads while the loop takes nothing: 2 x 4 + 6 files.
TEST(WindowLoader, ReadsStopWhereTheLoopTakesNothing) {
  WindowRig rig(objects(100));
  const auto loader = make_loader(rig.bench.context(windows(1, 6, 4), 0, 1));
  rig.bench.take_epoch(*loader, 1, 1_s, 1);
  std::int64_t reads = 0;
  for (const auto& [file, times] : rig.reads_by_file()) reads += times;
  EXPECT_GE(reads, 4 + 2 * 4);
  EXPECT_LE(reads, 4 + 2 * 4 + 6 + 4);
}

// A limit is a semaphore of bytes: files / (workers x floor(limit / (copies x size))) x time of a read.
TEST(WindowLoader, ReadsWaitForTheMemoryOfTheirWindow) {
  for (const auto& [limit, copies, at_once] :
       {std::tuple(Bytes(), 2, 16), std::tuple(4_MiB, 1, 4), std::tuple(4_MiB, 2, 2), std::tuple(7_MiB, 2, 3),
        std::tuple(64_MiB, 2, 16), std::tuple(1_MiB, 1, 1), std::tuple(512_KiB, 1, 1)}) {
    WindowRig rig(objects(256));
    LoaderSpec spec = windows(2, 16, 4);
    spec.window_memory = limit;
    spec.window_copies = copies;
    const auto loader = make_loader(rig.bench.context(spec, 0, 1));
    const auto taken = rig.bench.take_epoch(*loader, 1, Duration());
    EXPECT_EQ(taken.batches.size(), 64U);
    EXPECT_NEAR(seconds_of(taken), 256.0 / (2.0 * at_once) * 0.01, 0.011) << limit.count() << " " << copies;
  }
}

// Row groups of 1,000 B come in their order whatever the limit: none that is early keeps its turn waiting.
TEST(WindowLoader, RowGroupsComeThroughALimit) {
  WindowRig rig(row_groups(3, 95));
  LoaderSpec spec = windows(1, 8, 5);
  spec.window_memory = 2500_B;
  const auto loader = make_loader(rig.bench.context(spec, 0, 1));
  const auto taken = rig.bench.take_epoch(*loader, 1, 1_ms);
  EXPECT_EQ(taken.batches.size(), 57U);
  EXPECT_EQ(static_cast<int>(rig.bench.outcome.end), static_cast<int>(RunEnd::finished));
}

// Footers first, one after another; then row groups in order, whole ones: 25 rows are 10, 10 and 5.
TEST(WindowLoader, FootersAreReadFirstAndThenRowGroupsInOrder) {
  WindowRig rig(row_groups(2, 25));
  const auto loader = make_loader(rig.bench.context(windows(1, 1, 5), 0, 1));
  const auto taken = rig.bench.take_epoch(*loader, 1, Duration());
  EXPECT_EQ(taken.batches.size(), 10U);
  std::vector<std::string> reads;
  for (const std::string& text : rig.storage.texts())
    if (text.starts_with("read")) reads.push_back(text);
  const std::int64_t end = 2500 + 1024 + 90 * 3;
  const std::string footer = " [2500, " + std::to_string(end) + ")";
  EXPECT_EQ(reads,
            (std::vector<std::string>{"read 0/0" + footer, "read 0/1" + footer, "read 0/0 [0, 1000)",
                                      "read 0/0 [1000, 2000)", "read 0/0 [2000, 2500)", "read 0/1 [0, 1000)",
                                      "read 0/1 [1000, 2000)", "read 0/1 [2000, 2500)"}));
}

// A batch of 25 rows takes two and a half row groups of 10: 100 rows make 4, of 10 row groups.
TEST(WindowLoader, BatchesGoAcrossRowGroups) {
  WindowRig rig(row_groups(1, 100));
  const auto loader = make_loader(rig.bench.context(windows(1, 4, 25), 0, 1));
  const auto taken = rig.bench.take_epoch(*loader, 1, Duration());
  EXPECT_EQ(taken.batches.size(), 4U);
  EXPECT_EQ(rig.reads_by_file()[0], 1 + 10);
}

// An epoch that is gone on with leaves out the items of batches that were taken, but for a part of one.
TEST(WindowLoader, BatchesThatAreLeftOutAreNotRead) {
  WindowRig rig(row_groups(1, 100));
  const auto loader = make_loader(rig.bench.context(windows(1, 4, 25), 0, 1));
  const auto taken = rig.bench.take_epoch(*loader, 1, Duration(), -1, 3);
  EXPECT_EQ(taken.batches.size(), 1U);
  EXPECT_EQ(rig.reads_by_file()[0], 1 + 3) << "rows 75 to 100 lie in three row groups";
}

TEST(WindowLoader, ABatchOfALateWorkerIsWaitedForInTurn) {
  WindowRig rig(objects(12));
  const auto loader = make_loader(rig.bench.context(windows(3, 2, 2), 0, 1));
  const auto taken = rig.bench.take_epoch(*loader, 1, Duration());
  ASSERT_EQ(taken.batches.size(), 6U);
  for (std::size_t i = 0; i < 6; ++i) EXPECT_EQ(taken.batches[i].index % 3, static_cast<std::int64_t>(i) % 3);
}

}  // namespace
}  // namespace headrace
