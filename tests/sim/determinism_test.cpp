#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "sim/channel.h"
#include "sim/distribution.h"
#include "sim/link.h"
#include "sim/resource.h"
#include "sim/scope.h"
#include "sim/task_group.h"

namespace headrace {
namespace {

// A station with its own randomness, which feeds a shared wire and records what it drew.
class DrawingStation {
 public:
  DrawingStation(const Scope& scope, Resource& threads, Link& wire, std::vector<Duration>& drawn)
      : sim_(scope.sim()),
        threads_(threads),
        wire_(wire),
        stream_(scope.random("service")),
        latency_(scope.histogram("latency", Unit::nanoseconds)),
        drawn_(drawn),
        processes_(sim_) {
    processes_.spawn(scope.path(), work());
  }

 private:
  Task<> work() {
    const Distribution service(Law::lognormal, 80_us, 30_us);
    for (int i = 0; i < 300; ++i) {
      const Time start = sim_.now();
      const Resource::Hold thread = co_await threads_.acquire();
      const Duration span = service.draw(stream_);
      drawn_.push_back(span);
      co_await sim_.delay(span);
      co_await wire_.transfer(Bytes::count(static_cast<std::int64_t>(stream_.below(100'000))));
      latency_.record(sim_.now() - start);
    }
  }

  Simulation& sim_;
  Resource& threads_;
  Link& wire_;
  RandomStream stream_;
  Histogram& latency_;
  std::vector<Duration>& drawn_;
  TaskGroup processes_;
};

struct Result {
  RunOutcome outcome;
  std::vector<MetricRow> rows;
  std::vector<std::vector<Duration>> drawn;
};

Result run(std::uint64_t seed, const std::vector<std::string>& names) {
  Simulation sim(seed);
  Metrics metrics;
  const Scope scope(sim, metrics);
  Resource threads(sim, "threads", 3);
  Link wire(sim, "wire", 1_GBps);
  Result result;
  result.drawn.resize(names.size());
  {
    std::vector<std::unique_ptr<DrawingStation>> stations;
    for (std::size_t i = 0; i < names.size(); ++i)
      stations.push_back(
          std::make_unique<DrawingStation>(scope.part(names[i]), threads, wire, result.drawn[i]));
    result.outcome = sim.run();
  }
  result.rows = metrics.rows(sim.now());
  return result;
}

const std::vector<std::string> kNames = {"ost/0", "ost/1", "ost/2", "ost/3", "ost/4"};

TEST(Determinism, TheSameSeedDoesTheSameThings) {
  const Result a = run(1, kNames);
  const Result b = run(1, kNames);
  EXPECT_EQ(a.outcome.end, RunEnd::finished);
  EXPECT_EQ(a.outcome.fingerprint, b.outcome.fingerprint);
  EXPECT_EQ(a.outcome.at, b.outcome.at);
  EXPECT_EQ(a.outcome.events, b.outcome.events);
  EXPECT_EQ(a.rows, b.rows);
}

TEST(Determinism, AnotherSeedDoesOthers) {
  EXPECT_NE(run(1, kNames).outcome.fingerprint, run(2, kNames).outcome.fingerprint);
}

TEST(Determinism, AThreadForEachSimulationChangesNothing) {
  const std::uint64_t alone = run(1, kNames).outcome.fingerprint;
  std::vector<std::uint64_t> fingerprints(4);
  {
    std::vector<std::jthread> threads;
    for (std::uint64_t& fingerprint : fingerprints)
      threads.emplace_back([&fingerprint] { fingerprint = run(1, kNames).outcome.fingerprint; });
  }
  EXPECT_EQ(fingerprints, std::vector<std::uint64_t>(4, alone));
}

// The others now wait longer and end later, but each draws exactly what it drew without the new one.
TEST(Determinism, AnAddedComponentLeavesTheDrawsOfTheOthersAlone) {
  const Result before = run(1, kNames);
  std::vector<std::string> more = kNames;
  more.insert(more.begin(), "burst buffer");
  const Result after = run(1, more);
  EXPECT_NE(before.outcome.fingerprint, after.outcome.fingerprint);
  for (std::size_t i = 0; i < kNames.size(); ++i) EXPECT_EQ(before.drawn[i], after.drawn[i + 1]);
}

// The same number for g++ and clang, at every optimization. The lognormal draws pass through the C library's
// exp and log, so another C library may give another number.
TEST(Determinism, TheFingerprintIsTheOneOfEveryBuild) {
  EXPECT_EQ(run(1, kNames).outcome.fingerprint, 13402234398677224143u);
}

}  // namespace
}  // namespace headrace
