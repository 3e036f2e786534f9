#include "analysis/page/sweep_page.h"

#include <gtest/gtest.h>

namespace headrace {
namespace {

PointAnswer point_of(std::int64_t number, double value) {
  PointAnswer point;
  point.point = number;
  point.state = "done";
  point.values = {std::to_string(number + 1)};
  point.figures.resize(1);
  point.figures[0].count = 1;
  point.figures[0].mean = value;
  point.averaged = {false};
  return point;
}

TEST(SweepPage, HasALineForEachPointInTheirOrder) {
  SweepAnswer answer;
  answer.headlines = {{"train", "au_percent", "% AU"}};
  answer.names = {"read_threads"};
  answer.points = {point_of(1, 91.25), point_of(0, 90)};
  EXPECT_EQ(sweep_table(answer, false),
            "  point  read_threads  train, % AU\n"
            "  1                 2         91.2\n"
            "  0                 1         90.0\n");
  PointAnswer& failed = answer.points.emplace_back(point_of(2, 0));
  failed.figures[0].count = 0;
  failed.state = "failed";
  failed.message = "too large";
  EXPECT_TRUE(sweep_table(answer, false).ends_with("failed\n  point 2 failed: too large\n"));
}

TEST(SweepPage, IsCutAfterTwentyPoints) {
  SweepAnswer answer;
  answer.headlines = {{"train", "au_percent", "% AU"}};
  answer.names = {"read_threads"};
  for (std::int64_t point = 0; point < 23; ++point) answer.points.push_back(point_of(point, 90));
  EXPECT_TRUE(sweep_table(answer, false).ends_with("  and 3 more (--verbose)\n"));
  EXPECT_EQ(sweep_table(answer, true).find("more"), std::string::npos);
}

}  // namespace
}  // namespace headrace
