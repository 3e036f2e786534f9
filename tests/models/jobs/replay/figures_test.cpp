#include "models/jobs/replay/figures.h"

#include <gtest/gtest.h>

#include "models/jobs/figures.h"
#include "models/jobs/replay/replay_result.h"

namespace headrace {
namespace {

double figure_of(const JobResult& job, std::string_view path) {
  return find_figure_row(path)->source.value(job).number.value_or(-1);
}

// 6 GB in 3 s are 2 GB/s; 12 s of the recording are four times that; 8 s of reads of four processes are 2 s
// each.
TEST(ReplayFigures, FollowFromWhatWasRepeated) {
  JobResult job;
  ReplayResult& replay = job.found.give(ReplayResult());
  EXPECT_EQ(figure_of(job, "replay.gb_per_second"), 0);
  EXPECT_EQ(figure_of(job, "replay.read_seconds"), 0);
  replay.processes = 4;
  replay.bytes_read = Bytes::count(5'000'000'000);
  replay.bytes_written = Bytes::count(1'000'000'000);
  replay.span = 3_s;
  replay.recorded = 12_s;
  replay.reading = 8_s;
  EXPECT_DOUBLE_EQ(figure_of(job, "replay.gb_per_second"), 2);
  EXPECT_DOUBLE_EQ(figure_of(job, "replay.speedup"), 4);
  EXPECT_DOUBLE_EQ(figure_of(job, "replay.read_seconds"), 2);
  for (const FigureRow& row : replay_figures()) EXPECT_NE(find_figure_row(row.path), nullptr) << row.path;
}

}  // namespace
}  // namespace headrace
