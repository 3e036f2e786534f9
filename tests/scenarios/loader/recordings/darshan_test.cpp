#include "scenarios/loader/recordings/darshan.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "scenarios/loader/text/numbers.h"
#include "tests/scenarios/loader/recordings/darshan_text.h"
#include "tests/scenarios/loader/recordings/recordings_support.h"

namespace headrace {
namespace {

// Two reads of 1 s in all between 1 s and 3 s take 0.5 s each: the first begins at 1 s, the last ends at 3 s.
TEST(Darshan, SpreadsOperationsFromTheFirstToTheLast) {
  const TraceBench bench(kDarshanHead + darshan_text("POSIX", 2, "7", "/scratch/a",
                                                     {{"OPENS", "1"},
                                                      {"READS", "2"},
                                                      {"BYTES_READ", "300"},
                                                      {"MAX_BYTE_READ", "299"},
                                                      {"F_OPEN_START_TIMESTAMP", "0.5"},
                                                      {"F_OPEN_END_TIMESTAMP", "0.75"},
                                                      {"F_META_TIME", "0.25"},
                                                      {"F_READ_START_TIMESTAMP", "1"},
                                                      {"F_READ_END_TIMESTAMP", "3"},
                                                      {"F_READ_TIME", "1"}}),
                         read_darshan);
  ASSERT_EQ(bench.made.recording.processes.size(), 1u);
  EXPECT_EQ(bench.made.recording.processes[0].name, "rank 2");
  const auto& operations = bench.operations();
  ASSERT_EQ(operations.size(), 3u);
  EXPECT_EQ(operations[0].operation, IoOperation::open);
  EXPECT_EQ(operations[0].end, 250_ms);
  EXPECT_EQ(operations[1].begin, 500_ms);  // Since the open.
  EXPECT_EQ(operations[1].end, 1_s);
  EXPECT_EQ(operations[2].begin, 2_s);
  EXPECT_EQ(operations[2].end, 2500_ms);
  EXPECT_EQ(operations[2].offset, Bytes::count(150));
  EXPECT_EQ(bench.made.recording.files[0].size, Bytes::count(300));
}

// Two files of a rank that are read at once: no call lasts beyond the begin of the next one.
TEST(Darshan, CutsCallsOfAProcessWhereTheNextBegins) {
  const std::map<std::string, std::string> counters = {{"READS", "4"},
                                                       {"BYTES_READ", "400"},
                                                       {"F_READ_START_TIMESTAMP", "1"},
                                                       {"F_READ_END_TIMESTAMP", "2"},
                                                       {"F_READ_TIME", "3"}};
  const TraceBench bench(
      darshan_text("POSIX", 0, "7", "/a", counters) + darshan_text("POSIX", 0, "8", "/b", counters),
      read_darshan);
  const auto& operations = bench.operations();
  ASSERT_EQ(operations.size(), 8u);
  for (std::size_t o = 1; o < operations.size(); ++o) EXPECT_LE(operations[o - 1].end, operations[o].begin);
}

// Of 10 writes of a file that 4 ranks share they make 3, 3, 2 and 2; the first open makes the file.
TEST(Darshan, DealsSharedFilesToAllRanks) {
  const TraceBench bench(kDarshanHead + darshan_text("POSIX", -1, "7", "/scratch/a",
                                                     {{"OPENS", "4"},
                                                      {"WRITES", "10"},
                                                      {"FSYNCS", "4"},
                                                      {"BYTES_WRITTEN", "10000"},
                                                      {"F_WRITE_START_TIMESTAMP", "1"},
                                                      {"F_WRITE_END_TIMESTAMP", "2"},
                                                      {"F_WRITE_TIME", "1.4"}}),
                         read_darshan);
  const auto& processes = bench.made.recording.processes;
  ASSERT_EQ(processes.size(), 4u);
  EXPECT_EQ(processes[0].operations.size(), 1u + 3u + 1u);
  EXPECT_EQ(processes[3].operations.size(), 1u + 2u + 1u);
  EXPECT_EQ(processes[0].operations.front().operation, IoOperation::create);
  EXPECT_EQ(processes[1].operations.front().operation, IoOperation::open);
  EXPECT_EQ(processes[3].operations.back().operation, IoOperation::sync);
  EXPECT_TRUE(bench.made.recording.files[0].created);
  EXPECT_EQ(bench.report.bytes_written, Bytes::count(10000));
  EXPECT_EQ(bench.report.guessed.at(
                "which rank made an operation on a file that all ranks share, of which each has as many"),
            18);
}

// Bytes moved in the last of four bins of a second: reads are there, though counters say from 0 s on.
TEST(Darshan, FollowsHeatMaps) {
  std::string text = darshan_text("POSIX", 0, "7", "/a",
                                  {{"READS", "3"}, {"BYTES_READ", "30"}, {"F_READ_END_TIMESTAMP", "4"}});
  const std::string before = "HEATMAP\t0\t99\t";
  text += darshan_line(before, "HEATMAP_F_BIN_WIDTH_SECONDS", "1", "heatmap:POSIX");
  for (int bin = 0; bin < 4; ++bin)
    text += darshan_line(before, "HEATMAP_READ_BIN_" + std::to_string(bin), bin == 3 ? "30" : "0",
                         "heatmap:POSIX");
  const TraceBench bench(text, read_darshan);
  ASSERT_EQ(bench.operations().size(), 3u);
  EXPECT_EQ(bench.operations()[1].begin, 500_ms);  // Since the first, at 3 s.
  EXPECT_EQ(bench.operations()[2].begin, 1_s);
}

// LUSTRE of Darshan 3.2 counts stripes, that of 3.4 those of each component.
TEST(Darshan, KnowsStripes) {
  const TraceBench bench(darshan_text("POSIX", 0, "7", "/a", {{"OPENS", "1"}}) +
                             darshan_text("POSIX", 0, "8", "/b", {{"OPENS", "1"}}) +
                             darshan_line("LUSTRE\t0\t7\t", "LUSTRE_STRIPE_WIDTH", "12", "/a") +
                             darshan_line("LUSTRE\t0\t8\t", "LUSTRE_COMP1_STRIPE_COUNT", "4", "/b") +
                             darshan_line("LUSTRE\t0\t9\t", "LUSTRE_STRIPE_WIDTH", "3", "/not used"),
                         read_darshan);
  ASSERT_EQ(bench.made.recording.files.size(), 2u);
  EXPECT_EQ(bench.made.recording.files[0].stripe_count, 12);
  EXPECT_EQ(bench.made.recording.files[1].stripe_count, 4);
}

TEST(Darshan, KnowsItsText) {
  EXPECT_TRUE(is_darshan(kDarshanHead));
  EXPECT_TRUE(is_darshan(darshan_text("POSIX", 0, "7", "/a", {})));
  EXPECT_FALSE(is_darshan(kDxtText));
}

// CounterSums: counters added up over a text, without standard streams and records that are cut.
class CounterSums {
 public:
  explicit CounterSums(const std::string& path) {
    std::ifstream text(path);
    std::map<std::string, std::map<std::string, std::int64_t>> records;
    for (std::string line; std::getline(text, line);) {
      std::vector<std::string> cells;
      std::istringstream rest(line);
      for (std::string cell; std::getline(rest, cell, '\t');) cells.push_back(cell);
      const bool counts =
          cells.size() >= 6 && (cells[0] == "POSIX" || cells[0] == "STDIO") && cells[5][0] != '<';
      if (counts)
        records[cells[0] + cells[1] + " " + cells[2]][cells[3].substr(6)] =
            whole_number(cells[4]).value_or(0);
    }
    for (const auto& [record, counters] : records)
      if (counters.contains("F_META_TIME"))
        for (const auto& [counter, value] : counters)
          if (value > 0) sums_[counter] += value;
  }
  std::int64_t operator[](const std::string& counter) const {
    const auto found = sums_.find(counter);
    return found == sums_.end() ? 0 : found->second;
  }

 private:
  std::map<std::string, std::int64_t> sums_;
};

// Each real log gives as many operations, of as many bytes, as its counters say.
TEST(Darshan, ConservesOperationsAndBytesOfRealLogs) {
  const char* const data = std::getenv("HEADRACE_DATA");
  if (data == nullptr) GTEST_SKIP() << "HEADRACE_DATA names no folder of real files";
  const ScratchFolder folder;
  int read = 0;
  for (const auto& entry :
       std::filesystem::directory_iterator(std::string(data) + "/traces/darshan-parser")) {
    const std::string files[] = {entry.path().string()};
    const ImportReport report =
        import_traces(*find_trace_form("darshan"), files, folder / "made.recording", {});
    const CounterSums sums(files[0]);
    EXPECT_GT(report.operations, 0) << files[0];
    EXPECT_EQ(report.reads, sums["READS"]) << files[0];
    EXPECT_EQ(report.writes, sums["WRITES"]) << files[0];
    EXPECT_EQ(report.opens, sums["OPENS"] - sums["FILENOS"] - sums["DUPS"] - sums["FDOPENS"]) << files[0];
    EXPECT_EQ(report.others, sums["STATS"] + sums["FSYNCS"] + sums["FDSYNCS"]) << files[0];
    EXPECT_EQ(report.bytes_read.count(), sums["BYTES_READ"]) << files[0];
    EXPECT_EQ(report.bytes_written.count(), sums["BYTES_WRITTEN"]) << files[0];
    const Recording recording = read_recording(folder / "made.recording").recording;
    EXPECT_EQ(recording.operations(), static_cast<std::size_t>(report.operations));
    EXPECT_TRUE(recording.of_counters);
    ++read;
  }
  EXPECT_GE(read, 3);
}

}  // namespace
}  // namespace headrace
