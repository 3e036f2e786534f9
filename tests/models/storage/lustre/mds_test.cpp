#include "models/storage/lustre/mds.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "tests/models/support/test_machine.h"

namespace headrace {
namespace {

Task<> open_file(TestMachine& machine, FileInfo file, std::vector<Duration>& ends) {
  co_await machine.client().open(file);
  ends.push_back(machine.sim().now().since_start());
}

LustreSpec wide_window() {
  LustreSpec spec = exact_spec();
  spec.client.metadata_max_rpcs_in_flight = 512;
  return spec;
}

// k requests at once, c threads, constant service s (M/D/c without the M): request i = 0.. is sent i headers
// after the first, waits for the one c before it, and is answered at 2 (L + h) + (i mod c) h + (floor(i / c)
// + 1) s.
TEST(Mds, ABurstEndsInRoundsOfItsThreads) {
  for (const std::int64_t threads : {1, 3, 16}) {
    LustreSpec spec = wide_window();
    spec.mds.threads = threads;
    TestMachine machine(spec);
    std::vector<Duration> ends, expected;
    std::vector<Task<>> opens;
    for (std::int64_t i = 0; i < 100; ++i) {
      opens.push_back(open_file(machine, test_file(i, 1_KiB), ends));
      expected.push_back(kRoundTrip + i % threads * kHeader + (i / threads + 1) * 200_us);
    }
    machine.run_all(std::move(opens));
    EXPECT_EQ(ends, expected) << threads << " threads";
    EXPECT_EQ(machine.mds_requests(), 100);
  }
}

// Utilisation law: U = (sum of service) / (c T).
TEST(Mds, UtilisationIsServiceOverThreadTime) {
  LustreSpec spec = wide_window();
  spec.mds.threads = 4;
  TestMachine machine(spec);
  std::vector<Task<>> bodies;
  for (std::int64_t i = 0; i < 10; ++i)
    bodies.push_back(read_whole(machine.client(), test_file(i, 0_B), ReadMode::buffered));
  machine.run_all(std::move(bodies));
  const double run = machine.sim().now().since_start().in_seconds();
  EXPECT_NEAR(machine.metric("lustre/mds/0", "threads_busy", "mean") * run, 10 * (200e-6 + 70e-6), 1e-9);
  EXPECT_EQ(machine.metric("lustre/mds/0", "threads_busy", "max"), 4);
}

// An operation of one request: L + h there, its own service, L + h back.
TEST(Mds, EachKindHasItsOwnCost) {
  const auto spent = [](Task<> (*body)(FileSystem&, FileInfo)) {
    TestMachine machine(exact_spec());
    return machine.run(body(machine.client(), test_file(0, 0_B)));
  };
  EXPECT_EQ(spent([](FileSystem& s, FileInfo f) -> Task<> { co_await s.open(f); }), kRoundTrip + 200_us);
  EXPECT_EQ(spent([](FileSystem& s, FileInfo f) -> Task<> { co_await s.create(f); }), kRoundTrip + 310_us);
  EXPECT_EQ(spent([](FileSystem& s, FileInfo f) -> Task<> { co_await s.close(co_await s.open(f)); }),
            2 * kRoundTrip + 200_us + 70_us);
}

Task<> arrivals(TestMachine& machine, TaskGroup& group, int count, Duration gap, std::vector<Duration>& ends);
Task<> timed_open(TestMachine& machine, FileInfo file, std::vector<Duration>& waits) {
  const Time start = machine.sim().now();
  co_await machine.client().open(file);
  waits.push_back(machine.sim().now() - start);
}
Task<> arrivals(TestMachine& machine, TaskGroup& group, int count, Duration gap,
                std::vector<Duration>& waits) {
  RandomStream random = machine.sim().random("arrivals");
  const Distribution between(Law::exponential, gap);
  for (int i = 0; i < count; ++i) {
    co_await machine.sim().delay(between.draw(random));
    group.spawn("open", timed_open(machine, test_file(i, 0_B), waits));
  }
}

// M/M/c: mean response = 1 / mu + C(c, a) / (c mu - lambda), with Erlang's C for a = lambda / mu; c = 4, rho
// = 0.7: C = 0.4287, so 200 us (1 + 0.4287 / (4 - 2.8)) = 271.5 us, and a round trip on the wire. The waits
// of 100,000 arrivals are known to about 1.5 % (integrated autocorrelation of some tens of arrivals).
TEST(Mds, IsAnMmcStationWhenServiceIsExponential) {
  const double a = 2.8;
  double sum = 0, term = 1;
  for (int k = 0; k < 4; term *= a / ++k) sum += term;
  const double erlang_c = term / (1 - a / 4) / (sum + term / (1 - a / 4));
  ASSERT_NEAR(erlang_c, 0.4287, 1e-4);
  LustreSpec spec = wide_window();
  spec.mds.threads = 4;
  spec.mds.open = Distribution(Law::exponential, 200_us);
  TestMachine machine(spec);
  std::vector<Duration> waits;
  {
    TaskGroup opens(machine.sim());
    machine.run(arrivals(machine, opens, 100'000, Duration::nanoseconds(71'429), waits));
  }
  double mean = 0;
  for (const Duration wait : waits)
    mean += (wait - kRoundTrip).in_seconds() / static_cast<double>(waits.size());
  EXPECT_NEAR(mean, 200e-6 * (1 + erlang_c / (4 - a)), 0.03 * mean);
}

}  // namespace
}  // namespace headrace
