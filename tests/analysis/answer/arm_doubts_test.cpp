#include "analysis/answer/arm_doubts.h"

#include <gtest/gtest.h>

namespace headrace {
namespace {

using Values = std::vector<std::optional<double>>;

// Runs are: as it is, four seeds, the two ends of a prior, and four draws.
class ArmDoubtsTest : public testing::Test {
 protected:
  ArmDoubts doubts_of_two(const Values& a, const Values& b, const Headline& headline) const {
    const std::vector<std::string> names = {"a", "b"};
    const std::vector<Values> values = {a, b};
    return arm_doubts_of(design_, headline, names, values);
  }

  const DoubtDesign design_{{{"platform.x", "prior [assumed]", 3, Duration(30_ms)}}, 1, 4};
  const Headline rate_{"train", "samples_per_second", "samples/s"};
};

TEST_F(ArmDoubtsTest, CountTheDrawsInWhichAnArmIsAhead) {
  const ArmDoubts doubts = doubts_of_two({110, 110, 110, 99, 110, 120, 90, 110, 100.01, 90, 120},
                                         {100, 100, 100, 100, 100, 100, 100, 100, 100, 100, 100}, rate_);
  ASSERT_TRUE(doubts.order);
  const ArmOrder& order = *doubts.order;
  EXPECT_EQ(order.ahead, 0u);
  EXPECT_FALSE(order.is_even);
  EXPECT_EQ(order.draws, 4u);
  EXPECT_EQ(order.holds, 2u);
  EXPECT_EQ(order.seeds, 5u);
  EXPECT_EQ(order.by_seed, 4u);
  ASSERT_EQ(order.leads.size(), 1u);
  EXPECT_EQ(order.leads[0].behind, 1u);
  EXPECT_NEAR(order.leads[0].lead, 10, 1e-9);
  EXPECT_EQ(order.leads[0].ahead, 2u);
  EXPECT_EQ(order.leads[0].even, 1u) << "0.01 % is no lead";
  EXPECT_NEAR(order.leads[0].by_priors->low, -10, 1e-9);
  EXPECT_NEAR(order.leads[0].by_priors->high, 20, 1e-9);
  ASSERT_EQ(order.turning.size(), 1u);
  EXPECT_TRUE(order.turning[0].at_high);
  EXPECT_EQ(order.turning[0].ahead, 1u);
}

// Less of a time is better, and percentages are told in points.
TEST_F(ArmDoubtsTest, KnowWhichWayIsBetter) {
  const Values more(11, 50.0), less(11, 40.0);
  const ArmDoubts times = doubts_of_two(more, less, {"train", "seconds", "s", Better::less});
  EXPECT_EQ(times.order->ahead, 1u);
  EXPECT_NEAR(times.order->leads[0].lead, 20, 1e-9);
  const ArmDoubts percent = doubts_of_two(more, less, {"train", "au_percent", "% AU"});
  EXPECT_EQ(percent.order->ahead, 0u);
  EXPECT_NEAR(percent.order->leads[0].lead, 10, 1e-9);
}

TEST_F(ArmDoubtsTest, OfEqualArmsNoneIsAhead) {
  const Values same(11, 50.0);
  const ArmOrder order = *doubts_of_two(same, same, rate_).order;
  EXPECT_TRUE(order.is_even);
  EXPECT_EQ(order.holds, 0u);
  EXPECT_EQ(order.leads[0].even, 4u);
  EXPECT_TRUE(order.turning.empty());
}

// A draw that one arm has not got is no draw of the order; an arm without a figure is named.
TEST_F(ArmDoubtsTest, LeaveOutWhatIsMissing) {
  Values first(11, 110.0);
  const Values second(11, 100.0);
  first[8].reset();
  first[6].reset();
  const ArmDoubts doubts = doubts_of_two(first, second, rate_);
  EXPECT_EQ(doubts.order->draws, 3u);
  EXPECT_EQ(doubts.order->leads[0].draws, 3u);
  EXPECT_TRUE(doubts.order->turning.empty());
  first[0].reset();
  const ArmDoubts without = doubts_of_two(first, second, rate_);
  EXPECT_FALSE(without.order);
  EXPECT_EQ(without.without, std::vector<std::string>{"a"});
  ASSERT_EQ(without.arms.size(), 1u);
  EXPECT_EQ(without.arms[0].name, "b");
}

}  // namespace
}  // namespace headrace
