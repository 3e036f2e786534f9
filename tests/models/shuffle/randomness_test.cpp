#include "models/shuffle/randomness.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "tests/models/support/given_fields.h"

namespace headrace {
namespace {

constexpr std::int64_t kSamples = 8192;
constexpr std::int64_t kRanks = 4;
constexpr std::int64_t kOfRank = kSamples / kRanks;
constexpr std::int64_t kBatch = 32;
constexpr double kExchange = 0.25;
constexpr std::int64_t kBuffer = 16;
constexpr std::int64_t kBundle = 64;

ShufflePolicy::Context context() {
  ShufflePolicy::Context made;
  made.samples = kSamples;
  made.ranks = kRanks;
  made.batch_size = kBatch;
  made.seed = 11;
  made.lag = kBatch;
  return made;
}

// Of two independent positions among n.
double independent(double n) { return (1 - 1 / (n * n)) / 3; }

// Distinct places among k = n / b of b samples that are drawn from n without replacement:
// k (1 - C(n - b, b) / C(n, b)), as a share of b.
double diversity(double n, double b) {
  double missed = 1;
  for (double i = 0; i < b; ++i) missed *= (n - b - i) / (n - i);
  return n / b * (1 - missed) / b;
}

// A batch of a rank that keeps a share h of its own n / P samples has each of its draws from one of its own
// places with h P b / n, and from one of the others with the rest; drawing with replacement is near enough.
double diversity_of_partial(double kept) {
  const auto places = [](double count, double share) {
    return count * (1 - std::pow(1 - share / count, static_cast<double>(kBatch)));
  };
  constexpr double kOwn = 1.0 * kOfRank / kBatch;
  constexpr double kOthers = 1.0 * (kSamples - kOfRank) / kBatch;
  return (places(kOwn, kept) + places(kOthers, 1 - kept)) / kBatch;
}

// What the closed form says of a policy. The displacement of the window is the mean distance of two geometric
// stays of mean B, which is B at most places; its batches hold about the samples of their own place and the
// next ones.
struct Expected {
  std::string name;
  GivenFields::Numbers numbers;
  double displacement, batch_diversity, moved;
  double displacement_error, diversity_error, moved_error;
};

// Errors are four standard deviations: of a displacement sqrt(1/18 / N) where positions are independent, of
// batch diversity and of moved samples at most that of N draws of 0 or 1.
std::vector<Expected> table() {
  const double third = independent(kOfRank);
  const double error = 4 * std::sqrt(1.0 / 18 / kSamples);
  const double share = 4 * 0.5 / std::sqrt(static_cast<double>(kSamples));
  const double dealt = 1 - 1.0 / kRanks;
  return {
      {"sequential", {}, 0, 1.0 / kBatch, 0, 0, 0, 0},
      {"global", {}, third, diversity(kSamples, kBatch), dealt, error, share, share},
      {"local", {}, third, diversity(kOfRank, kBatch), 0, error, share, 0},
      {"partial",
       {{"exchange", kExchange}},
       third,
       diversity_of_partial(1 - kExchange * dealt),
       kExchange * dealt,
       error,
       share,
       share},
      {"window",
       {{"buffer", kBuffer}},
       1.0 * kBuffer / kOfRank,
       2.0 / kBatch,
       0,
       0.05 * kBuffer / kOfRank,
       1.5 / kBatch,
       0},
      // |p - (n - 1 - p)| is n / 2 on the average; a bundle's own order adds b / n at most. A bundle has two
      // places, and a half of it draws both.
      {"bundles_reversed", {{"bundle", kBundle}}, 0.5, 2.0 / kBatch, 0, 1.0 * kBundle / kOfRank, 1e-9, 0},
  };
}

TEST(Randomness, OfEveryPolicyIsItsClosedForm) {
  const std::vector<Expected> all = table();
  ASSERT_EQ(all.size(), ShufflePolicy::table().size()) << "a policy without its randomness";
  for (const Expected& expected : all) {
    const auto policy = chosen<ShufflePolicy>(expected.name, expected.numbers).make(context());
    const Randomness found = randomness_of(*policy, context(), 2);
    EXPECT_NEAR(found.displacement, expected.displacement, expected.displacement_error) << expected.name;
    EXPECT_NEAR(found.batch_diversity, expected.batch_diversity, expected.diversity_error) << expected.name;
    EXPECT_NEAR(found.moved, expected.moved, expected.moved_error) << expected.name;
    RecordProperty(expected.name + "_displacement", std::to_string(found.displacement));
    RecordProperty(expected.name + "_batch_diversity", std::to_string(found.batch_diversity));
    RecordProperty(expected.name + "_moved", std::to_string(found.moved));
  }
}

// With few places the diversity of a random batch is far from 1, and the closed form still holds.
TEST(Randomness, DiversityCountsPlacesOnce) {
  ShufflePolicy::Context few = context();
  few.samples = 256;
  few.ranks = 1;
  const auto policy = chosen<ShufflePolicy>("global").make(few);
  double sum = 0;
  constexpr int kEpochs = 400;
  for (int epoch = 2; epoch < 2 + kEpochs; ++epoch) sum += randomness_of(*policy, few, epoch).batch_diversity;
  const double expected = diversity(256, kBatch);  // 7.9 of 8 places in 32 samples.
  EXPECT_LT(expected, 0.25);
  // A batch misses Poisson few places: 8 batches an epoch, a variance below the mean of missed ones.
  EXPECT_NEAR(sum / kEpochs, expected, 4 * std::sqrt((0.25 - expected) / kBatch / (8 * kEpochs)));
}

TEST(Randomness, OfNothingIsNothing) {
  ShufflePolicy::Context none = context();
  none.samples = 0;
  const auto policy = chosen<ShufflePolicy>("sequential").make(none);
  const Randomness found = randomness_of(*policy, none, 2);
  EXPECT_EQ(found.displacement, 0);
  EXPECT_EQ(found.batch_diversity, 0);
  EXPECT_EQ(found.moved, 0);
}

}  // namespace
}  // namespace headrace
