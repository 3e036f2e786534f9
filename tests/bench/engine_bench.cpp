// What an event costs, kind by kind.

#include <benchmark/benchmark.h>

#include <cstdint>
#include <string>
#include <vector>

#include "sim/channel.h"
#include "sim/completion.h"
#include "sim/link.h"
#include "sim/resource.h"
#include "sim/task_group.h"
#include "tests/bench/calibration.h"
#include "tests/bench/phold.h"

namespace headrace {
namespace {

constexpr std::uint64_t kChunk = 200'000;  // Events between two looks at the clock.

// Runs chunk after chunk and reports the events.
void run_chunks(benchmark::State& state, Simulation& sim) {
  const std::uint64_t before = sim.events();
  RunLimits limits;
  limits.events = before;
  for (auto unused : state) {
    static_cast<void>(unused);
    limits.events += kChunk;
    sim.run(limits);
  }
  report(state, sim.events() - before);
}

void calibration(benchmark::State& state) {
  const auto pending = static_cast<std::uint64_t>(state.range(0));
  std::vector<PholdPlace> places(pending);
  CheapRandom random(1);
  std::int64_t time = 0;
  for (auto unused : state) {
    static_cast<void>(unused);
    for (std::uint64_t i = 0; i < kChunk; ++i) {
      time += random.exponential_ns(kHopNs) & 0xff;
      ++places[random.below(pending)].visits;
    }
  }
  benchmark::DoNotOptimize(time);
  report(state, static_cast<std::uint64_t>(state.iterations()) * kChunk);
}
BENCHMARK(calibration)->Arg(1'000)->Arg(100'000)->Arg(1'000'000)->Unit(benchmark::kMillisecond);

void phold_callbacks(benchmark::State& state) {
  const auto pending = static_cast<std::uint64_t>(state.range(0));
  Phold model(pending);
  model.start_callbacks();
  run_chunks(state, model.sim);
}
BENCHMARK(phold_callbacks)
    ->Arg(100)
    ->Arg(1'000)
    ->Arg(10'000)
    ->Arg(100'000)
    ->Arg(1'000'000)
    ->Unit(benchmark::kMillisecond);

void phold_coroutines(benchmark::State& state) {
  const auto pending = static_cast<std::uint64_t>(state.range(0));
  Phold model(pending);
  model.start_coroutines();
  run_chunks(state, model.sim);
}
BENCHMARK(phold_coroutines)
    ->Arg(100)
    ->Arg(1'000)
    ->Arg(10'000)
    ->Arg(100'000)
    ->Arg(1'000'000)
    ->Unit(benchmark::kMillisecond);

// Cancels as often as it runs: a timeout that never strikes.
void schedule_and_cancel(benchmark::State& state) {
  Phold model(1'000);
  model.start_callbacks();
  for (auto unused : state) {
    static_cast<void>(unused);
    for (std::uint64_t i = 0; i < kChunk; ++i)
      model.sim.cancel(model.sim.schedule_in(exponential(model.random), {&Phold::hop, &model, 0}));
  }
  report(state, static_cast<std::uint64_t>(state.iterations()) * kChunk);
}
BENCHMARK(schedule_and_cancel)->Unit(benchmark::kMillisecond);

// Closed clients at a station: think, queue, be served.
Task<> customer(Simulation& sim, Resource& servers, CheapRandom& random) {
  for (;;) {
    co_await sim.delay(exponential(random));
    const Resource::Hold server = co_await servers.acquire();
    co_await sim.delay(exponential(random));
  }
}

void client_server(benchmark::State& state) {
  Simulation sim;
  CheapRandom random(1);
  Resource servers(sim, "servers", state.range(0) / 4);
  TaskGroup customers(sim);
  for (std::int64_t i = 0; i < state.range(0); ++i) customers.spawn({}, customer(sim, servers, random));
  run_chunks(state, sim);
}
BENCHMARK(client_server)->Arg(64)->Arg(1'000)->Unit(benchmark::kMillisecond);

// The same with the server as callbacks and one completion for each request.
class CallbackServer {
 public:
  CallbackServer(Simulation& sim, CheapRandom& random, std::int64_t units)
      : sim_(sim), random_(random), free_(units) {}

  void submit(Signaller& client) {
    if (free_ == 0) return waiting_.push(&client);
    --free_;
    serve(client);
  }

 private:
  void serve(Signaller& client) {
    client_end_.object = this;
    client_end_.run = &finish;
    client_end_.word = reinterpret_cast<std::uintptr_t>(&client);
    sim_.schedule_in(exponential(random_), client_end_);
  }
  static void finish(void* server, std::uint64_t client) {
    auto& self = *static_cast<CallbackServer*>(server);
    reinterpret_cast<Signaller*>(static_cast<std::uintptr_t>(client))->signal();
    if (self.waiting_.empty()) {
      ++self.free_;
    } else {
      self.serve(*self.waiting_.pop());
    }
  }

  Simulation& sim_;
  CheapRandom& random_;
  std::int64_t free_;
  Ring<Signaller*> waiting_;
  Action client_end_;
};

Task<> caller(Simulation& sim, CallbackServer& server, CheapRandom& random) {
  for (;;) {
    co_await sim.delay(exponential(random));
    Completion done(sim, "service");
    Signaller signaller = done.signaller();
    server.submit(signaller);
    co_await done;
  }
}

void completion_server(benchmark::State& state) {
  Simulation sim;
  CheapRandom random(1);
  CallbackServer server(sim, random, state.range(0) / 4);
  TaskGroup callers(sim);
  for (std::int64_t i = 0; i < state.range(0); ++i) callers.spawn({}, caller(sim, server, random));
  run_chunks(state, sim);
}
BENCHMARK(completion_server)->Arg(64)->Arg(1'000)->Unit(benchmark::kMillisecond);

Task<> sender(Link& link, CheapRandom& random) {
  for (;;) co_await link.transfer(Bytes::count(static_cast<std::int64_t>(random.below(1 << 20) + 1)));
}

void link_shared(benchmark::State& state) {
  Simulation sim;
  CheapRandom random(1);
  Link link(sim, "wire", 10_GBps);
  TaskGroup senders(sim);
  for (std::int64_t i = 0; i < state.range(0); ++i) senders.spawn({}, sender(link, random));
  run_chunks(state, sim);
}
BENCHMARK(link_shared)->Arg(32)->Arg(1'000)->Unit(benchmark::kMillisecond);

Task<> producer(Channel<std::uint64_t>& channel) {
  for (std::uint64_t i = 0;; ++i) co_await channel.push(i);
}
Task<> consumer(Channel<std::uint64_t>& channel, std::uint64_t& items) {
  while (const auto value = co_await channel.pop()) ++items;
}

// Items in place of events: with room in between, one event moves as many as fit.
void channel_items(benchmark::State& state) {
  Simulation sim;
  Channel<std::uint64_t> channel(sim, "items", static_cast<std::size_t>(state.range(0)));
  std::uint64_t items = 0;
  TaskGroup group(sim);
  group.spawn("producer", producer(channel));
  group.spawn("consumer", consumer(channel, items));
  RunLimits limits;
  for (auto unused : state) {
    static_cast<void>(unused);
    limits.events = sim.events() + kChunk / static_cast<std::uint64_t>(state.range(0));
    sim.run(limits);
  }
  state.counters["items/s"] = benchmark::Counter(static_cast<double>(items), benchmark::Counter::kIsRate);
}
BENCHMARK(channel_items)->Arg(1)->Arg(64)->Unit(benchmark::kMillisecond);

Task<> short_life(Simulation& sim) { co_await sim.delay(1_us); }
Task<> spawner(Simulation& sim, TaskGroup& group) {
  for (;;) {
    group.spawn({}, short_life(sim));
    co_await sim.delay(1_us);
  }
}

void spawn(benchmark::State& state) {
  Simulation sim;
  TaskGroup shorts(sim);
  TaskGroup group(sim);
  group.spawn("spawner", spawner(sim, shorts));
  run_chunks(state, sim);
}
BENCHMARK(spawn)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace headrace
