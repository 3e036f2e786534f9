#include "analysis/page/score_tables.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace headrace {
namespace {

using testing::HasSubstr;

JudgedFigure figure_with_interval(double measured, double predicted) {
  JudgedFigure figure;
  figure.role = RowRole::validation;
  figure.system = "alpha";
  figure.workload = "write";
  figure.measured = measured;
  figure.predict(Forecast::simulator, predicted);
  figure.intervals[0] = RowInterval{90, 120};
  return figure;
}

TEST(ScoreTables, TellErrorsAndIntervalsInPercent) {
  EXPECT_EQ(error_cell(figure_with_interval(100, 104.1), Forecast::simulator), "+4.1");
  EXPECT_EQ(error_cell(figure_with_interval(100, 104.1), Forecast::constant), "-");
  EXPECT_EQ(interval_cell(figure_with_interval(100, 104), Forecast::simulator), "-10 to +20");
  EXPECT_EQ(interval_cell(figure_with_interval(0, 120), Forecast::simulator), "-25 to +0")
      << "against the prediction";
  EXPECT_EQ(interval_cell(figure_with_interval(100, 104), Forecast::regression), "-");
}

TEST(ScoreTables, SayWhoStandsAlone) {
  const JudgedFigure figure = figure_with_interval(100, 104);
  const JudgedFigure* const all[] = {&figure};
  const std::vector<ScoreGroup> groups = score_groups(all);
  EXPECT_THAT(score_table("errors of times", groups), HasSubstr("v write: headrace alone"));
  const nlohmann::ordered_json trees = score_trees(groups);
  EXPECT_EQ(trees[0]["alone"], true);
  EXPECT_EQ(trees[1]["workload"], "write");
  EXPECT_NEAR(trees[0]["median"].get<double>(), 0.04, 1e-12);
  EXPECT_EQ(forecast_tree(figure, Forecast::simulator, "seconds")["seconds"], 104);
}

TEST(ScoreTables, CountRowsByTheirReason) {
  MeasuredRun one, other;
  one.system = other.system = "beta";
  one.why_not = other.why_not = "nobody described it";
  const MeasuredRun* const rows[] = {&one, &other};
  EXPECT_EQ(not_predicted(rows), "Not predicted:\n  2 rows of beta: nobody described it\n\n");
}

}  // namespace
}  // namespace headrace
