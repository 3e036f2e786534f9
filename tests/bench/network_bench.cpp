// What a transfer over several links costs.
//
// Closed loops: each client has one or several transfers of 4 MiB in progress, each between its NIC and a
// random one of eight servers. `us_per_transfer` is time of the machine; `flows_seen` is how many flows were
// looked at for a transfer, because its start and end concern several links at once.

#include <benchmark/benchmark.h>

#include <array>
#include <cstdint>
#include <vector>

#include "sim/fair_network.h"
#include "tests/bench/calibration.h"

namespace headrace {
namespace {

constexpr std::uint64_t kServers = 8;
constexpr std::uint64_t kChunk = 50'000;  // Events between two looks at the clock.

class ClosedClients {
 public:
  ClosedClients(std::uint64_t clients, std::uint64_t each, Bandwidth nic, Bandwidth server)
      : flows_(clients * each), each_(each) {
    for (std::uint64_t i = 0; i < clients; ++i) nics_.push_back(net_.add_link("nic", nic));
    for (std::uint64_t i = 0; i < kServers; ++i) servers_.push_back(net_.add_link("server", server));
    for (std::uint64_t i = 0; i < flows_.size(); ++i) begin(i);
    run();
  }
  void run() {
    limits_.events += kChunk;
    sim_.run(limits_);
  }
  std::uint64_t ended() const { return ended_; }
  std::uint64_t events() const { return sim_.events(); }
  const FairShares& shares() const { return net_.shares(); }

 private:
  static void next(void* self, std::uint64_t number) {
    auto& clients = *static_cast<ClosedClients*>(self);
    ++clients.ended_;
    clients.begin(number);
  }
  void begin(std::uint64_t number) {
    const std::array<LinkId, 2> path = {nics_[number / each_], servers_[random_.below(kServers)]};
    // A little apart in size, or those that start together would end together.
    const std::uint64_t size = (std::uint64_t{4} << 20) + random_.below(1 << 16);
    net_.start(flows_[number], path, Bytes::count(static_cast<std::int64_t>(size)), {&next, this, number});
  }

  Simulation sim_;
  RunLimits limits_{Time::never(), 0, nullptr, nullptr};
  FairNetwork net_{sim_, "fabric"};
  CheapRandom random_{1};
  std::vector<LinkId> nics_;
  std::vector<LinkId> servers_;
  std::vector<FairNetwork::Flow> flows_;
  std::uint64_t each_;
  std::uint64_t ended_ = 0;
};

void network(benchmark::State& state, Bandwidth nic, Bandwidth server) {
  ClosedClients clients(static_cast<std::uint64_t>(state.range(0)),
                        static_cast<std::uint64_t>(state.range(1)), nic, server);
  const std::uint64_t before = clients.ended();
  const std::uint64_t events_before = clients.events();
  const std::uint64_t seen_before = clients.shares().flows_solved();
  for (auto unused : state) {
    static_cast<void>(unused);
    clients.run();
  }
  const auto ended = static_cast<double>(clients.ended() - before);
  report(state, clients.events() - events_before);
  state.counters["us_per_transfer"] =
      benchmark::Counter(ended * 1e-6, benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
  state.counters["flows_seen"] = static_cast<double>(clients.shares().flows_solved() - seen_before) / ended;
}

// Moves transfers whose servers are what everybody waits for; with several transfers a client, its NIC might
// be.
void network_servers_bind(benchmark::State& state) { network(state, 25_GBps, 50_GBps); }
BENCHMARK(network_servers_bind)
    ->Args({64, 1})
    ->Args({1'000, 1})
    ->Args({64, 8})
    ->Args({1'000, 8})
    ->Unit(benchmark::kMillisecond);

// NICs and servers take turns in being full, so that a change reaches far.
void network_both_bind(benchmark::State& state) {
  const auto clients = static_cast<double>(state.range(0));
  network(state, 25_GBps, 25_GBps * (clients / kServers));
}
BENCHMARK(network_both_bind)->Args({64, 8})->Args({1'000, 8})->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace headrace
