#include <gtest/gtest.h>

#include <cmath>

#include "models/balancer/policy.h"

namespace headrace {
namespace {

// Blind to the load, and to its last choice: a server follows itself one time in four.
TEST(BalancerRandom, IsBlind) {
  const auto balancer = Chosen<Balancer>("random").make({4, RandomStream(1, "balancer")});
  const std::vector<std::int64_t> load = {1000, 0, 0, 0};
  constexpr int kChoices = 40'000;
  int loaded = 0, repeated = 0;
  std::size_t last = 0;
  for (int i = 0; i < kChoices; ++i) {
    const std::size_t server = balancer->choose(load);
    loaded += server == 0 ? 1 : 0;
    repeated += server == last ? 1 : 0;
    last = server;
  }
  const double off = 4 * std::sqrt(0.25 * 0.75 * kChoices);
  EXPECT_NEAR(loaded, 0.25 * kChoices, off);
  EXPECT_NEAR(repeated, 0.25 * kChoices, off);
}

}  // namespace
}  // namespace headrace
