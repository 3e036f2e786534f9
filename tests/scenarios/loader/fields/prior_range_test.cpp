#include "scenarios/loader/fields/prior_range.h"

#include <gtest/gtest.h>

namespace headrace {
namespace {

TEST(PriorRange, GoesByWhereANumberComesFrom) {
  EXPECT_EQ(prior_factor("prior [assumed]", Quantity::time), 3);
  EXPECT_EQ(prior_factor("prior [assumed]: 2-6 GB/s", Quantity::rate), 2);
  EXPECT_EQ(prior_factor("prior [measured]: 0.13 ms a MB", Quantity::time), 2);
  EXPECT_EQ(prior_factor("prior [derived]: halved", Quantity::rate), 1.5);
  EXPECT_EQ(prior_factor("prior [read]: enterprise NVMe; spread [assumed]", Quantity::time), 2);
}

TEST(PriorRange, IsOfPriorsAlone) {
  EXPECT_FALSE(prior_factor("", Quantity::time));
  EXPECT_FALSE(prior_factor("Lustre default [read]", Quantity::time));
  EXPECT_FALSE(prior_factor("none by default [assumed]", Quantity::time));
}

// The first tag of a comment is that of the value, whatever the rest says.
TEST(PriorRange, OfAGivenValueGoesByItsComment) {
  EXPECT_EQ(given_factor(" [assumed] 8 Gen4 drives [read] of 7 GB/s", Quantity::rate), 2);
  EXPECT_EQ(given_factor(" [derived] 0.73 of the channels", Quantity::rate), 1.5);
  EXPECT_FALSE(given_factor(" [read] two ports; payload share [assumed]", Quantity::rate));
  EXPECT_FALSE(given_factor(" [measured] on this node", Quantity::time));
  EXPECT_FALSE(given_factor(" no tag", Quantity::time));
}

TEST(PriorRange, MayBeStatedBehindTheTag) {
  EXPECT_EQ(given_factor("[fitted] within a factor of 1.08 (nine in ten), to rates.csv", Quantity::time),
            1.08);
  EXPECT_EQ(given_factor("[assumed] within a factor of 5", Quantity::rate), 5);
  EXPECT_EQ(given_factor("[assumed] within a factor of 1", Quantity::rate), 2);
  EXPECT_FALSE(given_factor("[fitted] by hand", Quantity::time));
}

// Numbers without a unit may stand for anything: only a stated range says how far off they may be.
TEST(PriorRange, OfANumberIsThatWhichIsStated) {
  EXPECT_FALSE(prior_factor("prior [assumed]", Quantity::number));
  EXPECT_FALSE(given_factor("[assumed] a half", Quantity::number));
  EXPECT_EQ(given_factor("[fitted] within a factor of 1.3 (nine in ten), to rates.csv", Quantity::number),
            1.3);
}

TEST(PriorRange, IsWrittenWithThreeDigits) {
  EXPECT_EQ(range_text(250_us, 3), "83300 ns to 750 us");
  EXPECT_EQ(range_text(7700_MBps, 1.5), "5130 MB/s to 11.6 GB/s");
  EXPECT_EQ(scaled_text(Distribution(Law::lognormal, 100_us, 40_us), 2),
            "{law: lognormal, mean: 200 us, spread: 80 us}");
  EXPECT_EQ(scaled_text(123'456_ns, 1), "123456 ns");
  EXPECT_EQ(range_text(0.0135, 2), "0.00675 to 0.027");
  EXPECT_EQ(scaled_text(0.01234567, 1), "0.01234567");
  EXPECT_EQ(scaled_text(0.01234567, 2, 6), "0.0246913");
  EXPECT_EQ(scaled_text(2_ns, 0.5), "1 ns");
  EXPECT_EQ(scaled_text(123'456'789_ns, 2, 6), "246914 us");
}

}  // namespace
}  // namespace headrace
