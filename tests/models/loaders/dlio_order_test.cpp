#include "models/loaders/dlio_order.h"

#include <gtest/gtest.h>

#include <set>
#include <vector>

namespace headrace {
namespace {

DlioOrderSpec spec_of(std::int64_t samples, std::int64_t ranks, std::int64_t rank, bool shuffles_all) {
  DlioOrderSpec spec;
  spec.samples = samples;
  spec.ranks = ranks;
  spec.rank = static_cast<RankId>(rank);
  spec.shuffles_all = shuffles_all;
  spec.shuffle = Shuffle::seed;
  spec.seed = 123;
  return spec;
}

std::vector<SampleId> all(DlioOrder order) {
  std::vector<SampleId> samples;
  for (std::int64_t i = 0; i < order.size(); ++i) samples.push_back(order.at(i));
  return samples;
}

// A spec that says no more than how many samples there are is of one rank, which reads all in order.
TEST(DlioOrder, OfOneRankIsAllInOrder) {
  DlioOrderSpec spec;
  spec.samples = 10;
  EXPECT_EQ(all(DlioOrder(spec)), (std::vector<SampleId>{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}));
  spec.shuffles_all = true;
  EXPECT_EQ(all(DlioOrder(spec)), (std::vector<SampleId>{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}));
}

// New DLIO: rank r owns [r ceil(N/P), (r+1) ceil(N/P)), ascending, whatever the shuffle.
TEST(DlioOrder, NewDlioReadsItsBlockInOrder) {
  for (std::int64_t rank = 0; rank < 16; ++rank) {
    DlioOrder order(spec_of(168, 16, rank, false));  // ceil(168 / 16) = 11
    const std::int64_t begin = rank * 11;
    ASSERT_EQ(order.size(), rank < 15 ? 11 : 3);
    for (std::int64_t i = 0; i < order.size(); ++i) EXPECT_EQ(order.at(i), begin + i);
  }
}

TEST(DlioOrder, NewDlioMayLeaveTheLastRankWithNothing) {
  DlioOrder order(spec_of(9, 4, 3, false));  // ceil(9 / 4) = 3: ranks 0, 1, 2 have all of it.
  EXPECT_EQ(order.size(), 0);
}

// DistributedSampler pads to a multiple of the ranks with samples from the first on: of 10 samples 4 ranks
// get 3 each, and rank 3 has 9, 0 and 1. So it does where there are fewer samples than ranks.
TEST(DlioOrder, APaddedOrderBeginsAgain) {
  const auto padded = [](std::int64_t samples, std::int64_t rank) {
    DlioOrderSpec spec = spec_of(samples, 4, rank, false);
    spec.pads = true;
    return all(DlioOrder(spec));
  };
  EXPECT_EQ(padded(10, 2), (std::vector<SampleId>{6, 7, 8}));
  EXPECT_EQ(padded(10, 3), (std::vector<SampleId>{9, 0, 1}));
  EXPECT_EQ(padded(3, 3), (std::vector<SampleId>{0}));
  EXPECT_TRUE(padded(0, 3).empty());
}

// Old DLIO: one permutation of all samples for all ranks; each takes floor(N/P) entries.
TEST(DlioOrder, OldDlioSharesOnePermutationWithoutOverlap) {
  std::set<SampleId> seen;
  bool in_order = true;
  for (std::int64_t rank = 0; rank < 16; ++rank) {
    DlioOrder order(spec_of(168, 16, rank, true));
    ASSERT_EQ(order.size(), 10);
    SampleId previous = -1;
    for (const SampleId sample : all(order)) {
      EXPECT_GE(sample, 0);
      EXPECT_LT(sample, 168);
      EXPECT_TRUE(seen.insert(sample).second) << sample << " twice";
      in_order = in_order && sample > previous;
      previous = sample;
    }
  }
  EXPECT_EQ(seen.size(), 160u);
  EXPECT_FALSE(in_order);
}

TEST(DlioOrder, SeedChangesWithTheEpochOnlyWhereAsked) {
  DlioOrderSpec spec = spec_of(1000, 4, 1, true);
  spec.epoch = 1;
  const auto first = all(DlioOrder(spec));
  spec.epoch = 2;
  EXPECT_NE(all(DlioOrder(spec)), first);
  spec.seed_change_epoch = false;
  const auto fixed = all(DlioOrder(spec));
  spec.epoch = 3;
  EXPECT_EQ(all(DlioOrder(spec)), fixed);
  spec.shuffle = Shuffle::random;  // Never starts anew.
  EXPECT_NE(all(DlioOrder(spec)), fixed);
  spec.shuffle = Shuffle::off;
  EXPECT_EQ(DlioOrder(spec).at(0), 250);
}

TEST(DlioOrder, ThePerThreadListShufflesInsideTheBlock) {
  DlioOrderSpec spec = spec_of(100, 4, 2, false);
  spec.shuffle_in_block = true;
  std::set<SampleId> seen;
  for (const SampleId sample : all(DlioOrder(spec))) seen.insert(sample);
  EXPECT_EQ(seen.size(), 25u);
  EXPECT_EQ(*seen.begin(), 50);
  EXPECT_EQ(*seen.rbegin(), 74);
  EXPECT_NE(all(DlioOrder(spec)), std::vector<SampleId>(seen.begin(), seen.end()));
}

// find(order(r).at(i)) = (r, i), and what nobody reads is nowhere: for every rule and small N and P.
TEST(DlioOrders, FindWhatTheyDeal) {
  for (const bool shuffles_all : {false, true})
    for (const bool in_block : {false, true})
      for (std::int64_t samples = 1; samples <= 20; ++samples)
        for (std::int64_t ranks = 1; ranks <= 6; ++ranks) {
          DlioOrderSpec spec = spec_of(samples, ranks, 0, shuffles_all);
          spec.shuffle_in_block = in_block;
          const DlioOrders orders(spec);
          std::set<SampleId> seen;
          for (RankId rank = 0; rank < ranks; ++rank) {
            spec.rank = rank;
            spec.epoch = 2;
            const auto order = orders.order(2, rank);
            ASSERT_EQ(order->size(), DlioOrder(spec).size());
            for (std::int64_t i = 0; i < order->size(); ++i) {
              ASSERT_EQ(order->at(i), DlioOrder(spec).at(i));
              ASSERT_TRUE(seen.insert(order->at(i)).second);
              const auto place = orders.find(2, order->at(i));
              ASSERT_TRUE(place.has_value());
              ASSERT_EQ(place->rank, rank);
              ASSERT_EQ(place->position, i);
            }
          }
          for (SampleId sample = 0; sample < samples; ++sample)
            ASSERT_EQ(orders.find(2, sample).has_value(), seen.contains(sample)) << sample;
          ASSERT_TRUE(!orders.covers() || static_cast<std::int64_t>(seen.size()) == samples);
        }
}

TEST(DlioOrder, ABillionSamplesCostNoMemory) {
  DlioOrder order(spec_of(1'000'000'000, 1000, 999, true));
  EXPECT_EQ(order.size(), 1'000'000);
  EXPECT_LT(order.at(999'999), 1'000'000'000);
}

// Old DLIO has any order of all samples, less those of what it leaves out (168 - 160 of 168); TensorFlow's
// lists any order within each block; new DLIO one. A seed that stays gives the order of the epoch before.
TEST(DlioOrders, HaveAsManyOrdersAsTheyDraw) {
  EXPECT_DOUBLE_EQ(DlioOrders(spec_of(168, 16, 0, true)).log_orders(), log_factorial(168) - log_factorial(8));
  EXPECT_EQ(DlioOrders(spec_of(168, 16, 0, false)).log_orders(), 0);
  DlioOrderSpec blocks = spec_of(168, 16, 0, false);
  blocks.shuffle_in_block = true;
  EXPECT_NEAR(DlioOrders(blocks).log_orders(), 15 * log_factorial(11) + log_factorial(3), 1e-9);
  blocks.seed_change_epoch = false;
  EXPECT_EQ(DlioOrders(blocks).log_orders(), 0);
}

}  // namespace
}  // namespace headrace
