#include <gtest/gtest.h>

#include <cmath>
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

}  // namespace
}  // namespace headrace
