#include <gtest/gtest.h>

#include <cmath>

#include "models/background/policy.h"
#include "tests/models/support/given_fields.h"

namespace headrace {
namespace {

constexpr double kOn = 3, kOff = 7;

std::unique_ptr<BackgroundLoad> load(std::uint64_t seed) {
  return chosen<BackgroundLoad>("on_off", {{"taken", 0.5}, {"mean_on", kOn}, {"mean_off", kOff}})
      .make({RandomStream(seed, "load")});
}

// Spells in turn, exponential of their own means: n of them have a mean that is off by 1 / sqrt(n) of itself.
TEST(OnOff, SpellsHaveTheirMeans) {
  constexpr int kSpells = 100'000;
  const auto process = load(3);
  double on = 0, off = 0;
  double last = -1;
  for (int i = 0; i < 2 * kSpells; ++i) {
    const BackgroundLoad::Step step = process->next();
    ASSERT_TRUE(step.taken == 0.5 || step.taken == 0);
    ASSERT_NE(step.taken, last);
    last = step.taken;
    (step.taken > 0 ? on : off) += step.lasting.in_seconds();
  }
  const double tolerance = 4 / std::sqrt(static_cast<double>(kSpells));
  EXPECT_NEAR(on / kSpells, kOn, tolerance * kOn);
  EXPECT_NEAR(off / kSpells, kOff, tolerance * kOff);
  EXPECT_NEAR(on / (on + off), kOn / (kOn + kOff), tolerance);
}

// As if it had always been there: it begins on with the probability on / (on + off).
TEST(OnOff, BeginsInTheMiddle) {
  constexpr int kRuns = 10'000;
  int on = 0;
  for (int seed = 0; seed < kRuns; ++seed)
    on += load(static_cast<std::uint64_t>(seed))->next().taken > 0 ? 1 : 0;
  const double p = kOn / (kOn + kOff);
  EXPECT_NEAR(on / static_cast<double>(kRuns), p, 4 * std::sqrt(p * (1 - p) / kRuns));
}

}  // namespace
}  // namespace headrace
