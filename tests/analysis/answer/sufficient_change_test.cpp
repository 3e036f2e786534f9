#include "analysis/answer/sufficient_change.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace headrace {
namespace {

const Headline kSamplesASecond{"train", "samples_per_second", "samples/s"};
const Headline kSecondsOfAll{"train", "seconds", "s", Better::less};

Ladder ladder(const std::string& name, const std::vector<double>& factors) {
  Ladder made{name, false, {}};
  for (const double factor : factors) made.rungs.push_back({factor, {}});
  return made;
}

// The smallest factor of all ladders; among equals the first ladder.
TEST(SufficientChange, IsTheSmallestFactorThatReachesTheTarget) {
  const std::vector<Ladder> ladders{ladder("a", {1.1, 1.5, 2}), ladder("b", {1.25, 1.5, 3})};
  const std::vector<std::vector<double>> values{{100, 110, 120}, {90, 110, 200}};
  const auto found = smallest_of(ladders, kSamplesASecond, 105, values);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->ladder, 0u);
  EXPECT_EQ(found->rung, 1u);
  EXPECT_EQ(smallest_of(ladders, kSamplesASecond, 150, values)->ladder, 1u);
  EXPECT_FALSE(smallest_of(ladders, kSamplesASecond, 300, values));
  EXPECT_EQ(smallest_of(ladders, kSecondsOfAll, 95, values)->ladder, 1u) << "of a time less is better";
  const double none = std::numeric_limits<double>::quiet_NaN();
  const std::vector<std::vector<double>> some{{none, none, none}, {90, 110, 200}};
  EXPECT_EQ(smallest_of(ladders, kSamplesASecond, 105, some)->ladder, 1u)
      << "a run without the figure reaches nothing";
}

// The rung behind which the next gains less than a percent.
TEST(SufficientChange, ThePlateauIsWhereMoreGivesNothing) {
  EXPECT_EQ(plateau_of(kSamplesASecond, std::vector<double>{100, 110, 110.5, 140}), 110);
  EXPECT_EQ(plateau_of(kSamplesASecond, std::vector<double>{100, 110, 120}), 120);
  EXPECT_EQ(plateau_of(kSecondsOfAll, std::vector<double>{10, 8, 7.95}), 8);
}

// Numbers go up in whole steps, each once: 2, 3 (x 1.1 to 1.5), 4, 6 …; a speed by the factors themselves.
TEST(SufficientChange, LaddersAreOfWhatGainsMost) {
  const MachinePart part{"a", Side::storage, {{"platform.a", "", 1, Bandwidth::bytes_per_second(4e9)}}};
  const ExplanationDesign design({part}, 1, 1, {{"platform.n", Side::storage, 2}});
  Explanation found;
  const auto of = [](double gain) { return spread_of(std::vector<double>{gain}); };
  found.effects = {{0, of(4), of(9), of(0.4)}};
  found.numbers = {{0, of(3)}};
  const auto ladders = ladders_of(design, found);
  ASSERT_EQ(ladders.size(), 2u);
  EXPECT_EQ(ladders[0].rungs[0].overrides, std::vector<std::string>{"platform.a=4.4 GB/s"});
  EXPECT_TRUE(ladders[1].is_number);
  EXPECT_EQ(ladders[1].rungs[0].overrides, std::vector<std::string>{"platform.n=3"});
  EXPECT_EQ(ladders[1].rungs[1].overrides, std::vector<std::string>{"platform.n=4"});
  EXPECT_EQ(ladders[1].rungs.back().factor, 8);
  found.effects[0].tenth = of(0.1);
  found.numbers[0].gain = of(0.1);
  EXPECT_TRUE(ladders_of(design, found).empty());
}

}  // namespace
}  // namespace headrace
