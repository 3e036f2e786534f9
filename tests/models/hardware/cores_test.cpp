#include "models/hardware/cores.h"

#include <gtest/gtest.h>

#include <cmath>
#include <coroutine>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "sim/task_group.h"

namespace headrace {
namespace {

// Ended: waits for the work of a thread, and has it leave.
class Ended {
 public:
  explicit Ended(Cores::Thread& thread) : thread_(thread) {}
  bool await_ready() const { return thread_.done(); }
  void await_suspend(std::coroutine_handle<> frame) { thread_.call_at_end(Simulation::resume(frame)); }
  void await_resume() { thread_.leave(); }

 private:
  Cores::Thread& thread_;
};

class CoresTest : public testing::Test {
 protected:
  Cores& make(std::int64_t cores, double smt = 1, Duration time_slice = 1_us) {
    name_ = "node" + std::to_string(made_++);
    return cores_.emplace(scope_.part(name_), Cores::Rules{cores, smt, time_slice});
  }
  Task<> work(Cores& cores, Duration begin, Duration span) {
    co_await sim_.delay(begin);
    Cores::Thread thread(cores, span);
    co_await Ended(thread);
    EXPECT_EQ(thread.worked_until(), sim_.now());
    ends_.push_back(sim_.now().since_start());
  }
  Task<> poll(Cores& cores, Duration begin, Duration span) {
    co_await sim_.delay(begin);
    Cores::Thread polling(cores, Duration());
    co_await sim_.delay(span);
  }
  std::vector<Duration> run() {
    EXPECT_EQ(sim_.run().end, RunEnd::finished);
    return ends_;
  }

  Simulation sim_;
  Metrics metrics_;
  Scope scope_ = Scope(sim_, metrics_);
  std::optional<Cores> cores_;
  std::string name_;
  int made_ = 0;
  TaskGroup group_ = TaskGroup(sim_);
  std::vector<Duration> ends_;
};

// Three threads of 3 us on a core, in turns of 1 us: they end with the 7th, 8th and 9th turn.
TEST_F(CoresTest, ThreadsHaveTurns) {
  Cores& cores = make(1);
  for (int i = 0; i < 3; ++i) group_.spawn("work", work(cores, Duration(), 3_us));
  EXPECT_EQ(run(), (std::vector<Duration>{7_us, 8_us, 9_us}));
}

// n threads of s on c cores, in whatever queues: no core is idle while anyone waits, so they do n s in at
// least n s / c and at most s more.
TEST_F(CoresTest, NoCoreIsIdleWhileAnyoneWaits) {
  for (const Duration slice : {1_us, 1_ms}) {
    Cores& cores = make(3, 1, slice);
    const Time start = sim_.now();
    ends_.clear();
    for (int i = 0; i < 8; ++i) group_.spawn("work", work(cores, Duration(), 6_us));
    ASSERT_EQ(run().size(), 8U);
    const Duration last = ends_.back() - start.since_start();
    EXPECT_GE(last, 16_us);
    EXPECT_LE(last, 22_us);
    EXPECT_NEAR((ends_[4] - start.since_start()) / 12_us, 1, 0.5) << slice.ns();
  }
}

// Time slices longer than any work make queues: threads are served in their order, and idle cores take over
// from others: c at a time.
TEST_F(CoresTest, ALongSliceMakesAQueue) {
  Cores& cores = make(2, 1, 1_ms);
  for (int i = 0; i < 6; ++i) group_.spawn("work", work(cores, Duration(), 6_us));
  EXPECT_EQ(run(), (std::vector<Duration>{6_us, 6_us, 12_us, 12_us, 18_us, 18_us}));
}

// Threads join the queue of any core, one as likely as another. Two wait for turns that end after 10 and 20
// us; a core that becomes idle takes over the first of the longest queue. So the second that came is served
// before the first where it alone waits for the turn that ends sooner: in one case of four.
TEST_F(CoresTest, ThreadsJoinAnyQueue) {
  constexpr int kTimes = 400;
  int in_order = 0;
  for (int i = 0; i < kTimes; ++i) {
    Cores& cores = make(2, 1, 1_s);
    const Time start = sim_.now();
    ends_.clear();
    group_.spawn("short", work(cores, Duration(), 10_us));
    group_.spawn("long", work(cores, Duration(), 20_us));
    group_.spawn("first", work(cores, 1_us, 4_us));
    group_.spawn("second", work(cores, 2_us, 8_us));
    ASSERT_EQ(run().size(), 4U);
    const Duration end = ends_[1] - start.since_start();
    ASSERT_TRUE(end == 10_us + 4_us || end == 10_us + 8_us) << end.ns();
    if (end == 14_us) ++in_order;
  }
  EXPECT_NEAR(in_order, 0.75 * kTimes, 4 * std::sqrt(kTimes * 0.75 * 0.25));
}

// On one core 3 us and 1 us, in turns of 1 us: the short has the second.
TEST_F(CoresTest, ThreadsHaveMoreWhenOthersEnd) {
  Cores& cores = make(1);
  group_.spawn("long", work(cores, Duration(), 3_us));
  group_.spawn("short", work(cores, Duration(), 1_us));
  EXPECT_EQ(run(), (std::vector<Duration>{2_us, 4_us}));
}

// A thread that comes when a core has long run another need not wait for the end of a turn; one that comes
// before that waits for what is left of it.
TEST_F(CoresTest, WhoComesWaitsForWhatIsLeftOfATurn) {
  for (const Duration begin : {4_us, 25_us}) {
    Cores& cores = make(1, 1, 10_us);
    const Time start = sim_.now();
    ends_.clear();
    group_.spawn("long", work(cores, Duration(), 100_us));
    group_.spawn("short", work(cores, begin, 2_us));
    ASSERT_EQ(run().size(), 2U);
    const Duration last = begin < 10_us ? 10_us + 2_us : begin + 2_us;
    EXPECT_EQ(ends_[0] - start.since_start(), last) << begin.ns();
    EXPECT_EQ(ends_[1] - start.since_start(), 102_us);
  }
}

// A poller is one more: k that work and p that poll on c cores do c k / (k + p) together, over many turns.
TEST_F(CoresTest, ThreadsThatPollHaveTheirTurns) {
  Cores& cores = make(2);
  for (int i = 0; i < 2; ++i) group_.spawn("work", work(cores, Duration(), 10_us));
  for (int i = 0; i < 2; ++i) group_.spawn("poll", poll(cores, Duration(), 12_us));
  EXPECT_EQ(run(), (std::vector<Duration>{16_us, 16_us}));  // 6 us of work until 12 us, the rest alone.
  EXPECT_DOUBLE_EQ(cores.utilisation(), 1.0);
}

// Where each has a core, nobody is slowed by pollers, who are seen as busy.
TEST_F(CoresTest, ThreadsThatPollTakeNothingFromIdleCores) {
  Cores& cores = make(4);
  group_.spawn("work", work(cores, Duration(), 10_us));
  for (int i = 0; i < 3; ++i) group_.spawn("poll", poll(cores, Duration(), 5_us));
  EXPECT_EQ(run(), (std::vector<Duration>{10_us}));
  EXPECT_DOUBLE_EQ(cores.utilisation(), (10 + 3 * 5.0) / (4 * 10.0));
}

// Work s that comes while all cores have long been polled on has a turn of q at once, and then every other of
// that core: it ends after 2 s - q.
TEST_F(CoresTest, WorkComesAmongPollers) {
  Cores& cores = make(2);
  for (int i = 0; i < 2; ++i) group_.spawn("poll", poll(cores, Duration(), 1_ms));
  group_.spawn("work", work(cores, 10_us, 4_us));
  EXPECT_EQ(run(), (std::vector<Duration>{17_us}));
}

// Threads above the cores of SMT 1.25 do more: 3 on 2 cores the work of 2.25, 4 that of 2.5.
TEST_F(CoresTest, ThreadsOfOneCoreDoMoreTogether) {
  Cores& cores = make(2, 1.25);
  for (int i = 0; i < 3; ++i) group_.spawn("work", work(cores, Duration(), 9_us));
  for (int i = 0; i < 4; ++i) group_.spawn("work", work(cores, 20_us, 5_us));
  EXPECT_EQ(run(), (std::vector<Duration>{12_us, 12_us, 12_us, 28_us, 28_us, 28_us, 28_us}));
  EXPECT_DOUBLE_EQ(cores.utilisation(), (3 * 12.0 + 4 * 8.0) / (4 * 28.0));
}

// Four of seven threads run at once, each at 2.5 / 4 of a core: the first end after 16 us at the earliest,
// the last after 28 us, or later by what it takes alone.
TEST_F(CoresTest, ThreadsOfSmtHaveTurnsToo) {
  Cores& cores = make(2, 1.25);
  for (int i = 0; i < 7; ++i) group_.spawn("work", work(cores, Duration(), 10_us));
  const std::vector<Duration> ends = run();
  EXPECT_GE(ends.front(), 16_us);
  EXPECT_GE(ends.back(), 28_us);
  EXPECT_LE(ends.back(), 28_us + 10_us);
}

// A thread that nobody waits for polls once its work is done.
TEST_F(CoresTest, AThreadPollsUntilItLeaves) {
  Cores& cores = make(1);
  std::optional<Cores::Thread> held(std::in_place, cores, 2_us);
  group_.spawn("work", work(cores, Duration(), 10_us));
  RunLimits limits;
  limits.until = Time::at(12_us);
  EXPECT_EQ(sim_.run(limits).end, RunEnd::time_limit);
  EXPECT_EQ(held->worked_until(), Time::at(3_us));
  held.reset();  // Of 12 us the work had 6.
  EXPECT_EQ(run(), (std::vector<Duration>{16_us}));
}

// In turns of 1 us, the one that is destroyed after 7.5 us runs, and the other has had 4 us; after 8.5 us it
// waits, and the other has had 4.5.
TEST_F(CoresTest, AThreadThatIsDestroyedGivesItsTurnBack) {
  for (const auto& [until, end] : {std::pair{7500_ns, 13500_ns}, std::pair{8500_ns, 14_us}}) {
    Cores& cores = make(1);
    const Time start = sim_.now();
    ends_.clear();
    group_.spawn("work", work(cores, Duration(), 10_us));
    {
      TaskGroup given_up(sim_);
      given_up.spawn("given up", work(cores, Duration(), 1_ms));
      RunLimits limits;
      limits.until = start + until;
      EXPECT_EQ(sim_.run(limits).end, RunEnd::time_limit);
    }
    ASSERT_EQ(run().size(), 1U);
    EXPECT_EQ(ends_[0] - start.since_start(), end) << until.ns();
    EXPECT_EQ(metrics_.gauge(name_, "cores_busy", Unit::count).value(), 0.0);
  }
}

// Work that ends when a turn does ends then, and not a round later.
TEST_F(CoresTest, WorkThatEndsWithATurnEnds) {
  for (const double smt : {1.0, 1.25}) {
    Cores& cores = make(1, smt);
    const Time start = sim_.now();
    ends_.clear();
    for (int i = 0; i < 4; ++i) group_.spawn("work", work(cores, Duration(), smt > 1 ? 625_ns : 1_us));
    ASSERT_EQ(run().size(), 4U);
    for (std::size_t i = 0; i < ends_.size(); ++i) {
      const std::size_t before = smt > 1 ? i / 2 : i;
      const double turn = static_cast<double>(before) + 1;
      EXPECT_NEAR((ends_[i] - start.since_start()).in_seconds(), turn * 1e-6, 5e-9) << i << " " << smt;
    }
  }
}

// A thread whose bytes come later polls for them: t = max(work, bytes), whichever was first when it began to
// wait.
TEST_F(CoresTest, AThreadPollsForItsBytes) {
  for (const auto& [span, size, end] : {std::tuple{2_us, 5000_B, 5_us}, std::tuple{5_us, 2000_B, 5_us},
                                        std::tuple{Duration(), 3000_B, 3_us}}) {
    Cores& cores = make(1);
    Link bus(sim_, "bus", 1_GBps);
    const Time start = sim_.now();
    Link::Flow bytes;
    Cores::Thread thread(cores, span);
    bus.start(bytes, size);
    Time ended;
    const auto note = [](void* time, std::uint64_t) { *static_cast<Time*>(time) = Time::at(1_ns); };
    thread.call_at_end({note, &ended, 0}, bytes);
    sim_.run();
    EXPECT_EQ(sim_.now() - start, end) << span.ns();
    EXPECT_EQ(thread.worked_until() - start, span);
    EXPECT_EQ(ended, Time::at(1_ns));
    EXPECT_EQ(metrics_.gauge(name_, "cores_busy", Unit::count).value(), 0.0);
  }
}

TEST_F(CoresTest, NothingToDoTakesNoTime) {
  Cores& cores = make(1, 1, 10_us);
  group_.spawn("work", work(cores, Duration(), 10_us));
  group_.spawn("nothing", work(cores, 5_us, Duration()));
  EXPECT_EQ(run(), (std::vector<Duration>{5_us, 10_us}));
}

}  // namespace
}  // namespace headrace
