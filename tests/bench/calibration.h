// The calibration loop, and how a benchmark reports against it.
//
// The loop is the work of the PHOLD model alone, without a queue: a draw, a
// logarithm and a touch of one of 100 places. A slower machine slows both, so
// `of_floor`, the ratio of a benchmark's events/s to the loop's iterations/s in
// the same process, is the number to compare; events/s is the one to feel.
#pragma once

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <ctime>
#include <vector>

#include "sim/random.h"
#include "sim/units.h"

namespace headrace {

// xoshiro256++, so that the cost of a draw is the least there is.
class CheapRandom {
 public:
  explicit CheapRandom(std::uint64_t seed) {
    RandomStream stream(seed, "bench");
    for (std::uint64_t& word : state_) word = stream.bits();
  }
  std::uint64_t bits() {
    const std::uint64_t result = rotate(state_[0] + state_[3], 23) + state_[0];
    const std::uint64_t shifted = state_[1] << 17;
    state_[2] ^= state_[0];
    state_[3] ^= state_[1];
    state_[1] ^= state_[2];
    state_[0] ^= state_[3];
    state_[2] ^= shifted;
    state_[3] = rotate(state_[3], 45);
    return result;
  }
  std::uint64_t below(std::uint64_t n) {
    return static_cast<std::uint64_t>((detail::Wide{bits()} * n) >> 64);
  }
  Duration exponential() {
    const double u = static_cast<double>((bits() >> 11) + 1) * 0x1p-53;
    return Duration::nanoseconds(static_cast<std::int64_t>(-std::log(u) * 1e9) + 1);
  }

 private:
  static std::uint64_t rotate(std::uint64_t x, int k) { return (x << k) | (x >> (64 - k)); }
  std::uint64_t state_[4];
};

struct alignas(64) Place {
  std::uint64_t visits = 0;
};

inline double cpu_seconds() {
  timespec time{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

// Iterations per second of the loop: the best of five, measured once.
inline double floor_rate() {
  static const double rate = [] {
    constexpr int kIterations = 4'000'000;
    double best = 0;
    for (int round = 0; round < 5; ++round) {
      std::vector<Place> places(100);
      CheapRandom random(1);
      std::int64_t time = 0;
      const double begun = cpu_seconds();
      for (int i = 0; i < kIterations; ++i) {
        time += random.exponential().ns() & 0xff;
        ++places[random.below(places.size())].visits;
      }
      benchmark::DoNotOptimize(time);
      best = std::max(best, kIterations / (cpu_seconds() - begun));
    }
    return best;
  }();
  return rate;
}

inline void report(benchmark::State& state, std::uint64_t events) {
  const auto count = static_cast<double>(events);
  state.counters["events/s"] = benchmark::Counter(count, benchmark::Counter::kIsRate);
  state.counters["of_floor"] = benchmark::Counter(count / floor_rate(), benchmark::Counter::kIsRate);
}

}  // namespace headrace
