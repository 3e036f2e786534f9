// Least loaded by a stale sample: fresh, it is better than chance; stale, it herds.

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "models/placement/policy.h"
#include "tests/models/support/given_fields.h"

namespace headrace {
namespace {

std::unique_ptr<PlacementPolicy> least_loaded(std::int64_t targets, Duration staleness = 1_s) {
  return chosen<PlacementPolicy>("least_loaded", {{"staleness", staleness.in_seconds()}})
      .make({targets, RandomStream(1, "placement")});
}

TEST(LeastLoaded, TakesTheLeastLoadedWindowOfTargets) {
  const std::vector<std::int64_t> load = {3, 1, 9, 0, 5, 1};
  EXPECT_EQ(least_loaded(6)->created(FileId(), 1, load), 3);
  EXPECT_EQ(least_loaded(6)->created(FileId(), 2, load), 0);  // 4 10 9 5 6 4: the first of the least.
  EXPECT_EQ(least_loaded(6)->created(FileId(), 3, load), 5);  // 13 10 14 6 9 5.
  EXPECT_EQ(least_loaded(6)->created(FileId(), 6, load), 0);
}

TEST(LeastLoaded, EqualsTakeTurns) {
  const auto placement = least_loaded(5);
  const std::vector<std::int64_t> idle(5), some = {0, 7, 0, 7, 0};
  std::vector<int> first;
  for (int i = 0; i < 4; ++i) first.push_back(placement->created(FileId(), 2, idle));
  for (int i = 0; i < 4; ++i) first.push_back(placement->created(FileId(), 1, some));
  EXPECT_EQ(first, (std::vector<int>{0, 2, 4, 1, 4, 0, 2, 4}));
}

TEST(LeastLoaded, ExistingFilesLieInTurn) {
  EXPECT_EQ(least_loaded(7)->existing(FileId{0, 3}, 3), 2);
  EXPECT_EQ(least_loaded(7, 30_ms)->sampled_every(), 30_ms);
}

// N servers in parallel, each with its own queue: files come as a Poisson stream at 0.9 of what all serve and
// each needs an exponential time with mean 1. Gives back the mean time from coming to served. By chance each
// is an M/M/1 queue with 1 / (1 - 0.9) = 10.
double mean_stay(PlacementPolicy& placement, double files) {
  constexpr std::size_t kTargets = 16;
  RandomStream arrivals(1, "arrivals"), service(1, "service");
  std::vector<double> free_at(kTargets);  // In seconds: first come, first served.
  std::vector<std::int64_t> sampled(kTargets);
  double now = 0, stay = 0, sampled_at = -1e9;
  for (std::int64_t i = 0; i < static_cast<std::int64_t>(files); ++i) {
    now += arrivals.exponential() / (0.9 * kTargets);
    if (now - sampled_at >= placement.sampled_every().in_seconds()) {
      for (std::size_t t = 0; t < kTargets; ++t)
        sampled[t] = static_cast<std::int64_t>(std::max(0.0, free_at[t] - now) * 1e6);
      sampled_at = now;
    }
    double& target = free_at[static_cast<std::size_t>(placement.created(FileId{0, i}, 1, sampled))];
    target = std::max(target, now) + service.exponential();
    stay += (target - now) / files;
  }
  return stay;
}

// The stays of an M/M/1 queue at 0.9 are exponential and correlated over some 2 x 180 arrivals; 25,000 of
// each of 16 queues give their mean to 3 %, and 1.5 is five times that.
TEST(LeastLoaded, IsWorthLessTheOlderTheSample) {
  constexpr double kFiles = 400'000;
  const auto random = Chosen<PlacementPolicy>("random").make({16, RandomStream(1, "placement")});
  const double by_chance = mean_stay(*random, kFiles);
  EXPECT_NEAR(by_chance, 10, 1.5);
  std::vector<double> stays;
  for (const Duration staleness : {1_ns, 1_s, 4_s, 16_s, 64_s}) {
    const auto placement = least_loaded(16, staleness);
    stays.push_back(mean_stay(*placement, kFiles));
    RecordProperty("stay_" + std::to_string(staleness.ns()), std::to_string(stays.back()));
  }
  for (std::size_t i = 1; i < stays.size(); ++i) EXPECT_GT(stays[i], 1.2 * stays[i - 1]) << i;
  EXPECT_LT(stays.front(), 0.3 * by_chance);
  EXPECT_GT(stays.back(), 1.5 * by_chance);
}

}  // namespace
}  // namespace headrace
