#include "analysis/planning/gaussian_process.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "sim/random.h"

namespace headrace {
namespace {

double matern(double distance, double scale) {
  const double r = std::sqrt(5.0) * distance / scale;
  return (1 + r + r * r / 3) * std::exp(-r);
}

GaussianProcess::Parameters parameters(std::initializer_list<double> scales_and_signal) {
  GaussianProcess::Parameters logs(static_cast<Eigen::Index>(scales_and_signal.size()));
  Eigen::Index index = 0;
  for (const double value : scales_and_signal) logs[index++] = std::log(value);
  return logs;
}

const std::vector<double> kLine = {0, 0.25, 0.5, 1};
const std::vector<double> kExact = {0, 0};

// Two points at 0 and 1 with values 1 and 3: by symmetry the mean is 2 and the weights are -w and w with
// w (1 - k) s^2 = 1. At 1/4: mean 2 + s^2 w (k(3/4) - k(1/4)); variance s^2 - c' K^-1 c, where K^-1 of a 2x2
// matrix (1 k; k 1) is (1 -k; -k 1) / (1 - k^2).
TEST(GaussianProcess, IsTheClosedFormOfTwoPoints) {
  const DesignSpace space({{"x", kLine}});
  GaussianProcess process(space);
  const double scale = 0.7, signal = 1.5;
  process.fit_with(parameters({scale, signal}), std::vector<std::size_t>{0, 3}, std::vector<double>{1, 3},
                   kExact);
  const double k = matern(1, scale), near = matern(0.25, scale), far = matern(0.75, scale);
  const Belief belief = process.at(std::vector<std::size_t>{1}).front();
  EXPECT_NEAR(belief.mean, 2 + (far - near) / (1 - k), 1e-6);
  const double explained = (near * near + far * far - 2 * k * near * far) / (1 - k * k);
  EXPECT_NEAR(belief.deviation, signal * std::sqrt(1 - explained), 1e-6);
}

// Of a point that is known without noise nothing is left to believe; half-way between equal distances the
// mean of two points with noise v is still their mean, and the variance is s^2 (1 - 2 c^2 / (1 + k + v /
// s^2)).
TEST(GaussianProcess, NoiseIsPartOfTheClosedForm) {
  const DesignSpace space({{"x", kLine}});
  GaussianProcess process(space);
  process.fit_with(parameters({0.5, 1}), std::vector<std::size_t>{0, 3}, std::vector<double>{1, 3}, kExact);
  EXPECT_NEAR(process.at(std::vector<std::size_t>{3}).front().mean, 3, 1e-6);
  EXPECT_NEAR(process.at(std::vector<std::size_t>{3}).front().deviation, 0, 1e-3);
  const double noise = 0.3;
  process.fit_with(parameters({0.5, 1}), std::vector<std::size_t>{0, 3}, std::vector<double>{1, 3},
                   std::vector<double>{noise, noise});
  const Belief belief = process.at(std::vector<std::size_t>{2}).front();
  const double c = matern(0.5, 0.5), k = matern(1, 0.5);
  EXPECT_NEAR(belief.mean, 2, 1e-6);
  EXPECT_NEAR(belief.deviation, std::sqrt(1 - 2 * c * c / (1 + k + noise)), 1e-6);
}

TEST(GaussianProcess, DifferentWordsAreOneApart) {
  const DesignSpace space({{"policy", {0, 0, 0}, AxisKind::categorical}});
  GaussianProcess process(space);
  process.fit_with(parameters({0.8, 1}), std::vector<std::size_t>{0, 1}, std::vector<double>{-1, 1}, kExact);
  EXPECT_NEAR(process.at(std::vector<std::size_t>{2}).front().mean, 0, 1e-9);
  const double k = matern(1, 0.8);
  EXPECT_NEAR(process.at(std::vector<std::size_t>{2}).front().deviation, std::sqrt(1 - 2 * k * k / (1 + k)),
              1e-6);
}

struct Sample {
  DesignSpace space{{{"a", {0, 1, 2, 3, 4, 5, 6, 7, 8, 9}}, {"b", {0, 1, 2, 3, 4, 5, 6, 7, 8, 9}}}};
  std::vector<std::size_t> points = space.latin_hypercube(20, 3);
  std::vector<double> values, noise;

  Sample() {
    std::sort(points.begin(), points.end());
    points.erase(std::unique(points.begin(), points.end()), points.end());
    for (const std::size_t point : points) {
      const double a = static_cast<double>(space.digit(point, 0)) / 9;
      values.push_back(std::sin(7 * a) + 0.02 * static_cast<double>(space.digit(point, 1)));
      noise.push_back(1e-4);
    }
  }
};

TEST(GaussianProcess, TheSlopeOfTheLikelihoodIsItsDifferenceQuotient) {
  const Sample sample;
  GaussianProcess process(sample.space);
  const auto at = parameters({0.4, 1.3, 0.9});
  process.fit_with(at, sample.points, sample.values, sample.noise);
  Eigen::VectorXd slope;
  process.log_posterior(at, &slope);
  for (Eigen::Index index = 0; index < at.size(); ++index) {
    const double step = 1e-5;
    GaussianProcess::Parameters up = at, down = at;
    up[index] += step;
    down[index] -= step;
    const double quotient = (process.log_posterior(up) - process.log_posterior(down)) / (2 * step);
    EXPECT_NEAR(slope[index], quotient, 1e-4 * (1 + std::fabs(quotient))) << index;
  }
}

// The figure moves with a by seven radians and hardly with b.
TEST(GaussianProcess, FindsWhichAxisMatters) {
  const Sample sample;
  GaussianProcess process(sample.space);
  process.fit(sample.points, sample.values, sample.noise);
  EXPECT_LT(process.parameters()[0] + 1, process.parameters()[1]);
  const double best = process.log_posterior(process.parameters());
  for (Eigen::Index index = 0; index < 3; ++index) {
    for (const double by : {-0.3, 0.3}) {
      GaussianProcess::Parameters beside = process.parameters();
      beside[index] += by;
      EXPECT_GT(best, process.log_posterior(beside)) << index << " " << by;
    }
  }
  double worst = 0;
  for (std::size_t point = 0; point < sample.space.size(); ++point) {
    const double a = static_cast<double>(sample.space.digit(point, 0)) / 9;
    const double truth = std::sin(7 * a) + 0.02 * static_cast<double>(sample.space.digit(point, 1));
    const Belief belief = process.at(std::vector<std::size_t>{point}).front();
    worst = std::max(worst, std::fabs(truth - belief.mean) / (belief.deviation + 0.02));
  }
  EXPECT_LT(worst, 5);
}

// A jump where everything else is flat surprises the process, which then believes less.
TEST(GaussianProcess, ASurpriseWidensItsBeliefs) {
  const DesignSpace space({{"x", {0, 1, 2, 3, 4, 5, 6, 7, 8, 9}}});
  const std::vector<std::size_t> points = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
  const std::vector<double> exact(10, 0);
  GaussianProcess process(space);
  process.fit(points, std::vector<double>{0, 0, 0, 0, 0, 9, 9, 9, 9, 9}, exact);
  const double jump = process.widening();
  process.fit(points, std::vector<double>{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}, exact);
  EXPECT_GT(jump, process.widening());
  EXPECT_GE(process.widening(), 1);
}

TEST(GaussianProcess, EqualValuesAreNoProblem) {
  const DesignSpace space({{"x", kLine}});
  GaussianProcess process(space);
  process.fit(std::vector<std::size_t>{0, 3}, std::vector<double>{2, 2}, kExact);
  EXPECT_NEAR(process.at(std::vector<std::size_t>{1}).front().mean, 2, 1e-9);
}

// A hundred-millionth of the variance is believed to be noise, whatever is said: so much is left of it at a
// point that is known.
TEST(GaussianProcess, LeavesALittleOfWhatIsKnown) {
  const DesignSpace space({{"x", kLine}});
  GaussianProcess process(space);
  const double signal = 1.5;
  process.fit_with(parameters({0.5, signal}), std::vector<std::size_t>{0, 3}, std::vector<double>{1, 3},
                   kExact);
  EXPECT_NEAR(process.at(std::vector<std::size_t>{3}).front().deviation, 1e-4 * signal, 1e-7);
}

// The covariance of n words, all one apart, is K = s^2 ((1 - k) I + k J). With half of the values d above
// their mean and half below, r' K^-1 r = n d^2 / (s^2 (1 - k)), and
//   |K| = s^2n (1 - k)^(n - 1) (1 + (n - 1) k).
// Two and four values of one deviation have the same prior: their posteriors differ by the likelihoods.
TEST(GaussianProcess, TheLikelihoodIsThatOfTheNormalLaw) {
  const DesignSpace space({{"policy", {0, 0, 0, 0}, AxisKind::categorical}});
  const auto at = parameters({0.8, 1.2});
  const double k = matern(1, 0.8), variance = 1.2 * 1.2;
  const auto found = [&](std::vector<std::size_t> points, std::vector<double> values) {
    GaussianProcess process(space);
    process.fit_with(at, points, values, std::vector<double>(points.size(), 0.0));
    return process.log_posterior(at);
  };
  const auto expected = [&](double n, double squares) {
    const double determinant = n * std::log(variance) + (n - 1) * std::log(1 - k) + std::log(1 + (n - 1) * k);
    return -0.5 * (squares / (variance * (1 - k)) + determinant + n * std::log(2 * M_PI));
  };
  const double d = std::sqrt(1.5);  // Four at this distance have the deviation of two at 1.
  const double two = found({0, 1}, {1, 3}), four = found({0, 1, 2, 3}, {2 - d, 2 + d, 2 - d, 2 + d});
  EXPECT_NEAR(four - two, expected(4, 6) - expected(2, 2), 1e-5);
}

}  // namespace
}  // namespace headrace
