#include "models/jobs/training/steady_epoch.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

namespace headrace {
namespace {

// An epoch of one rank whose batches were made long before they are asked for.
class SteadyEpochTest : public testing::Test {
 protected:
  using Span = std::function<Duration(std::int64_t step)>;
  using Count = std::function<std::int64_t(std::int64_t step)>;

  void begin(std::int64_t steps, double half_width, std::int64_t ahead = 4) {
    SteadyEpoch::Plan plan;
    plan.steps = steps;
    plan.ahead = ahead;
    plan.half_width = half_width;
    epoch_.begin(plan, now_);
  }
  // Runs steps until the epoch or its simulated part is over, and returns their number.
  std::int64_t run(const Span& span, const Count& in_hand = [](std::int64_t) { return 4; }) {
    while (epoch_.left() > 0 && !epoch_.rest_is_like_it()) {
      const std::int64_t step = epoch_.done() + 1;
      const Duration lead = lateness_(step);
      epoch_.take(0, now_ + lead, now_, now_);
      now_ = now_ + span(step);
      if (epoch_.wants_stock()) epoch_.hold(in_hand(step));
      epoch_.end_step(now_);
    }
    return epoch_.done();
  }

  SteadyEpoch epoch_;
  Time now_;
  Span lateness_ = [](std::int64_t) { return Duration() - 1_s; };  // Ready a second before.
};

// Every other step of 10 and 12 ms: each stretch has the same mean.
Duration even_step(std::int64_t step) { return step % 2 == 0 ? 10_ms : 12_ms; }

TEST_F(SteadyEpochTest, EndsAtTheFirstLookWhereStretchesAreAlike) {
  begin(1000, 0.001);
  EXPECT_EQ(run(even_step), 128);
  EXPECT_EQ(epoch_.left(), 872);
  EXPECT_EQ(epoch_.sample(), 64);
  EXPECT_EQ(epoch_.time_of_rest(), 11_ms * 872);
  EXPECT_DOUBLE_EQ(epoch_.step_time().half_width.value(), 0);
  EXPECT_EQ(epoch_.step_time().simulated, 128);
}

// The first 64 steps are no part of what is looked at.
TEST_F(SteadyEpochTest, LeavesTheStartOut) {
  begin(1000, 0.001);
  EXPECT_EQ(run([](std::int64_t step) { return step <= 64 ? 500_ms : 10_ms; }), 128);
  EXPECT_EQ(epoch_.time_of_rest(), 10_ms * 872);
}

// Stretches of eight steps of 10 and 12 ms in turn: mean 11, deviation sqrt(8/7), so the half width is
// 2.3646 sqrt(8/7) / sqrt(8) / 11 = 8.1 %. At 1,024 steps a stretch has both in equal numbers.
TEST_F(SteadyEpochTest, GoesOnUntilTheIntervalIsNarrow) {
  const auto span = [](std::int64_t step) { return (step - 1) / 8 % 2 == 0 ? 10_ms : 12_ms; };
  begin(128, 0.1);
  EXPECT_EQ(run(span), 128);
  EXPECT_NEAR(epoch_.step_time().half_width.value(), 2.3646243 / std::sqrt(7) / 11, 1e-6);
  begin(1000, 0.08);
  EXPECT_EQ(run(span), 256);
  begin(1000, 0.1);
  EXPECT_EQ(run(span), 128);
}

// A step gets slower all the time: no look finds it steady.
TEST_F(SteadyEpochTest, SimulatesTheWholeOfAnEpochThatIsNotSteady) {
  begin(1000, 0.01);
  EXPECT_EQ(run([](std::int64_t step) { return 1_ms * step; }), 1000);
}

// A rank that takes eight batches and makes seven has one less in hand each time: its steps are even for as
// long as that lasts.
TEST_F(SteadyEpochTest, DoesNotLiveOnWhatIsInHand) {
  begin(1000, 0.005, 30);
  EXPECT_EQ(run(even_step, [](std::int64_t step) { return 125 - step / 8; }), 1000);
  begin(1000, 0.005, 30);
  EXPECT_EQ(run(even_step, [](std::int64_t step) { return 20 + step / 8 % 2; }), 128);
}

TEST_F(SteadyEpochTest, TakesFourTimesWhatMayBeInHand) {
  begin(1000, 0.005, 33);
  EXPECT_EQ(run(even_step), 256);
  begin(1000, 0.005, 300);
  EXPECT_EQ(run(even_step), 1000);
}

// Late batches are one in a hundred here: at 128 steps there was none or one in the last half, and 30 in the
// last half are not reached before 6,000 steps.
TEST_F(SteadyEpochTest, WantsLateBatchesToBeManyOrNone) {
  lateness_ = [](std::int64_t step) { return step % 100 == 99 ? 1_us : Duration() - 1_s; };
  begin(10'000, 0.005);
  EXPECT_EQ(run(even_step), 8192);
  lateness_ = [](std::int64_t) { return 1_us; };  // Every one: the loop waits for its loader.
  begin(1000, 0.005);
  EXPECT_EQ(run(even_step), 128);
}

// A batch has the four steps from when its room is free until it is asked for: 44 ms. Made in more than half
// of them it is nearly late.
TEST_F(SteadyEpochTest, WantsNoneToBeNearlyLate) {
  for (const auto& [early, steps] : {std::pair(15_ms, 1000), std::pair(30_ms, 128)}) {
    lateness_ = [before = early](std::int64_t step) {
      return step % 40 == 0 ? Duration() - before : Duration() - 1_s;
    };
    begin(1000, 0.005);
    EXPECT_EQ(run(even_step), steps);
  }
}

// A batch that is made at the instant it is asked for has used all of its time, and is not late yet.
TEST_F(SteadyEpochTest, JustInTimeIsNearlyLate) {
  lateness_ = [](std::int64_t) { return Duration(); };
  begin(1000, 0.005);
  EXPECT_EQ(run(even_step), 1000);
}

// The stock in hand is told at every eighth step; the last time at the look itself, so that what was used up
// since the seventh before it counts.
TEST_F(SteadyEpochTest, TellsWhatIsInHandAtTheLook) {
  begin(1000, 0.005, 30);
  std::int64_t told = 0;
  run(even_step, [&](std::int64_t step) {
    told += step % 8 == 0 ? 1 : 0;
    return step >= 122 && step <= 128 ? 0 : 30;
  });
  EXPECT_EQ(told, 32);
  EXPECT_EQ(epoch_.done(), 256);
}

TEST_F(SteadyEpochTest, SeesNoLessThanItIsTold) {
  SteadyEpoch::Plan plan;
  plan.first = 10;
  plan.steps = 26;
  epoch_.begin(plan, now_);
  EXPECT_TRUE(epoch_.has_seen(10));
  EXPECT_FALSE(epoch_.has_seen(11));
  for (std::int64_t step = 1; step <= 16; ++step) epoch_.end_step(now_ = now_ + 10_ms);
  EXPECT_TRUE(epoch_.has_seen(26));
  EXPECT_EQ(epoch_.left(), 0);
  EXPECT_EQ(epoch_.step_time().half_width, 0);
  EXPECT_FALSE(epoch_.rest_is_like_it());
}

TEST_F(SteadyEpochTest, FewStepsHaveNoInterval) {
  begin(15, 0.005);
  EXPECT_EQ(run(even_step), 15);
  EXPECT_FALSE(epoch_.step_time().half_width);
}

}  // namespace
}  // namespace headrace
