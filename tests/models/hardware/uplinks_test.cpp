// A network whose topology has groups: what shares their uplinks, and what does not.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "models/hardware/network.h"
#include "tests/models/support/given_fields.h"

namespace headrace {
namespace {

constexpr Duration kAcross = 3_us;

// Ports of 1 GB/s, in groups, and a log of (arrival, number of the message).
class Fabric {
 public:
  using Log = std::vector<std::pair<Duration, int>>;

  Fabric(std::string_view topology, GivenFields::Numbers numbers, int ports,
         Fidelity fidelity = Fidelity::request)
      : network_(Scope(sim_, metrics_, "network"), spec(topology, std::move(numbers)), of(fidelity)) {
    PortSpec port;
    port.bandwidth = 1_GBps;
    port.efficiency = 1;
    for (int i = 0; i < ports; ++i) network_.add_port("port/" + std::to_string(i), port);
  }

  Network& network() { return network_; }
  void send(PortId from, PortId to, Bytes size) {
    network_.send(from, to, size, {&Fabric::arrived, this, sent_++});
  }
  const Log& run() {
    sim_.run();
    return log_;
  }
  Duration end() {
    run();
    return sim_.now().since_start();
  }

 private:
  static NetworkSpec spec(std::string_view topology, GivenFields::Numbers numbers) {
    NetworkSpec spec;
    spec.latency = kAcross;
    spec.topology = chosen<Topology>(topology, std::move(numbers));
    return spec;
  }
  static FidelitySpec of(Fidelity fidelity) {
    FidelitySpec spec;
    spec.fidelity = fidelity;
    return spec;
  }
  static void arrived(void* self, std::uint64_t message) {
    auto& fabric = *static_cast<Fabric*>(self);
    fabric.log_.emplace_back(fabric.sim_.now().since_start(), static_cast<int>(message));
  }

  Simulation sim_;
  Metrics metrics_;
  Network network_;
  Log log_;
  std::uint64_t sent_ = 0;
};

GivenFields::Numbers switches_of(double nodes, double oversubscription) {
  return {{"nodes_per_switch", nodes}, {"oversubscription", oversubscription}};
}

// n ports of 1 GB/s behind an uplink of n / k GB/s send b bytes each: n b k / n GB/s, and the latency.
TEST(Uplinks, GroupsThroughAnUplinkGetExactlyItsBandwidth) {
  for (const int k : {1, 2, 4}) {
    Fabric fabric("fat_tree", switches_of(4, k), 8);
    for (int round = 0; round < 10; ++round)
      for (PortId port = 0; port < 4; ++port) fabric.send(port, port + 4, 1000_B);
    EXPECT_EQ(fabric.end(), 10_us * k + kAcross);
  }
}

// As flows: four of 1 MB, as wide as 1 GB/s together.
TEST(Uplinks, FlowsThroughAnUplinkGetExactlyItsBandwidth) {
  Fabric fabric("fat_tree", switches_of(4, 4), 8, Fidelity::flow);
  for (PortId port = 0; port < 4; ++port) fabric.send(port, port + 4, 1'000'000_B);
  EXPECT_EQ(fabric.run(), (Fabric::Log{{4003_us, 0}, {4003_us, 1}, {4003_us, 2}, {4003_us, 3}}));
}

// What stays on its switch passes as if there were no others.
TEST(Uplinks, InsideAGroupNothingIsShared) {
  for (const Fidelity fidelity : {Fidelity::request, Fidelity::flow}) {
    Fabric fabric("fat_tree", switches_of(4, 4), 8, fidelity);
    for (PortId port = 0; port < 2; ++port) fabric.send(port, port + 4, 8'000'000_B);
    fabric.send(2, 3, 4'000'000_B);
    EXPECT_EQ(fabric.run().front(), (std::pair<Duration, int>(4_ms + kAcross, 2)));
    EXPECT_EQ(fabric.end(), 16_ms + kAcross);
  }
}

// The way into a group is as narrow as the way out: three groups of two send to the fourth.
TEST(Uplinks, TheWayInIsSharedToo) {
  for (const Fidelity fidelity : {Fidelity::request, Fidelity::flow}) {
    Fabric fabric("fat_tree", switches_of(2, 2), 8, fidelity);
    for (PortId from = 0; from < 6; ++from) fabric.send(from, 6 + from % 2, 1'000'000_B);
    EXPECT_EQ(fabric.end(), 6_ms + kAcross);
  }
}

// Both directions at once: neither disturbs the other.
TEST(Uplinks, DirectionsDoNotDisturbEachOther) {
  for (const Fidelity fidelity : {Fidelity::request, Fidelity::flow}) {
    Fabric fabric("fat_tree", switches_of(2, 2), 4, fidelity);
    for (PortId from = 0; from < 4; ++from) fabric.send(from, (from + 2) % 4, 1'000'000_B);
    EXPECT_EQ(fabric.end(), 2_ms + kAcross);
  }
}

// Cut through: size / the narrowest rate once, not once at each part of the way.
TEST(Uplinks, AMessageTakesTheNarrowestPartOfItsWayOnce) {
  Fabric wide("fat_tree", switches_of(4, 1), 8);
  wide.send(0, 4, 4000_B);
  EXPECT_EQ(wide.end(), 4_us + kAcross);
  Fabric narrow("fat_tree", switches_of(4, 8), 8);
  narrow.send(0, 4, 4000_B);
  EXPECT_EQ(narrow.end(), 8_us + kAcross);
}

// Nominal x usable share: 1 GB/s x 0.8, for two groups of two.
TEST(Uplinks, ADragonflysGroupsGetTheUsableShare) {
  for (const Fidelity fidelity : {Fidelity::request, Fidelity::flow}) {
    Fabric fabric("dragonfly", {{"nodes_per_group", 2}, {"global_bandwidth", 1e9}, {"usable_share", 0.8}}, 4,
                  fidelity);
    fabric.send(0, 2, 4'000'000_B);
    fabric.send(1, 3, 4'000'000_B);
    EXPECT_EQ(fabric.end(), 10_ms + kAcross);
  }
}

// latency + hops x 350 ns, and size / rate; headers and flows alike.
TEST(Uplinks, LatenciesCountTheHops) {
  const GivenFields::Numbers hops = {
      {"nodes_per_switch", 2}, {"hop_latency", 350e-9}, {"hops_inside", 1}, {"hops_between", 3}};
  for (const Fidelity fidelity : {Fidelity::request, Fidelity::flow}) {
    for (const auto& [size, span] : {std::pair{1000_B, 1_us}, std::pair{1'000'000_B, 1_ms}}) {
      Fabric fabric("fat_tree", hops, 4, fidelity);
      fabric.send(0, 1, size);
      fabric.send(2, 0, size);
      EXPECT_EQ(fabric.run(), (Fabric::Log{{kAcross + 350_ns + span, 0}, {kAcross + 1050_ns + span, 1}}));
      EXPECT_EQ(fabric.network().latency(0, 1), kAcross + 350_ns);
      EXPECT_EQ(fabric.network().latency(0, 2), kAcross + 1050_ns);
    }
  }
}

// 2 MB of 4 ms through the way out of group 0 and the way into group 1: half the run at 1 GB/s.
TEST(Uplinks, AreReportedWhereTheyCarriedSomething) {
  for (const Fidelity fidelity : {Fidelity::request, Fidelity::flow}) {
    Fabric fabric("fat_tree", switches_of(2, 2), 8, fidelity);
    EXPECT_TRUE(fabric.network().resources().empty());
    fabric.send(0, 2, 1'000'000_B);
    fabric.send(0, 3, 1'000'000_B);
    fabric.send(4, 5, 4'000'000_B - 3000_B);
    EXPECT_EQ(fabric.end(), 4_ms);
    const std::vector<ResourceResult> found = fabric.network().resources();
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found[0].name, "network: uplinks");
    EXPECT_EQ(found[0].instances, 2);
    EXPECT_NEAR(found[0].utilisation_mean, 0.5, 1e-9);
  }
}

// Where there are no groups, there is nothing to report.
TEST(Uplinks, AFlatNetworkHasNone) {
  Fabric fabric("flat", {}, 4);
  fabric.send(0, 3, 1000_B);
  EXPECT_EQ(fabric.end(), 1_us + kAcross);
  EXPECT_TRUE(fabric.network().resources().empty());
}

// Two to a switch, and three places set aside. The third is added first and the first one later: both are on
// the switches that they would have been on. One without a place comes behind all, beside the third.
TEST(Uplinks, PortsThatAreAddedLaterKeepTheirPlaces) {
  Fabric fabric("fat_tree", {{"nodes_per_switch", 2}, {"hop_latency", 1e-6}}, 0);
  Network& network = fabric.network();
  const PortSpec any;
  for (const char* name : {"first", "second", "third"}) network.reserve_port(name, any);
  const PortId third = network.add_port("third", any);
  const PortId behind = network.add_port("behind", any);
  const PortId first = network.add_port("first", any);
  EXPECT_EQ(network.latency(third, behind), kAcross + 1_us);
  EXPECT_EQ(network.latency(first, third), kAcross + 3_us);
}

}  // namespace
}  // namespace headrace
