#include "sim/task.h"

#include <gtest/gtest.h>

#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "sim/simulation.h"
#include "sim/task_group.h"

namespace headrace {
namespace {

static_assert(!std::is_copy_constructible_v<Task<>>);

template <class T>
concept AwaitableFromAPlainCoroutine =
    requires(Task<> task, std::coroutine_handle<T> frame) { task.await_suspend(frame); };
static_assert(!AwaitableFromAPlainCoroutine<void>);
static_assert(AwaitableFromAPlainCoroutine<Task<int>::promise_type>);

RunOutcome run(Simulation& sim, Task<> body) {
  TaskGroup group(sim);
  group.spawn("test", std::move(body));
  return sim.run();
}

Task<> note(std::vector<int>& order, int value) {
  order.push_back(value);
  co_return;
}

Task<int> at_once(int value) { co_return value; }

Task<int> later(Simulation& sim, int value) {
  co_await sim.delay(1_us);
  co_return value;
}

TEST(Task, DoesNothingUntilAwaited) {
  std::vector<int> order;
  {
    const Task<> never = note(order, 1);
  }
  EXPECT_TRUE(order.empty());
}

Task<> add_up(Simulation& sim, int& sum) {
  sum += co_await at_once(1);
  sum += co_await later(sim, 10);
  Task<int> named = later(sim, 100);
  sum += co_await named;
}

TEST(Task, GivesItsValueNowOrLater) {
  Simulation sim;
  int sum = 0;
  const RunOutcome outcome = run(sim, add_up(sim, sum));
  EXPECT_EQ(sum, 111);
  EXPECT_EQ(outcome.at, Time::at(2_us));
  EXPECT_EQ(outcome.events, 3u);  // The start and two delays: returning costs no event.
}

Task<std::unique_ptr<int>> owned() { co_return std::make_unique<int>(5); }

Task<> take(int& out) {
  const std::unique_ptr<int> value = co_await owned();
  out = *value;
}

TEST(Task, MovesOutWhatCannotBeCopied) {
  Simulation sim;
  int out = 0;
  run(sim, take(out));
  EXPECT_EQ(out, 5);
}

Task<> await_often(int times, std::int64_t& sum) {
  for (int i = 0; i < times; ++i) sum += co_await at_once(1);
}

// With symmetric transfer this overflows the stack under g++ at -O0 and under every sanitizer.
TEST(Task, AMillionSynchronousAwaitsUseNoStack) {
  Simulation sim;
  std::int64_t sum = 0;
  EXPECT_EQ(run(sim, await_often(1'000'000, sum)).events, 1u);
  EXPECT_EQ(sum, 1'000'000);
}

Task<> chain(Simulation& sim, int depth) {
  if (depth == 0) {
    co_await sim.delay(1_us);
    co_return;
  }
  co_await chain(sim, depth - 1);
}

// The chain is built on the stack, one call a level, but unwinds through the trampoline one at a time.
TEST(Task, AChainUnwindsThroughTheTrampoline) {
  Simulation sim;
  const RunOutcome outcome = run(sim, chain(sim, 1000));
  EXPECT_EQ(outcome.end, RunEnd::finished);
  EXPECT_EQ(outcome.events, 2u);
}

Task<> await_later_often(Simulation& sim, int times, std::int64_t& sum) {
  for (int i = 0; i < times; ++i) sum += co_await later(sim, 1);
}

TEST(Task, ManyAwaitsOfLateChildrenUseNoStack) {
  Simulation sim;
  std::int64_t sum = 0;
  EXPECT_EQ(run(sim, await_later_often(sim, 300'000, sum)).events, 300'001u);
  EXPECT_EQ(sum, 300'000);
}

Task<int> fail_at(Simulation& sim, Duration when) {
  co_await sim.delay(when);
  throw std::runtime_error("no such stripe");
}

Task<> catch_it(Simulation& sim, std::string& text) {
  for (const Duration when : {Duration(), 1_us}) {
    try {
      co_await fail_at(sim, when);
    } catch (const std::runtime_error& error) {
      text += error.what();
    }
  }
}

TEST(Task, AnExceptionLeavesThroughTheAwait) {
  Simulation sim;
  std::string text;
  run(sim, catch_it(sim, text));
  EXPECT_EQ(text, "no such stripeno such stripe");
}

Task<> sleep_and_note(Simulation& sim, Duration span, std::vector<int>& order, int value) {
  co_await sim.delay(span);
  order.push_back(value);
}

Task<> three_at_once(Simulation& sim, std::vector<int>& order) {
  std::vector<Task<>> parts;
  parts.push_back(sleep_and_note(sim, 3_us, order, 3));
  parts.push_back(sleep_and_note(sim, Duration(), order, 0));
  parts.push_back(sleep_and_note(sim, 1_us, order, 1));
  co_await when_all(std::move(parts));
  order.push_back(9);
}

TEST(WhenAll, EndsWithTheLast) {
  Simulation sim;
  std::vector<int> order;
  EXPECT_EQ(run(sim, three_at_once(sim, order)).at, Time::at(3_us));
  EXPECT_EQ(order, (std::vector<int>{0, 1, 3, 9}));
}

Task<> none_or_ready(Simulation& sim, std::vector<int>& order) {
  std::vector<Task<>> none;
  co_await when_all(std::move(none));
  std::vector<Task<>> ready;
  for (int i = 0; i < 5; ++i) ready.push_back(sleep_and_note(sim, Duration(), order, i));
  co_await when_all(std::move(ready));
  order.push_back(9);
}

TEST(WhenAll, OfNothingOrOfReadyTasksDoesNotWait) {
  Simulation sim;
  std::vector<int> order;
  EXPECT_EQ(run(sim, none_or_ready(sim, order)).events, 1u);
  EXPECT_EQ(order, (std::vector<int>{0, 1, 2, 3, 4, 9}));
}

Task<> fail_with(Simulation& sim, Duration when, std::string text) {
  co_await sim.delay(when);
  throw std::runtime_error(text);
}

Task<> two_fail(Simulation& sim, std::vector<int>& order, std::string& text) {
  std::vector<Task<>> parts;
  parts.push_back(sleep_and_note(sim, 9_us, order, 1));
  parts.push_back(fail_with(sim, 5_us, "first in order"));
  parts.push_back(fail_with(sim, 2_us, "first in time"));
  try {
    co_await when_all(std::move(parts));
  } catch (const std::runtime_error& error) {
    text = error.what();
  }
}

TEST(WhenAll, ThrowsTheFirstErrorOfTheOrderGivenOnceAllHaveEnded) {
  Simulation sim;
  std::vector<int> order;
  std::string text;
  EXPECT_EQ(run(sim, two_fail(sim, order, text)).at, Time::at(9_us));
  EXPECT_EQ(text, "first in order");
  EXPECT_EQ(order.size(), 1u);
}

Task<> await_twice(Simulation& sim) {
  Task<int> task = later(sim, 1);
  co_await task;
  co_await task;
}

TEST(TaskDeathTest, IsAwaitedOnce) {
  EXPECT_EXIT(
      {
        Simulation sim;
        run(sim, await_twice(sim));
      },
      testing::ExitedWithCode(70), "check failed");
}

}  // namespace
}  // namespace headrace
