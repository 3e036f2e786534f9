// What a cache of a fraction f of a data set gives to epochs that read each
// sample once, against the formulas.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "models/cache/cache.h"
#include "sim/random.h"

namespace headrace {
namespace {

constexpr std::uint64_t kSamples = 20'000;
constexpr double kTolerance = 0.002;

using Order = std::vector<std::uint64_t>;

Order in_order() {
  Order order(kSamples);
  std::iota(order.begin(), order.end(), std::uint64_t{0});
  return order;
}

void shuffle(Order& order, RandomStream& random) {
  for (std::uint64_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[random.below(i)]);
}

class Epochs : public testing::TestWithParam<int> {
 protected:
  double fraction() const { return GetParam() / 100.0; }
  Cache cache(std::string_view policy) const {
    return Cache(Bytes::count(static_cast<std::int64_t>(kSamples) * GetParam() / 100),
                 Chosen<CachePolicy>(policy));
  }
  // Returns the hit rate of one epoch.
  static double read(Cache& cache, const Order& order) {
    const std::int64_t before = cache.hits();
    for (const std::uint64_t sample : order) {
      if (!cache.lookup({sample, 0}, 1_B)) cache.insert({sample, 0}, 1_B);
    }
    return static_cast<double>(cache.hits() - before) / static_cast<double>(order.size());
  }
};

// A fresh uniform permutation each epoch, LRU: f + (1 - f) ln(1 - f). A hit is Bernoulli with a deviation
// of 0.5 at most, so the mean of 50 epochs has one of 0.5 / sqrt(50 * 20,000) = 0.0005 at most: four of them
// are 0.002.
TEST_P(Epochs, LruUnderFreshPermutations) {
  constexpr int kEpochs = 50;
  const double f = fraction();
  RandomStream random(1, "test/cache/permutations");
  Order order = in_order();
  Cache lru = cache("lru");
  read(lru, order);
  double sum = 0;
  for (int epoch = 0; epoch < kEpochs; ++epoch) {
    shuffle(order, random);
    sum += read(lru, order);
  }
  EXPECT_NEAR(sum / kEpochs, f + (1 - f) * std::log(1 - f), kTolerance);
}

// Never evict: what the first epoch left in the cache is hit once in each epoch after, so exactly f.
TEST_P(Epochs, NeverEvictUnderFreshPermutations) {
  RandomStream random(1, "test/cache/permutations");
  Order order = in_order();
  Cache keeper = cache("never_evict");
  EXPECT_EQ(read(keeper, order), 0);
  for (int epoch = 0; epoch < 5; ++epoch) {
    shuffle(order, random);
    EXPECT_DOUBLE_EQ(read(keeper, order), fraction());
  }
  EXPECT_EQ(keeper.evictions(), 0);
}

// Bundles whose order is reversed each epoch, each read from its front: the tail of one epoch is the head
// of the next, so LRU hits f. Only the bundle at the edge of the cache may be lost, one in 1,000.
TEST_P(Epochs, LruUnderReversedBundles) {
  constexpr std::uint64_t kBundle = 20;
  constexpr std::uint64_t kBundles = kSamples / kBundle;
  Cache lru = cache("lru");
  for (int epoch = 0; epoch < 6; ++epoch) {
    Order order;
    for (std::uint64_t i = 0; i < kBundles; ++i) {
      const std::uint64_t bundle = epoch % 2 == 0 ? i : kBundles - 1 - i;
      for (std::uint64_t k = 0; k < kBundle; ++k) order.push_back(bundle * kBundle + k);
    }
    const double rate = read(lru, order);
    if (epoch > 0) {
      EXPECT_NEAR(rate, fraction(), kTolerance);
    }
  }
}

// Cache laws: The same order each epoch: whatever LRU and FIFO hold is given up just before it is wanted.
TEST_P(Epochs, NothingIsHitInAFixedOrder) {
  const Order order = in_order();
  Cache lru = cache("lru");
  Cache fifo = cache("fifo");
  for (int epoch = 0; epoch < 3; ++epoch) {
    EXPECT_EQ(read(lru, order), 0);
    EXPECT_EQ(read(fifo, order), 0);
  }
}

INSTANTIATE_TEST_SUITE_P(Fractions, Epochs, testing::Values(10, 25, 35, 50, 65, 75, 90));

}  // namespace
}  // namespace headrace
