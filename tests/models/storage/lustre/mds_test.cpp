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
    bodies.push_back(read_whole(machine.client(), test_file(i, 0_B), IoMode::buffered));
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

// Latency and capacity are two parameters: k requests at once on c threads end at round trip + ceil(k / c) s
// + l, so that one alone takes s + l and many go at c / s, whatever l is.
TEST(Mds, LatencyHoldsNoThread) {
  for (const std::int64_t requests : {1, 4, 40}) {
    LustreSpec spec = wide_window();
    spec.mds.threads = 4;
    spec.mds.latency.open = Distribution(1_ms);
    TestMachine machine(spec);
    std::vector<Duration> ends;
    std::vector<Task<>> opens;
    for (std::int64_t i = 0; i < requests; ++i) opens.push_back(open_file(machine, test_file(i, 0_B), ends));
    const Duration spent = machine.run_all(std::move(opens));
    EXPECT_EQ(spent, kRoundTrip + (requests - 1) % 4 * kHeader + (requests + 3) / 4 * 200_us + 1_ms)
        << requests;
  }
}

Task<> create_in(TestMachine& machine, std::int64_t index, std::int64_t directory) {
  FileInfo file = test_file(index, 0_B);
  file.directory = directory;
  co_await machine.client().create(file);
}

// n creates at once, each with its directory for d alone and then s on one of c threads. In one directory, d
// > s / c: n d + s; in n directories: d + ceil(n / c) s. An open does not ask for the directory.
TEST(Mds, CreatesOfOneDirectoryTakeTurns) {
  const auto spent = [](std::int64_t directories) {
    LustreSpec spec = wide_window();
    spec.mds.threads = 8;
    spec.mds.create = Distribution(400_us);
    spec.mds.directory_lock = Distribution(100_us);
    TestMachine machine(spec);
    std::vector<Task<>> bodies;
    for (std::int64_t i = 0; i < 64; ++i) bodies.push_back(create_in(machine, i, i % directories));
    return machine.run_all(std::move(bodies));
  };
  EXPECT_EQ(spent(1), kRoundTrip + 64 * 100_us + 400_us);
  // The first 8 of 64 come within 8 headers and set the beat.
  EXPECT_EQ(spent(64), kRoundTrip + 7 * kHeader + 100_us + 8 * 400_us);
  LustreSpec spec = exact_spec();
  spec.mds.directory_lock = Distribution(100_us);
  TestMachine machine(spec);
  std::vector<Duration> ends;
  EXPECT_EQ(machine.run(open_file(machine, test_file(0, 0_B), ends)), kRoundTrip + 200_us);
}

// Two rates from one parameter set: 8 threads at 400 us are 20,000 creates/s, and 100 us a directory are
// 10,000/s: in one directory half of what many have.
TEST(Mds, OneSharedDirectoryHasALowerRate) {
  const auto rate = [](std::int64_t directories) {
    LustreSpec spec = wide_window();
    spec.mds.threads = 8;
    spec.mds.create = Distribution(Law::exponential, 400_us);
    spec.mds.directory_lock = Distribution(Law::exponential, 100_us);
    TestMachine machine(spec);
    std::vector<Task<>> bodies;
    for (std::int64_t i = 0; i < 8000; ++i) bodies.push_back(create_in(machine, i, i % directories));
    return 8000 / machine.run_all(std::move(bodies)).in_seconds();
  };
  // The sum of n exponential services has a deviation of 1 / sqrt(n): 1.1 %; five of them.
  EXPECT_NEAR(rate(1), 10'000, 10'000 * 5 * 0.0112);
  EXPECT_NEAR(rate(1000), 20'000, 20'000 * 5 * 0.0112);
}

Task<> create_and_sync(TestMachine& machine, FileInfo file) {
  HeldFile held(machine.client(), co_await machine.client().create(file));
  co_await machine.client().sync(held.handle());
  co_await machine.client().close(held.release());
}

// An fsync forces the journal, and then the targets of what was written. Of k that ask at once the first is
// committed alone, and all others by the next commit: 2 commits, or 1 if there is but one.
TEST(Mds, FsyncsShareACommit) {
  for (const std::int64_t files : {1, 2, 7}) {
    LustreSpec spec = wide_window();
    spec.mds.journal_commit = 5_ms;
    TestMachine machine(spec);
    std::vector<Task<>> bodies;
    for (std::int64_t i = 0; i < files; ++i) bodies.push_back(create_and_sync(machine, test_file(i, 0_B)));
    const Duration spent = machine.run_all(std::move(bodies));
    const Duration expected = 3 * kRoundTrip + 310_us + (files > 1 ? 2 : 1) * 5_ms + 70_us;
    EXPECT_NEAR((spent - expected).in_seconds(), 0, static_cast<double>(files) * 1e-9) << files;
    EXPECT_EQ(machine.mds_requests(), 3 * files);
  }
}

// Of n files of one directory each of m servers has n / m, +- 5 sqrt(n / m), and the close of each goes where
// its open went; without stripes one server has them all.
TEST(Mds, AStripedDirectoryIsOnAllServers) {
  constexpr std::int64_t kFiles = 4000, kServers = 4;
  LustreSpec spec = exact_spec();
  spec.mds.count = kServers;
  for (const bool striped : {false, true}) {
    spec.mds.striped_directories = striped;
    TestMachine machine(spec);
    std::vector<Task<>> bodies;
    for (std::int64_t i = 0; i < kFiles; ++i)
      bodies.push_back(read_whole(machine.client(), test_file(i, 0_B), IoMode::buffered));
    machine.run_all(std::move(bodies));
    for (std::int64_t i = 0; i < kServers; ++i) {
      if (striped) {
        EXPECT_NEAR(static_cast<double>(machine.mds_requests(i)), 2000, 2 * 5 * std::sqrt(1000.0)) << i;
        EXPECT_EQ(machine.mds_requests(i) % 2, 0) << i;
      } else {
        EXPECT_EQ(machine.mds_requests(i), i == 0 ? 2 * kFiles : 0) << i;
      }
    }
  }
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

// M/M/k: mean response = 1 / mu + C(c, a) / (c mu - lambda), with Erlang's C for a = lambda / mu; c = 4, rho
// = 0.7: C = 0.4287, so 200 us (1 + 0.4287 / (4 - 2.8)) = 271.5 us, and a round trip on the wire. The waits
// of 250,000 arrivals are known to about 0.9 % (integrated autocorrelation of some tens of arrivals).
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
    machine.run(arrivals(machine, opens, 250'000, Duration::nanoseconds(71'429), waits));
  }
  double mean = 0;
  for (const Duration wait : waits)
    mean += (wait - kRoundTrip).in_seconds() / static_cast<double>(waits.size());
  EXPECT_NEAR(mean, 200e-6 * (1 + erlang_c / (4 - a)), 0.02 * mean);
}

// Names are hashed as SplitMix64 makes its numbers: from multiples of the golden ratio those that it has for
// the seed 0. The hash is the upper 63 bits, and its remainder the server.
TEST(Mds, AStripedDirectoryIsSpreadByTheHashOfItsNames) {
  constexpr std::int64_t kServers = 1000;
  LustreSpec spec = exact_spec();
  spec.mds.count = kServers;
  spec.mds.striped_directories = true;
  TestMachine machine(spec);
  std::uint64_t name = 0;
  for (const std::uint64_t hash : {0xe220a8397b1dcdafU, 0x6e789e6aa1b965f4U, 0x06c45d188009454fU}) {
    name += 0x9e3779b97f4a7c15U;
    FileInfo file;
    file.id.set = static_cast<std::int32_t>(name >> 48);
    file.id.index = static_cast<std::int64_t>(name & ((std::uint64_t{1} << 48) - 1));
    EXPECT_EQ(machine.lustre().mds_of(file), static_cast<std::int64_t>(hash >> 1) % kServers);
  }
}

}  // namespace
}  // namespace headrace
