#include <gtest/gtest.h>

#include "models/arrivals/policy.h"
#include "tests/models/support/given_fields.h"

namespace headrace {
namespace {

// 3 requests a second: a gap is 333,333,333 or 333,333,334 ns, and the 3 n-th request is at n seconds.
TEST(Regular, DoesNotDriftWhereAGapIsNoWholeNumber) {
  const auto process = chosen<ArrivalProcess>("regular", {{"rate", 3}}).make({RandomStream(1, ""), {}});
  Duration at;
  for (std::int64_t n = 1; n <= 3000; ++n) {
    const Duration gap = *process->gap();
    EXPECT_GE(gap, 333'333'333_ns);
    EXPECT_LE(gap, 333'333'334_ns);
    at += gap;
    if (n % 3 == 0) {
      ASSERT_EQ(at, n / 3 * 1_s);
    }
  }
}

}  // namespace
}  // namespace headrace
