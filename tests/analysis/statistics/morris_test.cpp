#include "analysis/statistics/morris.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <vector>

#include "sim/random.h"

namespace headrace {
namespace {

using Model = std::function<double(const std::vector<double>&)>;

struct Design {
  std::vector<double> coordinates, values;

  void add(const std::vector<double>& point, const Model& model) {
    coordinates.insert(coordinates.end(), point.begin(), point.end());
    values.push_back(model(point));
  }
};

// Trajectories on four levels with steps of 2/3, up or down, the axes in turn.
Design trajectories(std::size_t axes, int count, const Model& model) {
  Design design;
  RandomStream stream(1, "trajectories");
  for (int t = 0; t < count; ++t) {
    std::vector<double> point(axes);
    for (double& place : point) place = static_cast<double>(stream.below(4)) / 3;
    design.add(point, model);
    for (std::size_t axis = 0; axis < axes; ++axis) {
      point[axis] += point[axis] < 0.5 ? 2.0 / 3 : -2.0 / 3;
      design.add(point, model);
    }
  }
  return design;
}

std::vector<MorrisEffect> effects_of(std::size_t axes, int count, const Model& model) {
  const Design design = trajectories(axes, count, model);
  return morris_effects(axes, design.coordinates, design.values);
}

// 3 x - 2 y: every effect is its factor, and none varies.
TEST(Morris, OfALinearModelIsItsFactors) {
  const auto effects = effects_of(3, 10, [](const auto& u) { return 3 * u[0] - 2 * u[1] + 5; });
  ASSERT_EQ(effects.size(), 3U);
  EXPECT_NEAR(effects[0].mu, 3, 1e-12);
  EXPECT_NEAR(effects[1].mu, -2, 1e-12);
  EXPECT_NEAR(effects[1].mu_star.value, 2, 1e-12);
  EXPECT_NEAR(effects[2].mu_star.value, 0, 1e-12);
  for (const MorrisEffect& effect : effects) {
    EXPECT_NEAR(effect.sigma, 0, 1e-12);
    EXPECT_NEAR(effect.mu_star.high - effect.mu_star.low, 0, 1e-12);
    EXPECT_EQ(effect.effects, 10U);
  }
}

// (x - 1/2)(y - 1/2): the effect of x is y - 1/2, which is -1/2, -1/6, 1/6 or 1/2 as likely: mu 0, mu* 1/3,
// sigma sqrt((1/4 + 1/36) / 2) = 0.3727. In r trajectories mu is off by sigma / sqrt(r), mu* by 1/6 /
// sqrt(r).
TEST(Morris, OfAProductHasEffectsThatVary) {
  constexpr int kTrajectories = 400;
  const auto effects =
      effects_of(2, kTrajectories, [](const auto& u) { return (u[0] - 0.5) * (u[1] - 0.5); });
  const double root = std::sqrt(static_cast<double>(kTrajectories));
  for (const MorrisEffect& effect : effects) {
    EXPECT_NEAR(effect.mu, 0, 4 * 0.3727 / root);
    EXPECT_NEAR(effect.mu_star.value, 1.0 / 3, 4 / 6.0 / root);
    EXPECT_NEAR(effect.sigma, 0.3727, 4 * 0.3727 / root);
    EXPECT_NEAR(effect.mu_star.high - effect.mu_star.low, 2 * 1.96 / 6 / root, 0.3 / 6 / root);
  }
}

// x^2 between the levels: the effect is 2/3 from 0 and to it, 4/3 from 1/3 and to 1: mu = mu* = 1, sigma 1/3.
TEST(Morris, OfACurveHasSigma) {
  constexpr int kTrajectories = 400;
  const auto effects = effects_of(1, kTrajectories, [](const auto& u) { return u[0] * u[0]; });
  EXPECT_NEAR(effects[0].mu, 1, 4.0 / 3 / 20);
  EXPECT_NEAR(effects[0].sigma, 1.0 / 3, 4.0 / 3 / 20);
}

// An axis of one value never moves, and a point that failed takes the two steps beside it.
TEST(Morris, LeavesOutStepsThatSayNothing) {
  const std::vector<double> coordinates = {0, 0, 0.5, 0, 0.5, 0, /**/ 0, 0, 1, 0, 1, 1};
  const auto effects = morris_effects(2, coordinates, std::vector<double>{1, 3, 3, 1, 5, NAN});
  EXPECT_EQ(effects[0].effects, 2U);
  EXPECT_DOUBLE_EQ(effects[0].mu, 4);
  EXPECT_EQ(effects[1].effects, 0U);
  EXPECT_EQ(effects[1].sigma, 0);
}

TEST(MorrisDeathTest, RefusesStepsAlongTwoAxes) {
  const std::vector<double> coordinates = {0, 0, 1, 1, 1, 0};
  EXPECT_DEATH(morris_effects(2, coordinates, std::vector<double>{1, 2, 3}), "!moved");
}

}  // namespace
}  // namespace headrace
