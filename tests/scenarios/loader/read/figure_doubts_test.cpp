#include <gtest/gtest.h>

#include "scenarios/loader/read/doubts.h"
#include "scenarios/loader/read/read_scenario.h"
#include "tests/scenarios/loader/scenario_support.h"

namespace headrace {
namespace {

std::string told_of_assertion(const std::string& assertion) {
  return read_scenario(small_scenario() + "assert: [\"" + assertion + "\"]\n", "small.yaml").problems.text();
}

std::string message(const std::string& assertion, std::size_t at, std::size_t length, const std::string& code,
                    const std::string& sentence, const std::string& hint = "") {
  return "small.yaml:28:" + std::to_string(at) + ": error[" + code + "]: " + sentence +
         "\n   28 | assert: [\"" + assertion + "\"]\n      | " + std::string(at - 1, ' ') +
         std::string(length, '^') + hint + "\n";
}

TEST(FigureDoubts, AFractionIsNoPercentage) {
  EXPECT_EQ(
      told_of_assertion("jobs.train.au_percent >= 0.9"),
      message("jobs.train.au_percent >= 0.9", 36, 3, "E0502",
              "'0.9' is less than one percent, and a percentage was to be high", " did you mean '90'?"));
  EXPECT_EQ(told_of_assertion("jobs.train.au_percent > 0"), "");
  EXPECT_EQ(told_of_assertion("jobs.train.au_percent >= 1"), "");
}

TEST(FigureDoubts, APercentageIsNeverAboveAHundred) {
  EXPECT_EQ(told_of_assertion("jobs.train.au_percent >= 1000"),
            message("jobs.train.au_percent >= 1000", 36, 4, "E0501",
                    "a percentage is never above 100, so this never holds"));
  EXPECT_EQ(told_of_assertion("jobs.train.au_percent <= 101"),
            message("jobs.train.au_percent <= 101", 36, 3, "E0501",
                    "a percentage is never above 100, so this always holds"));
  EXPECT_EQ(told_of_assertion("jobs.train.au_percent >= 100"), "");
}

TEST(FigureDoubts, NoFigureIsNegative) {
  EXPECT_EQ(
      told_of_assertion("jobs.train.seconds < 0"),
      message("jobs.train.seconds < 0", 32, 1, "E0501", "the figure is never below 0, so this never holds"));
}

TEST(FigureDoubts, KnowEachSideOfABound) {
  EXPECT_EQ(why_pointless("cache.hit_rate", ">", 1), "a share is never above 1, so this never holds");
  EXPECT_EQ(why_pointless("cache.hit_rate", ">=", 90), "a share is never above 1, so this never holds");
  EXPECT_EQ(why_pointless("inference.busy_share", ">=", 1), "");
  EXPECT_EQ(why_pointless("seconds", ">", -1), "the figure is never below 0, so this always holds");
  EXPECT_EQ(why_pointless("seconds", "==", -1), "the figure is never below 0, so this never holds");
  EXPECT_EQ(why_pointless("seconds", ">=", 0), "");
  EXPECT_EQ(why_pointless("interference.au_difference", ">=", -5), "");
  EXPECT_TRUE(is_fraction_of_percent("jobs.a.goodput_percent", ">", 0.5));
  EXPECT_FALSE(is_fraction_of_percent("jobs.a.checkpoint_stall_percent", ">", 0.5));
  EXPECT_FALSE(is_fraction_of_percent("jobs.a.au_percent", "<=", 0.5));
}

}  // namespace
}  // namespace headrace
