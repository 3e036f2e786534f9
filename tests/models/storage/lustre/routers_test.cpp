// Routers between clients and servers: what they add to one message, and what they let through together.
#include "models/storage/lustre/routers.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "tests/models/storage/lustre/arrivals.h"
#include "tests/models/support/test_machine.h"

namespace headrace {
namespace {

RoutersSpec exact_routers(std::int64_t count, Bandwidth bandwidth) {
  RoutersSpec spec;
  spec.count = count;
  spec.bandwidth = bandwidth;
  spec.overhead = Distribution(3_us);
  spec.latency = 7_us;
  return spec;
}

// Ports of one network and the routers between them.
struct RoutedWires {
  explicit RoutedWires(const RoutersSpec& spec)
      : network(Scope(sim, metrics), wires()), routers(Scope(sim, metrics).part("routers"), spec, network) {
    for (int i = 0; i < 8; ++i) {
      clients.push_back(network.add_port("client/" + std::to_string(i), exact_port()));
      servers.push_back(network.add_port("server/" + std::to_string(i), exact_port()));
    }
  }
  static NetworkSpec wires() {
    NetworkSpec spec;
    spec.latency = kLatency;
    return spec;
  }
  void send(std::size_t pair, Bytes size) {
    routers.to_servers().send(clients[pair], servers[pair], size, {&Arrivals::note, &arrivals, 0});
  }
  const std::vector<Duration>& run() {
    sim.run();
    return arrivals.at;
  }

  Simulation sim;
  Metrics metrics;
  Network network;
  Routers routers;
  std::vector<PortId> clients, servers;
  Arrivals arrivals{sim, {}};
};

// Alone: both latencies, the overhead, its first fragment on the wire, and all of it through the slower of
// wire and router. Each of the five spans rounds up.
TEST(Routers, AddTheirLatencyAndAFragment) {
  for (const Bandwidth bandwidth : {1_GBps, 9_GBps, kWire * 4}) {
    for (const Bytes size : {512_B, 100_KiB, 4_MiB}) {
      RoutedWires wires(exact_routers(1, bandwidth));
      wires.send(0, size);
      const Duration expected =
          kLatency + 7_us + 3_us + std::min(size, 1_MiB) / kWire + size / std::min(bandwidth, kWire);
      EXPECT_NEAR(static_cast<double>(wires.run().at(0).ns()), static_cast<double>(expected.ns()), 5)
          << size.count() << " at " << bandwidth.in_bytes_per_second();
    }
  }
}

// n messages of 1 MB over r routers at 1 GB/s: each works n / r times 1 ms + 3 us; the last is there a way
// later.
TEST(Routers, TakeTurnsAndWorkSideBySide) {
  for (const std::int64_t routers : {1, 2, 4, 8}) {
    RoutedWires wires(exact_routers(routers, 1_GBps));
    for (std::size_t i = 0; i < 64; ++i) wires.send(i % 8, 1'000'000_B);
    const Duration expected = 64 / routers * 1003_us + kLatency + 7_us + 1'000'000_B / kWire;
    EXPECT_NEAR(wires.run().back() / expected, 1, 0.001) << routers;
  }
}

// Both ways at once take as long as one.
TEST(Routers, EachWayHasItsOwnTurn) {
  RoutedWires wires(exact_routers(1, 1_GBps));
  for (std::size_t i = 0; i < 8; ++i) {
    wires.send(i, 1'000'000_B);
    wires.routers.to_clients().send(wires.servers[i], wires.clients[i], 1'000'000_B,
                                    {&Arrivals::note, &wires.arrivals, 0});
  }
  EXPECT_NEAR(wires.run().back() / 1_ms, 8, 0.1);
  for (const double router : wires.routers.utilisations()) EXPECT_NEAR(router, 1, 0.01);
}

Task<> poisson(RoutedWires& wires, double rate, int messages) {
  RandomStream gaps(7, "gaps");
  for (int i = 0; i < messages; ++i) {
    const Duration gap = Duration::seconds(gaps.exponential() / rate);
    co_await wires.sim.delay(gap);
    wires.send(0, 512_B);
  }
}

// M/G/1 (Pollaczek-Khinchine): W = lambda E[S^2] / (2 (1 - rho)). S is exponential with 100 us, so at rho =
// 0.6 W = 150 us. The mean of 100,000 waits, of which about 1 / (1 - rho)^2 = 6 depend on each other: 1 %;
// 5 % is asked for.
TEST(Routers, AreQueues) {
  RoutersSpec spec = exact_routers(1, 9_GBps);
  spec.overhead = Distribution(Law::exponential, 100_us);
  RoutedWires wires(spec);
  constexpr int kMessages = 100'000;
  {
    TaskGroup group(wires.sim);
    group.spawn("poisson", poisson(wires, 6000, kMessages));
    wires.sim.run();
  }
  wires.sim.run();
  ASSERT_GE(wires.arrivals.at.size(), kMessages - 50u);
  double sum = 0;
  RandomStream gaps(7, "gaps");
  Duration sent;
  for (const auto arrived : wires.arrivals.at) {
    sent += Duration::seconds(gaps.exponential() / 6000);
    sum += (arrived - sent).in_seconds();
  }
  const double sojourn = sum / static_cast<double>(wires.arrivals.at.size());
  EXPECT_NEAR(sojourn - (kLatency + 7_us).in_seconds() - 100e-6, 150e-6, 8e-6);
}

// 4 servers of one target each, whose drives give 1 GB/s together 4: eight readers get the least of that and
// of what routers forward, and the same in a run with flows.
TEST(Routers, BoundWhatClientsGetTogether) {
  for (const Fidelity fidelity : {Fidelity::request, Fidelity::flow}) {
    for (const auto& [routers, rate] : {std::pair<std::int64_t, double>{1, 1e9}, {2, 2e9}, {16, 4e9}}) {
      LustreSpec spec = exact_spec();
      spec.oss.count = spec.ost.count = 4;
      spec.lnet.routers = exact_routers(routers, 1_GBps);
      FidelitySpec finely;
      finely.fidelity = fidelity;
      TestMachine machine(spec, 8, kLatency, 1, Bytes(), finely);
      std::vector<Task<>> bodies;
      for (std::int64_t i = 0; i < 8; ++i)
        bodies.push_back(read_whole(machine.client(static_cast<std::size_t>(i)), test_file(i, 256'000'000_B),
                                    IoMode::direct));
      const Duration spent = machine.run_all(std::move(bodies));
      EXPECT_NEAR(8 * 256e6 / spent.in_seconds() / rate, 1, 0.05) << routers;
      EXPECT_EQ(machine.lustre().imbalance(), "");
      const double run = machine.sim().now().since_start().in_seconds();
      for (const ResourceResult& resource : machine.lustre().resources("scratch")) {
        if (resource.name != "scratch: LNet routers") continue;
        EXPECT_EQ(resource.instances, routers);
        EXPECT_NEAR(resource.utilisation_mean * run * static_cast<double>(routers), 8 * 0.256, 0.05);
      }
    }
  }
}

// A stat is four messages: its request and answer, and those of the glimpse.
TEST(Routers, EveryMessagePassesThem) {
  LustreSpec spec = exact_spec();
  const auto spent = [&] {
    TestMachine machine(spec);
    return machine.run(stat_file(machine.client(), test_file(0, 1_KiB)));
  };
  const Duration plain = spent();
  spec.lnet.routers = exact_routers(3, kWire);
  EXPECT_EQ(spent(), plain + 4 * (7_us + 3_us + kHeader));
  spec.lnet.peer_credits = 8;
  EXPECT_EQ(spent(), plain + 4 * (7_us + 3_us + kHeader));
}

}  // namespace
}  // namespace headrace
