#include "models/jobs/training/federation.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace headrace {
namespace {

FederatedSpec links(std::int64_t participants, double spread = 0) {
  FederatedSpec spec;
  spec.model_size = 20'000'000_B;
  spec.bandwidth = 10_MBps;
  spec.latency = 50_ms;
  spec.participants = participants;
  spec.spread = spread;
  return spec;
}

class FederationTest : public testing::Test {
 protected:
  Simulation sim_ = Simulation(7);
  Metrics metrics_;
  Scope scope_ = Scope(sim_, metrics_, "federation");
};

// A model of 20 MB over 10 MB/s takes 50 ms + 2 s.
TEST_F(FederationTest, ALinkTakesItsLatencyAndTheModelsBytes) {
  const Federation federation(scope_, links(-1), 3);
  EXPECT_EQ(federation.participants(), 3);
  for (RankId client = 0; client < 3; ++client) EXPECT_EQ(federation.transfer(client), 2050_ms);
}

// Of a lognormal law of deviation 0.5 over mean, the mean of 10,000 links is off by 3 x 0.5 / 100 at most,
// but for one in 370; and links keep their speed.
TEST_F(FederationTest, LinksAreUnequalAsTheirSpreadSays) {
  const Federation federation(scope_, links(-1, 0.5), 10'000);
  double sum = 0, squares = 0;
  for (RankId client = 0; client < 10'000; ++client) {
    const double seconds = (federation.transfer(client) - 50_ms).in_seconds() / 2;
    sum += seconds;
    squares += seconds * seconds;
  }
  const double mean = sum / 10'000;
  EXPECT_NEAR(mean, 1, 0.015);
  EXPECT_NEAR(std::sqrt(squares / 10'000 - mean * mean), 0.5, 0.05);
}

// Law: every round has its participants, drawn anew, and each client is in as many as any other: of 3,000
// rounds 3 of 10 have 900, with a deviation of sqrt(3000 x 0.3 x 0.7) = 25.
TEST_F(FederationTest, DrawsParticipantsOfEachRound) {
  Federation federation(scope_, links(3), 10);
  std::vector<int> rounds(10);
  bool differs = false;
  std::vector<bool> before(10);
  for (std::int64_t round = 0; round < 3000; ++round) {
    int count = 0;
    std::vector<bool> now(10);
    for (RankId client = 0; client < 10; ++client) {
      const auto i = static_cast<std::size_t>(client);
      now[i] = federation.takes_part(client, round);
      count += now[i] ? 1 : 0;
      rounds[i] += now[i] ? 1 : 0;
    }
    EXPECT_EQ(count, 3);
    differs = differs || (round > 0 && now != before);
    before = now;
  }
  EXPECT_TRUE(differs);
  for (const int own : rounds) EXPECT_NEAR(own, 900, 4 * 25.1);
  const bool again = federation.takes_part(4, 11);
  federation.takes_part(4, 12);
  EXPECT_EQ(federation.takes_part(4, 11), again);
}

}  // namespace
}  // namespace headrace
