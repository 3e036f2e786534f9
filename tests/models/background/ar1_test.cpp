#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "models/background/policy.h"
#include "tests/models/support/given_fields.h"

namespace headrace {
namespace {

constexpr int kSteps = 200'000;

std::unique_ptr<BackgroundLoad> load(double mean, double spread, double correlation, std::uint64_t seed = 3) {
  return chosen<BackgroundLoad>(
             "ar1", {{"mean", mean}, {"spread", spread}, {"correlation", correlation}, {"step", 60}})
      .make({RandomStream(seed, "load")});
}

struct Moments {
  double mean = 0, variance = 0, correlation = 0;
};
Moments moments_of(const std::vector<double>& values) {
  Moments moments;
  const auto n = static_cast<double>(values.size());
  for (const double value : values) moments.mean += value / n;
  double together = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    moments.variance += (values[i] - moments.mean) * (values[i] - moments.mean) / n;
    if (i > 0) together += (values[i] - moments.mean) * (values[i - 1] - moments.mean) / n;
  }
  moments.correlation = together / moments.variance;
  return moments;
}

// The mean of n shares of deviation s, of which neighbours correlate by at most c, is off by
// s sqrt((1 + c) / (1 - c) / n); that of their logarithms' correlation by sqrt((1 - c^2) / n); and the
// variance of n log-normal shares, as skewed as a spread of a quarter of the mean makes them (an excess
// kurtosis below 2), by sqrt((2 + 2) (1 + c^2) / (1 - c^2) / n) of itself. All to four of these.
TEST(Ar1, HasItsMeanSpreadAndCorrelation) {
  for (const double c : {0.0, 0.5, 0.9}) {
    const double mean = 0.2, spread = 0.05;
    const auto process = load(mean, spread, c);
    std::vector<double> shares, logarithms;
    for (int i = 0; i < kSteps; ++i) {
      const BackgroundLoad::Step step = process->next();
      ASSERT_EQ(step.lasting, 60_s);
      shares.push_back(step.taken);
      logarithms.push_back(std::log(step.taken));
    }
    const double n = kSteps;
    EXPECT_NEAR(moments_of(shares).mean, mean, 4 * spread * std::sqrt((1 + c) / (1 - c) / n)) << c;
    EXPECT_NEAR(moments_of(logarithms).correlation, c, 4 * std::sqrt((1 - c * c) / n)) << c;
    const double off = std::sqrt(4 * (1 + c * c) / (1 - c * c) / n);
    EXPECT_NEAR(moments_of(shares).variance / (spread * spread), 1, 4 * off) << c;
  }
}

TEST(Ar1, IsConstantWithoutASpread) {
  const auto process = load(0.25, 0, 0.5);
  for (int i = 0; i < 10; ++i) EXPECT_NEAR(process->next().taken, 0.25, 1e-12);
}

// The first step is as wide as any other: over many seeds its mean is the mean.
TEST(Ar1, BeginsInTheMiddle) {
  constexpr int kRuns = 10'000;
  double sum = 0;
  for (int seed = 0; seed < kRuns; ++seed)
    sum += load(0.2, 0.05, 0.99, static_cast<std::uint64_t>(seed))->next().taken;
  EXPECT_NEAR(sum / kRuns, 0.2, 4 * 0.05 / std::sqrt(static_cast<double>(kRuns)));
}

}  // namespace
}  // namespace headrace
