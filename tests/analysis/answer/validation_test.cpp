#include "analysis/answer/validation.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "analysis/statistics/grouped.h"

namespace headrace {
namespace {

// A row of 10 accelerators that compute 1,000 samples a second at most.
MeasuredRow row_of(const std::string& system, RowRole role, double samples_per_second,
                   std::int64_t cores = 10) {
  MeasuredRow row;
  row.system = system;
  row.role = role;
  row.workload = "unet3d";
  row.hosts = 1;
  row.accelerators = 10;
  row.cores_per_host = cores;
  row.batch_size = 100;
  row.computation_seconds = 1;
  row.samples_per_second = samples_per_second;
  row.au_percent = 90;
  row.scenario = "a.yaml";
  return row;
}

constexpr RowRole kFit = RowRole::calibration;
constexpr RowRole kLook = RowRole::validation;

Validation judged(const std::vector<MeasuredRow>& rows, double predicted, double au = 95) {
  return judge(rows, std::vector<std::optional<Prediction>>(rows.size(), Prediction{predicted, au}));
}

// The constant is the median efficiency of the calibration rows: of 0.90, 0.80 and 0.95 it is 0.90.
TEST(Validation, AConstantIsTheMedianOfCalibrationRows) {
  const std::vector rows = {row_of("a", kFit, 900), row_of("b", kFit, 800), row_of("c", kFit, 950),
                            row_of("d", kLook, 990), row_of("e", kLook, 100)};
  const Validation found = judged(rows, 980);
  EXPECT_DOUBLE_EQ(*found.rows[3].of(Forecast::constant), 900);
  EXPECT_DOUBLE_EQ(*found.rows[4].of(Forecast::constant), 900) << "no validation row is fitted";
  EXPECT_DOUBLE_EQ(*found.rows[3].error(Forecast::simulator), 980.0 / 990 - 1);
}

// For a calibration row nothing of its own system is known: row a has the median of 0.80 and 0.95.
TEST(Validation, ACalibrationRowIsForetoldWithoutItsSystem) {
  const std::vector rows = {row_of("a", kFit, 900), row_of("a", kFit, 700), row_of("b", kFit, 800),
                            row_of("c", kFit, 950)};
  EXPECT_DOUBLE_EQ(*judged(rows, 1).rows[0].of(Forecast::constant), 875);
}

// log efficiency = intercept + slope log(ranks per core) through (1, 0.9) and (1/4, 0.99): at 1/2 the
// geometric mean.
TEST(Validation, ARegressionIsByRanksPerCore) {
  const std::vector rows = {row_of("a", kFit, 900, 10), row_of("b", kFit, 990, 40),
                            row_of("c", kLook, 950, 20)};
  EXPECT_NEAR(*judged(rows, 1).rows[2].of(Forecast::regression), std::sqrt(900.0 * 990), 1e-9);
}

TEST(Validation, AWorkloadWithoutCalibrationRowsHasNoBaseline) {
  std::vector rows = {row_of("a", kFit, 900), row_of("b", kLook, 950)};
  rows[1].workload = "resnet50";
  const Validation found = judged(rows, 940);
  EXPECT_FALSE(found.rows[1].of(Forecast::constant));
  EXPECT_FALSE(found.rows[1].of(Forecast::regression));
  ASSERT_EQ(found.groups.size(), 4u) << "of each role, of all and of one workload";
  for (const ScoreGroup& group : found.groups) EXPECT_TRUE(group.is_alone());
}

// Errors of 2, 10 and 4 %: median 4, worst 10, two of three within 5 %. AU is off by 5 points everywhere; the
// constant, 0.9 of what 10 accelerators compute, by none.
TEST(Validation, ScoresAreOfAbsoluteErrors) {
  const std::vector rows = {row_of("a", kFit, 900), row_of("b", kFit, 900), row_of("c", kLook, 1000 / 1.02),
                            row_of("d", kLook, 1000 / 1.10), row_of("e", kLook, 1000 / 0.96)};
  const Validation found = judged(rows, 1000);
  const ScoreGroup& all = found.groups.at(2);
  EXPECT_EQ(all.role, kLook);
  EXPECT_EQ(all.workload, "");
  const ForecastScore& score = all.scores[0];
  EXPECT_EQ(score.rows, 3u);
  EXPECT_NEAR(score.median, 0.04, 1e-12);
  EXPECT_NEAR(score.worst, 0.10, 1e-12);
  EXPECT_EQ(score.within_5_percent, 2u);
  EXPECT_DOUBLE_EQ(score.median_au_points.value(), 5);
  EXPECT_EQ(score.au_rows, 3u);
  EXPECT_NEAR(all.scores[1].median_au_points.value(), 0, 1e-12);
  EXPECT_FALSE(score.rank_correlation) << "workloads are not ranked against each other";
}

// Three rows measured at 90, 80 and, one, never: a constant of 0.85 is off by 5 points, and by -5 below.
TEST(Validation, AuIsJudgedInPoints) {
  std::vector rows = {row_of("a", kFit, 850), row_of("b", kFit, 850, 20), row_of("c", kLook, 900),
                      row_of("d", kLook, 900), row_of("e", kLook, 900)};
  rows[3].au_percent = 80;
  rows[4].au_percent.reset();
  const Validation found = judge(
      rows, {{std::nullopt, std::nullopt, Prediction{900, 93}, Prediction{900, 92}, Prediction{900, 1}}});
  EXPECT_DOUBLE_EQ(found.rows[2].au_error(Forecast::simulator).value(), 3);
  EXPECT_DOUBLE_EQ(found.rows[2].au_of(Forecast::constant).value(), 85);
  EXPECT_DOUBLE_EQ(found.rows[2].au_error(Forecast::constant).value(), -5);
  EXPECT_DOUBLE_EQ(found.rows[3].au_error(Forecast::regression).value(), 5);
  EXPECT_FALSE(found.rows[4].au_error(Forecast::simulator));
  const ScoreGroup& group = found.groups.at(0);
  EXPECT_EQ(group.role, kLook);
  EXPECT_EQ(group.scores[0].rows, 3u);
  EXPECT_EQ(group.scores[0].au_rows, 2u) << "what was not measured is not judged";
  EXPECT_DOUBLE_EQ(group.scores[0].median_au_points.value(), 7.5);
  EXPECT_DOUBLE_EQ(group.scores[0].worst_au_points.value(), 12);
  EXPECT_DOUBLE_EQ(group.scores[1].worst_au_points.value(), 5);
}

// A row without a figure, whose run was no valid one, says nothing of others.
TEST(Validation, ARowThatMeasuredNothingTeachesNothing) {
  const std::vector rows = {row_of("a", kFit, 900), row_of("b", kFit, 0), row_of("c", kLook, 900)};
  EXPECT_DOUBLE_EQ(*judged(rows, 900).rows[2].of(Forecast::constant), 900);
}

TEST(Validation, RowsThatWereNotRunScoreNothing) {
  const std::vector rows = {row_of("a", kFit, 900), row_of("b", kFit, 900), row_of("c", kLook, 900)};
  const Validation found = judge(rows, {{std::nullopt, Prediction{900, 90}, std::nullopt}});
  ASSERT_EQ(found.groups.size(), 2u) << "calibration, of all and of one workload";
  EXPECT_EQ(found.groups[0].scores[0].rows, 1u);
  EXPECT_FALSE(found.rows[2].error(Forecast::simulator));
}

// Three systems whose measured figures are 0.9, 1.0 and 1.1 of the prediction, whatever they train.
TEST(Validation, AnIntervalIsOfTheErrorsOnCalibrationRows) {
  std::vector rows = {row_of("a", kFit, 900), row_of("b", kFit, 1000), row_of("c", kFit, 1100),
                      row_of("d", kLook, 950)};
  rows[1].workload = "resnet50";
  const Validation found = judged(rows, 1000);
  const std::optional<RowInterval>& interval = found.rows[3].interval(Forecast::simulator);
  ASSERT_TRUE(interval);
  const std::vector errors = {std::log(0.9), 0.0, std::log(1.1)};
  const std::vector<std::string_view> systems = {"a", "b", "c"};
  const GroupedSpread spread = grouped_spread(errors, systems).value();
  EXPECT_NEAR(interval->low, 1000 * std::exp(spread.quantile(0.05)), 1e-9);
  EXPECT_NEAR(interval->high, 1000 * std::exp(spread.quantile(0.95)), 1e-9);
  const GroupedSpread others =
      grouped_spread(std::span(errors).subspan(1), std::span(systems).subspan(1)).value();
  EXPECT_NEAR(found.rows[0].interval(Forecast::simulator)->low, 1000 * std::exp(others.quantile(0.05)), 1e-9)
      << "not of its own system";
  const std::vector few = {row_of("a", kFit, 900), row_of("a", kFit, 950), row_of("d", kLook, 950)};
  EXPECT_FALSE(judged(few, 1000).rows[2].interval(Forecast::simulator)) << "of one system there is none";
}

// Three rows of one workload are predicted in the order in which they were measured.
TEST(Validation, RowsOfAWorkloadAreRanked) {
  const std::vector rows = {row_of("a", kFit, 900), row_of("b", kFit, 910), row_of("c", kLook, 900),
                            row_of("d", kLook, 950), row_of("e", kLook, 990)};
  const Validation found = judge(
      rows, {{std::nullopt, std::nullopt, Prediction{700, 90}, Prediction{800, 90}, Prediction{850, 90}}});
  ASSERT_EQ(found.groups.size(), 2u);
  EXPECT_EQ(found.groups[1].workload, "unet3d");
  EXPECT_DOUBLE_EQ(found.groups[1].scores[0].rank_correlation.value(), 1);
  EXPECT_FALSE(found.groups[1].scores[1].rank_correlation) << "a constant has no order";
}

}  // namespace
}  // namespace headrace
