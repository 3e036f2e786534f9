#include "models/loaders/mixed_orders.h"

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string_view>

namespace headrace {
namespace {

constexpr std::int64_t kRanks = 3;

std::unique_ptr<ShufflePolicy> shuffle_of(std::int64_t samples, std::string_view policy) {
  ShufflePolicy::Context context;
  context.samples = samples;
  context.ranks = kRanks;
  context.seed = 5;
  context.batch_size = 4;
  context.lag = 8;
  return Chosen<ShufflePolicy>(policy).make(context);
}

MixedOrders mixed(std::string_view policy, std::int64_t length, std::int64_t text = 90,
                  std::int64_t images = 30) {
  std::vector<MixedOrders::Part> parts;
  parts.push_back({0.75, text, shuffle_of(text, policy)});
  if (images > 0) parts.push_back({0.25, images, shuffle_of(images, policy)});
  return MixedOrders(std::move(parts), {length, 4, 8});
}

// A pass of both sets is 120 samples, 40 of each rank: each sample once.
TEST(MixedOrders, HoldEachSampleOnceInAPassOfEverySet) {
  for (const auto& row : ShufflePolicy::table()) {
    const MixedOrders orders = mixed(row.name, 40);
    std::set<SampleId> seen;
    for (RankId rank = 0; rank < kRanks; ++rank) {
      const auto order = orders.order(1, rank);
      ASSERT_EQ(order->size(), 40);
      for (std::int64_t i = 0; i < 40; ++i) seen.insert(order->at(i));
    }
    EXPECT_EQ(seen.size(), 120u) << row.name;
    EXPECT_EQ(*seen.rbegin(), 119) << "samples of the second set are numbered behind the first";
  }
}

// Epochs of 10 samples of a rank are pieces of one sequence: nothing is begun again with the job's epoch.
TEST(MixedOrders, GoOnFromEpochToEpoch) {
  for (const auto& row : ShufflePolicy::table()) {
    const MixedOrders whole = mixed(row.name, 80), pieces = mixed(row.name, 10);
    const auto all = whole.order(1, 1);
    for (std::int64_t epoch = 1; epoch <= 8; ++epoch) {
      const auto piece = pieces.order(epoch, 1);
      for (std::int64_t i = 0; i < 10; ++i)
        ASSERT_EQ(piece->at(i), all->at((epoch - 1) * 10 + i))
            << row.name << " epoch " << epoch << " at " << i;
    }
  }
}

// A set that has run out begins its next epoch: of 30 images in 80 samples of each rank, 20 of them images,
// each is read twice.
TEST(MixedOrders, RepeatASetThatHasRunOut) {
  const MixedOrders orders = mixed("global", 80);
  std::map<SampleId, int> times;
  for (RankId rank = 0; rank < kRanks; ++rank) {
    const auto order = orders.order(1, rank);
    for (std::int64_t i = 0; i < 80; ++i) ++times[order->at(i)];
    EXPECT_EQ(orders.drawn(rank, 80), (std::vector<std::int64_t>{60, 20}));
  }
  EXPECT_EQ(times.size(), 120u);
  for (const auto& [sample, count] : times) EXPECT_EQ(count, 2) << sample;
}

// One set is no mixture: its ranks read what the set's own orders say, one after the other.
TEST(MixedOrders, OfOneSetAreItsOwn) {
  for (const auto& row : ShufflePolicy::table()) {
    const MixedOrders orders = mixed(row.name, 30, 90, 0);
    const auto own = shuffle_of(90, row.name);
    for (std::int64_t epoch = 1; epoch <= 3; ++epoch)
      for (RankId rank = 0; rank < kRanks; ++rank) {
        const auto one = orders.order(epoch, rank), other = own->order(epoch, rank);
        for (std::int64_t i = 0; i < 30; ++i) ASSERT_EQ(one->at(i), other->at(i)) << row.name;
      }
    EXPECT_EQ(orders.log_orders(), own->log_orders());
  }
}

TEST(MixedOrders, AreAskedByNobodyWhoLooksAhead) {
  const MixedOrders orders = mixed("global", 40);
  EXPECT_FALSE(orders.known_ahead());
  EXPECT_FALSE(orders.covers());
  EXPECT_FALSE(orders.find(1, 0).has_value());
  EXPECT_EQ(orders.handed_on(0), 0);
}

}  // namespace
}  // namespace headrace
