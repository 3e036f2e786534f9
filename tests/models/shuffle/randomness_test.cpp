#include "models/shuffle/randomness.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "models/shuffle/policy.h"
#include "tests/models/support/given_fields.h"

namespace headrace {
namespace {

std::unique_ptr<ShufflePolicy> policy_of(const std::string& name, const GivenFields::Numbers& numbers,
                                         std::int64_t samples, std::int64_t ranks, std::uint64_t seed = 1) {
  ShufflePolicy::Context context;
  context.samples = samples;
  context.ranks = ranks;
  context.seed = seed;
  context.lag = samples;
  return chosen<ShufflePolicy>(name, numbers).make(context);
}

// n! by multiplication, across the border between the product and the series.
TEST(Randomness, TheLogarithmOfAFactorialIsASumOfLogarithms) {
  double sum = 0;
  for (std::int64_t n = 0; n <= 2000; ++n) {
    if (n > 0) sum += std::log(static_cast<double>(n));
    EXPECT_NEAR(log_factorial(n), sum, 1e-10 + 1e-13 * sum) << n;
  }
}

struct Counted {
  std::string name;
  GivenFields::Numbers numbers;
  std::int64_t samples, ranks;
  double orders;  // By hand.
};

std::vector<SampleId> epoch_of(const ShufflePolicy& policy, std::int64_t epoch, std::int64_t ranks) {
  std::vector<SampleId> all;
  for (RankId rank = 0; rank < ranks; ++rank) {
    const auto order = policy.order(epoch, rank);
    for (std::int64_t i = 0; i < order->size(); ++i) all.push_back(order->at(i));
  }
  return all;
}

// The orders of the second epoch that follow one first epoch, counted over seeds: each is met, with 12,000
// seeds for at most 24 first epochs of 24 orders, and no other one.
TEST(Randomness, IsTheNumberOfOrdersThatComeUp) {
  const std::vector<Counted> table = {
      {"sequential", {}, 4, 2, 1},
      {"global", {}, 4, 2, 24},
      {"local", {}, 5, 2, 12},                         // 3! 2!
      {"partial", {{"exchange", 0}}, 4, 2, 4},         // 2! 2!
      {"partial", {{"exchange", 0.5}}, 4, 2, 8},       // Two samples, dealt in two ways.
      {"partial", {{"exchange", 1}}, 4, 2, 24},        // 4! / (2! 2!) x 2! 2!
      {"window", {{"buffer", 2}}, 4, 1, 8},            // 2 x 2 x 2 x 1
      {"window", {{"buffer", 9}}, 4, 1, 24},           // As many as there are.
      {"bundles_reversed", {{"bundle", 2}}, 5, 1, 4},  // 2! 2! 1!
  };
  for (const Counted& row : table) {
    std::map<std::vector<SampleId>, std::set<std::vector<SampleId>>> after;
    for (std::uint64_t seed = 1; seed <= 12'000; ++seed) {
      const auto policy = policy_of(row.name, row.numbers, row.samples, row.ranks, seed);
      after[epoch_of(*policy, 1, row.ranks)].insert(epoch_of(*policy, 2, row.ranks));
    }
    for (const auto& [first, second] : after)
      EXPECT_EQ(static_cast<double>(second.size()), row.orders) << row.name;
    const auto policy = policy_of(row.name, row.numbers, row.samples, row.ranks);
    EXPECT_NEAR(std::exp(policy->log_orders()), row.orders, 1e-9 * row.orders) << row.name;
  }
}

// From nothing to all: what each keeps of 32,000 samples on 16 ranks, by ln n! ~ n ln n - n.
TEST(Randomness, GrowsFromNothingToAFullShuffle) {
  constexpr std::int64_t kSamples = 32'000;
  constexpr std::int64_t kRanks = 16;
  const auto kept = [&](const std::string& name, const GivenFields::Numbers& numbers = {}) {
    return randomness(policy_of(name, numbers, kSamples, kRanks)->log_orders(), kSamples);
  };
  EXPECT_EQ(kept("sequential"), 0);
  EXPECT_EQ(kept("global"), 1);
  EXPECT_NEAR(kept("local"), (std::log(2000) - 1) / (std::log(32'000) - 1), 1e-3);
  EXPECT_LT(kept("bundles_reversed"), kept("window"));
  EXPECT_LT(kept("window"), kept("local"));
  EXPECT_EQ(kept("partial", {{"exchange", 0}}), kept("local"));
  EXPECT_LT(kept("local"), kept("partial"));
  EXPECT_NEAR(kept("partial", {{"exchange", 1}}), 1, 1e-12);
}

TEST(Randomness, OfNothingToChooseIsNone) {
  EXPECT_EQ(randomness(0, 0), 0);
  EXPECT_EQ(randomness(0, 1), 0);
}

}  // namespace
}  // namespace headrace
