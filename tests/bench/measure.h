// What all programs of the benchmark share: cheap draws, the processor's clock, and how a peer says a number.
//
// A peer is a program of its own. It is called with the name of a row and prints one line of JSON if that
// row is one of its own, else nothing. This header knows neither the engine nor the benchmark library.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <ctime>

namespace headrace {

// xoshiro256++, so that the cost of a draw is the least there is.
class CheapRandom {
 public:
  explicit CheapRandom(std::uint64_t seed) {
    for (std::uint64_t& word : state_) word = split_mix(seed++);
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
  std::uint64_t below(std::uint64_t n) { return static_cast<std::uint64_t>((Wide{bits()} * n) >> 64); }
  double exponential(double mean) {
    return -std::log(static_cast<double>((bits() >> 11) + 1) * 0x1p-53) * mean;
  }
  std::int64_t exponential_ns(double mean) { return static_cast<std::int64_t>(exponential(mean)) + 1; }

  static std::uint64_t split_mix(std::uint64_t x) {
    x += 0x9e3779b97f4a7c15;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
    x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
    return x ^ (x >> 31);
  }

 private:
  __extension__ using Wide = unsigned __int128;
  static std::uint64_t rotate(std::uint64_t x, int k) { return (x << k) | (x >> (64 - k)); }
  std::uint64_t state_[4];
};

// PHOLD: the mean of a delay, and what an event touches: a cache line for each one pending.
constexpr double kHopNs = 1e9;
struct alignas(64) PholdPlace {
  std::uint64_t visits = 0;
};

// Closed clients at one server. With 1,000 of them it is busy for about two thirds of the time.
constexpr double kThinkNs = 1500e6;
constexpr double kServeNs = 1e6;

inline double cpu_seconds() {
  timespec time{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

// What the row measures, in its unit: events, requests or files a second, or bytes.
inline void print_row(const char* row, const char* peer, double value) {
  std::printf("{\"row\": \"%s\", \"peer\": \"%s\", \"value\": %.9g}\n", row, peer, value);
}
// With the simulated time at the end, where two programs simulate the same.
inline void print_row(const char* row, const char* peer, double value, double simulated_seconds) {
  std::printf("{\"row\": \"%s\", \"peer\": \"%s\", \"value\": %.9g, \"simulated_seconds\": %.9g}\n", row,
              peer, value, simulated_seconds);
}

}  // namespace headrace
