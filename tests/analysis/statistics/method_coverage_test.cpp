// Do the intervals of percentiles, and those of runs that stop when they are narrow, hold the truth 95 times
// of a hundred?
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "analysis/statistics/percentiles.h"
#include "analysis/statistics/stopping.h"
#include "sim/random.h"
#include "tests/analysis/coverage.h"

namespace headrace {
namespace {

constexpr std::uint64_t kRepeats = 2000;

// Times in an M/M/1 system by Lindley's recursion, in mean services: W' = max(0, W + S - A).
std::vector<double> sojourns(RandomStream stream, double load, std::size_t left_out, std::size_t counted) {
  std::vector<double> times;
  times.reserve(counted);
  double wait = 0;
  for (std::size_t i = 0; i < left_out + counted; ++i) {
    const double service = stream.exponential();
    if (i >= left_out) times.push_back(wait + service);
    wait = std::max(0.0, wait + service - stream.exponential() / load);
  }
  return times;
}

// The sojourn is exponential with mean 1 / (1 - rho), its p99 ln 100 times that. Within a replication
// customers wait for each other, so replications are what is drawn again. At load 0.5 a p99 of 20 times 4,000
// customers holds the truth 94.3 % of the time, of 10 times 4,000 93.4 %. At load 0.8, where the longest
// busy periods of a replication make its p99, 10 or 20 times 5,000 hold it 91 %, and so do BCa, Student's t
// of the jackknife and of its logarithm, and Woodruff's inversion: such runs are too short for any of them.
TEST(MethodCoverageLong, OfTheP99OfAQueue) {
  constexpr double kLoad = 0.5;
  constexpr double kUnit = 1000;  // Of a histogram's whole numbers, in mean services.
  constexpr std::uint64_t kReplications = 20;
  const RandomStream stream(3, "queue");
  Coverage coverage;
  for (std::uint64_t repeat = 0; repeat < kRepeats; ++repeat) {
    std::vector<Histogram> replications(kReplications);
    std::vector<const Histogram*> all;
    for (std::uint64_t r = 0; r < kReplications; ++r) {
      for (const double time : sojourns(stream.at(repeat * kReplications + r), kLoad, 500, 4000))
        replications[r].record(static_cast<std::int64_t>(kUnit * time));
      all.push_back(&replications[r]);
    }
    coverage.add(pooled_quantile(all, 0.99), kUnit * std::log(100.0) / (1 - kLoad));
  }
  coverage.expect_nominal("pooled p99 of M/M/1 rho 0.5");
}

// Values of mean 0 and deviation 1 until their interval is as narrow as that of `needed` of them.
Stopping stop(RandomStream stream, double needed, std::size_t& drawn) {
  const Precision precision{.half_width = 1.96 / std::sqrt(needed), .at_most = 100'000};
  std::vector<double> values;
  Stopping stopping = stopping_of(values, precision);
  while (stopping.go_on) {
    while (values.size() < stopping.expected) values.push_back(stream.normal());
    stopping = stopping_of(values, precision);
  }
  drawn += stopping.used;
  return stopping;
}

// Whoever looks from the third value on and stops at the first narrow interval holds the truth 90.2 % of the
// time in the worst case (16 needed), from the tenth on 93.2 % (24). From the tenth on with five narrow looks
// in a row it is 94.0 % (20 to 24 needed), at six values more than are needed: three deviations of 20,000
// repeats above the bound.
TEST(MethodCoverageLong, OfRunsThatStopWhenNarrow) {
  constexpr std::uint64_t kStops = 20'000;
  const RandomStream stream(1, "stopping");
  for (const int needed : {8, 16, 24, 64}) {
    Coverage coverage;
    std::size_t drawn = 0;
    for (std::uint64_t repeat = 0; repeat < kStops; ++repeat)
      coverage.add(stop(stream.at(repeat), needed, drawn).spread, 0);
    const double mean = static_cast<double>(drawn) / static_cast<double>(kStops);
    const std::string what =
        "stopped at " + std::to_string(mean) + " where " + std::to_string(needed) + " are needed";
    coverage.expect_nominal(what.c_str());
    EXPECT_GE(mean, needed);
    EXPECT_LE(mean, needed + 8);
  }
}

}  // namespace
}  // namespace headrace
