#include "analysis/planning/fit.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>

#include "analysis/statistics/distributions.h"
#include "sim/random.h"

namespace headrace {
namespace {

double square(double value) { return value * value; }

// Rows as functions of a point.
class Formula final : public FitModel {
 public:
  using Row = std::function<double(std::size_t row, const FitPoint& z)>;
  Formula(std::size_t rows, Row row) : rows_(rows), row_(std::move(row)) {}

  std::optional<std::vector<std::vector<double>>> evaluate(std::span<const FitRequest> requests) override {
    asked_ += requests.size();
    if (asked_ > most_) return std::nullopt;
    std::vector<std::vector<double>> values;
    for (const FitRequest& request : requests) {
      values.emplace_back(rows_, std::numeric_limits<double>::quiet_NaN());
      for (const std::size_t row : request.rows) values.back()[row] = row_(row, request.point);
      rows_asked_ += request.rows.size();
    }
    return values;
  }
  std::size_t asked() const { return asked_; }
  std::size_t rows_asked() const { return rows_asked_; }
  void stop_after(std::size_t points) { most_ = points; }

 private:
  std::size_t rows_, asked_ = 0, rows_asked_ = 0, most_ = std::numeric_limits<std::size_t>::max();
  Row row_;
};

// Time of a step with x ranks on a node: 100 ms, an overhead, one that grows with the ranks, and one with
// their square. Each is known to within a factor of 3: exp(sd z) times 10, 2 and 0.2 ms, sd = log(3) / 1.645.
double log_step(std::size_t row, const FitPoint& z) {
  const double x = 1 + static_cast<double>(row % 10), sd = std::log(3) / 1.645;
  return std::log(100 + 10 * std::exp(sd * z[0]) + 2 * x * std::exp(sd * z[1]) +
                  0.2 * x * x * std::exp(sd * z[2]));
}

// Draws three parameters from their priors, none farther than a fit goes.
FitPoint drawn_truth(RandomStream& random) {
  FitPoint truth;
  while (truth.size() < 3)
    if (const double z = random.normal(); std::abs(z) < FitResult::kFarthest) truth.push_back(z);
  return truth;
}

// Counts the parameters whose intervals of nine in ten hold the truth.
std::size_t held_of(const FitResult& found, const FitPoint& truth) {
  const double t = student_quantile(0.95, found.freedom);
  std::size_t held = 0;
  for (std::size_t j = 0; j < truth.size(); ++j)
    held += std::abs(found.parameters[j].z - truth[j]) <= t * found.parameters[j].spread ? 1 : 0;
  return held;
}

FitProblem measured(std::size_t parameters, std::size_t rows, const Formula::Row& row, const FitPoint& truth,
                    double noise, RandomStream& random) {
  FitProblem problem{parameters, {}};
  for (std::size_t i = 0; i < rows; ++i)
    problem.rows.push_back({row(i, truth) + noise * random.normal(), true});
  return problem;
}

TEST(Fit, FindsAParameterThatDecidesARow) {
  // value = exp(z), measured exp(0.7) in ten rows: z goes there but for what its prior holds it back,
  // 0.7 n / (n + spread^2).
  Formula model(10, [](std::size_t, const FitPoint& z) { return z[0]; });
  const FitResult found = fit({1, std::vector<FitRow>(10, {0.7, true})}, model);
  ASSERT_EQ(found.end, FitEnd::found);
  const double precision = 10 / (found.kinds[0].spread * found.kinds[0].spread);
  EXPECT_NEAR(found.parameters[0].z, 0.7 * precision / (precision + 1), 1e-3);
  EXPECT_NEAR(found.parameters[0].spread, std::sqrt(1 / (precision + 1)), 1e-9);
  EXPECT_TRUE(found.is_settled);
  EXPECT_EQ(found.rows[0].before, 0);
  EXPECT_NEAR(found.rows[0].found, 0.7, 1e-3);
  EXPECT_EQ(found.points, model.asked());
  // Ten rows at every point, but one at each of the ten without it, and none for slopes of rows not fitted.
  EXPECT_EQ(model.rows_asked(), 10 * (found.points - 10 - 2) + 10);
}

// Data made with known parameters and 1 % noise: nine of ten intervals hold them, 85 to 95 % of 600.
TEST(Fit, IntervalsHoldTheTruth) {
  RandomStream random(7, "fit");
  std::size_t held = 0, rows_held = 0, points = 0;
  for (int repeat = 0; repeat < 200; ++repeat) {
    const FitPoint truth = drawn_truth(random);
    FitProblem problem = measured(3, 21, log_step, truth, 0.01, random);
    problem.rows.back().fitted = false;
    Formula model(21, log_step);
    const FitResult found = fit(problem, model);
    ASSERT_EQ(found.end, FitEnd::found);
    held += held_of(found, truth);
    const FittedRow& last = found.rows.back();
    const double t = student_quantile(0.95, found.freedom);
    rows_held += std::abs(last.found - problem.rows.back().measured) <= t * *last.spread ? 1 : 0;
    EXPECT_FALSE(last.without);
    points += found.points;
  }
  EXPECT_GE(held, 510u);
  EXPECT_LE(held, 570u);
  EXPECT_GE(rows_held, 165u);
  EXPECT_LE(rows_held, 195u);
  EXPECT_LE(points, 200u * 60);  // 4 to begin with, 6 and 1 for a step, 8 for all rows, 20 without one.
}

// Two parameters that count by their product lie on a line, whose ends the priors hold.
TEST(Fit, TellsWhatCannotBeToldApart) {
  const auto product = [](std::size_t, const FitPoint& z) { return z[0] + z[1]; };
  Formula model(20, product);
  RandomStream random(1, "fit");
  const FitResult found = fit(measured(3, 20, product, {1, 0.4, 0}, 0.01, random), model);
  EXPECT_NEAR(found.parameters[0].z, 0.7, 0.01);
  EXPECT_NEAR(found.parameters[1].z, 0.7, 0.01);
  EXPECT_NEAR(found.parameters[0].spread, std::sqrt(0.5), 0.01);
  EXPECT_LT(found.correlations[0][1], -0.99);
  // Nothing is said of the third.
  EXPECT_EQ(found.parameters[2].z, 0);
  EXPECT_EQ(found.parameters[2].spread, 1);
}

TEST(Fit, OneRowFarOffIsNoNewTruth) {
  const auto value = [](std::size_t, const FitPoint& z) { return z[0]; };
  RandomStream random(3, "fit");
  FitProblem problem = measured(1, 20, value, {0.5}, 0.01, random);
  problem.rows[4].measured += 1;
  Formula model(20, value);
  // A mean would be off by 1 / 20.
  EXPECT_NEAR(fit(problem, model).parameters[0].z, 0.5, 0.025);
}

// Without its row a mean of n is off by n / (n - 1) of what it is off with it.
TEST(Fit, SaysWhatARowWouldBeWithoutItself) {
  const auto value = [](std::size_t, const FitPoint& z) { return 3 * z[0]; };
  Formula model(5, value);
  FitProblem problem{1, {}};
  for (const double measured : {0.49, 0.51, 0.5, 0.48, 0.52}) problem.rows.push_back({measured, true});
  const FitResult found = fit(problem, model);
  EXPECT_NEAR(found.rows[4].without.value(), (0.49 + 0.51 + 0.5 + 0.48) / 4, 2e-4);
}

// A row that alone decides a parameter leaves it in the middle of its prior, z = 0: what the model has there
// is asked for, exp(0). The slope at the point found, exp(1.5), would lead from there to below zero.
TEST(Fit, ALoneRowLeavesThePriorWithoutItself) {
  const auto value = [](std::size_t, const FitPoint& z) { return std::exp(z[0]); };
  Formula model(1, value);
  const FitResult found = fit({1, {{std::exp(1.5), true}}}, model);
  EXPECT_NEAR(found.rows[0].without.value(), 1, 0.01);
}

TEST(Fit, StaysWithinWhatIsThoughtPossible) {
  Formula model(8, [](std::size_t, const FitPoint& z) { return z[0] + 0.05 * z[1]; });
  const FitResult found = fit({2, std::vector<FitRow>(8, {2.15, true})}, model);
  EXPECT_EQ(found.parameters[0].z, FitResult::kFarthest);
  // What the first may not explain is left to the second: 0.15 = 0.05 z.
  EXPECT_GT(found.parameters[1].z, 1);
}

// Time of x requests of which n are under way at once, n a whole number, by a rate of z[1] that is free:
// x / n + 0.5 x exp(sd z[1]), where n = 8 exp(sd z[0]) and sd = log(4) / 1.645.
constexpr double kWindowDeviation = 0.8427;
double z_of_window(int n) { return std::log(n / 8.0) / kWindowDeviation; }
double log_window(std::size_t row, const FitPoint& z) {
  const double x = 1 + static_cast<double>(row % 7);
  const double n = 8 * std::exp(kWindowDeviation * z[0]);
  EXPECT_NEAR(n, std::round(n), 1e-9) << "asked for where no whole number is";
  return std::log(10 / n + 0.05 * x * std::exp(kWindowDeviation * z[1]));
}

std::vector<double> windows(int low, int high) {
  std::vector<double> found;
  for (int n = low; n <= high; ++n) found.push_back(z_of_window(n));
  return found;
}

// Data made with known numbers come back where the noise is small beside the way from one to the next,
// whatever the free parameter is; the middle of the law, were any value allowed, is beside it.
TEST(Fit, FindsWholeNumbers) {
  RandomStream random(5, "whole");
  for (int n = 2; n <= 16; ++n) {
    const double free = 1.2 * (2 * random.uniform() - 1);
    FitProblem problem = measured(2, 14, log_window, {z_of_window(n), free}, 0.001, random);
    problem.allowed = {windows(2, 43), {}};
    Formula model(14, log_window);
    const FitResult found = fit(problem, model);
    ASSERT_EQ(found.end, FitEnd::found);
    EXPECT_NEAR(found.parameters[0].z, z_of_window(n), 1e-9) << n;
    EXPECT_NEAR(found.parameters[0].middle, z_of_window(n), 0.02) << n;
    EXPECT_NEAR(found.parameters[1].z, free, 0.02) << n;
    EXPECT_TRUE(found.is_settled) << n;
    EXPECT_LT(found.points, 90u) << n;
  }
}

// A window above which nothing changes is told by its spread, and the search ends.
TEST(Fit, SaysThatAWholeNumberIsNotKnown) {
  const auto value = [](std::size_t, const FitPoint& z) {
    return std::log(std::min(4.0, 8 * std::exp(kWindowDeviation * z[0])));
  };
  FitProblem problem{1, std::vector<FitRow>(6, {std::log(4.0), true})};
  problem.allowed = {windows(2, 43)};
  Formula model(6, value);
  const FitResult found = fit(problem, model);
  EXPECT_GE(found.parameters[0].z, z_of_window(4));
  EXPECT_EQ(found.parameters[0].spread, 1);
  EXPECT_TRUE(found.is_settled);
}

// Of one to two the next value lies far beside the point, and of two that are off by the same the prior
// decides.
TEST(Fit, GoesToTheNextValueHoweverFar) {
  const auto value = [](std::size_t, const FitPoint& z) { return 2 * z[0]; };
  FitProblem problem{1, std::vector<FitRow>(6, {2 * 1.645, true})};
  problem.allowed = {{-1.645, 1.645}};
  Formula model(6, value);
  EXPECT_EQ(fit(problem, model).parameters[0].z, 1.645);
  problem.allowed = {{-1.645}};
  EXPECT_EQ(fit(problem, model).parameters[0].z, -1.645) << "there is no other";
}

// Rows of groups: value = z, and what the group is off, and what the row is.
class FitGroups : public testing::Test {
 protected:
  static double value(std::size_t, const FitPoint& z) { return z[0]; }
  void add(std::size_t group, std::size_t rows, double measured) {
    for (std::size_t i = 0; i < rows; ++i)
      problem_.rows.push_back({measured + (i % 2 == 0 ? 0.01 : -0.01), true, 0, group});
  }
  FitResult found() const {
    Formula model(problem_.rows.size(), value);
    return fit(problem_, model);
  }

  FitProblem problem_{1, {}};
};

// The mean of groups of equally many rows has the variance (between^2 + own^2 / rows) / groups; with a prior
// of variance 1 the precisions add up.
TEST_F(FitGroups, AMeanIsKnownAsWellAsGroupsAreMany) {
  for (const std::size_t group : {0u, 1u, 2u, 3u, 4u}) add(group, 4, 0.1 * static_cast<double>(group));
  const FitResult found = this->found();
  const KindSpread& kind = found.kinds[0];
  // Their means are 0, 0.1, ... 0.4 with a variance of 0.025, of which the rows' own errors explain little.
  EXPECT_NEAR(kind.between, std::sqrt(0.025), 0.02);
  EXPECT_NEAR(kind.spread, 0.01, 0.002);
  const double variance = (square(kind.between) + square(kind.spread) / 4) / 5;
  EXPECT_NEAR(found.parameters[0].spread, std::sqrt(1 / (1 + 1 / variance)), 1e-6);
  EXPECT_NEAR(found.parameters[0].z, 0.2 / (1 + variance), 1e-4);
  EXPECT_NEAR(kind.whole(), std::hypot(kind.between, kind.spread), 1e-15);
  EXPECT_NEAR(found.rows[0].spread.value(), std::hypot(kind.whole(), found.parameters[0].spread), 1e-6);
  ASSERT_EQ(found.shared.size(), 5u);
  EXPECT_EQ(found.shared[4].rows, 4u);
  EXPECT_NEAR(found.shared[4].error, 0.4 - found.parameters[0].z, 0.002);
  EXPECT_NEAR(found.shared[0].error, -found.parameters[0].z, 0.002);
}

// The mean of all rows would be 0.08, that of the groups 0.1 / 6.
TEST_F(FitGroups, ManyRowsOfOneGroupAreStillOneGroup) {
  add(0, 20, 0.1);
  for (const std::size_t group : {1u, 2u, 3u, 4u, 5u}) add(group, 2, 0);
  EXPECT_NEAR(found().parameters[0].z, 0.1 / 6, 0.003);
}

TEST_F(FitGroups, AreLeftOutWhole) {
  add(0, 2, 0.3);
  add(1, 2, 0);
  add(2, 2, 0);
  const FitResult found = this->found();
  // Without its group the first row is where the two others are.
  EXPECT_NEAR(found.rows[0].without.value(), 0, 0.01);
  EXPECT_EQ(found.rows[1].without, found.rows[0].without);
  EXPECT_NEAR(found.rows[2].without.value(), 0.15, 0.02);
}

TEST_F(FitGroups, WithoutADifferenceAreRowsLikeOthers) {
  for (const std::size_t group : {0u, 1u, 2u, 3u, 4u, 5u, 6u, 7u}) add(group, 4, 0.2);
  FitProblem alone = problem_;
  for (FitRow& row : alone.rows) row.group.reset();
  Formula model(alone.rows.size(), value);
  const FitResult with = found(), without = fit(alone, model);
  EXPECT_NEAR(with.parameters[0].z, without.parameters[0].z, 1e-5);
  EXPECT_LT(with.kinds[0].between, 0.005);  // The prior, which one group more would have.
  EXPECT_EQ(without.kinds[0].between, 0);
  EXPECT_EQ(without.kinds[0].whole_freedom(), without.kinds[0].freedom);
  EXPECT_TRUE(without.shared.empty());
}

// Six groups of four rows with 3 % between groups and 1 % within, made with known parameters: nine of ten
// intervals hold them, and of a row in a group that was not seen.
TEST_F(FitGroups, IntervalsHoldTheTruth) {
  RandomStream random(11, "groups");
  std::size_t held = 0, rows_held = 0;
  for (int repeat = 0; repeat < 200; ++repeat) {
    const FitPoint truth = drawn_truth(random);
    FitProblem problem = measured(3, 25, log_step, truth, 0.01, random);
    for (std::size_t group = 0; group < 7; ++group) {
      const double shared = 0.03 * random.normal();
      for (std::size_t i = 4 * group; i < std::min<std::size_t>(4 * group + 4, 25); ++i) {
        problem.rows[i].group = group;
        problem.rows[i].measured += shared;
      }
    }
    problem.rows.back().fitted = false;
    Formula model(25, log_step);
    const FitResult found = fit(problem, model);
    ASSERT_EQ(found.end, FitEnd::found);
    held += held_of(found, truth);
    const FittedRow& last = found.rows.back();
    const double of_row = student_quantile(0.95, found.kinds[0].whole_freedom()) * *last.spread;
    rows_held += std::abs(last.found - problem.rows.back().measured) <= of_row ? 1 : 0;
  }
  EXPECT_GE(held, 510u);
  EXPECT_LE(held, 570u);
  EXPECT_GE(rows_held, 165u);
  EXPECT_LE(rows_held, 195u);
}

TEST(Fit, DoesWithoutFiguresBesideThePoint) {
  // There is no figure above z = 0.3, and the truth is at 0.2.
  const auto value = [](std::size_t, const FitPoint& z) {
    return z[0] > 0.3 ? std::numeric_limits<double>::quiet_NaN() : z[0];
  };
  Formula model(6, value);
  EXPECT_NEAR(fit({1, std::vector<FitRow>(6, {0.2, true})}, model).parameters[0].z, 0.2, 0.01);
  Formula none(6, [](std::size_t, const FitPoint&) { return std::numeric_limits<double>::quiet_NaN(); });
  EXPECT_EQ(fit({1, std::vector<FitRow>(6, {0.2, true})}, none).end, FitEnd::no_figure);
}

// At a kink the slope between both sides says to go down to the left, where it goes up: no step is better,
// and the search has not settled.
TEST(Fit, SaysThatItGaveUpAtAKink) {
  const auto kink = [](std::size_t, const FitPoint& z) { return z[0] > 0 ? 3 * z[0] : -z[0] / 2; };
  Formula model(20, kink);
  const FitResult found = fit({1, std::vector<FitRow>(20, {-0.2, true})}, model);
  EXPECT_EQ(found.end, FitEnd::found);
  EXPECT_FALSE(found.is_settled);
}

TEST(Fit, SaysThatItWasStopped) {
  const FitProblem problem{3, std::vector<FitRow>(20, {5, true})};
  for (const std::size_t most : {0u, 8u, 14u}) {
    Formula model(20, log_step);
    model.stop_after(most);
    EXPECT_EQ(fit(problem, model).end, FitEnd::stopped) << most;
  }
}

}  // namespace
}  // namespace headrace
