#include "models/jobs/inference/inference_reader.h"

#include <gtest/gtest.h>

#include "tests/models/support/recording_file_system.h"

namespace headrace {
namespace {

FileInfo file_of_set(std::int32_t set) {
  FileInfo file;
  file.id.set = set;
  return file;
}

Dataset small_set(std::int64_t files, std::int64_t samples_per_file, Bytes record) {
  DatasetSpec spec;
  spec.files = files;
  spec.samples_per_file = samples_per_file;
  spec.record_length = record;
  return Dataset(spec, 0, LayoutSpec(), RandomStream(1, "sizes"));
}

// "file [from, to) before" of every piece.
std::vector<std::string> pieces_of(PieceSource& source) {
  std::vector<std::string> all;
  while (const auto piece = source.next())
    all.push_back(std::to_string(piece->file.id.index) + " [" + std::to_string(piece->offset.count()) + ", " +
                  std::to_string((piece->offset + piece->length).count()) + ") " +
                  std::to_string(piece->before));
  return all;
}

TEST(FilePieces, AreEqualFilesAndWhatIsLeftOver) {
  FilePieces pieces(file_of_set(3), 11_B, 3, 3_B);
  EXPECT_EQ(pieces_of(pieces),
            (std::vector<std::string>{"0 [0, 3) 0", "0 [3, 4) 3", "1 [0, 3) 4", "1 [3, 4) 7", "2 [0, 3) 8"}));
  EXPECT_EQ(pieces.units(), 11);
  FilePieces tiny(file_of_set(0), 1_B, 4, 3_B);
  EXPECT_EQ(pieces_of(tiny), std::vector<std::string>{"0 [0, 1) 0"});
}

// Samples of 9 B, four a file: shares need not begin or end with a file, nor pieces with a sample.
TEST(SamplePieces, AreRunsOfSamplesWithinFiles) {
  const Dataset data = small_set(3, 4, 9_B);
  SamplePieces pieces(data, 2, 9, 20_B, 1_GBps);
  EXPECT_EQ(pieces_of(pieces),
            (std::vector<std::string>{"0 [18, 36) 0", "1 [0, 20) 2", "1 [20, 36) 4", "2 [0, 9) 6"}));
  EXPECT_EQ(pieces.units(), 7);
  SamplePieces none(data, 5, 5, 20_B, 1_GBps);
  EXPECT_TRUE(pieces_of(none).empty());
}

// bytes / rate on a core, and three bytes on the bus for each that is decoded.
TEST(SamplePieces, SayWhatDecodingThemTakes) {
  DatasetSpec spec;
  spec.format = Format::jpeg;
  spec.files = 1;
  spec.record_length = 2500_B;
  spec.decoded_per_byte = 5;
  const Dataset data(spec, 0, LayoutSpec(), RandomStream(1, "sizes"));
  SamplePieces pieces(data, 0, 1, 1_MiB, 100_MBps);
  const auto piece = pieces.next();
  EXPECT_EQ(piece->decode.span, 25_us);
  EXPECT_EQ(piece->decode.moved, 37'500_B);
}

TEST(SamplePieces, AreNoneOfSamplesMadeInPlace) {
  DatasetSpec spec;
  spec.format = Format::synthetic;
  spec.files = 8;
  const Dataset data(spec, 0, LayoutSpec(), RandomStream(1, "sizes"));
  SamplePieces pieces(data, 1, 6, 1_MiB, 1_GBps);
  EXPECT_TRUE(pieces_of(pieces).empty());
  EXPECT_EQ(pieces.units(), 5);
}

class ReaderRun : public testing::Test {
 protected:
  std::unique_ptr<SequentialReader> make(std::unique_ptr<PieceSource> source, std::int64_t threads) {
    return std::make_unique<SequentialReader>(Scope(sim_, metrics_, "reader"), storage_, std::move(source),
                                              threads);
  }
  std::unique_ptr<PieceSource> files(Bytes size, std::int64_t count, Bytes transfer) {
    return std::make_unique<FilePieces>(file_of_set(0), size, count, transfer);
  }

  Simulation sim_;
  Metrics metrics_;
  RecordingFileSystem storage_{sim_, 10_us, Duration(), 1_GBps, 1_us};
};

TEST_F(ReaderRun, OfOneThreadOpensReadsAndClosesInTurn) {
  const auto reader = make(files(3000_B, 2, 1000_B), 1);
  reader->start();
  sim_.run();
  EXPECT_EQ(storage_.texts(), (std::vector<std::string>{
                                  "open 0/0", "read 0/0 [0, 1000)", "read 0/0 [1000, 1500)", "close 0/0",
                                  "open 0/1", "read 0/1 [0, 1000)", "read 0/1 [1000, 1500)", "close 0/1"}));
  EXPECT_EQ(sim_.now(), Time::at(2 * (10_us + 1500_ns + 1_us)));
  EXPECT_EQ(reader->done(), 3000);
  EXPECT_EQ(reader->bytes(), 3000_B);
  EXPECT_EQ(storage_.open_handles(), 0);
}

// Ten pieces of 1 us by three threads: four rounds behind one open.
TEST_F(ReaderRun, OfSeveralThreadsReadsAtTheSameTime) {
  const auto reader = make(files(10'000_B, 1, 1000_B), 3);
  reader->start();
  sim_.run();
  EXPECT_EQ(sim_.now(), Time::at(10_us + 4_us + 1_us));
  EXPECT_EQ(storage_.count(IoOperation::open), 3);
  EXPECT_EQ(reader->done(), 10'000);
}

// Two threads, pieces of 30 and 10 us: the second is read first and counts when the first is.
TEST_F(ReaderRun, CountsInOrder) {
  class Uneven final : public PieceSource {
   public:
    std::optional<ReadPiece> next() override {
      if (given_ == 2) return std::nullopt;
      ReadPiece piece;
      piece.file.id.index = given_;
      piece.length = given_ == 0 ? 30'000_B : 10'000_B;
      piece.before = given_++;
      return piece;
    }
    std::int64_t units() const override { return 2; }

   private:
    std::int64_t given_ = 0;
  };
  const auto reader = make(std::make_unique<Uneven>(), 2);
  reader->start();
  RunLimits limits;
  limits.until = Time::at(35_us);
  sim_.run(limits);
  EXPECT_EQ(reader->bytes(), 10'000_B);
  EXPECT_EQ(reader->done(), 0);
  sim_.run();
  EXPECT_EQ(reader->done(), 2);
}

TEST_F(ReaderRun, StaysBehindItsLimit) {
  const auto reader = make(files(10'000_B, 1, 1000_B), 2);
  reader->set_limit(3500);
  reader->start();
  EXPECT_EQ(sim_.run().end, RunEnd::stalled);
  EXPECT_EQ(reader->done(), 4000);  // The last was begun with 3000 before it.
  reader->set_limit(10'000);
  EXPECT_EQ(sim_.run().end, RunEnd::finished);
  EXPECT_EQ(reader->done(), 10'000);
}

TEST_F(ReaderRun, LeavesNoFileOpenWhenItIsDestroyed) {
  auto reader = make(files(10'000_B, 1, 1000_B), 2);
  reader->start();
  RunLimits limits;
  limits.until = Time::at(12_us);
  sim_.run(limits);
  EXPECT_GT(storage_.open_handles(), 0);
  reader.reset();
  EXPECT_EQ(storage_.open_handles(), 0);
  EXPECT_EQ(storage_.under_way(), 0);
}

}  // namespace
}  // namespace headrace
