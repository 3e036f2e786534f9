#include "analysis/report/measured_plots.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/analysis/report/plot_rows.h"

namespace headrace {
namespace {

using testing::ElementsAre;

MeasuredRow measured(const std::string& system, double samples_per_second) {
  MeasuredRow row;
  row.system = system;
  row.workload = "unet3d";
  row.hosts = 1;
  row.accelerators = 10;
  row.cores_per_host = 10;
  row.batch_size = 100;
  row.computation_seconds = 1;
  row.samples_per_second = samples_per_second;
  row.scenario = "a.yaml";
  return row;
}

TEST(MeasuredPlots, HavePredictedRowsAlone) {
  const std::vector rows = {measured("a", 900), measured("b", 800)};
  const std::vector<std::optional<Prediction>> predictions = {Prediction{950, 91}, std::nullopt};
  const Plot plot = measured_plot(judge(rows, predictions));
  EXPECT_THAT(rows_of(&plot), ElementsAre("calibration, a, unet3d, 900, 950"));
  EXPECT_TRUE(plot.logarithmic);
}

TEST(MeasuredPlots, HaveTimesOfCheckpoints) {
  CheckpointRow row;
  row.system = "a";
  row.role = RowRole::validation;
  row.checkpoint_gib = 100;
  row.seconds = 10;
  row.scenario = "a.yaml";
  const Plot plot = measured_plot(judge(std::vector{row}, std::vector<std::optional<double>>{12.0}));
  ASSERT_EQ(plot.rows.size(), 1U);
  EXPECT_EQ(text_of(plot.rows[0]).substr(0, 13), "validation, a");
  EXPECT_EQ(plot.columns[2].unit, "s");
}

TEST(MeasuredPlots, TellSheetsFromMeasurements) {
  const std::vector<PublishedComparison> found = {
      {"machine",
       "read",
       "probe.gb_per_second",
       9.8,
       {"probe.gb_per_second", 10, PublishedBy::sheet, "a page"}},
      {"machine", "train", "au_percent", 94, {"au_percent", 91, PublishedBy::measured, "a page"}},
      {"machine", "none", "au_percent", 0, {"au_percent", 91, PublishedBy::measured, "a page"}}};
  const Plot plot = published_plot(found);
  EXPECT_THAT(rows_of(&plot), ElementsAre("data sheet, read: probe.gb_per_second, 10, 9.8",
                                          "measured, train: au_percent, 91, 94"));
}

}  // namespace
}  // namespace headrace
