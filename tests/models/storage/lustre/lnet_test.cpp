#include "models/storage/lustre/lnet.h"

#include <gtest/gtest.h>

#include <vector>

#include "tests/models/storage/lustre/arrivals.h"
#include "tests/models/support/test_machine.h"

namespace headrace {
namespace {

// Two ports on a network, between which messages go.
struct Peers {
  Peers() : network(Scope(sim, metrics), wires()) {}

  static NetworkSpec wires() {
    NetworkSpec spec;
    spec.latency = kLatency;
    return spec;
  }

  Simulation sim;
  Metrics metrics;
  Network network;
  PortId from = network.add_port("client", exact_port());
  PortId to = network.add_port("server", exact_port());
};

// n headers at once with c credits: message i leaves when message i - c is there, so it arrives at (floor(i /
// c) + 1) (L + h) + (i mod c) h; without a limit at L + (i + 1) h. To another peer there are other credits.
TEST(Lnet, MessagesWaitForACredit) {
  for (const std::int64_t credits : {0, 1, 4, 8, 100}) {
    Peers peers;
    const PortId other = peers.network.add_port("other", exact_port());
    LnetSpec spec;
    spec.peer_credits = credits;
    Lnet lnet(peers.network, spec);
    Arrivals arrivals{peers.sim, {}}, elsewhere{peers.sim, {}};
    for (int i = 0; i < 20; ++i)
      lnet.send(peers.from, peers.to, kRequestHeader, {&Arrivals::note, &arrivals, 0});
    lnet.send(peers.from, other, kRequestHeader, {&Arrivals::note, &elsewhere, 0});
    EXPECT_EQ(lnet.imbalance(), "");
    peers.sim.run();
    const std::int64_t places = credits == 0 ? 1000 : credits;
    std::vector<Duration> expected;
    for (std::int64_t i = 0; i < 20; ++i)
      expected.push_back((i / places + 1) * (kLatency + kHeader) + i % places * kHeader);
    EXPECT_EQ(arrivals.at, expected) << credits;
    ASSERT_EQ(elsewhere.at.size(), 1u);
    EXPECT_LE(elsewhere.at[0], kLatency + 21 * kHeader);
    EXPECT_EQ(lnet.imbalance(), "");
  }
}

// A credit that came back is as good as a new one: each of many bursts of n headers with c credits, sent when
// the one before is there, ends ceil(n / c) (L + h) + ((n - 1) mod c) h after it began.
TEST(Lnet, CreditsComeBack) {
  for (const std::int64_t credits : {1, 3, 8}) {
    Peers peers;
    LnetSpec spec;
    spec.peer_credits = credits;
    Lnet lnet(peers.network, spec);
    for (const std::int64_t burst : {1, 5, 8, 2, 8, 3}) {
      const Time begin = peers.sim.now();
      Arrivals arrivals{peers.sim, {}};
      for (std::int64_t i = 0; i < burst; ++i)
        lnet.send(peers.from, peers.to, kRequestHeader, {&Arrivals::note, &arrivals, 0});
      peers.sim.run();
      ASSERT_EQ(static_cast<std::int64_t>(arrivals.at.size()), burst) << credits;
      const std::int64_t rounds = (burst + credits - 1) / credits;
      EXPECT_EQ(peers.sim.now() - begin, rounds * (kLatency + kHeader) + (burst - 1) % credits * kHeader)
          << burst << " with " << credits;
      EXPECT_EQ(lnet.imbalance(), "");
    }
  }
}

// Of 16 opens at once on a server with threads to spare the last arrives with the last of 16 / c rounds.
TEST(Lnet, BoundsTheRequestsOfAClient) {
  for (const std::int64_t credits : {1, 2, 8, 16}) {
    LustreSpec spec = exact_spec();
    spec.lnet.peer_credits = credits;
    spec.client.metadata_max_rpcs_in_flight = 512;
    spec.mds.threads = 512;
    TestMachine machine(spec);
    std::vector<Task<>> bodies;
    for (std::int64_t i = 0; i < 16; ++i) bodies.push_back(open_file(machine.client(), test_file(i, 0_B)));
    EXPECT_EQ(machine.run_all(std::move(bodies)),
              16 / credits * (kLatency + kHeader) + (credits - 1) * kHeader + 200_us + kLatency + kHeader)
        << credits;
    EXPECT_EQ(machine.lustre().imbalance(), "");
  }
}

}  // namespace
}  // namespace headrace
