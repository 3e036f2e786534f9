#include "analysis/page/arm_doubts_page.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/analysis/one_line.h"

namespace headrace {
namespace {

using Values = std::vector<std::optional<double>>;

class ArmDoubtsPageTest : public testing::Test {
 protected:
  ArmDoubts doubts(const Values& a, const Values& b) const {
    const std::vector<std::string> names = {"lru", "sieve"};
    const std::vector<Values> values = {a, b};
    return arm_doubts_of(design_, {"train", "samples_per_second", "samples/s"}, names, values);
  }

  const DoubtDesign design_{{{"platform.nodes.a.x", "prior [assumed]", 3, Duration(30_ms)}}, 1, 4};
  const Values lru_ = Values(11, 100.0);
  const Values sieve_ = {110, 110, 110, 99, 110, 120, 90, 110, 100.01, 90, 120};
};

TEST_F(ArmDoubtsPageTest, SaysHowOftenTheOrderHolds) {
  EXPECT_EQ(
      arm_doubts_text(design_, doubts(lru_, sieve_), Style(false), false),
      "jobs.train.samples_per_second, samples/s: 2 arms, 1 prior, 4 draws\n"
      "\n"
      "  arm    as it stands     by seeds  by all priors at once\n"
      "  lru             100   100 to 100             100 to 100\n"
      "  sieve           110  99.0 to 110            90.0 to 120\n"
      "\n"
      "sieve is ahead as they stand, and ahead of all others in 2 of 4 draws; by seeds alone in 4 of 5.\n"
      "  10.00 % ahead of lru; with all priors drawn at once -10.00 to 20.00, ahead in 2 of 4 and even in 1\n"
      "By itself each of these puts another arm ahead, so measure it first: platform.nodes.a.x=90 ms (lru;\n"
      "it stands at 30 ms, prior [assumed]).\n");
  EXPECT_NE(arm_doubts_text(design_, doubts(lru_, sieve_), Style(false), true).find("\nlru\njobs.train."),
            std::string::npos);
}

TEST_F(ArmDoubtsPageTest, SaysThatNothingTurnsTheOrder) {
  const std::string text =
      in_one_line(arm_doubts_text(design_, doubts(lru_, Values(11, 110.0)), Style(false), false));
  EXPECT_NE(text.find("ahead of all others in 4 of 4 draws"), std::string::npos) << text;
  EXPECT_NE(text.find("No prior by itself, at an end of its range, puts another arm ahead."),
            std::string::npos)
      << text;
  const std::string even = in_one_line(arm_doubts_text(design_, doubts(lru_, lru_), Style(false), false));
  EXPECT_NE(even.find("lru is not ahead of all as they stand, and ahead of all others in 0 of 4"),
            std::string::npos)
      << even;
  const std::string alone =
      in_one_line(arm_doubts_text(design_, doubts(lru_, Values(11)), Style(false), false));
  EXPECT_NE(alone.find("Without the figure, and left out: sieve. Fewer than two arms have the figure"),
            std::string::npos)
      << alone;
}

TEST_F(ArmDoubtsPageTest, IsATreeForPrograms) {
  const auto tree = arm_doubts_tree(design_, doubts(lru_, sieve_));
  EXPECT_EQ(tree["figure"], "jobs.train.samples_per_second");
  EXPECT_EQ(tree["arms"]["sieve"]["value"], 110);
  EXPECT_EQ(tree["order"]["ahead"], "sieve");
  EXPECT_EQ(tree["order"]["ahead_in"], 2);
  EXPECT_EQ(tree["order"]["leads"][0]["over"], "lru");
  EXPECT_EQ(tree["order"]["leads"][0]["even_in"], 1);
  EXPECT_EQ(tree["order"]["turned_by"][0]["value"], "90 ms");
  EXPECT_TRUE(arm_doubts_tree(design_, doubts(lru_, Values(11)))["order"].is_null());
}

}  // namespace
}  // namespace headrace
