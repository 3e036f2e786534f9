#include <gtest/gtest.h>

#include <cmath>

#include "models/shuffle/policy.h"
#include "tests/models/support/given_fields.h"

namespace headrace {
namespace {

std::unique_ptr<ShufflePolicy> window(double buffer, std::int64_t samples, std::int64_t ranks) {
  ShufflePolicy::Context context;
  context.samples = samples;
  context.ranks = ranks;
  context.lag = 100;
  return chosen<ShufflePolicy>("window", {{"buffer", buffer}}).make(context);
}

// At step i the buffer has seen samples up to i + B - 1.
TEST(WindowShuffle, HandsOutNothingBeforeItIsInTheBuffer) {
  const auto order = window(16, 2000, 2)->order(1, 1);
  bool late = false;
  for (std::int64_t i = 0; i < 1000; ++i) {
    EXPECT_LE(order->at(i), 1000 + i + 15);
    late = late || order->at(i) < 1000 + i;
  }
  EXPECT_TRUE(late);
}

TEST(WindowShuffle, ABufferOfOneChangesNothing) {
  const auto order = window(1, 100, 2)->order(1, 1);
  for (std::int64_t i = 0; i < 50; ++i) EXPECT_EQ(order->at(i), 50 + i);
}

// A sample is drawn with 1/B in each step, so it stays for k steps with (1 - 1/B)^k. Sample B + i enters
// after step i, so among those of the middle the mean stay is B, with a standard error of B / sqrt(n).
TEST(WindowShuffle, StaysAreGeometric) {
  constexpr std::int64_t kBuffer = 50;
  constexpr std::int64_t kSamples = 40'000;
  const auto order = window(kBuffer, kSamples, 1)->order(1, 0);
  double stays = 0;
  std::int64_t left = 0;
  for (std::int64_t i = 0; i < kSamples; ++i) {
    const SampleId sample = order->at(i);
    if (sample < kBuffer || sample >= kSamples - 20 * kBuffer) continue;
    ++left;
    stays += static_cast<double>(i - (sample - kBuffer));
  }
  ASSERT_EQ(left, kSamples - 21 * kBuffer);
  const auto n = static_cast<double>(left);
  EXPECT_NEAR(stays / n, kBuffer, 4 * kBuffer / std::sqrt(n));
}

TEST(WindowShuffleDeathTest, RemembersOnlyTheLastPositions) {
  const auto order = window(8, 1000, 1)->order(1, 0);  // A lag of 100.
  order->at(150);
  order->at(51);
  EXPECT_EXIT(order->at(50), testing::ExitedWithCode(70), "kept >= 0");
}

}  // namespace
}  // namespace headrace
