#include "analysis/answer/doubts.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <set>

namespace headrace {
namespace {

Prior prior_of(const std::string& path, double factor, Duration value = 1_s) {
  return {path, "prior [assumed]", factor, value};
}

TEST(OrderInterval, HoldsAnotherValueWithItsProbability) {
  std::vector<double> values(19);
  std::iota(values.begin(), values.end(), 1);
  std::reverse(values.begin(), values.end());
  // (19 + 1 - 2) / (19 + 1) from the least to the greatest; of 39 values the second ones do.
  DoubtInterval interval = order_interval(values);
  EXPECT_EQ(interval.low, 1);
  EXPECT_EQ(interval.high, 19);
  EXPECT_DOUBLE_EQ(interval.probability, 0.9);
  values.resize(39);
  std::iota(values.begin(), values.end(), 1);
  interval = order_interval(values);
  EXPECT_EQ(interval.low, 2);
  EXPECT_EQ(interval.high, 38);
  EXPECT_DOUBLE_EQ(interval.probability, 0.9);
  EXPECT_DOUBLE_EQ(order_interval({7, 7, 7}).probability, 0.5);
  EXPECT_DOUBLE_EQ(order_interval({7}).probability, 0);
}

TEST(DoubtDesign, RunsSeedsEndsAndDraws) {
  const DoubtDesign design({prior_of("a", 3, 30_ms), prior_of("b", 2)}, 5, 3);
  ASSERT_EQ(design.runs().size(), 1u + 4 + 2 * 2 + 3);
  EXPECT_TRUE(design.runs()[0].overrides.empty());
  EXPECT_EQ(design.runs()[1].overrides, std::vector<std::string>{"seed=6"});
  EXPECT_EQ(design.runs()[design.first_end_of(0)].overrides, std::vector<std::string>{"a=10 ms"});
  EXPECT_EQ(design.runs()[design.first_end_of(0) + 1].overrides, std::vector<std::string>{"a=90 ms"});
  EXPECT_EQ(design.runs()[design.first_end_of(1) + 1].overrides, std::vector<std::string>{"b=2 s"});
  EXPECT_EQ(design.first_draw(), 9u);
  EXPECT_EQ(design.runs()[9].overrides.size(), 2u);
  std::set<std::string> names;
  for (const DoubtRun& run : design.runs()) names.insert(run.name);
  EXPECT_EQ(names.size(), design.runs().size());
}

TEST(DoubtDesign, HasSeedsBesideTheGreatest) {
  const std::int64_t greatest = std::numeric_limits<std::int64_t>::max();
  EXPECT_EQ(DoubtDesign({}, greatest, 0).runs()[1].overrides,
            std::vector<std::string>{"seed=9223372036854775806"});
}

TEST(DoubtDesign, LeavesOutADraw) {
  DoubtDesign design({prior_of("a", 3)}, 5, 3);
  const std::string third = design.runs()[design.first_draw() + 2].name;
  design.leave_out(design.first_draw() + 1);
  EXPECT_EQ(design.draws_left_out(), 1);
  ASSERT_EQ(design.runs().size(), design.first_draw() + 2);
  EXPECT_EQ(design.runs().back().name, third);
}

TEST(Doubts, NameThePriorThatMovesTheFigureMost) {
  const DoubtDesign design({prior_of("a", 3), prior_of("b", 2)}, 1, 2);
  const Headline headline{"train", "samples_per_second", "samples/s"};
  const std::vector<std::optional<double>> values = {100, 99, 101, 100, 100, 99.5, 100, 110, 80, 70, 120};
  const auto doubted = doubts_of(design, headline, values);
  ASSERT_TRUE(doubted);
  EXPECT_EQ(doubted->value, 100);
  EXPECT_EQ(doubted->by_seed.low, 99);
  EXPECT_EQ(doubted->by_seed.high, 101);
  EXPECT_EQ(doubted->by_priors->low, 70);
  EXPECT_EQ(doubted->by_priors->high, 120);
  ASSERT_EQ(doubted->priors.size(), 2u);
  EXPECT_EQ(doubted->priors[0].prior, 1u);
  EXPECT_EQ(doubted->priors[0].moves, 20);
  EXPECT_TRUE(doubted->matters(doubted->priors[0]));
  EXPECT_EQ(doubted->priors[1].moves, 0.5);
  EXPECT_EQ(doubted->measure_first(), std::vector<std::size_t>{1});
  EXPECT_FALSE(doubted->matters(doubted->priors[1]));
}

// A prior moves the figure by 3 and a seed by 1: a draw that is off by more than 6 has another reason.
TEST(Doubts, SeeADrawThatNoPriorExplains) {
  const DoubtDesign design({prior_of("a", 3, 30_ms), prior_of("b", 2)}, 1, 3);
  const Headline headline{"train", "samples_per_second", "samples/s"};
  std::vector<std::optional<double>> values = {100, 99, 101, 100, 100, 97, 100, 100, 102, 94, 106, {}};
  auto doubted = doubts_of(design, headline, values);
  ASSERT_TRUE(doubted);
  EXPECT_FALSE(draw_beyond_priors(design, *doubted, values));
  EXPECT_EQ(doubted->measure_first(), std::vector<std::size_t>{0});
  values[10] = 106.5;
  values[9] = 90;
  doubted = doubts_of(design, headline, values);
  EXPECT_EQ(draw_beyond_priors(design, *doubted, values), 9u);
  doubted->together = DoubtedDraw{9, 90, {1}, 94};
  EXPECT_EQ(doubted->measure_first(), std::vector<std::size_t>{1});
  const std::size_t second[] = {1};
  EXPECT_EQ(design.of_draw(9, second), std::vector<std::string>{design.runs()[9].overrides[1]});
  EXPECT_EQ(design.of_draw_without(9, second), std::vector<std::string>{design.runs()[9].overrides[0]});
}

TEST(Doubts, CountRunsWithoutTheFigure) {
  const DoubtDesign design({prior_of("a", 3)}, 1, 1);
  const Headline headline{"train", "samples_per_second", "samples/s"};
  std::vector<std::optional<double>> values = {100, 100, 100, 100, 100, {}, 110, {}};
  const auto doubted = doubts_of(design, headline, values);
  ASSERT_TRUE(doubted);
  EXPECT_EQ(doubted->missing, 2u);
  EXPECT_FALSE(doubted->by_priors);
  EXPECT_FALSE(doubted->priors[0].at_low);
  EXPECT_EQ(doubted->priors[0].moves, 10);
  values[3].reset();
  EXPECT_FALSE(doubts_of(design, headline, values));
}

}  // namespace
}  // namespace headrace
