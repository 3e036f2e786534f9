#include "scenarios/loader/sweep/sweep_range.h"

#include <gtest/gtest.h>

#include "scenarios/loader/text/words.h"
#include "tests/scenarios/loader/scenario_support.h"

namespace headrace {
namespace {

// Returns the values of a range, or the code of what is wrong.
std::string range_values(const std::string& text, bool whole = true) {
  Problems problems;
  const Mark mark{std::make_shared<const SourceText>(SourceText{"command line", text}), 1, 1,
                  static_cast<int>(text.size())};
  const auto range = parse_range(text, whole, mark, problems);
  return range ? joined(range->values) : codes_of(problems);
}

TEST(SweepRange, StepsMeetTheEndExactly) {
  EXPECT_EQ(range_values("8..32:8"), "8, 16, 24, 32");
  EXPECT_EQ(range_values("1..8:3"), "1, 4, 7");
  EXPECT_EQ(range_values("0.1..0.5:0.1", false), "0.1, 0.2, 0.3, 0.4, 0.5");
  EXPECT_EQ(range_values("1MiB..4MiB:1MiB"), "1 MiB, 2 MiB, 3 MiB, 4 MiB");
  EXPECT_EQ(range_values("10s .. 1 min : 20 s"), "10 s, 30 s, 50 s");
  EXPECT_EQ(range_values("5GB/s..15GB/s:5GB/s"), "5 GB/s, 10 GB/s, 15 GB/s");
  EXPECT_EQ(range_values("3..3:1"), "3");
}

// Equal ratios of 4, of 10^(1/2) = 3.1623, and of 8^(1/9), of which 1.26 and 1.59 are the whole numbers 1
// and 2.
TEST(SweepRange, RatiosAreRoundedToWhatTheFieldTakes) {
  EXPECT_EQ(range_values("log 1..64 4"), "1, 4, 16, 64");
  EXPECT_EQ(range_values("log 1MiB..64MiB 4"), "1 MiB, 4 MiB, 16 MiB, 64 MiB");
  EXPECT_EQ(range_values("log 1 s..10 s 3"), "1 s, 3162 ms, 10 s");
  EXPECT_EQ(range_values("log 1..10 3", false), "1, 3.162, 10");
  EXPECT_EQ(range_values("log 1..8 10"), "1, 2, 3, 4, 5, 6, 8");
}

TEST(SweepRange, RefusesWhatIsNone) {
  EXPECT_EQ(range_values("8..1:1"), "E0403");
  EXPECT_EQ(range_values("1..8:0"), "E0403");
  EXPECT_EQ(range_values("8..8"), "E0403");
  EXPECT_EQ(range_values("log 8..8"), "E0403");
  EXPECT_EQ(range_values("log 0..8 4"), "E0403");
  EXPECT_EQ(range_values("log 1..8 1"), "E0403");
  EXPECT_EQ(range_values("1..8 s:1"), "E0404");
  EXPECT_EQ(range_values("1 s..8 s:1"), "E0404");
  EXPECT_EQ(range_values("1..8:1x"), "E0402");
  EXPECT_EQ(range_values("1..:1"), "E0402");
  EXPECT_EQ(range_values("log 4"), "E0402");
  EXPECT_EQ(range_values("1..8:"), "E0402");
  EXPECT_EQ(range_values("0..2000000:1"), "E0411");
}

TEST(SweepRange, PlacesBetweenItsEndsAreWhatTheFieldTakes) {
  SweepRange range;
  range.low = *parse_amount("1");
  range.high = *parse_amount("4");
  range.whole = true;
  EXPECT_EQ(range.at(0.0) + range.at(0.24) + range.at(0.26) + range.at(0.99) + range.at(1.0), "11244");
  range.whole = false;
  EXPECT_EQ(range.at(0.5), "2.5");
  EXPECT_EQ(range.at(1.0 / 3), "2");
  range.log = true;
  EXPECT_EQ(range.at(0.5), "2");
  EXPECT_DOUBLE_EQ(range.share_of(*parse_amount("2")), 0.5);
}

TEST(SweepRange, AmountsAreExact) {
  EXPECT_EQ(parse_amount("1e-3")->value(), 0.001);
  EXPECT_EQ(parse_amount("64 KiB")->value(), 65536);
  EXPECT_EQ(parse_amount("80 us")->value(), 80e-6);
  EXPECT_FALSE(parse_amount("lru"));
  EXPECT_EQ(unit_of(parse_amount("5 GB/s")->kind), "B/s");
}

}  // namespace
}  // namespace headrace
