#include "models/storage/remote/transport.h"

#include <gtest/gtest.h>

#include <vector>

#include "tests/models/support/test_machine.h"

namespace headrace {
namespace {

// Sends messages at once and says when the last byte of each was there.
std::vector<Duration> arrivals(std::optional<Bandwidth> rate, Duration distance, std::vector<Bytes> sizes,
                               bool one_connection) {
  Simulation sim;
  Metrics metrics;
  const Scope scope(sim, metrics);
  NetworkSpec spec;
  spec.latency = kLatency;
  Network network(scope, spec);
  const PortId from = network.add_port("from", exact_port());
  const PortId to = network.add_port("to", exact_port());
  Transport transport(scope, network, rate, distance);
  struct Log {
    Simulation* sim;
    std::vector<Duration> at;
  } log{&sim, {}};
  std::vector<RemoteRequest> requests(sizes.size());
  std::vector<Stream> streams(sizes.size());
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    const Action arrived = {[](void* to_log, std::uint64_t) {
                              auto& entries = *static_cast<Log*>(to_log);
                              entries.at.push_back(entries.sim->now().since_start());
                            },
                            &log, 0};
    transport.send(requests[i], from, to, sizes[i], streams[one_connection ? 0 : i], arrived);
  }
  sim.run();
  return log.at;
}

// Cut through: the slower of port and connection, one latency, and the distance.
TEST(Transport, AMessageTakesTheSlowestOfItsWay) {
  const Bytes size = 512'000_B;  // 1 us of a port.
  EXPECT_EQ(arrivals(std::nullopt, Duration(), {size}, true), std::vector<Duration>{kLatency + 1_us});
  EXPECT_EQ(arrivals(std::nullopt, 3_ms, {size}, true), std::vector<Duration>{kLatency + 1_us + 3_ms});
  EXPECT_EQ(arrivals(1_GBps, Duration(), {size}, true), std::vector<Duration>{kLatency + 512_us});
  EXPECT_EQ(arrivals(1000_GBps, Duration(), {size}, true), std::vector<Duration>{kLatency + 1_us});
}

// One behind another on a connection; side by side on several, where only the ports are shared.
TEST(Transport, AConnectionCarriesOneAfterAnother) {
  const std::vector<Bytes> sizes(3, 512'000_B);
  EXPECT_EQ(arrivals(1_GBps, 1_ms, sizes, true),
            (std::vector<Duration>{kLatency + 1_ms + 512_us, kLatency + 1_ms + 1024_us,
                                   kLatency + 1_ms + 1536_us}));
  EXPECT_EQ(
      arrivals(1_GBps, 1_ms, sizes, false),
      (std::vector<Duration>{kLatency + 1_ms + 512_us, kLatency + 1_ms + 513_us, kLatency + 1_ms + 514_us}));
}

}  // namespace
}  // namespace headrace
