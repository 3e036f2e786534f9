#include "scenarios/loader/recordings/recording_file.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "scenarios/loader/database/sqlite.h"
#include "scenarios/loader/text/errors.h"
#include "tests/analysis/scratch_folder.h"

namespace headrace {
namespace {

RecordedOperation read_at(std::int64_t second, std::uint32_t file, std::uint16_t thread = 3) {
  RecordedOperation operation;
  operation.begin = Duration::seconds(1) * second;
  operation.end = operation.begin + 500_ms;
  operation.offset = Bytes::count(std::int64_t{1} << 50);
  operation.length = 7_MiB;
  operation.file = file;
  operation.thread = thread;
  return operation;
}

// More operations than a block holds, in any order, come back by their begin, from the first one on.
TEST(RecordingFile, GivesBackWhatWasAdded) {
  const ScratchFolder folder;
  const std::string path = folder / "a.recording";
  ImportReport report;
  report.form = "dxt";
  report.resolution = 100_us;
  {
    RecordingWriter writer(path);
    const std::uint32_t file = writer.file("/a"), process = writer.process("rank 0", "n0");
    const std::uint32_t other = writer.process("rank 0", "n1");
    EXPECT_EQ(writer.file("/a"), file);
    EXPECT_NE(process, other);
    for (std::int64_t second = 10'000; second > 0; --second) writer.add(process, read_at(second, file));
    writer.add(other, read_at(2, writer.file("/b")));
    writer.stripes(file, 4);
    EXPECT_FALSE(std::filesystem::exists(path));
    writer.finish(report);
  }
  EXPECT_EQ(report.operations, 10'001);
  EXPECT_EQ(report.hosts, 2);
  EXPECT_EQ(report.span, Duration::seconds(9999.5));
  const RecordingRead read = read_recording(path);
  ASSERT_EQ(read.recording.processes.size(), 2u);
  const auto& operations = read.recording.processes[0].operations;
  ASSERT_EQ(operations.size(), 10'000u);
  for (std::size_t i = 0; i < operations.size(); ++i) {
    RecordedOperation due = read_at(static_cast<std::int64_t>(i), 0);
    ASSERT_EQ(operations[i], due) << i;
  }
  EXPECT_EQ(read.recording.files[0].stripe_count, 4);
  EXPECT_EQ(read.recording.resolution, 100_us);
  EXPECT_TRUE(read.digest.starts_with("fnv1a-"));
}

// The same operations, with other names: the digest tells them apart, and hosts are as many as before.
TEST(RecordingFile, HidesNames) {
  const ScratchFolder folder;
  std::string digests[2];
  for (const bool hides : {false, true}) {
    ImportReport report;
    report.form = "dxt";
    RecordingWriter writer(folder / "a.recording");
    for (const char* const host : {"ann-1", "ann-2"})
      writer.add(writer.process("rank 0 of ann", host), read_at(1, writer.file("/home/ann/x_7.npz")));
    if (hides) writer.hide_names();
    writer.finish(report);
    const RecordingRead read = read_recording(folder / "a.recording");
    digests[hides ? 1 : 0] = read.digest;
    EXPECT_EQ(report.hosts, 2);
    EXPECT_EQ(read.recording.files[0].path, hides ? "/1/1/a7.npz" : "/home/ann/x_7.npz");
    EXPECT_EQ(read.recording.processes[1].name, hides ? "process 1" : "rank 0 of ann");
    EXPECT_EQ(read.recording.processes[1].host, hides ? "host 1" : "ann-2");
  }
  EXPECT_NE(digests[0], digests[1]);
}

TEST(RecordingFile, IsToldFromOtherDatabases) {
  const ScratchFolder folder;
  const std::string path = folder / "a.recording", other = folder / "b.db", text = folder / "c.txt";
  ImportReport report;
  RecordingWriter(path).finish(report);
  EXPECT_TRUE(is_recording(path));
  Database(other, Database::Access::write).execute("CREATE TABLE run (id INTEGER)");
  EXPECT_FALSE(is_recording(other));
  std::ofstream(text) << "no database, but a text that is longer than the head of one would be ...........";
  EXPECT_THROW(is_recording(text), InputError);
  EXPECT_THROW(is_recording(folder / "absent"), InputError);
}

TEST(RecordingFile, IsLeftOnlyWhereItIsWhole) {
  const ScratchFolder folder;
  const std::string path = folder / "a.recording";
  {
    RecordingWriter writer(path);
  }
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

TEST(RecordingFile, IsToldFromOthers) {
  const ScratchFolder folder;
  const std::string path = folder / "a.recording";
  EXPECT_THROW(read_recording(path), InputError);
  std::ofstream(path) << "no recording";
  EXPECT_THROW(read_recording(path), InputError);
}

// Who reads a file first, or opens it without making it, has found it there.
TEST(RecordingFile, KnowsWhichFilesTheRunMade) {
  const ScratchFolder folder;
  const auto made = [&](std::vector<IoOperation> uses) {
    RecordingWriter writer(folder / "a.recording");
    std::int64_t second = 0;
    for (const IoOperation use : uses) {
      RecordedOperation operation = read_at(++second, writer.file("/a"));
      operation.operation = use;
      writer.add(writer.process("p", "n"), operation);
    }
    ImportReport report;
    writer.finish(report);
    return read_recording(folder / "a.recording").recording.files[0].created;
  };
  using enum IoOperation;
  EXPECT_TRUE(made({write, read}));
  EXPECT_TRUE(made({create, write}));
  EXPECT_FALSE(made({read, write}));
  EXPECT_FALSE(made({open, write}));
  EXPECT_FALSE(made({read, create, write}));
  EXPECT_FALSE(made({stat}));
}

}  // namespace
}  // namespace headrace
