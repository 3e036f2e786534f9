#include <gtest/gtest.h>

#include <list>
#include <unordered_map>

#include "models/shuffle/policy.h"
#include "tests/models/support/given_fields.h"

namespace headrace {
namespace {

std::unique_ptr<ShufflePolicy> bundles(double bundle, std::int64_t samples, std::int64_t ranks) {
  ShufflePolicy::Context context;
  context.samples = samples;
  context.ranks = ranks;
  return chosen<ShufflePolicy>("bundles_reversed", {{"bundle", bundle}}).make(context);
}

// 22 samples of a rank in bundles of 4: 0 1 2 3 4 5, then 5 4 3 2 1 0, the last one having 2 samples.
TEST(BundlesReversed, ReadsBundlesForwardThenBackward) {
  const auto policy = bundles(4, 44, 2);
  for (std::int64_t epoch = 1; epoch <= 4; ++epoch) {
    const auto order = policy->order(epoch, 1);
    for (std::int64_t i = 0; i < 22; ++i) {
      const std::int64_t bundle = epoch % 2 == 1 ? i / 4 : (21 - i) / 4;
      EXPECT_EQ((order->at(i) - 22) / 4, bundle) << "epoch " << epoch << ", position " << i;
    }
  }
}

TEST(BundlesReversed, PermutesEachBundleAnew) {
  const auto policy = bundles(50, 100, 1);
  const auto odd = policy->order(1, 0);
  const auto later = policy->order(3, 0);
  std::int64_t same = 0;
  bool alike = true;
  for (std::int64_t i = 0; i < 50; ++i) {
    same += odd->at(i) == later->at(i) ? 1 : 0;
    alike = alike && odd->at(i) + 50 == odd->at(50 + i);
  }
  EXPECT_LT(same, 10);  // One is expected; ten have a chance of 1e-7.
  EXPECT_FALSE(alike);
}

// With the last c samples used in a cache, an epoch finds f = c / n of its samples. All hits are
// in the first c positions; where the cache ends inside a bundle, that one may miss a part.
TEST(BundlesReversed, LruHitsTheShareThatFits) {
  constexpr std::int64_t kSamples = 4000;
  constexpr std::int64_t kBundle = 20;
  const auto policy = bundles(kBundle, kSamples, 1);
  for (const double f : {0.10, 0.35, 0.50}) {
    const auto capacity = static_cast<std::size_t>(f * kSamples);
    std::list<SampleId> used;
    std::unordered_map<SampleId, std::list<SampleId>::iterator> held;
    for (std::int64_t epoch = 1; epoch <= 4; ++epoch) {
      std::int64_t hits = 0;
      const auto order = policy->order(epoch, 0);
      for (std::int64_t i = 0; i < kSamples; ++i) {
        const SampleId sample = order->at(i);
        const auto found = held.find(sample);
        hits += found != held.end() ? 1 : 0;
        if (found != held.end()) used.erase(found->second);
        used.push_front(sample);
        held[sample] = used.begin();
        if (used.size() <= capacity) continue;
        held.erase(used.back());
        used.pop_back();
      }
      if (epoch == 1) continue;
      EXPECT_NEAR(static_cast<double>(hits) / kSamples, f, 1.0 * kBundle / kSamples) << f;
    }
  }
}

}  // namespace
}  // namespace headrace
