#include "scenarios/loader/sweep/sweep_axis.h"

#include <gtest/gtest.h>

#include "scenarios/loader/fields/scenario_fields.h"
#include "scenarios/loader/text/words.h"
#include "tests/scenarios/loader/scenario_support.h"

namespace headrace {
namespace {

std::optional<AxisText> axis_of(const std::string& text, Problems& problems) {
  const Mark mark{std::make_shared<const SourceText>(SourceText{"command line", text}), 1, 1,
                  static_cast<int>(text.size())};
  return parse_axis(text, mark, scenario_fields(), problems);
}

std::string axis_values(const std::string& text) {
  Problems problems;
  const auto read = axis_of(text, problems);
  if (!read) return codes_of(problems) + " " + std::to_string(problems.all()[0].mark.column);
  std::string values;
  for (const std::string& value : read->axis.values) values += "<" + value + ">";
  return values;
}

TEST(SweepAxis, IsAWordWithSeveralValues) {
  for (const char* word : {"a=1,2", "a=1..4", "a=1..4:2", "a=log 1..4 2", "a=[1, 2], [3]"}) {
    EXPECT_TRUE(is_axis(word)) << word;
  }
  for (const char* word :
       {"a=1", "a=[1, 2]", "a={b: 1, c: 2}", "a=\"1, 2\"", "a+=1,2", "a", "a=log", "a=../b"}) {
    EXPECT_FALSE(is_axis(word)) << word;
  }
}

TEST(SweepAxis, SplitsAtCommasOutsideOfValues) {
  EXPECT_EQ(axis_values("a=1, 2 ,4"), "<1><2><4>");
  EXPECT_EQ(axis_values("a=[1, 2],{b: 'x, y'},\"p, q\""), "<[1, 2]><{b: 'x, y'}><\"p, q\">");
  EXPECT_EQ(axis_values("a=1..3:1,8,log 16..64 3"), "<1><2><3><8><16><32><64>");
  EXPECT_EQ(axis_values("a=1,,2"), "E0402 5");
  EXPECT_EQ(axis_values("a=1,"), "E0402 4");
  EXPECT_EQ(axis_values("a+=1,2"), "E0402 2");
  EXPECT_EQ(axis_values("a=1,2..4"), "E0405 5");
  EXPECT_EQ(axis_values("a=1,8..4:1"), "E0403 5");
}

TEST(SweepAxis, KnowsTheNumbersOfItsValues) {
  Problems problems;
  const SweepAxis sizes = axis_of("a=1 KiB,4 KiB", problems)->axis;
  EXPECT_EQ(sizes.numbers, (std::vector<double>{1024, 4096}));
  EXPECT_EQ(sizes.unit, "B");
  EXPECT_TRUE(axis_of("a=lru,none", problems)->axis.numbers.empty());
  EXPECT_TRUE(axis_of("a=1,1 s", problems)->axis.numbers.empty());
}

// What the field takes decides what lies between the ends.
TEST(SweepAxis, RangesOfWholeNumbersAreWhole) {
  Problems problems;
  EXPECT_TRUE(axis_of("jobs.train.layout.stripe_count=1..8", problems)->axis.range.whole);
  EXPECT_FALSE(axis_of("measure.simulated_time_limit=1 s..8 s", problems)->axis.range.whole);
  EXPECT_TRUE(axis_of("jobs.train.layout.stripe_count=1..8", problems)->axis.is_range);
}

}  // namespace
}  // namespace headrace
