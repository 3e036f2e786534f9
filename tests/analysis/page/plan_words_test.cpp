#include "analysis/page/plan_words.h"

#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

namespace headrace {
namespace {

const Assertion kSoon = {"jobs.save.seconds <= 5", "jobs.save.seconds", "<=", 5};

TEST(PlanWords, PathsEndInTwoWords) {
  EXPECT_EQ(last_name("platform.file_systems.scratch.lustre.oss.count"), "oss.count");
  EXPECT_EQ(last_name("oss.count"), "oss.count");
  EXPECT_EQ(last_name("appliance"), "appliance");
}

// A margin of 1.25 below a bound of 5 is 3.75; half of its interval is twice its standard error.
TEST(PlanWords, FiguresAreSaidWithTheirIntervals) {
  EXPECT_EQ(figure_text(kSoon, {1.25, 0, 1}), "3.75");
  EXPECT_EQ(figure_text(kSoon, {1.25, 0.1, 4}), "3.75 +- 0.2");
  EXPECT_EQ(figure_text(kSoon, {-HUGE_VAL, 0, 1}), "none");
  EXPECT_EQ(estimate_tree(kSoon, {1.25, 0.1, 4})["value"], 3.75);
  EXPECT_TRUE(estimate_tree(kSoon, {-HUGE_VAL, 0, 1})["margin"].is_null());
}

TEST(PlanWords, DetailsAreCut) {
  EXPECT_EQ(without_details("the nodes' cores, for which the loaders queue (…)"), "the nodes' cores");
  EXPECT_EQ(without_details("OST devices (72 % busy)"), "OST devices");
  EXPECT_EQ(without_details("compute"), "compute");
}

}  // namespace
}  // namespace headrace
