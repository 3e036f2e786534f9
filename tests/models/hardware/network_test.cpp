#include "models/hardware/network.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace headrace {
namespace {

// Ports of given rates and a log of (arrival, number of the message).
class NetworkTest : public testing::Test {
 protected:
  using Log = std::vector<std::pair<Duration, int>>;

  static NetworkSpec spec() {
    NetworkSpec spec;
    spec.latency = 3_us;
    return spec;
  }

  PortId port(Bandwidth rate) {
    PortSpec port;
    port.bandwidth = rate;
    port.efficiency = 1;
    return network_.add_port("port/" + std::to_string(ports_++), port);
  }
  void send(PortId from, PortId to, Bytes size) {
    network_.send(from, to, size, {&NetworkTest::arrived, this, sent_++});
  }
  const Log& run() {
    sim_.run();
    return log_;
  }
  static void arrived(void* self, std::uint64_t message) {
    auto& test = *static_cast<NetworkTest*>(self);
    test.log_.emplace_back(test.sim_.now().since_start(), static_cast<int>(message));
  }

  Simulation sim_;
  Metrics metrics_;
  Network network_ = Network(Scope(sim_, metrics_, "network"), spec());
  Log log_;
  std::uint64_t sent_ = 0;
  int ports_ = 0;
};

// Cut through: size / rate once, not once at each end, and the latency.
TEST_F(NetworkTest, AMessageTakesItsSizeOverTheRateOnceAndTheLatency) {
  const PortId a = port(1_GBps), b = port(1_GBps);
  send(a, b, 4000_B);
  EXPECT_EQ(run(), (Log{{7_us, 0}}));
}

// The slower end decides: max(size / out, size / in) + latency.
TEST_F(NetworkTest, TheSlowerEndDecides) {
  const PortId slow = port(1_GBps), fast = port(4_GBps), other = port(4_GBps);
  send(slow, fast, 4000_B);
  EXPECT_EQ(run(), (Log{{7_us, 0}}));
  log_.clear();
  send(other, slow, 4000_B);
  EXPECT_EQ(run(), (Log{{7_us + 7_us, 1}}));
}

TEST_F(NetworkTest, APortUsesAllItsPortsAtTheirEfficiency) {
  PortSpec four;
  four.ports = 4;
  four.bandwidth = 1_GBps;
  four.efficiency = 0.5;
  const PortId a = network_.add_port("a", four), b = network_.add_port("b", four);
  send(a, b, 4000_B);
  EXPECT_EQ(run(), (Log{{5_us, 0}}));
}

// Incast without loss: n senders to one port end at k size / in + latency, k = 1..n.
TEST_F(NetworkTest, ManySendersToOnePortQueueThere) {
  const PortId sink = port(1_GBps);
  Log expected;
  for (int i = 0; i < 50; ++i) {
    send(port(1_GBps), sink, 1000_B);
    expected.emplace_back((i + 1) * 1_us + 3_us, i);
  }
  EXPECT_EQ(run(), expected);
}

// However many they are and however much they send, the port takes all their bytes at its rate: n size / rate
// and one latency. What senders have in flight waits at them, and nothing is sent twice.
TEST_F(NetworkTest, IncastDoesNotCollapse) {
  const PortId sink = port(1_GBps);
  for (const int senders : {1, 10, 100, 1000}) {
    const Time begun = sim_.now();
    for (int i = 0; i < senders; ++i) {
      const PortId sender = port(25_GBps);
      for (int message = 0; message < 8; ++message) send(sender, sink, 1'000'000_B);
    }
    sim_.run();
    EXPECT_EQ(sim_.now() - begun, senders * 8_ms + 3_us) << senders;
  }
  EXPECT_EQ(metrics_.counter("network/port/0/received", "bytes", Unit::bytes).value(), 1111LL * 8'000'000);
}

// One sender to n receivers: the same at the way out.
TEST_F(NetworkTest, OneSenderToManyQueuesAtItsOwnPort) {
  const PortId source = port(1_GBps);
  Log expected;
  for (int i = 0; i < 50; ++i) {
    send(source, port(1_GBps), 1000_B);
    expected.emplace_back((i + 1) * 1_us + 3_us, i);
  }
  EXPECT_EQ(run(), expected);
}

TEST_F(NetworkTest, BetweenTwoPortsNothingOvertakes) {
  const PortId a = port(1_GBps), b = port(2_GBps);
  send(a, b, 9000_B);
  send(a, b, 1_B);
  send(a, b, 500_B);
  EXPECT_EQ(run(), (Log{{12_us, 0}, {12'001_ns, 1}, {12'501_ns, 2}}));
}

TEST_F(NetworkTest, DirectionsAndPairsDoNotDisturbEachOther) {
  const PortId a = port(1_GBps), b = port(1_GBps), c = port(1_GBps), d = port(1_GBps);
  send(a, b, 4000_B);
  send(b, a, 4000_B);
  send(c, d, 4000_B);
  EXPECT_EQ(run(), (Log{{7_us, 0}, {7_us, 1}, {7_us, 2}}));
}

// A message that still queues at its sender does not hold its receiver's port:
// 1 leaves after 100 us, so 2, sent after it by another, passes at once.
TEST_F(NetworkTest, AMessageHoldsItsReceiversPortOnlyOnceItLeaves) {
  const PortId busy = port(1_GBps), elsewhere = port(1_GBps), receiver = port(1_GBps), idle = port(1_GBps);
  send(busy, elsewhere, 100'000_B);
  send(busy, receiver, 1000_B);
  send(idle, receiver, 1000_B);
  EXPECT_EQ(run(), (Log{{4_us, 2}, {103_us, 0}, {104_us, 1}}));
}

// Bytes out = bytes in, and a port that sent for x of a run of t was used x / t.
TEST_F(NetworkTest, CountsBytesAndUse) {
  const PortId a = port(1_GBps), b = port(2_GBps);
  for (int i = 0; i < 7; ++i) send(a, b, 1000_B);
  run();
  EXPECT_EQ(sim_.now(), Time::at(10_us));
  EXPECT_DOUBLE_EQ(network_.sending(a), 0.7);
  EXPECT_DOUBLE_EQ(network_.receiving(b), 0.35);
  EXPECT_EQ(network_.receiving(a), 0.0);
  std::vector<double> bytes;
  for (const MetricRow& row : metrics_.rows(sim_.now())) bytes.push_back(row.value);
  EXPECT_EQ(bytes, (std::vector<double>{7000, 0, 0, 7000}));  // a out, a in, b out, b in.
}

// A run with flows.
class NetworkFlowTest : public NetworkTest {
 protected:
  NetworkFlowTest() : network_(Scope(sim_, metrics_, "flows"), spec(), flows()) {}

  static FidelitySpec flows() {
    FidelitySpec fidelity;
    fidelity.fidelity = Fidelity::flow;
    return fidelity;
  }
  PortId port(Bandwidth rate) {
    PortSpec port;
    port.bandwidth = rate;
    port.efficiency = 1;
    return network_.add_port("port/" + std::to_string(ports_++), port);
  }
  Action noted() { return {&NetworkTest::arrived, static_cast<NetworkTest*>(this), sent_++}; }

  Network network_;
};

// Two large messages to one port of rate r, of L and 2 L: as they share it by their bytes, both are through
// at 3 L / r, and a latency later there. A header goes its own way.
TEST_F(NetworkFlowTest, LargeMessagesShareAPort) {
  const PortId a = port(1_GBps), b = port(1_GBps), c = port(1_GBps);
  network_.send(a, c, 1'024'000_B, noted());
  network_.send(b, c, 2'048'000_B, noted());
  network_.send(a, c, 1000_B, noted());
  EXPECT_EQ(run(), (Log{{4_us, 2}, {3'075_us, 0}, {3'075_us, 1}}));
  EXPECT_NEAR(network_.receiving(c), 3073.0 / 3075, 1e-9);
  EXPECT_NEAR(network_.sending(a), 1025.0 / 3075, 1e-9);
}

// What moves over further links as well is bound by the slowest of them, and there without a latency.
TEST_F(NetworkFlowTest, FurtherLinksBind) {
  const PortId a = port(4_GBps), b = port(4_GBps);
  const LinkId slow = network_.add_link("slow", 1_GBps, PartId());
  network_.move(a, b, std::span<const LinkId>(&slow, 1), 1'000'000_B, FairNetwork::Share(1), noted());
  network_.move(a, b, {}, 3'000'000_B, FairNetwork::Share(3), noted());
  EXPECT_EQ(run(), (Log{{1_ms, 0}, {1_ms, 1}}));
  EXPECT_NEAR(network_.used(slow), 1, 1e-9);
}

}  // namespace
}  // namespace headrace
