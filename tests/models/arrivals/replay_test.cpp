#include <gtest/gtest.h>

#include "models/arrivals/policy.h"
#include "tests/models/support/given_fields.h"

namespace headrace {
namespace {

std::vector<Duration> gaps_of(const std::vector<Duration>& trace, double speed_up) {
  const auto process =
      chosen<ArrivalProcess>("replay", {{"speed_up", speed_up}}).make({RandomStream(1, ""), trace});
  std::vector<Duration> gaps;
  while (const auto gap = process->gap()) gaps.push_back(*gap);
  return gaps;
}

TEST(Replay, ComesAtTheTimesOfItsTrace) {
  const std::vector<Duration> trace = {0_s, 5_s, 5_s, 6_s};
  EXPECT_EQ(gaps_of(trace, 1), (std::vector<Duration>{0_s, 5_s, 0_s, 1_s}));
  EXPECT_TRUE(gaps_of({}, 1).empty());
}

// Ten times faster; and slower, where every time is rounded and not every gap: 1, 2 and 3 ns over 0.3
// are 3.3, 6.7 and 10 ns.
TEST(Replay, IsSpedUpWithoutAddingUpItsRounding) {
  EXPECT_EQ(gaps_of({1_s, 5_s, 6_s}, 10), (std::vector<Duration>{100_ms, 400_ms, 100_ms}));
  EXPECT_EQ(gaps_of({1_ns, 2_ns, 3_ns}, 0.3), (std::vector<Duration>{3_ns, 4_ns, 3_ns}));
}

}  // namespace
}  // namespace headrace
