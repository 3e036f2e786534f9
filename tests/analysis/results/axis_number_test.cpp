#include "analysis/results/axis_number.h"

#include <gtest/gtest.h>

#include <string>

namespace headrace {
namespace {

TEST(AxisNumber, IsInTheBaseUnit) {
  struct Case {
    const char* text;
    double number;
    const char* unit;
  };
  for (const Case& c :
       {Case{"8", 8, ""}, Case{"-0.5", -0.5, ""}, Case{"1e3", 1000, ""}, Case{"1 MiB", 1048576, "B"},
        Case{"250 ms", 0.25, "s"}, Case{"10min", 600, "s"}, Case{"5 GB/s", 5e9, "B/s"}}) {
    const auto found = axis_number(c.text);
    ASSERT_TRUE(found) << c.text;
    EXPECT_EQ(found->number, c.number) << c.text;
    EXPECT_EQ(std::string(found->unit), c.unit) << c.text;
  }
}

TEST(AxisNumber, WordsHaveNone) {
  for (const char* text : {"", "lru", "true", "8 bananas", "nan", "inf", "1e999", "[1, 2]", "8x"})
    EXPECT_FALSE(axis_number(text)) << text;
}

}  // namespace
}  // namespace headrace
