#include "scenarios/loader/recordings/data_visits.h"

#include <gtest/gtest.h>

#include "tests/scenarios/loader/recordings/loader_recording.h"

namespace headrace {
namespace {

void add_read(Recording& recording, std::uint32_t file, Bytes offset, Bytes length, Duration begin) {
  RecordedOperation& read = recording.processes.front().operations.emplace_back();
  read.file = file;
  read.offset = offset;
  read.length = length;
  read.begin = begin;
  read.end = begin + 1_ms;
}

Recording with_files(std::vector<std::string> paths, Bytes size) {
  Recording recording;
  for (std::string& path : paths) {
    RecordedFile& file = recording.files.emplace_back();
    file.path = std::move(path);
    file.size = size;
  }
  recording.processes.emplace_back();
  return recording;
}

TEST(DataVisits, AreOfTheFolderOfWhichMostIsRead) {
  Recording recording = with_files({"/lib/a.so", "/data/1.npz", "/data/2.npz", "/out/c.pt"}, 1_MiB);
  recording.files[3].created = true;
  add_read(recording, 0, 0_B, 1_MiB, 0_ms);
  add_read(recording, 1, 0_B, 1_MiB, 2_ms);
  add_read(recording, 2, 0_B, 1_MiB, 4_ms);
  for (int again = 0; again < 5; ++again) add_read(recording, 3, 0_B, 1_MiB, 6_ms + 2_ms * again);
  const DataVisits data = data_visits(recording);
  EXPECT_EQ(data.folder, "/data/");
  EXPECT_EQ(data.ending, "npz");
  EXPECT_EQ(data.files, (std::vector<std::uint32_t>{1, 2}));
  EXPECT_EQ(data.visits(), 2u);
  EXPECT_EQ(ending_of("/data.v2/file"), "");
}

// Other files that are read before and behind the data set are no part of its span.
TEST(DataVisits, SpanFromTheFirstToTheLast) {
  DataVisits data;
  EXPECT_EQ(data.span(), Duration());
  DataVisit first, last;
  first.begin = 3_s;
  first.end = 4_s;
  last.begin = 8_s;
  last.end = 9_s;
  data.threads = {{0, 1, {first}}, {1, 1, {last}}};
  EXPECT_EQ(data.span(), 6_s);
}

// Reads of a file that follow each other are one visit of it.
TEST(DataVisits, JoinTheReadsOfAFile) {
  Recording recording = with_files({"/data/1.npz", "/data/2.npz"}, 1_MiB);
  for (std::int64_t piece = 0; piece < 8; ++piece)
    add_read(recording, static_cast<std::uint32_t>(piece / 4), 256_KiB * (piece % 4), 256_KiB, 2_ms * piece);
  const DataVisits data = data_visits(recording);
  EXPECT_TRUE(data.whole_files);
  ASSERT_EQ(data.visits(), 2u);
  EXPECT_EQ(data.threads[0].visits[0].reads, 4);
  EXPECT_EQ(data.threads[0].visits[0].length, 1_MiB);
}

// A library of archives reads the end of a file first, then its begin, and a header twice.
TEST(DataVisits, JoinThemInAnyOrder) {
  Recording recording = with_files({"/data/1.npz", "/data/2.npz"}, 1_MiB);
  for (std::uint32_t file = 0; file < 2; ++file) {
    add_read(recording, file, 0_B, 4_KiB, 100_ms * file);
    add_read(recording, file, 1020_KiB, 4_KiB, 100_ms * file + 2_ms);
    add_read(recording, file, 4_KiB, 1016_KiB, 100_ms * file + 4_ms);
    add_read(recording, file, 1020_KiB, 4_KiB, 100_ms * file + 6_ms);
  }
  const DataVisits data = data_visits(recording);
  EXPECT_TRUE(data.whole_files);
  ASSERT_EQ(data.visits(), 2u);
  EXPECT_EQ(data.threads[0].visits[0].reads, 4);
  EXPECT_EQ(data.threads[0].visits[1].offset, 0_B);
}

// Samples of a large file are a visit each, and reads of its header are none.
TEST(DataVisits, AreSamplesOfFilesThatHoldSeveral) {
  Recording recording = with_files({"/data/1.h5"}, 64_MiB);
  for (std::int64_t sample = 0; sample < 16; ++sample) {
    add_read(recording, 0, 0_B, 700_B, 4_ms * sample);
    add_read(recording, 0, 2_MiB * (sample * 5 % 16), 2_MiB, 4_ms * sample + 2_ms);
  }
  const DataVisits data = data_visits(recording);
  EXPECT_FALSE(data.whole_files);
  EXPECT_EQ(data.visits(), 16u);
  EXPECT_EQ(data.epochs, 1);
}

TEST(DataVisits, CountPassesOverTheSamples) {
  LoaderForm form;
  form.epochs = 3;
  const DataVisits data = data_visits(recording_of_loader(form));
  EXPECT_EQ(data.epochs, 3);
  EXPECT_EQ(data.threads.size(), 4u);
  EXPECT_EQ(data.visits(), 3u * 200);
}

}  // namespace
}  // namespace headrace
