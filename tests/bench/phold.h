// The models that a benchmark and the count of its instructions share.
//
// PHOLD: every event touches a place and makes one event, an exponential time ahead.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/simulation.h"
#include "sim/task_group.h"
#include "tests/bench/measure.h"

namespace headrace {

inline Duration exponential(CheapRandom& random, double mean = kHopNs) {
  return Duration::nanoseconds(random.exponential_ns(mean));
}

struct Phold {
  explicit Phold(std::uint64_t pending) : places(pending), random(1), walkers(sim) {}
  static void hop(void* self, std::uint64_t place) {
    auto& model = *static_cast<Phold*>(self);
    ++model.places[place].visits;
    model.sim.schedule_in(exponential(model.random), {&hop, self, model.random.below(model.places.size())});
  }
  void start_callbacks() {
    for (std::uint64_t i = 0; i < places.size(); ++i) sim.schedule_in(exponential(random), {&hop, this, i});
  }
  void start_coroutines();

  Simulation sim;
  std::vector<PholdPlace> places;
  CheapRandom random;
  TaskGroup walkers;
};

inline Task<> walk(Phold& model) {
  for (;;) {
    co_await model.sim.delay(exponential(model.random));
    ++model.places[model.random.below(model.places.size())].visits;
  }
}

// Until each of them waits for the first time.
inline void Phold::start_coroutines() {
  for (std::uint64_t i = 0; i < places.size(); ++i) walkers.spawn({}, walk(*this));
  RunLimits limits;
  limits.events = places.size();
  sim.run(limits);
}

}  // namespace headrace
