#include "analysis/statistics/best_of.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "sim/random.h"

namespace headrace {
namespace {

using Scores = std::vector<std::vector<double>>;
using Indices = std::vector<std::size_t>;

// Differences of 1, 2 and 3: t = 2 / (1 / sqrt(3)) = 3.46, against 4.30 of two systems, 2 degrees.
TEST(BestOf, OfTwoIsThePairedInterval) {
  const BestOf tied = best_of(Scores{{10, 20, 30}, {11, 22, 33}});
  EXPECT_EQ(tied.ahead, 1U);
  EXPECT_FALSE(tied.crowned);
  EXPECT_EQ(tied.tied, Indices{0});
  // With four, three degrees: 2 / (1 / sqrt(4)) = 4 against 3.18.
  EXPECT_EQ(tied.replications, 4U);
  // Differences of 2, 2.2 and 2.4: t = 2.2 / (0.2 / sqrt(3)) = 19.
  EXPECT_TRUE(best_of(Scores{{10, 20, 30}, {12, 22.2, 32.4}}).crowned);
}

TEST(BestOf, IsCorrectedForTheirNumber) {
  // t = 2 / (0.7 / sqrt(3)) = 4.95: beyond 4.30 of two systems, not beyond 6.21 of four.
  const std::vector<double> ahead = {1.3, 2, 2.7}, zero = {0, 0, 0}, far = {-20, -21, -19};
  EXPECT_TRUE(best_of(Scores{zero, ahead}).crowned);
  const BestOf of_four = best_of(Scores{zero, far, ahead, far});
  EXPECT_EQ(of_four.ahead, 2U);
  EXPECT_EQ(of_four.tied, Indices{0}) << "those far behind are not tied";
}

TEST(BestOf, OneReplicationCrownsNobody) {
  const BestOf found = best_of(Scores{{1}, {100}});
  EXPECT_EQ(found.ahead, 1U);
  EXPECT_FALSE(found.crowned);
  EXPECT_EQ(found.replications, 0U);
}

TEST(BestOf, EqualDifferencesCrownNobodyUnlessExact) {
  const Scores scores = {{1, 1, 1}, {2, 2, 2}};
  EXPECT_FALSE(best_of(scores).crowned);
  EXPECT_TRUE(best_of(scores, true).crowned);
  EXPECT_FALSE(best_of(scores, true, 1.5).crowned) << "less than what counts as a difference";
  EXPECT_FALSE(best_of(Scores{{1, 1}, {1, 1}}, true).crowned);
}

TEST(BestOf, OfOneIsCrowned) { EXPECT_TRUE(best_of(Scores{{3}}).crowned); }

// k systems of one distribution, some of their chance in common, over a few replications: how often any is
// crowned. 5 % of 2,000 trials are 100, with a deviation of 9.7.
class BestOfError : public testing::TestWithParam<std::pair<std::size_t, std::size_t>> {};

TEST_P(BestOfError, IsAtMostFivePercent) {
  const auto [systems, replications] = GetParam();
  RandomStream stream(7, "best of");
  int crowned = 0;
  constexpr int kTrials = 2000;
  for (int trial = 0; trial < kTrials; ++trial) {
    Scores scores(systems);
    for (std::size_t r = 0; r < replications; ++r) {
      const double common = stream.normal();
      for (std::vector<double>& one : scores) one.push_back(common + stream.normal());
    }
    crowned += best_of(scores).crowned ? 1 : 0;
  }
  EXPECT_LE(crowned, 100 + 2 * 9.7) << systems << " systems, " << replications << " replications";
}

INSTANTIATE_TEST_SUITE_P(Systems, BestOfError,
                         testing::Values(std::pair{2, 3}, std::pair{2, 10}, std::pair{3, 5}, std::pair{6, 3},
                                         std::pair{6, 10}, std::pair{20, 5}));

// A system that is two deviations ahead of five equal ones is found in nearly all of 200 trials.
TEST(BestOf, FindsWhatIsAhead) {
  RandomStream stream(7, "ahead");
  int found = 0;
  for (int trial = 0; trial < 200; ++trial) {
    Scores scores(6);
    for (int r = 0; r < 10; ++r)
      for (std::size_t i = 0; i < scores.size(); ++i) scores[i].push_back(stream.normal() + (i == 3 ? 3 : 0));
    const BestOf best = best_of(scores);
    found += best.crowned && best.ahead == 3 ? 1 : 0;
  }
  EXPECT_GE(found, 180);
}

// Replications without end would not tell apart two arms that are known exactly to be equal.
TEST(BestOf, AsksForNoMoreOfWhatIsExact) {
  const BestOf found = best_of(Scores{{1, 1}, {1, 1}}, true);
  EXPECT_EQ(found.tied, (std::vector<std::size_t>{1}));
  EXPECT_EQ(found.replications, 0U);
}

}  // namespace
}  // namespace headrace
