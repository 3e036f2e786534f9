// Laws that every row of the table obeys. A new policy is tested by being listed.

#include "models/shuffle/policy.h"

#include <gtest/gtest.h>
#include <malloc.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "tests/models/support/given_fields.h"

namespace headrace {
namespace {

// A row of the table with some parameters.
struct Case {
  std::string name;
  GivenFields::Numbers numbers;

  std::unique_ptr<ShufflePolicy> make(std::int64_t samples, std::int64_t ranks,
                                      std::uint64_t seed = 1) const {
    ShufflePolicy::Context context;
    context.samples = samples;
    context.samples_per_file = 3;
    context.ranks = ranks;
    context.seed = seed;
    context.lag = 400;
    return chosen<ShufflePolicy>(name, numbers).make(context);
  }
};

// Every row with its own defaults, and with parameters that are at work where there are few samples.
std::vector<Case> cases() {
  std::vector<Case> all;
  for (const auto& row : ShufflePolicy::table()) all.push_back({std::string(row.name), {}});
  for (const double exchange : {0.0, 0.3, 1.0}) all.push_back({"partial", {{"exchange", exchange}}});
  for (const double buffer : {1, 4}) all.push_back({"window", {{"buffer", buffer}}});
  for (const double bundle : {1, 3}) all.push_back({"bundles_reversed", {{"bundle", bundle}}});
  return all;
}

std::vector<SampleId> all_of(const ShufflePolicy& policy, std::int64_t epoch, RankId rank) {
  std::vector<SampleId> samples;
  const auto order = policy.order(epoch, rank);
  for (std::int64_t i = 0; i < order->size(); ++i) samples.push_back(order->at(i));
  return samples;
}

class EveryShuffle : public testing::TestWithParam<Case> {};

// Over the ranks each sample exactly once, and no rank with two more than another: for all N up to 24 and all
// P up to 7, in five epochs.
TEST_P(EveryShuffle, CoversExactlyOnce) {
  for (std::int64_t samples = 1; samples <= 24; ++samples)
    for (std::int64_t ranks = 1; ranks <= 7; ++ranks) {
      const auto policy = GetParam().make(samples, ranks);
      ASSERT_TRUE(policy->covers());
      for (std::int64_t epoch = 1; epoch <= 5; ++epoch) {
        std::vector<int> seen(static_cast<std::size_t>(samples));
        for (RankId rank = 0; rank < ranks; ++rank) {
          const auto order = policy->order(epoch, rank);
          ASSERT_GE(order->size(), samples / ranks);
          ASSERT_LE(order->size(), samples / ranks + 1);
          for (std::int64_t i = 0; i < order->size(); ++i) {
            const SampleId sample = order->at(i);
            ASSERT_GE(sample, 0);
            ASSERT_LT(sample, samples);
            ++seen[static_cast<std::size_t>(sample)];
          }
        }
        ASSERT_TRUE(std::all_of(seen.begin(), seen.end(), [](int times) { return times == 1; }))
            << samples << " samples, " << ranks << " ranks, epoch " << epoch;
      }
    }
}

// find(order(r).at(i)) = (r, i).
TEST_P(EveryShuffle, FindsWhatItsOrderSays) {
  for (const std::int64_t samples : {1, 10, 97})
    for (const std::int64_t ranks : {1, 3, 8}) {
      const auto policy = GetParam().make(samples, ranks);
      if (!policy->known_ahead()) {
        EXPECT_FALSE(policy->find(1, 0).has_value());
        continue;
      }
      for (std::int64_t epoch = 1; epoch <= 4; ++epoch)
        for (RankId rank = 0; rank < ranks; ++rank) {
          const auto order = policy->order(epoch, rank);
          for (std::int64_t i = 0; i < order->size(); ++i) {
            const auto place = policy->find(epoch, order->at(i));
            ASSERT_TRUE(place.has_value());
            ASSERT_EQ(place->rank, rank);
            ASSERT_EQ(place->position, i);
          }
        }
    }
}

// A billion samples and what is left over: at() of find() is the sample, no two positions hold the same one,
// and what one epoch, rank or policy is asked changes no answer of another.
TEST_P(EveryShuffle, HoldsForABillionSamples) {
  constexpr std::int64_t kSamples = 1'000'000'007;
  constexpr std::int64_t kRanks = 1000;
  constexpr std::int64_t kProbes = 2000;
  const auto policy = GetParam().make(kSamples, kRanks);
  std::set<SampleId> seen;
  for (const RankId rank : {0, 6, 7, 999}) {  // The first seven have a sample more.
    const auto order = policy->order(3, rank);
    ASSERT_EQ(order->size(), rank < 7 ? 1'000'001 : 1'000'000);
    for (std::int64_t i = 0; i < kProbes; ++i) {
      const std::int64_t position = policy->known_ahead() ? i * (order->size() - 1) / (kProbes - 1) : i;
      const SampleId sample = order->at(position);
      ASSERT_GE(sample, 0);
      ASSERT_LT(sample, kSamples);
      ASSERT_TRUE(seen.insert(sample).second) << sample << " twice";
      if (!policy->known_ahead()) continue;
      const auto place = policy->find(3, sample);
      ASSERT_TRUE(place.has_value());
      ASSERT_EQ(place->rank, rank);
      ASSERT_EQ(place->position, position);
    }
  }
  if (!policy->known_ahead()) return;
  for (std::int64_t i = 0; i < kProbes; ++i) {
    const SampleId sample = i * (kSamples - 1) / (kProbes - 1);
    const auto place = policy->find(2, sample);
    ASSERT_TRUE(place.has_value());
    ASSERT_EQ(policy->order(2, place->rank)->at(place->position), sample);
  }
}

TEST_P(EveryShuffle, IsAFunctionOfTheSeed) {
  for (std::int64_t epoch = 1; epoch <= 3; ++epoch)
    for (RankId rank = 0; rank < 3; ++rank)
      EXPECT_EQ(all_of(*GetParam().make(500, 3, 7), epoch, rank),
                all_of(*GetParam().make(500, 3, 7), epoch, rank));
  const auto seven = GetParam().make(500, 3, 7);
  const auto eight = GetParam().make(500, 3, 8);
  // What draws nothing is the same for every seed: it is the same in every epoch, or in every other one.
  const auto first = all_of(*seven, 1, 0);
  if (first == all_of(*seven, 3, 0)) {
    EXPECT_EQ(first, all_of(*eight, 1, 0));
  } else {
    EXPECT_NE(first, all_of(*eight, 1, 0));
  }
}

// Orders of different epochs may be asked for side by side, and lag by a few batches.
TEST_P(EveryShuffle, OrdersDoNotDisturbEachOther) {
  const auto policy = GetParam().make(600, 3);
  const auto one = all_of(*policy, 1, 0);
  const auto two = all_of(*policy, 2, 1);
  const auto first = policy->order(1, 0);
  const auto second = policy->order(2, 1);
  for (std::int64_t i = 0; i < 200; ++i) {
    EXPECT_EQ(first->at(i), one[static_cast<std::size_t>(i)]);
    EXPECT_EQ(second->at(i), two[static_cast<std::size_t>(i)]);
    EXPECT_EQ(first->at(i / 2), one[static_cast<std::size_t>(i / 2)]);
  }
}

// What a policy and its orders take from the heap after 5,000 samples is the same for 10^5 samples a rank and
// for 10^12.
TEST_P(EveryShuffle, TakesNoMemoryForItsSamples) {
  const auto taken = [&](std::int64_t samples) {
    const auto in_use = [] {
      const struct mallinfo2 heap = mallinfo2();
      return static_cast<std::int64_t>(heap.uordblks + heap.hblkhd);
    };
    const std::int64_t before = in_use();
    const auto policy = GetParam().make(samples, 4);
    const auto order = policy->order(2, 1);
    for (std::int64_t i = 0; i < 5000; ++i) order->at(i);
    return in_use() - before;
  };
  taken(400'000);  // From here on malloc has at hand what it keeps of each size.
  const std::int64_t few = taken(400'000);
  EXPECT_NEAR(static_cast<double>(taken(4'000'000'000'000)), static_cast<double>(few), 64);
  EXPECT_LT(few, 30'000);  // Of a window the buffer and the lag: 1,024 and 400 identities.
}

std::string case_name(const testing::TestParamInfo<Case>& info) {
  std::string name = info.param.name;
  for (const auto& [key, value] : info.param.numbers)
    name += "_" + key + std::to_string(static_cast<int>(value * 10));
  return name;
}

INSTANTIATE_TEST_SUITE_P(Table, EveryShuffle, testing::ValuesIn(cases()), case_name);

// The order of a rank is new in each epoch, but where a policy says otherwise.
TEST(ShuffleTable, OtherEpochsDifferWhereTheyShould) {
  for (const auto& row : ShufflePolicy::table()) {
    const auto policy = Case{std::string(row.name), {}}.make(500, 2);
    std::set<std::vector<SampleId>> orders;
    for (std::int64_t epoch = 1; epoch <= 6; ++epoch) orders.insert(all_of(*policy, epoch, 1));
    EXPECT_EQ(orders.size(), row.name == "sequential" ? 1u : 6u) << row.name;
  }
}

TEST(ShuffleTable, NamesAreDistinctAndTheFirstIsSequential) {
  std::set<std::string_view> names;
  for (const auto& row : ShufflePolicy::table()) EXPECT_TRUE(names.insert(row.name).second) << row.name;
  EXPECT_EQ(Chosen<ShufflePolicy>().name(), "sequential");
}

}  // namespace
}  // namespace headrace
