#include "models/hardware/cores.h"

#include <gtest/gtest.h>

#include <coroutine>
#include <optional>
#include <vector>

#include "sim/task_group.h"

namespace headrace {
namespace {

// Ended: waits for the work of a thread, and has it leave.
class Ended {
 public:
  explicit Ended(Cores::Thread& thread) : thread_(thread) {}
  bool await_ready() const { return thread_.done(); }
  void await_suspend(std::coroutine_handle<> frame) { thread_.resume_at_end(frame); }
  void await_resume() { thread_.leave(); }

 private:
  Cores::Thread& thread_;
};

class CoresTest : public testing::Test {
 protected:
  Cores& make(std::int64_t cores, double smt = 1) { return cores_.emplace(scope_.part("node"), cores, smt); }
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
  TaskGroup group_ = TaskGroup(sim_);
  std::vector<Duration> ends_;
};

// k threads of s on c cores end at s max(1, k / c).
TEST_F(CoresTest, ThreadsShareTheCoresEqually) {
  Cores& cores = make(4);
  for (int i = 0; i < 3; ++i) group_.spawn("work", work(cores, Duration(), 6_us));
  for (int i = 0; i < 6; ++i) group_.spawn("work", work(cores, 10_us, 6_us));
  EXPECT_EQ(run(), (std::vector<Duration>{6_us, 6_us, 6_us, 19_us, 19_us, 19_us, 19_us, 19_us, 19_us}));
  EXPECT_DOUBLE_EQ(cores.utilisation(), (3 * 6.0 + 4 * 9.0) / (4 * 19.0));
}

// On one core 1 us and 3 us: half each until 2 us, then the longer alone.
TEST_F(CoresTest, ThreadsHaveMoreWhenOthersEnd) {
  Cores& cores = make(1);
  group_.spawn("long", work(cores, Duration(), 3_us));
  group_.spawn("short", work(cores, Duration(), 1_us));
  EXPECT_EQ(run(), (std::vector<Duration>{2_us, 4_us}));
}

// A poller is one more: k that work and p that poll on c cores do c k / (k + p) together.
TEST_F(CoresTest, ThreadsThatPollHaveTheirShare) {
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

// Work that comes while all cores are polled on: c / (c + 1) of a core each.
TEST_F(CoresTest, WorkComesAmongPollers) {
  Cores& cores = make(2);
  for (int i = 0; i < 2; ++i) group_.spawn("poll", poll(cores, Duration(), 1_ms));
  group_.spawn("work", work(cores, 1_us, 10_us));
  EXPECT_EQ(run(), (std::vector<Duration>{16_us}));
}

// Threads above the cores of SMT 1.25 do more: 3 on 2 cores the work of 2.25, 4 and more that of 2.5.
TEST_F(CoresTest, ThreadsOfOneCoreDoMoreTogether) {
  Cores& cores = make(2, 1.25);
  for (int i = 0; i < 3; ++i) group_.spawn("work", work(cores, Duration(), 9_us));
  for (int i = 0; i < 5; ++i) group_.spawn("work", work(cores, 20_us, 5_us));
  EXPECT_EQ(run(), (std::vector<Duration>{12_us, 12_us, 12_us, 30_us, 30_us, 30_us, 30_us, 30_us}));
  EXPECT_DOUBLE_EQ(cores.utilisation(), (3 * 12.0 + 4 * 10.0) / (4 * 30.0));
}

// A thread that nobody waits for polls once its work is done.
TEST_F(CoresTest, AThreadPollsUntilItLeaves) {
  Cores& cores = make(1);
  std::optional<Cores::Thread> held(std::in_place, cores, 2_us);
  group_.spawn("work", work(cores, Duration(), 10_us));
  RunLimits limits;
  limits.until = Time::at(12_us);
  EXPECT_EQ(sim_.run(limits).end, RunEnd::time_limit);
  EXPECT_EQ(held->worked_until(), Time::at(4_us));
  held.reset();  // Of 12 us the work had 6.
  EXPECT_EQ(run(), (std::vector<Duration>{16_us}));
}

TEST_F(CoresTest, AThreadThatIsDestroyedGivesItsShareBack) {
  Cores& cores = make(1);
  group_.spawn("work", work(cores, Duration(), 10_us));
  {
    TaskGroup given_up(sim_);
    given_up.spawn("given up", work(cores, Duration(), 1_ms));
    RunLimits limits;
    limits.until = Time::at(8_us);
    EXPECT_EQ(sim_.run(limits).end, RunEnd::time_limit);
  }
  EXPECT_EQ(run(), (std::vector<Duration>{14_us}));
  EXPECT_EQ(metrics_.gauge("node", "cores_busy", Unit::count).value(), 0.0);
}

TEST_F(CoresTest, NothingToDoTakesNoTime) {
  Cores& cores = make(1);
  group_.spawn("work", work(cores, Duration(), 10_us));
  group_.spawn("nothing", work(cores, 5_us, Duration()));
  EXPECT_EQ(run(), (std::vector<Duration>{5_us, 10_us}));
}

}  // namespace
}  // namespace headrace
