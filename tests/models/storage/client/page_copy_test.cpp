#include "models/storage/client/page_copy.h"

#include <gtest/gtest.h>

#include <deque>
#include <optional>
#include <vector>

#include "tests/models/support/test_machine.h"

namespace headrace {
namespace {

// Threads that copy on one node, or on no node.
struct CopyBench {
  CopyBench(std::int64_t cores, Bandwidth bus) {
    NodeSpec spec;
    spec.cores = cores;
    spec.memory_bandwidth = bus;
    node.emplace(scope.part("node"), spec, network, 0);
    host.machine = &*node;
  }

  // Returns when each of so many copies that begin now has ended.
  std::vector<Time> run(std::size_t copies, Duration span, Bytes length) {
    ends.assign(copies, Time());
    threads.resize(copies);
    for (std::size_t i = 0; i < copies; ++i)
      threads[i].start(sim, host, span, length, Action::of<&CopyBench::ended>(*this, std::uint64_t{i}));
    sim.run();
    return ends;
  }
  // Runs one copy, and what follows it.
  void run_one(Duration span, Bytes length, ThreadWork& next) {
    ends.assign(1, Time());
    threads.resize(1);
    threads[0].start(sim, host, span, length, Action::of<&CopyBench::ended>(*this, std::uint64_t{0}), &next);
    sim.run();
  }
  void ended(std::uint64_t copy) { ends[copy] = sim.now(); }

  Simulation sim{1};
  Metrics metrics;
  Scope scope{sim, metrics};
  Network network{scope.part("network"), NetworkSpec()};
  std::optional<Node> node;
  Host host;
  std::deque<PageCopy> threads;
  std::vector<Time> ends;
};

// t = span, where cores and bus have room for all.
TEST(PageCopy, TakesItsSpanWhereThereIsRoom) {
  CopyBench bench(4, 150_GBps);
  for (const Time end : bench.run(4, 1_ms, 9'000'000_B)) EXPECT_EQ(end, Time() + 1_ms);
  EXPECT_FALSE(bench.threads[0].active());
}

// t = n b 3 / B: the bus moves three bytes for each that is copied.
TEST(PageCopy, SharesTheMemoryBus) {
  CopyBench bench(8, 30_GBps);
  for (const Time end : bench.run(8, 1_ms, 10'000'000_B))
    EXPECT_NEAR((end - Time()) / 1_s, 8 * 10e6 * 3 / 30e9, 1e-7);
}

// Two threads on one core end when both have worked; the second began, in effect, when the first ended.
TEST(PageCopy, WaitsForACoreThatOthersHave) {
  CopyBench bench(1, 1000_GBps);
  const std::vector<Time> ends = bench.run(2, 1_ms, 1_B);
  EXPECT_EQ(ends[0], Time() + 1_ms);
  EXPECT_EQ(ends[1], Time() + 2_ms);
  EXPECT_EQ(bench.threads[0].began(), Time());
  EXPECT_EQ(bench.threads[1].began(), Time() + 1_ms);
}

TEST(PageCopy, TakesItsSpanOnAHostWithoutANode) {
  CopyBench bench(1, 1_GBps);
  bench.host.machine = nullptr;
  for (const Time end : bench.run(3, 1_ms, 1'000'000_B)) EXPECT_EQ(end, Time() + 1_ms);
}

// A thread goes on with what is next, in the same turn: t = span + next, of which the copy is the first part.
TEST(PageCopy, GoesOnWithWhatIsNext) {
  CopyBench bench(1, 1000_GBps);
  bench.threads.resize(2);
  bench.ends.assign(2, Time());
  ThreadWork next{3_ms, 10_B};
  for (std::size_t i = 0; i < 2; ++i)
    bench.threads[i].start(bench.sim, bench.host, 1_ms, 1_B,
                           Action::of<&CopyBench::ended>(bench, std::uint64_t{i}), i == 0 ? &next : nullptr);
  EXPECT_TRUE(next.none());
  bench.sim.run();
  EXPECT_EQ(bench.ends[0], Time() + 4_ms);
  EXPECT_EQ(bench.threads[0].copied(), Time() + 1_ms);
  EXPECT_EQ(bench.ends[1], Time() + 5_ms);
  EXPECT_EQ(bench.threads[1].copied(), Time() + 5_ms);
}

// Where the bus decides, t = (3 b + next) / B, and a copy has the bytes' share of what is longer than its
// thread's own work: here 3 of 4 of the 3 ms beyond 1 ms, and half of that one.
TEST(PageCopy, HasItsShareOfTheBus) {
  CopyBench bench(1, 1_GBps);
  ThreadWork next{500_us, 1'000'000_B};
  bench.run_one(500_us, 1'000'000_B, next);
  EXPECT_EQ(bench.ends[0], Time() + 4_ms);
  EXPECT_EQ(bench.threads[0].copied(), Time() + 500_us + 2250_us);
}

TEST(PageCopy, LeavesWhatIsNextOnAHostWithoutANode) {
  CopyBench bench(1, 1_GBps);
  bench.host.machine = nullptr;
  ThreadWork next{3_ms, 10_B};
  bench.run_one(1_ms, 1_B, next);
  EXPECT_EQ(next.span, 3_ms);
  EXPECT_EQ(bench.ends[0], Time() + 1_ms);
  EXPECT_EQ(bench.threads[0].copied(), Time() + 1_ms);
}

TEST(PageCopy, DoesNothingOnceStopped) {
  CopyBench bench(1, 1_GBps);
  bench.threads.resize(1);
  bench.ends.assign(1, Time());
  bench.threads[0].start(bench.sim, bench.host, 1_ms, 1000_B,
                         Action::of<&CopyBench::ended>(bench, std::uint64_t{0}));
  EXPECT_TRUE(bench.threads[0].active());
  bench.threads[0].stop(bench.sim);
  EXPECT_FALSE(bench.threads[0].active());
  bench.sim.run();
  EXPECT_EQ(bench.ends[0], Time());
  EXPECT_EQ(bench.node->cores_utilisation(), 0);
}

}  // namespace
}  // namespace headrace
