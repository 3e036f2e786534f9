#include "analysis/statistics/sobol_indices.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <vector>

#include "sim/random.h"

namespace headrace {
namespace {

using Model = std::function<double(const std::vector<double>&)>;

std::vector<double> rows(std::size_t axes, int count, std::uint64_t seed, const Model& model) {
  std::vector<double> values;
  RandomStream stream(seed, "rows");
  for (int row = 0; row < count; ++row) {
    std::vector<double> a(axes), b(axes);
    for (double& place : a) place = stream.uniform();
    for (double& place : b) place = stream.uniform();
    values.push_back(model(a));
    for (std::size_t axis = 0; axis < axes; ++axis) {
      std::vector<double> mixed = a;
      mixed[axis] = b[axis];
      values.push_back(model(mixed));
    }
    values.push_back(model(b));
  }
  return values;
}

constexpr BootstrapPlan kFewDraws{.draws = 499};
constexpr int kRows = 4000;
// Expects an estimate near the truth. Its error from n random rows is about c / sqrt(n) with c below 2 for
// these functions, and at most a quarter of that where the interval says so: four of its own deviations.
void expect_near(const Estimate& estimate, double truth, const char* what) {
  const double deviation = (estimate.high - estimate.low) / (2 * 1.96);
  EXPECT_NEAR(estimate.value, truth, 4 * deviation + 1e-12) << what;
  EXPECT_LE(deviation, 2 / std::sqrt(static_cast<double>(kRows))) << what;
}

struct Truth {
  double first, total;
};

void expect_indices(const std::vector<double>& values, const std::vector<Truth>& truths) {
  const auto indices = sobol_indices(truths.size(), values, kFewDraws);
  ASSERT_EQ(indices.size(), truths.size());
  for (std::size_t axis = 0; axis < truths.size(); ++axis) {
    SCOPED_TRACE(axis);
    expect_near(indices[axis].first, truths[axis].first, "first");
    expect_near(indices[axis].total, truths[axis].total, "total");
  }
}

// sin x + 7 sin^2 y + 0.1 z^4 sin x over [-pi, pi]: with a = 7, b = 0.1
//   V = a^2 / 8 + b pi^4 / 5 + b^2 pi^8 / 18 + 1 / 2, V_x = (1 + b pi^4 / 5)^2 / 2, V_y = a^2 / 8,
//   V_xz = b^2 pi^8 (1 / 18 - 1 / 50).
TEST(SobolIndices, OfIshigamisFunction) {
  const double a = 7, b = 0.1, p4 = std::pow(M_PI, 4), p8 = p4 * p4;
  const double all = a * a / 8 + b * p4 / 5 + b * b * p8 / 18 + 0.5;
  const double x = std::pow(1 + b * p4 / 5, 2) / 2 / all, y = a * a / 8 / all;
  const double xz = b * b * p8 * (1 / 18.0 - 1 / 50.0) / all;
  const auto model = [&](const std::vector<double>& u) {
    const auto at = [&](std::size_t i) { return M_PI * (2 * u[i] - 1); };
    return std::sin(at(0)) + a * std::pow(std::sin(at(1)), 2) + b * std::pow(at(2), 4) * std::sin(at(0));
  };
  expect_indices(rows(3, kRows, 1, model), {{x, x + xz}, {y, y}, {0, xz}});
}

// Product over i of (|4 u - 2| + a_i) / (1 + a_i): V_i = 1 / (3 (1 + a_i)^2), V = product of (1 + V_i) - 1,
// total_i = V_i times the product of (1 + V_j) over the others.
TEST(SobolIndices, OfSobolsFunction) {
  const std::vector<double> factors = {0, 1, 4.5, 99};
  std::vector<double> parts;
  double product = 1;
  for (const double factor : factors)
    product *= 1 + parts.emplace_back(1 / (3 * (1 + factor) * (1 + factor)));
  std::vector<Truth> truths;
  for (const double part : parts)
    truths.push_back({part / (product - 1), part * product / (1 + part) / (product - 1)});
  const auto model = [&](const std::vector<double>& u) {
    double value = 1;
    for (std::size_t i = 0; i < u.size(); ++i)
      value *= (std::abs(4 * u[i] - 2) + factors[i]) / (1 + factors[i]);
    return value;
  };
  expect_indices(rows(4, kRows, 2, model), truths);
}

// 3 x + y + 1000: shares 9/10 and 1/10, total the same. The mean takes nothing of the precision.
TEST(SobolIndices, OfALinearModel) {
  const auto model = [](const std::vector<double>& u) { return 3 * u[0] + u[1] + 1000; };
  expect_indices(rows(3, kRows, 3, model), {{0.9, 0.9}, {0.1, 0.1}, {0, 0}});
}

// Failed points take their row: the others give what they give alone.
TEST(SobolIndices, LeavesOutRowsWithoutAFigure) {
  const auto model = [](const std::vector<double>& u) { return 3 * u[0] + u[1]; };
  const std::vector<double> whole = rows(2, 50, 4, model);
  std::vector<double> holed = whole;
  holed.insert(holed.end(), {1, NAN, 2, 3});
  EXPECT_EQ(sobol_indices(2, whole, kFewDraws)[0].first.value,
            sobol_indices(2, holed, kFewDraws)[0].first.value);
}

TEST(SobolIndices, OfAConstantAreZero) {
  const std::vector<double> same(40, 5.0);
  EXPECT_EQ(sobol_indices(2, same, kFewDraws)[1].total.value, 0);
  EXPECT_EQ(sobol_indices(2, {}, kFewDraws)[0].first.high, 0);
}

}  // namespace
}  // namespace headrace
