#include <gtest/gtest.h>

#include "models/balancer/policy.h"

namespace headrace {
namespace {

TEST(BalancerRoundRobin, TakesTurnsWhateverTheLoad) {
  const auto balancer = Chosen<Balancer>("round_robin").make({3, RandomStream(1, "")});
  const std::vector<std::int64_t> load = {100, 0, 5};
  for (std::size_t i = 0; i < 12; ++i) EXPECT_EQ(balancer->choose(load), i % 3);
}

}  // namespace
}  // namespace headrace
