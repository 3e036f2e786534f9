#include "scenarios/loader/recordings/darshan_records.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/scenarios/loader/recordings/darshan_text.h"
#include "tests/scenarios/loader/recordings/recordings_support.h"

namespace headrace {
namespace {

class DarshanRecordsTest : public testing::Test {
 protected:
  DarshanRecords read(const std::string& text) {
    RecordingWriter writer(folder_ / "made.recording");
    TraceInput input{"trace.txt", TextLines::of_text(text), "", ""};
    return read_darshan_records(input, writer, report_);
  }
  bool is_told(const std::string& text) const {
    return std::find(report_.told.begin(), report_.told.end(), text) != report_.told.end();
  }

  ScratchFolder folder_{ScratchFolder::Where::memory};
  ImportReport report_;
};

TEST_F(DarshanRecordsTest, AreOfEachFileModuleAndRank) {
  const auto records = read(
      kDarshanHead +
      darshan_text("POSIX", 0, "7", "/scratch/a",
                   {{"READS", "2"}, {"BYTES_READ", "10"}, {"F_READ_END_TIMESTAMP", "0.5"}, {"MMAPS", "-1"}}) +
      darshan_text("POSIX", 1, "7", "/scratch/a", {{"STATS", "1"}}) +
      darshan_text("STDIO", -1, "18446744073709551615", "/scratch/b", {{"OPENS", "4"}, {"FDOPENS", "1"}}) +
      darshan_text("POSIX", 2, "9", "/scratch/idle", {}));
  ASSERT_EQ(records.all.size(), 3u);
  EXPECT_EQ(records.head.processes, 4);
  EXPECT_EQ(records.all[0][DarshanCounter::bytes_read], 10);
  EXPECT_EQ(records.all[0][DarshanCounter::read_end], 500'000'000);
  EXPECT_EQ(records.all[0][DarshanCounter::sequential_reads], -1);
  EXPECT_EQ(records.all[1].rank, 1);
  EXPECT_EQ(records.all[1].file, records.all[0].file);
  EXPECT_EQ(records.all[2].rank, DarshanRecord::kShared);
  EXPECT_EQ(records.all[2].layer, RecordedLayer::stdio);
  EXPECT_EQ(records.all[2].opens(), 3);
  EXPECT_TRUE(is_told("counters that Darshan could not count (-1): 1"));
  EXPECT_TRUE(report_.dropped.empty());
}

// Calls of MPI-IO are made of POSIX's, so they count where POSIX saw nothing of a file alone.
TEST_F(DarshanRecordsTest, OfMpiStandInForThoseOfPosix) {
  const auto records =
      read(darshan_text("POSIX", 0, "7", "/a", {{"OPENS", "1"}}) +
           darshan_text("MPI-IO", -1, "7", "/a", {{"COLL_OPENS", "4"}}) +
           darshan_text("MPI-IO", -1, "8", "/b", {{"COLL_OPENS", "2"}, {"INDEP_OPENS", "3"}}));
  ASSERT_EQ(records.all.size(), 2u);
  EXPECT_EQ(records.all[1].layer, RecordedLayer::posix);
  EXPECT_EQ(records.all[1].opens(), 5);
  EXPECT_EQ(report_.guessed.begin()->second, 5);
  EXPECT_TRUE(is_told("records of MPI-IO on files whose calls below it POSIX counted, passed over: 1"));
}

TEST_F(DarshanRecordsTest, SayWhatTheyLeaveOut) {
  read(darshan_text("POSIX", 0, "1", "<STDOUT>", {{"WRITES", "1"}}) +
       darshan_line("H5D\t0\t2\t", "H5D_READS", "5", "/a") +
       darshan_line("H5D\t0\t3\t", "H5D_READS", "5", "/b") +
       darshan_text("POSIX", 0, "4", "/a", {{"OPENS", "1"}, {"SEEKS", "3"}}));
  EXPECT_TRUE(is_told("records of standard streams, which are no files, passed over: 1"));
  EXPECT_TRUE(is_told("records of the module H5D, not taken: 2"));
  EXPECT_TRUE(is_told("calls that make no operations: seeks: 3"));
}

TEST_F(DarshanRecordsTest, DropWhatCannotBe) {
  const std::string cut = darshan_text("POSIX", 0, "9", "/a", {{"READS", "2"}, {"BYTES_READ", "10"}});
  read("no counter\n" + darshan_text("POSIX", 0, "1", "/a", {{"READS", "many"}}) +
       darshan_text("POSIX", 0, "2", "/a", {{"WRITES", "-7"}}) +
       darshan_text("POSIX", 0, "3", "/a", {{"BYTES_READ", "10"}}) +
       darshan_text("POSIX", 0, "4", "/a", {{"OPENS", "999999999999"}}) +
       darshan_text("POSIX", 0, "5", "/a", {{"F_READ_TIME", "99999999999"}}) +
       darshan_text("POSIX", 0, "6", "/a", {{"READS", "1"}, {"F_READ_START_TIMESTAMP", "2"}}) +
       cut.substr(0, cut.size() / 2));
  EXPECT_EQ(report_.dropped.at("a line that is no counter").places.front(), "trace.txt:1");
  EXPECT_EQ(report_.dropped.at("a counter whose value is no number").count, 1);
  EXPECT_EQ(report_.dropped.at("a counter below zero").count, 1);
  EXPECT_EQ(report_.dropped.at("a counter whose value is no time of a run").count, 1);
  EXPECT_EQ(report_.dropped.at("a record whose counters contradict each other").count, 2);
  EXPECT_EQ(report_.dropped.at("a record of more operations or bytes than a recording takes").count, 1);
  EXPECT_EQ(report_.dropped.at("a record without all its counters").count, 4);
}

TEST_F(DarshanRecordsTest, HaveHeatMapsOfRanks) {
  const std::string before = "HEATMAP\t3\t99\t";
  const auto records = read(darshan_line(before, "HEATMAP_F_BIN_WIDTH_SECONDS", "0.5", "heatmap:POSIX") +
                            darshan_line(before, "HEATMAP_READ_BIN_0", "10", "heatmap:POSIX") +
                            darshan_line(before, "HEATMAP_READ_BIN_1", "20", "heatmap:POSIX") +
                            darshan_line(before, "HEATMAP_READ_BIN_7", "20", "heatmap:POSIX") +
                            darshan_line(before, "HEATMAP_WRITE_BIN_0", "5", "heatmap:POSIX"));
  const DarshanHeat& heat = records.heat.at({RecordedLayer::posix, 3});
  EXPECT_EQ(heat.width, 500_ms);
  EXPECT_EQ(heat.read, (std::vector<std::int64_t>{10, 20}));
  EXPECT_EQ(heat.written, (std::vector<std::int64_t>{5}));
  EXPECT_EQ(report_.dropped.at("a bin of a heat map that is out of order or no number").count, 1);
}

}  // namespace
}  // namespace headrace
