#include "analysis/statistics/bootstrap.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "analysis/statistics/spread.h"
#include "sim/random.h"

namespace headrace {
namespace {

WeightedStatistic mean_over(const std::vector<double>& values) {
  return [&values](std::span<const std::int64_t> times) {
    double sum = 0;
    for (std::size_t i = 0; i < values.size(); ++i) sum += static_cast<double>(times[i]) * values[i];
    return sum / static_cast<double>(values.size());
  };
}

// The deviation of a drawn mean is s sqrt((n - 1) / n) / sqrt(n), and the corrected share gives it back
// sqrt(n / (n - 1)) and Student's t: for a mean the interval is Student's. A limit found from 1,999 draws has
// an error of sqrt(p (1 - p) / 1999) / density, a twentieth of the half-width.
TEST(Bootstrap, OfAMeanIsStudents) {
  RandomStream stream(1, "values");
  for (const std::size_t n : {8U, 40U}) {
    std::vector<double> values(n);
    for (double& value : values) value = 10 + stream.normal();
    const Spread student = spread_of(values);
    const Estimate estimate = bootstrap(n, mean_over(values));
    const double half = student.high - student.mean;
    EXPECT_DOUBLE_EQ(estimate.value, student.mean);
    EXPECT_NEAR(estimate.low, student.low, 0.2 * half) << n;
    EXPECT_NEAR(estimate.high, student.high, 0.2 * half) << n;
    EXPECT_NEAR(estimate.high - estimate.low, 2 * half, 0.15 * half) << n;
  }
}

TEST(Bootstrap, DrawsTheSameEverywhere) {
  const std::vector<double> values = {1, 2, 4, 8, 16, 32};
  const Estimate once = bootstrap(values.size(), mean_over(values));
  const Estimate again = bootstrap(values.size(), mean_over(values));
  EXPECT_EQ(once.low, again.low);
  EXPECT_EQ(once.high, again.high);
  const Estimate other = bootstrap(values.size(), mean_over(values), {.seed = 2});
  EXPECT_NE(once.low, other.low);
  // Every draw is of as many items as there are.
  bootstrap(3, [](std::span<const std::int64_t> times) {
    EXPECT_EQ(times[0] + times[1] + times[2], 3);
    return 0.0;
  });
}

TEST(Bootstrap, HasNoIntervalOfOneItem) {
  const std::vector<double> values = {5};
  const Estimate estimate = bootstrap(1, mean_over(values));
  EXPECT_EQ(estimate.value, 5);
  EXPECT_EQ(estimate.low, 5);
  EXPECT_EQ(estimate.high, 5);
}

TEST(Bootstrap, IsWiderWhereMoreConfidenceIsAskedFor) {
  const std::vector<double> values = {1, 2, 4, 8, 16, 32, 3, 9, 12, 7};
  const Estimate usual = bootstrap(values.size(), mean_over(values));
  const Estimate surer = bootstrap(values.size(), mean_over(values), {.confidence = 0.99});
  EXPECT_LT(surer.low, usual.low);
  EXPECT_GT(surer.high, usual.high);
}

}  // namespace
}  // namespace headrace
