#include "scenarios/loader/recordings/dxt.h"

#include <gtest/gtest.h>

#include "tests/scenarios/loader/recordings/recordings_support.h"

namespace headrace {
namespace {

TEST(Dxt, ReadsOperationsOfEachRank) {
  const TraceBench bench(kDxtText, read_dxt);
  const Recording& recording = bench.made.recording;
  ASSERT_EQ(recording.processes.size(), 2u);
  EXPECT_EQ(recording.processes[0].name, "rank 0");
  EXPECT_EQ(recording.processes[0].host, "node7");
  EXPECT_EQ(recording.processes[1].host, "node8");
  ASSERT_EQ(bench.operations(0).size(), 3u);
  const RecordedOperation& read = bench.operations(0)[1];
  EXPECT_EQ(read.operation, IoOperation::read);
  EXPECT_EQ(read.offset, Bytes::count(1000));
  EXPECT_EQ(read.length, Bytes::count(2000));
  EXPECT_EQ(read.begin, 500_ms);  // Since the first operation, of 0.5 s.
  EXPECT_EQ(read.end, 1_s);
  EXPECT_EQ(read.thread, 1);
  EXPECT_EQ(bench.operations(0)[2].thread, 2);
  EXPECT_EQ(bench.operations(0)[0].thread, 0);
  EXPECT_EQ(recording.resolution, 100_us);
  EXPECT_EQ(recording.span(), 1600_ms);
}

TEST(Dxt, SeesFilesTheirSizesAndStripes) {
  const TraceBench bench(kDxtText, read_dxt);
  const auto& files = bench.made.recording.files;
  ASSERT_EQ(files.size(), 2u);
  EXPECT_EQ(files[0].path, "/scratch/a.h5");
  EXPECT_EQ(files[0].size, Bytes::count(7000));
  EXPECT_EQ(files[0].stripe_count, 4);
  EXPECT_TRUE(files[0].created);  // Its first use is a write.
  EXPECT_FALSE(files[1].created);
}

TEST(Dxt, SaysWhatItLeftOutAndWhere) {
  const TraceBench bench(kDxtText, read_dxt);
  EXPECT_EQ(bench.report.operations, 5 + 1);  // A segment that is no number is no matter.
  EXPECT_EQ(bench.report.layers[static_cast<std::size_t>(RecordedLayer::mpi)], 1);
  EXPECT_EQ(bench.dropped(), 2);
  EXPECT_EQ(bench.report.dropped.at("a row whose columns are no operation").places,
            std::vector<std::string>{"trace.txt:22"});
  EXPECT_EQ(bench.report.dropped.at("an operation that ends before it begins").count, 1);
  EXPECT_EQ(bench.report.told.front(), "exe: ./reader");
}

TEST(Dxt, SaysThatATextIsCutShort) {
  const TraceBench bench(kDxtText.substr(0, kDxtText.find(" X_POSIX       0   read        1")), read_dxt);
  EXPECT_EQ(bench.report.told.back(),
            "trace.txt: 1 block has fewer rows than its header counts: the text is cut short");
}

TEST(Dxt, KnowsItsText) {
  EXPECT_TRUE(is_dxt(kDxtText));
  EXPECT_FALSE(is_dxt("[\n{\"id\":1}"));
}

}  // namespace
}  // namespace headrace
