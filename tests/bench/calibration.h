// The calibration loop, and how a benchmark reports against it.
//
// The loop is the work of the PHOLD model alone, without a queue: a draw, a
// logarithm and a touch of one of 100 places. A slower machine slows both, so
// `of_calibration`, the ratio of a benchmark's events/s to the loop's iterations/s in
// the same process, is the number to compare; events/s is the one to feel.
#pragma once

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstdint>
#include <vector>

#include "tests/bench/measure.h"

namespace headrace {

// Iterations per second of the loop: the best of five, measured once.
inline double calibration_rate() {
  static const double rate = [] {
    constexpr int kIterations = 4'000'000;
    double best = 0;
    for (int round = 0; round < 5; ++round) {
      std::vector<PholdPlace> places(100);
      CheapRandom random(1);
      std::int64_t time = 0;
      const double begun = cpu_seconds();
      for (int i = 0; i < kIterations; ++i) {
        time += random.exponential_ns(kHopNs) & 0xff;
        ++places[random.below(places.size())].visits;
      }
      benchmark::DoNotOptimize(time);
      best = std::max(best, kIterations / (cpu_seconds() - begun));
    }
    return best;
  }();
  return rate;
}

// `what` are the things that were counted, a second of the processor: events, unless it is said.
inline void report(benchmark::State& state, std::uint64_t count, const char* what = "events/s") {
  const auto things = static_cast<double>(count);
  state.counters[what] = benchmark::Counter(things, benchmark::Counter::kIsRate);
  state.counters["of_calibration"] =
      benchmark::Counter(things / calibration_rate(), benchmark::Counter::kIsRate);
}

}  // namespace headrace
