#include "analysis/report/recording_time_plots.h"

#include <gtest/gtest.h>

#include <map>

#include "tests/analysis/report/plot_rows.h"
#include "tests/models/jobs/replay/replay_support.h"

namespace headrace {
namespace {

// Returns a process that reads 10 MB from 0 to 2 s, and another that writes 5 MB from 1 to 2 s and is at
// names from 3 to 4 s.
Recording two_processes() {
  Recording recording = recording_of({recorded(IoOperation::read, 0_s, 2_s, 0, Bytes::count(10'000'000))});
  recording.processes.push_back(recording.processes.front());
  recording.processes.back().name = "rank 1";
  recording.processes.back().operations = {recorded(IoOperation::write, 1_s, 2_s, 0, Bytes::count(5'000'000)),
                                           recorded(IoOperation::stat, 3_s, 4_s)};
  return recording;
}

TEST(RecordingTimePlots, DrawEachOperation) {
  const std::vector<Plot> plots = recording_time_plots(two_processes());
  EXPECT_EQ(rows_of(plot_of(plots, "operations")),
            (std::vector<std::string>{"rank 0, reads, 0, 2, 1", "rank 1, writes, 1, 2, 1",
                                      "rank 1, names, 3, 4, 1"}));
}

// In 200 bins of 20 ms of 4 s: 5 MB/s are read in the first 100 of them and written in the 50 before 2 s.
TEST(RecordingTimePlots, ShowBandwidthAndWhatIsUnderWay) {
  const std::vector<Plot> plots = recording_time_plots(two_processes());
  const auto of = [&](const std::string& id, const std::string& name) {
    std::vector<std::string> rows = rows_of(plot_of(plots, id));
    std::erase_if(rows, [&](const std::string& row) { return !row.starts_with(name + ", "); });
    return rows;
  };
  ASSERT_EQ(of("bandwidth", "read").size(), 200U);
  EXPECT_EQ(of("bandwidth", "read")[99], "read, 1.99, 5, -, -");
  EXPECT_EQ(of("bandwidth", "read")[100], "read, 2.01, 0, -, -");
  EXPECT_EQ(of("bandwidth", "written")[50], "written, 1.01, 5, -, -");
  EXPECT_EQ(of("at-once", "most of all")[50], "most of all, 1.01, 2, -, -");
  EXPECT_EQ(of("at-once", "names")[199], "names, 3.99, 1, -, -");
  // In 64 bins of 62.5 ms the first process has its bytes in the first 32.
  const std::vector<std::string> shared = rows_of(plot_of(plots, "bandwidth-processes"));
  ASSERT_EQ(shared.size(), 128U);
  EXPECT_EQ(shared[31], "1.96875, rank 0, 5");
  EXPECT_EQ(shared[32], "2.03125, rank 0, 0");
}

TEST(RecordingTimePlots, PutTheSlowestProcessFirst) {
  Recording recording = two_processes();
  recording.processes[1].operations.push_back(recorded(IoOperation::stat, 4_s, 5_s));
  const std::vector<Plot> plots = recording_time_plots(recording);
  const Plot* const plot = plot_of(plots, "process-time");
  EXPECT_EQ(rows_of(plot),
            (std::vector<std::string>{"rank 1, reading, 0", "rank 1, writing, 1", "rank 1, names, 2",
                                      "rank 1, none, 2", "rank 0, reading, 2", "rank 0, writing, 0",
                                      "rank 0, names, 0", "rank 0, none, 3"}));
  EXPECT_NE(plot->says.find("rank 1 was at files for 3.00 s, the one in the middle for 2.00 s"),
            std::string::npos)
      << plot->says;
}

// 100 processes of 300 operations of one kind each are too many to be drawn one by one; in rows of two
// neighbours there are 50. No operation is lost.
TEST(RecordingTimePlots, JoinWhatIsTooMuch) {
  Recording recording = recording_of({});
  for (std::int64_t i = 0; i < 300; ++i)
    recording.processes[0].operations.push_back(
        recorded(IoOperation::read, 1_ms * i, 1_ms * i + 1_us, 0, 9_B));
  recording.processes.resize(100, recording.processes.front());
  for (std::size_t p = 0; p < 100; ++p) recording.processes[p].host = "n" + std::to_string(p);
  const std::vector<Plot> plots = recording_time_plots(recording);
  const Plot* const plot = plot_of(plots, "operations");
  ASSERT_NE(plot, nullptr);
  EXPECT_LE(plot->rows.size(), kMostSpans);
  std::map<std::string, std::int64_t> of_row;
  for (const std::vector<Cell>& row : plot->rows)
    of_row[std::get<std::string>(row[0])] += std::get<std::int64_t>(row[4]);
  EXPECT_EQ(of_row.size(), 50U);
  EXPECT_EQ(of_row["rank 0 on n0 to rank 0 on n1"], 600);
  EXPECT_NE(plot->says.find("A row is of 2 neighbours of 100 processes."), std::string::npos) << plot->says;
  EXPECT_NE(plot->says.find(" 30000 operations are joined to "), std::string::npos) << plot->says;
  EXPECT_EQ(plot_of(plots, "bandwidth-processes"), nullptr) << "too many for colours";
  const Plot* const times = plot_of(plots, "process-time");
  EXPECT_EQ(times->rows.size(), 64U * 4U);
  EXPECT_NE(times->says.find("the 64 slowest of 100 processes"), std::string::npos) << times->says;
}

TEST(RecordingTimePlots, LeaveOutWhatThereIsNot) {
  EXPECT_TRUE(recording_time_plots(Recording()).empty());
  const std::vector<Plot> plots = recording_time_plots(recording_of({recorded(IoOperation::stat, 0_s, 0_s)}));
  EXPECT_EQ(plot_of(plots, "bandwidth"), nullptr);
  EXPECT_EQ(rows_of(plot_of(plots, "operations")), (std::vector<std::string>{"rank 0, names, 0, 0, 1"}));
}

TEST(RecordingTimePlots, NameProcessesOnce) {
  Recording recording = recording_of({});
  recording.processes[0].name = std::string(100, 'x') + "end";
  EXPECT_EQ(process_labels(recording).at(0), "..." + std::string(54, 'x') + "end");
  recording.processes[0].name = "pid 7";
  EXPECT_EQ(process_labels(recording), std::vector<std::string>{"pid 7"});
  recording.processes.push_back(recording.processes.front());
  recording.processes.back().host = "node1";
  EXPECT_EQ(process_labels(recording), (std::vector<std::string>{"pid 7 on node0", "pid 7 on node1"}));
}

}  // namespace
}  // namespace headrace
