#include <gtest/gtest.h>

#include <cmath>

#include "models/arrivals/policy.h"
#include "tests/models/support/given_fields.h"

namespace headrace {
namespace {

// Shape 1 / cv^2: at cv 0.5 a gap is the sum of four exponential stages, and P(gap < mean) = 1 - e^-4 (1 + 4
// + 8 + 32/3) = 0.5665; at cv 1 it is the exponential's 1 - e^-1.
TEST(Gamma, IsErlangsLawBelowOneAndTheExponentialAtOne) {
  constexpr int kGaps = 100'000;
  const double erlang = 1 - std::exp(-4) * (1 + 4 + 8 + 32.0 / 3);
  for (const auto& [cv, p] : {std::pair(0.5, erlang), std::pair(1.0, 1 - std::exp(-1))}) {
    const auto process =
        chosen<ArrivalProcess>("gamma", {{"rate", 1000}, {"cv", cv}}).make({RandomStream(4, "arrivals"), {}});
    int below = 0;
    for (int i = 0; i < kGaps; ++i) below += *process->gap() < 1_ms ? 1 : 0;
    EXPECT_NEAR(below / static_cast<double>(kGaps), p, 4 * std::sqrt(p * (1 - p) / kGaps)) << cv;
  }
}

// The slowest and most bursty source that a scenario may name: its gaps stay within time.
TEST(Gamma, NeverDrawsAGapThatIsLongerThanTime) {
  const auto process =
      chosen<ArrivalProcess>("gamma", {{"rate", 1e-6}, {"cv", 100}}).make({RandomStream(4, "arrivals"), {}});
  Duration longest;
  for (int i = 0; i < 100'000; ++i) {
    const Duration gap = *process->gap();
    ASSERT_GE(gap, Duration());
    longest = std::max(longest, gap);
  }
  EXPECT_EQ(longest, Duration::max());
}

}  // namespace
}  // namespace headrace
