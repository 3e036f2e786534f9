#include "analysis/report/time_plots.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/analysis/report/plot_rows.h"
#include "tests/analysis/sample_run.h"

namespace headrace {
namespace {

using namespace literals;
using testing::ElementsAre;

RunResult run_with(std::vector<SeriesRow> series) {
  RunResult run;
  run.series = std::move(series);
  run.rows = {{"ost/0", "bytes_read", "total", 1, Unit::bytes},
              {"clients", "window_waiting/1", "mean", 1, Unit::count}};
  return run;
}

TEST(TimePlots, StandAtTheMiddleOfTheirWindows) {
  const std::vector<Plot> plots =
      time_plots(run_with({{"jobs", "ranks_waiting", at_seconds(0), 10_s, 3},
                           {"resource/OSTs", "utilisation", at_seconds(10), 4_s, 0.5}}));
  EXPECT_THAT(rows_of(plot_of(plots, "waiting")), ElementsAre("all jobs, 5, 3, -, -"));
  EXPECT_THAT(rows_of(plot_of(plots, "use")), ElementsAre("OSTs, 12, 50"));
}

// Equal components share a figure; bytes are in GB/s, other counters a second, gauges as they are.
TEST(TimePlots, PutEqualComponentsTogether) {
  const std::vector<Plot> plots =
      time_plots(run_with({{"ost/0", "bytes_read_per_second", at_seconds(0), 2_s, 2e9},
                           {"ost/1-3", "bytes_read_per_second", at_seconds(0), 2_s, 1e9},
                           {"mds/0", "requests_per_second", at_seconds(0), 2_s, 7},
                           {"clients", "window_waiting/1", at_seconds(0), 2_s, 0.5},
                           {"clients", "window_waiting/2", at_seconds(0), 2_s, 0.25}}));
  const Plot* const read = plot_of(plots, "series-ost-bytes-read-per-second");
  EXPECT_THAT(rows_of(read), ElementsAre("ost/0, 1, 2", "ost/1-3, 1, 1"));
  EXPECT_EQ(read->columns.back().unit, "GB/s");
  EXPECT_EQ(plot_of(plots, "series-mds-requests-per-second")->columns.back().unit, "1/s");
  EXPECT_THAT(rows_of(plot_of(plots, "series-clients-window-waiting")),
              ElementsAre("clients window_waiting/1, 1, 0.5", "clients window_waiting/2, 1, 0.25"));
}

}  // namespace
}  // namespace headrace
