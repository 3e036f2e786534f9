#include "tests/sim/timeout.h"

#include <gtest/gtest.h>

#include <stdexcept>

#include "sim/resource.h"
#include "sim/task_group.h"
#include "tests/sim/tracked.h"

namespace headrace {
namespace {

Task<> use(Simulation& sim, Resource& resource, Duration span, Tracked tracked) {
  const Resource::Hold hold = co_await resource.acquire();
  co_await sim.delay(span);
  static_cast<void>(tracked.value());
}

Task<> fail_after(Simulation& sim, Duration span) {
  co_await sim.delay(span);
  throw std::runtime_error("broken");
}

Task<> attempt(Simulation& sim, Resource& resource, Ledger& ledger, Duration span, Duration limit,
               int& result) {
  result = co_await within(sim, limit, use(sim, resource, span, Tracked(ledger)));
}

struct Attempt {
  int result = -1;
  Time at;
  bool sound = false;
};

Attempt try_with(Duration span, Duration limit) {
  Simulation sim;
  Ledger ledger;
  Attempt outcome;
  Resource resource(sim, "r", 1);
  {
    TaskGroup group(sim);
    group.spawn("p", attempt(sim, resource, ledger, span, limit, outcome.result));
    outcome.at = sim.run().at;
  }
  outcome.sound = ledger.sound() && resource.free() == 1 && sim.pending() == 0;
  return outcome;
}

TEST(Timeout, ATaskInTimeEndsTheWait) {
  for (const Duration span : {Duration(), 3_us}) {
    const Attempt outcome = try_with(span, 5_us);
    EXPECT_EQ(outcome.result, 1);
    EXPECT_EQ(outcome.at, Time() + span);
    EXPECT_TRUE(outcome.sound);
  }
}

TEST(Timeout, ALateTaskIsDestroyedAtTheDeadline) {
  const Attempt outcome = try_with(9_us, 5_us);
  EXPECT_EQ(outcome.result, 0);
  EXPECT_EQ(outcome.at, Time::at(5_us));
  EXPECT_TRUE(outcome.sound);
}

TEST(Timeout, WhatWasDueFirstAtTheDeadlineWins) { EXPECT_EQ(try_with(5_us, 5_us).result, 1); }

Task<> attempt_failing(Simulation& sim, bool& caught) {
  try {
    static_cast<void>(co_await within(sim, 5_us, fail_after(sim, 1_us)));
  } catch (const std::runtime_error&) {
    caught = true;
  }
}

TEST(Timeout, AnExceptionInTimeLeavesThroughTheAwait) {
  Simulation sim;
  bool caught = false;
  TaskGroup group(sim);
  group.spawn("p", attempt_failing(sim, caught));
  EXPECT_EQ(sim.run().at, Time::at(1_us));
  EXPECT_TRUE(caught);
}

TEST(Timeout, MayItselfBeCancelled) {
  Simulation sim;
  Ledger ledger;
  Resource resource(sim, "r", 1);
  int result = -1;
  {
    TaskGroup group(sim);
    group.spawn("p", attempt(sim, resource, ledger, 9_us, 5_us, result));
    RunLimits limits;
    limits.until = Time::at(1_us);
    sim.run(limits);
  }
  EXPECT_EQ(result, -1);
  EXPECT_EQ(sim.pending(), 0u);
  EXPECT_TRUE(ledger.sound());
}

}  // namespace
}  // namespace headrace
