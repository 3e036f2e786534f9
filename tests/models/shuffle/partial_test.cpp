#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "models/shuffle/policy.h"
#include "tests/models/support/given_fields.h"

namespace headrace {
namespace {

ShufflePolicy::Context context_of(std::int64_t samples, std::int64_t ranks) {
  ShufflePolicy::Context context;
  context.samples = samples;
  context.ranks = ranks;
  context.seed = 3;
  return context;
}

std::set<SampleId> held_by(const ShufflePolicy& policy, std::int64_t epoch, RankId rank) {
  std::set<SampleId> held;
  const auto order = policy.order(epoch, rank);
  for (std::int64_t i = 0; i < order->size(); ++i) held.insert(order->at(i));
  return held;
}

// The samples that a rank reads in epoch e and that are not among the Q n it read first, it reads again in
// epoch e + 1. So it gets at most Q n new ones.
TEST(PartialShuffle, OnlyTheExchangedShareChangesHands) {
  for (const double exchange : {0.0, 0.1, 0.3, 1.0}) {
    const auto policy = chosen<ShufflePolicy>("partial", {{"exchange", exchange}}).make(context_of(2003, 4));
    for (std::int64_t epoch = 1; epoch <= 4; ++epoch)
      for (RankId rank = 0; rank < 4; ++rank) {
        const auto order = policy->order(epoch, rank);
        const std::set<SampleId> next = held_by(*policy, epoch + 1, rank);
        const std::int64_t exchanged = std::llround(exchange * static_cast<double>(order->size()));
        EXPECT_EQ(policy->handed_on(rank), exchanged);
        for (std::int64_t i = exchanged; i < order->size(); ++i) EXPECT_TRUE(next.contains(order->at(i)));
      }
  }
}

// What is exchanged is dealt over all ranks evenly, so a rank keeps a sample with 1 - Q (1 - 1/P), and after
// k epochs still (or again) has it with 1/P + (1 - 1/P) (1 - Q)^k. Within 4 standard deviations of samples
// that were drawn independently.
TEST(PartialShuffle, ForgetsItsStartGeometrically) {
  constexpr std::int64_t kRanks = 8;
  constexpr std::int64_t kSamples = 16'000;
  constexpr double kExchange = 0.25;
  const auto policy =
      chosen<ShufflePolicy>("partial", {{"exchange", kExchange}}).make(context_of(kSamples, kRanks));
  for (std::int64_t k = 1; k <= 6; ++k) {
    std::int64_t at_home = 0;
    for (SampleId sample = 0; sample < kSamples; ++sample)
      at_home += policy->find(1 + k, sample)->rank == sample / (kSamples / kRanks) ? 1 : 0;
    constexpr double kShare = 1.0 / kRanks;
    const double expected = kShare + (1 - kShare) * std::pow(1 - kExchange, static_cast<double>(k));
    const double deviation = std::sqrt(expected * (1 - expected) / kSamples);
    EXPECT_NEAR(static_cast<double>(at_home) / kSamples, expected, 4 * deviation) << "after " << k;
  }
}

}  // namespace
}  // namespace headrace
