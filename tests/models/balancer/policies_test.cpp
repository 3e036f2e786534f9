// The laws of every balancer: it names a server there is, forgets none, and is a function of its seed.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "models/balancer/policy.h"

namespace headrace {
namespace {

class EveryBalancer : public testing::TestWithParam<std::size_t> {
 protected:
  static std::unique_ptr<Balancer> make(std::size_t servers, std::uint64_t seed = 1) {
    return Chosen<Balancer>(Balancer::table()[GetParam()].name)
        .make({servers, RandomStream(seed, "balancer")});
  }
};

TEST_P(EveryBalancer, NamesAServerThatThereIs) {
  RandomStream loads(2, "loads");
  for (const std::size_t servers : {1u, 2u, 3u, 16u, 1000u}) {
    const auto balancer = make(servers);
    std::vector<std::int64_t> load(servers);
    for (int i = 0; i < 2000; ++i) {
      for (std::int64_t& one : load) one = static_cast<std::int64_t>(loads.below(5));
      ASSERT_LT(balancer->choose(load), servers);
    }
  }
}

// Requests that are never answered: each server gets its share. Any server's count under blind chance is
// binomial, n p +- sqrt(n p); the others are closer. Five deviations, of 16 counts.
TEST_P(EveryBalancer, ForgetsNoServer) {
  constexpr std::size_t kServers = 16;
  constexpr double kShare = 4000;
  const auto balancer = make(kServers);
  std::vector<std::int64_t> load(kServers);
  for (int i = 0; i < kServers * kShare; ++i) ++load[balancer->choose(load)];
  for (const std::int64_t count : load)
    EXPECT_NEAR(static_cast<double>(count), kShare, 5 * std::sqrt(kShare));
}

TEST_P(EveryBalancer, SpreadsRequestsThatAreAnsweredAtOnce) {
  constexpr std::size_t kServers = 16;
  constexpr double kShare = 4000;
  const auto balancer = make(kServers);
  const std::vector<std::int64_t> idle(kServers);
  std::vector<std::int64_t> counts(kServers);
  for (int i = 0; i < kServers * kShare; ++i) ++counts[balancer->choose(idle)];
  for (const std::int64_t count : counts)
    EXPECT_NEAR(static_cast<double>(count), kShare, 5 * std::sqrt(kShare));
}

TEST_P(EveryBalancer, IsTheSameForTheSameSeed) {
  const auto choices = [](std::uint64_t seed) {
    const auto balancer = make(8, seed);
    const std::vector<std::int64_t> load = {3, 0, 2, 2, 5, 1, 0, 4};
    std::vector<std::size_t> all;
    for (int i = 0; i < 100; ++i) all.push_back(balancer->choose(load));
    return all;
  };
  EXPECT_EQ(choices(3), choices(3));
}

INSTANTIATE_TEST_SUITE_P(Table, EveryBalancer, testing::Range(std::size_t{0}, Balancer::table().size()),
                         [](const auto& row) { return std::string(Balancer::table()[row.param].name); });

}  // namespace
}  // namespace headrace
