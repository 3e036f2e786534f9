#include "analysis/answer/calibration.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "analysis/statistics/distributions.h"

namespace headrace {
namespace {

class CalibrationTest : public testing::Test {
 protected:
  static MeasuredFigure row(RowRole role, double value) {
    return {role, "a run", {}, "jobs.train.au_percent", value, "a log"};
  }

  std::vector<Prior> fields_ = {{"platform.a.x", "prior [assumed]", 3, Duration(30_ms)},
                                {"jobs.train.y", "[derived] of z", 2, Bandwidth(4_GBps)}};
  const std::vector<MeasuredFigure> rows_ = {row(RowRole::calibration, 80), row(RowRole::calibration, 50),
                                             row(RowRole::validation, 90)};
  const FitResult fit_{FitEnd::found,
                       true,
                       {{1.2, 0.3}, {-2, 0.95}},
                       {{1, -0.95}, {-0.95, 1}},
                       {{std::log(88.0), std::log(80.8), 0.02, std::log(82.0)},
                        {std::log(40.0), std::log(49.0), 0.02, std::log(48.0)},
                        {std::log(99.0), std::log(93.6), 0.01, std::nullopt}},
                       {},
                       {{2, 0.015, 8}},
                       {},
                       8,
                       40};
};

TEST_F(CalibrationTest, AsksForLogarithms) {
  const FitProblem problem = problem_of(fields_, rows_);
  EXPECT_EQ(problem.parameters, 2u);
  EXPECT_DOUBLE_EQ(problem.rows[1].measured, std::log(50.0));
  EXPECT_TRUE(problem.rows[1].fitted);
  EXPECT_FALSE(problem.rows[2].fitted);
}

// z = 1.645 is the end of the range, a factor of 3 away.
TEST_F(CalibrationTest, TellsFieldsAsMultiples) {
  EXPECT_NEAR(times_of(fields_[0], 1.6449), 3, 1e-9);
  const Calibration found = calibration_of(fields_, rows_, fit_);
  const CalibratedField& first = found.fields[0];
  EXPECT_NEAR(first.times, std::pow(3, 1.2 / 1.6449), 1e-9);
  EXPECT_NEAR(first.factor(), std::pow(3, student_quantile(0.95, 8) * 0.3 / 1.6449), 1e-9);
  EXPECT_NEAR(first.learnt, 0.7, 1e-12);
  EXPECT_FALSE(first.at_the_end);
  EXPECT_FALSE(first.is_silent());
  EXPECT_TRUE(found.fields[1].at_the_end);
  EXPECT_TRUE(found.fields[1].is_silent());
  EXPECT_EQ(found.alike, (std::vector<std::pair<std::size_t, std::size_t>>{{0, 1}}));
}

TEST_F(CalibrationTest, ScoresTheRowsOfARole) {
  const Calibration found = calibration_of(fields_, rows_, fit_);
  const CalibratedRow& last = found.rows[2];
  EXPECT_NEAR(last.error(last.found), 0.04, 1e-9);
  EXPECT_NEAR(last.low.value(), 93.6 * std::exp(-student_quantile(0.95, 8) * 0.01), 1e-9);
  EXPECT_FALSE(last.holds());
  ASSERT_EQ(scores_of(found).size(), 2u);
  const CalibrationScore fitted = scores_of(found).front(), held = scores_of(found).back();
  EXPECT_EQ(fitted.role, RowRole::calibration);
  EXPECT_EQ(fitted.figure, "au_percent");
  EXPECT_EQ(fitted.rows, 2u);
  EXPECT_EQ(fitted.held, 2u);
  EXPECT_NEAR(fitted.before, (0.1 + 0.2) / 2, 1e-9);
  EXPECT_NEAR(fitted.found, (0.01 + 0.02) / 2, 1e-9);
  EXPECT_NEAR(fitted.worst_found, 0.02, 1e-9);
  EXPECT_NEAR(fitted.without, (0.025 + 0.04) / 2, 1e-9);
  EXPECT_EQ(held.role, RowRole::validation);
  EXPECT_EQ(held.bounded, 1u);
  EXPECT_EQ(held.held, 0u);
}

TEST_F(CalibrationTest, NoPercentageIsAboveAHundred) {
  FitResult fit = fit_;
  fit.rows[2].spread = 0.1;
  EXPECT_EQ(calibration_of(fields_, rows_, fit).rows[2].high.value(), 100);
}

// The second of three rows that are asked for says most of the others: of each of
// them 1 - sqrt(1 - 0.6^2 / (1 + 0) / 1) = 0.2 goes.
TEST_F(CalibrationTest, NamesTheRowToMeasureNext) {
  std::vector<MeasuredFigure> rows(3, {RowRole::validation, "a run", {}, "jobs.train.seconds", {}, "none"});
  FitResult fit = fit_;
  for (FittedRow& row : fit.rows) row.without.reset();
  fit.kinds[0].spread = 0;
  fit.row_covariances = {{1, 0.6, 0}, {0.6, 1, 0.6}, {0, 0.6, 1}};
  const Calibration found = calibration_of(fields_, rows, fit);
  ASSERT_TRUE(found.next);
  EXPECT_EQ(found.next->row, 1u);
  EXPECT_NEAR(found.next->narrower, 0.2, 1e-12);
  EXPECT_TRUE(scores_of(found).empty());
  fit.row_covariances = {{1, 0.1, 0}, {0.1, 1, 0.1}, {0, 0.1, 1}};
  EXPECT_FALSE(calibration_of(fields_, rows, fit).next);
}

// Nothing is known of how far a figure is off of which no row was fitted.
TEST_F(CalibrationTest, RowsOfAFigureThatWasNotFittedHaveNoInterval) {
  std::vector<MeasuredFigure> rows = rows_;
  rows[2].figure = "jobs.train.step_wait_ms.p50";
  EXPECT_EQ(problem_of(fields_, rows).rows[2].kind, 1u);
  FitResult fit = fit_;
  fit.kinds.push_back({0, 0.005, 1});
  fit.rows[2].spread.reset();
  const Calibration found = calibration_of(fields_, rows, fit);
  EXPECT_FALSE(found.rows[2].low);
  ASSERT_EQ(found.spreads.size(), 1u);
  EXPECT_EQ(found.spreads[0].whole, 0.015);
  ASSERT_EQ(scores_of(found).size(), 2u);
  EXPECT_EQ(scores_of(found)[1].figure, "step_wait_ms.p50");
  EXPECT_EQ(scores_of(found)[1].bounded, 0u);
}

TEST_F(CalibrationTest, LeavesOutRowsWithoutAFigure) {
  FitResult fit = fit_;
  fit.rows[2].found = std::numeric_limits<double>::quiet_NaN();
  const Calibration found = calibration_of(fields_, rows_, fit);
  EXPECT_FALSE(found.rows[2].found);
  EXPECT_EQ(scores_of(found).size(), 1u);
}

// Errors that the rows of a system share are told by system, and reckoned into every interval.
TEST_F(CalibrationTest, TellsSystemsApart) {
  std::vector<MeasuredFigure> rows = rows_;
  rows[0].system = "A";
  rows[1].system = "B";
  rows[2].system = "B";
  const FitProblem problem = problem_of(fields_, rows);
  EXPECT_EQ(problem.rows[0].group, 0u);
  EXPECT_EQ(problem.rows[2].group, 1u);
  EXPECT_FALSE(problem_of(fields_, rows_).rows[0].group);
  FitResult fit = fit_;
  fit.kinds = {{2, 0.03, 8, 0.04, 3}};
  fit.shared = {{0, 0, 1, 0.02}, {0, 1, 1, -0.01}};
  const Calibration found = calibration_of(fields_, rows, fit);
  ASSERT_EQ(found.spreads.size(), 1u);
  EXPECT_NEAR(found.spreads[0].whole, 0.05, 1e-12);
  EXPECT_NEAR(found.spreads[0].between, 0.04, 1e-12);
  EXPECT_NEAR(found.rate_spread(), 0.05, 1e-12);
  EXPECT_EQ(found.systems[1].figure, "au_percent");
  ASSERT_EQ(found.systems.size(), 2u);
  EXPECT_EQ(found.systems[1].name, "B");
  EXPECT_NEAR(found.systems[1].error, std::exp(0.01) - 1, 1e-12);
  EXPECT_NEAR(found.systems[0].error, std::exp(-0.02) - 1, 1e-12);
  // (0.03^2 + 0.04^2)^2 / (0.03^4 / 8 + 0.04^4 / 3) degrees of freedom.
  const double freedom = 0.0025 * 0.0025 / (0.00000081 / 8 + 0.00000256 / 3);
  EXPECT_NEAR(found.rows[2].low.value(), 93.6 * std::exp(-student_quantile(0.95, freedom) * 0.01), 1e-9);
}

// A window from 2 to 32 may have every whole number up to two deviations d from its middle, 8:
// 8 exp(-2 d) = 1.48 to 8 exp(2 d) = 43.2, where d = log(4) / 1.6449.
class WholeFieldTest : public CalibrationTest {
 protected:
  WholeFieldTest() { fields_[0] = {"platform.window", "range", 4, WholeNumber{8}}; }
  static double z_of(double n) { return std::log(n / 8) / (std::log(4) / 1.6449); }
  CalibratedField field_with(double n, double middle, double spread) const {
    FitResult fit = fit_;
    fit.parameters[0] = {z_of(n), spread, middle};
    fit.freedom = 1e6;  // Student's law is the normal one.
    return calibration_of(fields_, rows_, fit).fields[0];
  }
};

TEST_F(WholeFieldTest, MayHaveWholeNumbersAlone) {
  const FitProblem problem = problem_of(fields_, rows_);
  ASSERT_EQ(problem.allowed.size(), 2u);
  ASSERT_EQ(problem.allowed[0].size(), 42u);
  EXPECT_NEAR(problem.allowed[0].front(), z_of(2), 1e-3);
  EXPECT_NEAR(problem.allowed[0].back(), z_of(43), 1e-3);
  EXPECT_TRUE(problem.allowed[1].empty()) << "a rate may have any value";
  fields_[0].factor = 1e9;
  EXPECT_TRUE(problem_of(fields_, rows_).allowed[0].empty()) << "any value is near a whole number";
}

// Six alone has nine tenths of a law that is narrow beside the way from 5 to 6 and 7; of one half way
// between two both are needed; and of one that nothing is known of, the prior's own: by the lognormal law 2
// to 29 have 0.9 of what 2 to 43 have.
TEST_F(WholeFieldTest, HasARangeOfWholeNumbers) {
  const CalibratedField sure = field_with(6, z_of(6), 0.05);
  EXPECT_EQ(sure.text(), "6");
  EXPECT_EQ(sure.prior.text(sure.low) + " to " + sure.prior.text(sure.high), "6 to 6");
  EXPECT_NEAR(sure.factor(), 1, 1e-12);
  const CalibratedField between = field_with(6, (z_of(6) + z_of(7)) / 2, 0.05);
  EXPECT_EQ(between.prior.text(between.low) + " to " + between.prior.text(between.high), "6 to 7");
  const CalibratedField unknown = field_with(8, 0, 1);
  EXPECT_TRUE(unknown.is_silent());
  EXPECT_EQ(unknown.prior.text(unknown.low), "2");
  const double d = std::log(4) / 1.6449;
  double all = 0, held = 0;
  for (int n = 2; n <= 43; ++n) {
    const double part = std::log((n + 0.5) / (n - 0.5)) * std::exp(-std::pow(std::log(n / 8.0) / d, 2) / 2);
    all += part;
    if (n <= std::stoi(unknown.prior.text(unknown.high))) held += part;
  }
  EXPECT_NEAR(held / all, 0.9, 0.01) << unknown.prior.text(unknown.high);
}

TEST_F(WholeFieldTest, IsAtTheEndWhereTheRowsAskForMore) {
  EXPECT_FALSE(field_with(43, z_of(43), 0.1).at_the_end);
  EXPECT_TRUE(field_with(43, FitResult::kFarthest, 0.1).at_the_end);
}

}  // namespace
}  // namespace headrace
