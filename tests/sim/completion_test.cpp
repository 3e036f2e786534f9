#include "sim/completion.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "sim/task_group.h"

namespace headrace {
namespace {

// A server of one stage: every operation ends a microsecond after it came.
struct OneStageServer {
  explicit OneStageServer(Simulation& s) : sim(s) {}

  void submit(Signaller client) {
    waiting.push_back(std::move(client));
    sim.schedule_in(
        1_us, {[](void* server, std::uint64_t place) { static_cast<OneStageServer*>(server)->finish(place); },
               this, waiting.size() - 1});
  }
  void finish(std::uint64_t place) {
    abandoned += waiting[place].abandoned();
    waiting[place].signal(40 + place);
  }

  Simulation& sim;
  std::vector<Signaller> waiting;
  int abandoned = 0;
};

Task<> client(Simulation& sim, OneStageServer& server, std::vector<std::uint64_t>& results) {
  Completion done(sim, "read");
  server.submit(done.signaller());
  const std::uint64_t result = co_await done;
  results.push_back(result);
}

TEST(Completion, WakesItsClientWithTheResult) {
  Simulation sim;
  OneStageServer server(sim);
  std::vector<std::uint64_t> results;
  TaskGroup group(sim);
  for (int i = 0; i < 20; ++i) group.spawn("client", client(sim, server, results));
  const RunOutcome outcome = sim.run();
  EXPECT_EQ(outcome.at, Time::at(1_us));
  EXPECT_EQ(outcome.events, 60u);  // A start, an end and a wake-up each: never a call into the client.
  ASSERT_EQ(results.size(), 20u);
  for (std::size_t i = 0; i < 20; ++i) EXPECT_EQ(results[i], 40 + i);
  EXPECT_EQ(server.abandoned, 0);
}

TEST(Completion, ADestroyedClientIsSeenByTheServer) {
  Simulation sim;
  OneStageServer server(sim);
  std::vector<std::uint64_t> results;
  TaskGroup stays(sim);
  {
    TaskGroup leaves(sim);
    leaves.spawn("gone", client(sim, server, results));
    stays.spawn("stays", client(sim, server, results));
    RunLimits limits;
    limits.events = 2;
    sim.run(limits);
  }
  EXPECT_TRUE(server.waiting[0].abandoned());
  EXPECT_FALSE(server.waiting[1].abandoned());
  EXPECT_EQ(sim.run().end, RunEnd::finished);
  EXPECT_EQ(server.abandoned, 1);
  EXPECT_EQ(results, std::vector<std::uint64_t>{41});
}

TEST(Completion, AClientDestroyedBetweenSignalAndWakeUpIsNotResumed) {
  Simulation sim;
  OneStageServer server(sim);
  std::vector<std::uint64_t> results;
  TaskGroup group(sim);
  group.spawn("client", client(sim, server, results));
  RunLimits limits;
  limits.events = 2;  // The start and the server's end; the wake-up is pending.
  sim.run(limits);
  group.cancel_all();
  EXPECT_EQ(sim.pending(), 0u);
  EXPECT_TRUE(results.empty());
}

TEST(Completion, AServerThatDiesFirstLeavesTheClientWaiting) {
  Simulation sim;
  std::vector<std::uint64_t> results;
  TaskGroup group(sim);
  {
    OneStageServer server(sim);
    group.spawn("client", client(sim, server, results));
    RunLimits limits;
    limits.events = 1;
    sim.run(limits);
    server.waiting.clear();
    server.waiting.resize(1);  // Its pending event finds nobody.
    EXPECT_EQ(sim.run().still_waiting, std::vector<std::string>{"client: read"});
  }
  EXPECT_TRUE(results.empty());
}

Task<> wait_for(Completion& done, std::uint64_t& result) { result = co_await done; }

// The completion lives elsewhere than the frame that awaits it.
TEST(Completion, OutlivesAnAwaitThatIsCancelledBeforeOrAfterTheSignal) {
  Simulation sim;
  std::uint64_t result = 0;
  Completion done(sim, "read");
  TaskGroup first(sim);
  first.spawn("client", wait_for(done, result));
  EXPECT_EQ(sim.run().still_waiting, std::vector<std::string>{"client: read"});
  first.cancel_all();
  TaskGroup second(sim);
  second.spawn("client", wait_for(done, result));
  sim.run();
  done.signal(5);
  second.cancel_all();
  EXPECT_EQ(sim.pending(), 0u);
  EXPECT_EQ(result, 0u);
  second.spawn("client", wait_for(done, result));
  EXPECT_EQ(sim.run().end, RunEnd::finished);
  EXPECT_EQ(result, 5u);
}

TEST(Completion, ThatIsDestroyedLeavesItsClientStalled) {
  Simulation sim;
  std::uint64_t result = 0;
  auto done = std::make_unique<Completion>(sim, "read");
  TaskGroup group(sim);
  group.spawn("client", wait_for(*done, result));
  sim.run();
  done.reset();
  EXPECT_EQ(sim.run().still_waiting, std::vector<std::string>{"client: something that no longer exists"});
}

Task<> told_before(Simulation& sim, std::uint64_t& result) {
  Completion done(sim);
  Signaller server = done.signaller();
  server.signal(7);
  EXPECT_TRUE(server.abandoned());
  EXPECT_TRUE(done.done());
  result = co_await done;
}

TEST(Completion, SignalledBeforeTheAwaitDoesNotWait) {
  Simulation sim;
  std::uint64_t result = 0;
  TaskGroup group(sim);
  group.spawn("client", told_before(sim, result));
  EXPECT_EQ(sim.run().events, 1u);
  EXPECT_EQ(result, 7u);
}

Task<> await_both(Completion& first, Completion& second) {
  Completion::Wait over(first);
  co_await over;
  co_await second;
}

// A wait that is over is not reported, though what waited still stands in the frame.
TEST(Completion, AWaitThatIsOverIsNotReported) {
  Simulation sim;
  Completion first(sim, "first"), second(sim, "second");
  TaskGroup group(sim);
  group.spawn("client", await_both(first, second));
  EXPECT_EQ(sim.run().still_waiting, std::vector<std::string>{"client: first"});
  first.signal();
  EXPECT_EQ(sim.run().still_waiting, std::vector<std::string>{"client: second"});
}

TEST(CompletionDeathTest, IsSignalledOnceAndHasOneSignaller) {
  Simulation sim;
  Completion done(sim);
  const Signaller signaller = done.signaller();
  EXPECT_EXIT(static_cast<void>(done.signaller()), testing::ExitedWithCode(70), "check failed");
  done.signal();
  EXPECT_EXIT(done.signal(), testing::ExitedWithCode(70), "done_");
}

}  // namespace
}  // namespace headrace
