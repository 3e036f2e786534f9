#include <gtest/gtest.h>

#include <cmath>

#include "models/arrivals/policy.h"
#include "tests/models/support/given_fields.h"

namespace headrace {
namespace {

// Arrivals in windows of a mean gap: e^-1 of them are empty, and as many hold one. The share of n windows is
// off by sqrt(p (1 - p) / n); four of these.
TEST(Poisson, CountsInAWindowAreItsLaw) {
  const auto process =
      chosen<ArrivalProcess>("poisson", {{"rate", 1000}}).make({RandomStream(3, "arrivals"), {}});
  constexpr std::int64_t kWindows = 100'000;
  std::vector<int> counts(kWindows);
  Duration at = *process->gap();
  for (; at < kWindows * 1_ms; at += *process->gap()) ++counts[static_cast<std::size_t>(at.ns() / 1'000'000)];
  for (const int wanted : {0, 1}) {
    const double p = std::exp(-1);
    const auto found = std::count(counts.begin(), counts.end(), wanted);
    EXPECT_NEAR(static_cast<double>(found) / kWindows, p, 4 * std::sqrt(p * (1 - p) / kWindows)) << wanted;
  }
}

}  // namespace
}  // namespace headrace
