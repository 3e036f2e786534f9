#include <gtest/gtest.h>

#include "models/balancer/policy.h"

namespace headrace {
namespace {

TEST(BalancerLeastLoaded, TakesTheLeastAndAmongEqualsTurns) {
  const auto balancer = Chosen<Balancer>("least_loaded").make({4, RandomStream(1, "")});
  const auto choose = [&](std::vector<std::int64_t> load) { return balancer->choose(load); };
  EXPECT_EQ(choose({4, 3, 1, 2}), 2u);
  EXPECT_EQ(choose({0, 3, 1, 0}), 3u);
  EXPECT_EQ(choose({0, 0, 0, 0}), 0u);
  EXPECT_EQ(choose({0, 0, 0, 0}), 1u);
  EXPECT_EQ(choose({0, 5, 5, 5}), 0u);
}

}  // namespace
}  // namespace headrace
