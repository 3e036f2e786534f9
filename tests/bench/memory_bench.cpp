// What a pending event and a waiting process take of memory, of a million of each.
//
// `bytes` is by the greatest amount the process ever had resident, so that what containers took while they
// grew is in it, and only the first of these benchmarks in a process tells it: run one at a time.
// `bytes_held` is what is held of the allocator at the end.
#include <benchmark/benchmark.h>
#include <malloc.h>
#include <sys/resource.h>

#include <cstdint>

#include "sim/resource.h"
#include "tests/bench/phold.h"

namespace headrace {
namespace {

constexpr std::uint64_t kCount = 1'000'000;

struct Memory {
  double peak = 0;
  double held = 0;
};
Memory memory() {
  rusage used{};
  getrusage(RUSAGE_SELF, &used);
  const struct mallinfo2 heap = mallinfo2();
  Memory now;
  now.peak = static_cast<double>(used.ru_maxrss) * 1024;
  now.held = static_cast<double>(heap.uordblks + heap.hblkhd);
  return now;
}

// Tells the memory from `before` to what it is now, for each of kCount.
void tell(benchmark::State& state, const Memory& before) {
  const Memory now = memory();
  state.counters["bytes"] = (now.peak - before.peak) / kCount;
  state.counters["bytes_held"] = (now.held - before.held) / kCount;
}

// Runs until every event was replaced a few times: by then the queue has its greatest size.
void run_hops(Simulation& sim) {
  RunLimits limits;
  limits.events = sim.events() + 3 * kCount;
  sim.run(limits);
}

// Touches the places of PHOLD, which are the model's and not the engine's: they are resident before anything
// is counted.
Memory touch_places(Phold& model) {
  for (PholdPlace& place : model.places) ++place.visits;
  return memory();
}

void memory_pending_event(benchmark::State& state) {
  for (auto unused : state) {
    static_cast<void>(unused);
    Phold model(kCount);
    const Memory before = touch_places(model);
    model.start_callbacks();
    run_hops(model.sim);
    tell(state, before);
  }
}
BENCHMARK(memory_pending_event)->Iterations(1)->Unit(benchmark::kMillisecond);

// Measures processes that are each in a delay, their pending events included.
void memory_delayed_process(benchmark::State& state) {
  for (auto unused : state) {
    static_cast<void>(unused);
    Phold model(kCount);
    const Memory before = touch_places(model);
    model.start_coroutines();
    run_hops(model.sim);
    tell(state, before);
  }
}
BENCHMARK(memory_delayed_process)->Iterations(1)->Unit(benchmark::kMillisecond);

Task<> queue_up(Resource& server) { const Resource::Hold hold = co_await server.acquire(); }

// Measures processes that are each in the queue of one resource that nobody gives back.
void memory_queued_process(benchmark::State& state) {
  for (auto unused : state) {
    static_cast<void>(unused);
    Simulation sim;
    Resource server(sim, "server", 1);
    Resource::Acquire taken = server.acquire();
    taken.await_ready();
    const Memory before = memory();
    TaskGroup processes(sim);
    for (std::uint64_t i = 0; i < kCount; ++i) processes.spawn({}, queue_up(server));
    RunLimits limits;
    limits.events = kCount;
    sim.run(limits);
    if (server.waiting() != kCount) state.SkipWithError("not everybody waits");
    tell(state, before);
  }
}
BENCHMARK(memory_queued_process)->Iterations(1)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace headrace
