#include "analysis/planning/surrogates.h"

#include <gtest/gtest.h>

#include <boost/math/distributions/students_t.hpp>
#include <cmath>

namespace headrace {
namespace {

TEST(Surrogates, TheLawOfBeliefsIsStudentsWithFiveDegrees) {
  const boost::math::students_t_distribution<double> law(5);
  for (const double t : {-40.0, -4.0, -1.0, 0.0, 0.3, 2.0, 12.0})
    EXPECT_NEAR(log_share_below(t), std::log(boost::math::cdf(law, t)), 1e-7) << t;
  EXPECT_TRUE(std::isfinite(log_share_below(-1e12)));
}

Trial trial(std::size_t point, std::vector<Margins> runs) {
  return {{point, std::move(runs)}, {}, Verdict::met, 0};
}

// Margins of -1 and 1 at the ends: in the middle nobody knows, and towards an end it is ever likelier.
TEST(Surrogates, TheBoundIsBetweenWhatMissedAndWhatMet) {
  const DesignSpace space({{"x", {0, 1, 2, 3, 4}}});
  Surrogates surrogates(space, 1);
  const std::vector<Trial> trials = {trial(0, {{-1}}), trial(4, {{1}})};
  surrogates.learn(trials);
  const std::vector<std::size_t> points = {1, 2, 3};
  const std::vector<double> logs = surrogates.log_probabilities(points).front();
  EXPECT_NEAR(std::exp(logs[1]), 0.5, 1e-6);
  EXPECT_LT(logs[0], logs[1]);
  EXPECT_NEAR(std::exp(logs[0]) + std::exp(logs[2]), 1, 1e-6);
}

TEST(Surrogates, WithoutFiguresNothingIsKnown) {
  const DesignSpace space({{"x", {0, 1, 2}}});
  Surrogates surrogates(space, 1);
  surrogates.learn(std::vector<Trial>{trial(0, {{-INFINITY}}), trial(1, {{3}})});
  EXPECT_NEAR(std::exp(surrogates.log_probabilities(std::vector<std::size_t>{2}).front().front()), 0.5,
              1e-12);
}

// Of a design that was run, runs that differ say less than runs that do not.
TEST(Surrogates, NoiseMakesUnsure) {
  const DesignSpace space({{"x", {0, 1, 2, 3, 4}}});
  const std::vector<std::size_t> points = {2};
  const auto sure = [&](double spread) {
    Surrogates surrogates(space, 1);
    surrogates.learn(std::vector<Trial>{trial(0, {{-4 - spread}, {-4 + spread}}),
                                        trial(1, {{-3 - spread}, {-3 + spread}}),
                                        trial(2, {{-2 - spread}, {-2 + spread}})});
    return surrogates.log_probabilities(points).front().front();
  };
  EXPECT_LT(sure(0), sure(3));
}

}  // namespace
}  // namespace headrace
