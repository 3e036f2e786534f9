// What a request of closed clients at one server costs: 1,000 clients think, queue, are served.

#include <benchmark/benchmark.h>

#include <cstdint>
#include <vector>

#include "sim/resource.h"
#include "sim/ring.h"
#include "tests/bench/calibration.h"
#include "tests/bench/phold.h"

namespace headrace {
namespace {

constexpr std::uint32_t kClients = 1000;
constexpr std::uint64_t kChunk = 200'000;  // Events between two looks at the clock.

// `served` grows by a request.
void run_chunks(benchmark::State& state, Simulation& sim, const std::uint64_t& served) {
  RunLimits limits;
  limits.events = sim.events() + kChunk;
  sim.run(limits);
  const std::uint64_t before = served;
  for (auto unused : state) {
    static_cast<void>(unused);
    limits.events += kChunk;
    sim.run(limits);
  }
  report(state, served - before, "requests/s");
}

Task<> client(Simulation& sim, Resource& server, CheapRandom& random, std::uint64_t& served) {
  for (;;) {
    co_await sim.delay(exponential(random, kThinkNs));
    const Resource::Hold hold = co_await server.acquire();
    co_await sim.delay(exponential(random, kServeNs));
    ++served;
  }
}

void closed_server_coroutines(benchmark::State& state) {
  Simulation sim;
  CheapRandom random(1);
  Resource server(sim, "server", 1);
  std::uint64_t served = 0;
  TaskGroup clients(sim);
  for (std::uint32_t i = 0; i < kClients; ++i) clients.spawn({}, client(sim, server, random, served));
  run_chunks(state, sim, served);
}
BENCHMARK(closed_server_coroutines)->Unit(benchmark::kMillisecond);

class CallbackClients {
 public:
  CallbackClients() {
    for (std::uint32_t i = 0; i < kClients; ++i) think(i);
  }
  Simulation& sim() { return sim_; }
  const std::uint64_t& served() const { return served_; }

 private:
  void think(std::uint64_t client) {
    sim_.schedule_in(exponential(random_, kThinkNs), {&arrive, this, client});
  }
  static void arrive(void* self, std::uint64_t client) {
    auto& clients = *static_cast<CallbackClients*>(self);
    if (!clients.free_) return clients.waiting_.push(client);
    clients.free_ = false;
    serve(self, client);
  }
  static void serve(void* self, std::uint64_t client) {
    auto& clients = *static_cast<CallbackClients*>(self);
    clients.sim_.schedule_in(exponential(clients.random_, kServeNs), {&leave, self, client});
  }
  // Ends a service. The next one begins by an event of its own, as everywhere in the engine.
  static void leave(void* self, std::uint64_t client) {
    auto& clients = *static_cast<CallbackClients*>(self);
    ++clients.served_;
    if (clients.waiting_.empty()) {
      clients.free_ = true;
    } else {
      clients.sim_.schedule_now({&serve, self, clients.waiting_.pop()});
    }
    clients.think(client);
  }

  Simulation sim_;
  CheapRandom random_{1};
  Ring<std::uint64_t> waiting_;
  bool free_ = true;
  std::uint64_t served_ = 0;
};

void closed_server_callbacks(benchmark::State& state) {
  CallbackClients clients;
  run_chunks(state, clients.sim(), clients.served());
}
BENCHMARK(closed_server_callbacks)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace headrace
