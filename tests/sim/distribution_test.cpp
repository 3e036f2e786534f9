#include "sim/distribution.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "sim/random.h"

namespace headrace {
namespace {

struct Sample {
  double mean = 0;
  double deviation = 0;
  Duration least = Duration::max();
};

Sample draw_many(const Distribution& distribution, int n = 200000) {
  RandomStream stream(1, "distribution");
  double sum = 0;
  double squares = 0;
  Sample sample;
  for (int i = 0; i < n; ++i) {
    const Duration d = distribution.draw(stream);
    sample.least = std::min(sample.least, d);
    sum += d.in_seconds();
    squares += d.in_seconds() * d.in_seconds();
  }
  sample.mean = sum / n;
  sample.deviation = std::sqrt(std::max(0.0, squares / n - sample.mean * sample.mean));
  return sample;
}

TEST(Distribution, ConstantDrawsNothing) {
  RandomStream used(1, "x");
  RandomStream untouched(1, "x");
  EXPECT_EQ(Distribution(80_us).draw(used), 80_us);
  EXPECT_EQ(used.bits(), untouched.bits());
}

TEST(Distribution, LawsWithMeanAndDeviationHaveThem) {
  for (const Law law : {Law::lognormal, Law::gamma, Law::normal}) {
    const Sample sample = draw_many(Distribution(law, 80_us, 16_us));
    EXPECT_NEAR(sample.mean, 80e-6, 0.2e-6) << static_cast<int>(law);
    EXPECT_NEAR(sample.deviation, 16e-6, 0.2e-6) << static_cast<int>(law);
  }
}

TEST(Distribution, ExponentialDeviatesByItsMean) {
  const Sample sample = draw_many(Distribution(Law::exponential, 5_ms));
  EXPECT_NEAR(sample.mean, 5e-3, 5e-5);
  EXPECT_NEAR(sample.deviation, 5e-3, 8e-5);
}

TEST(Distribution, UniformSpansItsWidthAroundTheMiddle) {
  const Sample sample = draw_many(Distribution(Law::uniform, 10_us, 3_us));
  EXPECT_NEAR(sample.mean, 10e-6, 0.03e-6);
  EXPECT_NEAR(sample.deviation, 3e-6 / std::sqrt(3.0), 0.02e-6);
  EXPECT_GE(sample.least, 7_us);
}

TEST(Distribution, PoissonCountsWholeSeconds) {
  RandomStream stream(1, "poisson");
  const Distribution distribution(Law::poisson, 3_s);
  double sum = 0;
  for (int i = 0; i < 50000; ++i) {
    const Duration d = distribution.draw(stream);
    ASSERT_EQ(d.ns() % 1'000'000'000, 0);
    sum += d.in_seconds();
  }
  EXPECT_NEAR(sum / 50000, 3, 0.04);
}

// |N(0, s)| has mean s * sqrt(2 / pi).
TEST(Distribution, IsTakenByItsAbsoluteValue) {
  const Sample sample = draw_many(Distribution(Law::normal, Duration(), 10_us));
  EXPECT_GE(sample.least, Duration());
  EXPECT_NEAR(sample.mean, 10e-6 * std::sqrt(2 / std::acos(-1.0)), 0.06e-6);
}

TEST(Distribution, WithoutSpreadIsItsMean) {
  RandomStream stream(1, "x");
  for (const Law law : {Law::lognormal, Law::gamma, Law::normal, Law::uniform})
    EXPECT_EQ(Distribution(law, 80_us).draw(stream), 80_us) << static_cast<int>(law);
  EXPECT_EQ(Distribution(Law::lognormal, Duration(), 3_us).draw(stream), Duration());
}

TEST(Distribution, LongerThanTimeIsAsLongAsTime) {
  RandomStream stream(1, "x");
  const Distribution distribution(Law::uniform, Duration::max(), Duration::nanoseconds(1));
  EXPECT_EQ(distribution.draw(stream), Duration::max());
}

}  // namespace
}  // namespace headrace
