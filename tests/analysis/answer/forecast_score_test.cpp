#include "analysis/answer/forecast_score.h"

#include <gtest/gtest.h>

#include <vector>

namespace headrace {
namespace {

constexpr RowRole kOfCalibration = RowRole::calibration;
constexpr RowRole kOfValidation = RowRole::validation;

JudgedFigure judged_figure(const std::string& system, RowRole role, double measured,
                           std::optional<double> headrace, std::optional<double> constant) {
  JudgedFigure figure;
  figure.system = system;
  figure.role = role;
  figure.workload = "write";
  figure.measured = measured;
  figure.predict(Forecast::simulator, headrace);
  figure.predict(Forecast::constant, constant);
  return figure;
}

std::vector<ScoreGroup> groups_of_figures(std::vector<JudgedFigure>& figures) {
  std::vector<JudgedFigure*> all;
  for (JudgedFigure& figure : figures) all.push_back(&figure);
  add_intervals(all);
  return score_groups(std::vector<const JudgedFigure*>(all.begin(), all.end()));
}

TEST(ForecastScore, IsOfWhatEveryForecastIsMadeFor) {
  std::vector figures = {judged_figure("a", kOfValidation, 100, 102, 110),
                         judged_figure("b", kOfValidation, 100, 80, std::nullopt),
                         judged_figure("c", kOfValidation, 0, 90, 90),
                         judged_figure("d", kOfValidation, 100, std::nullopt, 100)};
  const std::vector<ScoreGroup> groups = groups_of_figures(figures);
  ASSERT_EQ(groups.size(), 4U) << "of all and of writes, each with both and alone";
  EXPECT_EQ(groups[0].figures, (std::vector<std::size_t>{0}));
  ASSERT_EQ(groups[0].scores.size(), 2U) << "nobody made a regression";
  EXPECT_NEAR(groups[0].scores[0].worst, 0.02, 1e-12);
  EXPECT_NEAR(groups[0].scores[1].worst, 0.10, 1e-12);
  EXPECT_FALSE(groups[0].is_alone());
  EXPECT_TRUE(groups[1].is_alone());
  EXPECT_EQ(groups[1].figures, (std::vector<std::size_t>{0, 1}));
  EXPECT_NEAR(groups[1].scores[0].worst, 0.20, 1e-12);
  EXPECT_EQ(groups[2].workload, "write");
}

TEST(ForecastScore, IsOfHeadraceAloneWhereNothingElseIsMade) {
  std::vector figures = {judged_figure("a", kOfValidation, 100, 102, std::nullopt)};
  const std::vector<ScoreGroup> groups = groups_of_figures(figures);
  ASSERT_EQ(groups.size(), 2U);
  EXPECT_TRUE(groups[0].is_alone());
  EXPECT_FALSE(groups[0].scores[0].covered) << "no calibration row tells how far off it may be";
}

// A row of another workload, of the role validation, of the same system or without a figure teaches nothing.
TEST(ForecastScore, OnlyMeasuredCalibrationRowsTeach) {
  const JudgedFigure of = judged_figure("a", kOfCalibration, 100, 100, std::nullopt);
  EXPECT_TRUE(may_teach(judged_figure("b", kOfCalibration, 100, 100, std::nullopt), of));
  EXPECT_FALSE(may_teach(judged_figure("b", kOfValidation, 100, 100, std::nullopt), of));
  EXPECT_FALSE(may_teach(judged_figure("a", kOfCalibration, 100, 100, std::nullopt), of));
  EXPECT_TRUE(may_teach(of, judged_figure("a", kOfValidation, 100, 100, std::nullopt)));
  EXPECT_FALSE(may_teach(judged_figure("b", kOfCalibration, 0, 100, std::nullopt), of));
  JudgedFigure reads = judged_figure("b", kOfCalibration, 100, 100, std::nullopt);
  reads.workload = "read";
  EXPECT_FALSE(may_teach(reads, of));
}

// Width 20; 5 below it costs 5 / 0.05 more (Gneiting and Raftery 2007, alpha 0.1: 2 / alpha a unit).
TEST(ForecastScore, AnIntervalIsScoredByWidthAndMisses) {
  const RowInterval interval{90, 110};
  EXPECT_TRUE(interval.holds(110));
  EXPECT_DOUBLE_EQ(interval.score(100), 20);
  EXPECT_DOUBLE_EQ(interval.score(85), 120);
  EXPECT_DOUBLE_EQ(interval.score(115), 120);
}

}  // namespace
}  // namespace headrace
