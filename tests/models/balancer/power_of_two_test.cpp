#include <gtest/gtest.h>

#include <cmath>

#include "models/balancer/policy.h"

namespace headrace {
namespace {

// Of four servers two different ones: the most loaded is never chosen, the next only in the one pair of six
// with the most loaded, and the least in the three of six that hold it.
TEST(BalancerPowerOfTwo, ComparesTwoDifferentServers) {
  const auto balancer = Chosen<Balancer>("power_of_two").make({4, RandomStream(1, "balancer")});
  const std::vector<std::int64_t> load = {9, 7, 5, 3};
  constexpr int kChoices = 60'000;
  std::vector<int> counts(4);
  for (int i = 0; i < kChoices; ++i) ++counts[balancer->choose(load)];
  for (std::size_t server = 0; server < 4; ++server) {
    const double p = static_cast<double>(server) / 6;
    EXPECT_NEAR(counts[server], p * kChoices, 4 * std::sqrt(p * (1 - p) * kChoices)) << server;
  }
}

TEST(BalancerPowerOfTwo, HasNoChoiceOfOne) {
  const auto balancer = Chosen<Balancer>("power_of_two").make({1, RandomStream(1, "balancer")});
  EXPECT_EQ(balancer->choose(std::vector<std::int64_t>{5}), 0u);
}

}  // namespace
}  // namespace headrace
