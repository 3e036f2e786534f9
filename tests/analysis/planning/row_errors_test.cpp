#include "analysis/planning/row_errors.h"

#include <gtest/gtest.h>

#include <cmath>

namespace headrace {
namespace {

// Two groups of two rows, one row of none, and one that is not fitted; a slope of one each.
class RowErrorsTest : public testing::Test {
 protected:
  const FitProblem problem_{
      1, {{0, true, 0, 4}, {0, true, 0, 7}, {0, true, 0, 4}, {0, true, 0, 7}, {0, true}, {0, false}}};
  const RowErrors errors_{problem_};
  const Eigen::MatrixXd slopes_ = Eigen::MatrixXd::Constant(6, 1, 1);
  const Eigen::VectorXd here_ = Eigen::VectorXd::Zero(1);
};

TEST_F(RowErrorsTest, GathersWhatBelongsTogether) {
  ASSERT_EQ(errors_.together().size(), 2u);
  EXPECT_EQ(errors_.together()[1].group, 7u);
  EXPECT_EQ(errors_.together()[1].rows, (std::vector<Eigen::Index>{1, 3}));
  EXPECT_EQ(errors_.parts(), (std::vector<std::vector<std::size_t>>{{4}, {0, 2}, {1, 3}}));
  EXPECT_EQ(errors_.first_kinds()[0].fitted, 5u);
  EXPECT_GT(errors_.first_kinds()[0].between, 0);
}

// The precisions are the inverse of D + t^2 Z Z', where D = s^2 / weight.
TEST_F(RowErrorsTest, PrecisionsAreTheInverseOfTheCovariances) {
  Eigen::VectorXd off(6);
  off << 0.05, -0.03, 0.06, -0.04, 0.01, 0;
  const Guess guess = errors_.guess(off, slopes_, here_);
  const KindSpread& kind = guess.kinds[0];
  Eigen::MatrixXd covariances = Eigen::MatrixXd::Zero(5, 5);
  for (Eigen::Index i = 0; i < 5; ++i) {
    covariances(i, i) = kind.spread * kind.spread / guess.weights[i];
    for (Eigen::Index j = 0; j < 4; ++j)
      if (i < 4 && i % 2 == j % 2) covariances(i, j) += kind.between * kind.between;
  }
  const Eigen::MatrixXd unit = covariances * guess.precisions.topLeftCorner(5, 5);
  EXPECT_LT((unit - Eigen::MatrixXd::Identity(5, 5)).cwiseAbs().maxCoeff(), 1e-6);
  EXPECT_EQ(guess.precisions(5, 5), 0);
  // Each shared error is less than the mean of its group's rows, and of the same sign.
  EXPECT_GT(guess.shared[0], 0.02);
  EXPECT_LT(guess.shared[1], -0.02);
  EXPECT_EQ(guess.shared[0], guess.shared[2]);
  EXPECT_EQ(guess.shared[4], 0);
}

// Between two groups that are off to both sides the best step is none; without one of them it goes to the
// other, as far as the prior lets it.
TEST_F(RowErrorsTest, AStepWithoutAGroupGoesToTheOther) {
  FitProblem problem = problem_;
  problem.rows[4].fitted = false;
  const RowErrors errors(problem);
  Eigen::VectorXd off(6);
  off << 0.1, -0.1, 0.1, -0.1, 3, 5;
  const Guess guess = errors.guess(off, slopes_, here_);
  EXPECT_NEAR(guess.step[0], 0, 1e-9);
  const std::size_t first[] = {0, 2}, second[] = {1, 3};
  const double variance =
      guess.kinds[0].between * guess.kinds[0].between + guess.kinds[0].spread * guess.kinds[0].spread / 2;
  EXPECT_NEAR(errors.step_without(first, guess, off, slopes_, here_)[0], -0.1 / (1 + variance), 1e-9);
  EXPECT_NEAR(errors.step_without(second, guess, off, slopes_, here_)[0], 0.1 / (1 + variance), 1e-9);
}

// An error that all rows of a group share costs less than as many errors of their own.
TEST_F(RowErrorsTest, ASharedErrorCostsOnce) {
  const std::vector<KindSpread> kinds = {{5, 0.01, 8, 0.05, 3}};
  Eigen::VectorXd together = Eigen::VectorXd::Zero(6), apart = together;
  together[0] = together[2] = 0.05;
  apart[0] = 0.05;
  apart[2] = -0.05;
  EXPECT_LT(errors_.badness(here_, together, kinds), errors_.badness(here_, apart, kinds) / 4);
  // A row that is not fitted costs nothing; the point costs its distance from the middle of the prior.
  together[5] = 7;
  const double at = errors_.badness(here_, together, kinds);
  EXPECT_NEAR(errors_.badness(Eigen::VectorXd::Constant(1, 2), together, kinds), at + 2, 1e-12);
  together[4] = std::nan("");
  EXPECT_TRUE(std::isinf(errors_.badness(here_, together, kinds)));
}

}  // namespace
}  // namespace headrace
