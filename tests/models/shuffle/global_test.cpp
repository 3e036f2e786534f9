#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "models/shuffle/policy.h"
#include "tests/models/support/given_fields.h"

namespace headrace {
namespace {

// Over the epochs every sample is read by every rank equally often, and at every position of it: chi-square
// over samples x (rank, position), of which the last row and column follow from the others.
TEST(GlobalShuffle, SendsEverySampleToEveryRankAndPosition) {
  constexpr std::int64_t kSamples = 12;
  constexpr std::int64_t kRanks = 3;
  constexpr std::int64_t kEpochs = 20'000;
  ShufflePolicy::Context context;
  context.samples = kSamples;
  context.ranks = kRanks;
  context.seed = 5;
  const auto policy = chosen<ShufflePolicy>("global").make(context);
  std::vector<double> hits(kSamples * kSamples);
  for (std::int64_t epoch = 1; epoch <= kEpochs; ++epoch)
    for (SampleId sample = 0; sample < kSamples; ++sample) {
      const auto place = policy->find(epoch, sample);
      hits[static_cast<std::size_t>(sample * kSamples + std::int64_t{place->rank} * 4 + place->position)] +=
          1;
    }
  constexpr double kExpected = static_cast<double>(kEpochs) / kSamples;
  double chi_square = 0;
  for (const double h : hits) chi_square += (h - kExpected) * (h - kExpected) / kExpected;
  constexpr double kFreedom = (kSamples - 1) * (kSamples - 1);
  EXPECT_LT(chi_square, kFreedom + 4 * std::sqrt(2 * kFreedom));
}

// How often one of 16 ranks reads a sample in 90 epochs is binomial: of 1,281,167 samples 31,635 are read
// more than 10 times. The mean of four ranks has a deviation of 0.28 %.
TEST(GlobalShuffleLong, DealsASampleToARankBinomially) {
  constexpr std::int64_t kSamples = 1'281'167;
  constexpr std::int64_t kCounted = 4;
  ShufflePolicy::Context context;
  context.samples = kSamples;
  context.ranks = 16;
  const auto policy = chosen<ShufflePolicy>("global").make(context);
  std::int64_t often = 0;
  for (RankId rank = 0; rank < kCounted; ++rank) {
    std::vector<std::uint8_t> times(kSamples);
    for (std::int64_t epoch = 1; epoch <= 90; ++epoch) {
      const auto order = policy->order(epoch, rank);
      for (std::int64_t i = 0; i < order->size(); ++i) ++times[static_cast<std::size_t>(order->at(i))];
    }
    often += std::count_if(times.begin(), times.end(), [](std::uint8_t n) { return n > 10; });
  }
  EXPECT_NEAR(static_cast<double>(often) / kCounted, 31'634.7, 0.01 * 31'634.7);
}

}  // namespace
}  // namespace headrace
