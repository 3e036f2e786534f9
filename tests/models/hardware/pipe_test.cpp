#include "models/hardware/pipe.h"

#include <gtest/gtest.h>

namespace headrace {
namespace {

class PipeTest : public testing::Test {
 protected:
  void wait(Duration span) {
    sim_.schedule_in(span, {[](void*, std::uint64_t) {}, nullptr, 0});
    sim_.run();
  }

  Simulation sim_;
  Metrics metrics_;
  Pipe pipe_ = Pipe(Scope(sim_, metrics_, "pipe"), 1_GBps);
};

// The k-th of equal transfers that are ready together is through at k size / rate.
TEST_F(PipeTest, CarriesOneAfterAnother) {
  for (int k = 1; k <= 5; ++k) EXPECT_EQ(pipe_.carry(1000_B, Time()), Time::at(k * 1_us));
}

TEST_F(PipeTest, DoesNotBeginBeforeTheTransferIsReady) {
  EXPECT_EQ(pipe_.carry(1000_B, Time::at(5_us)), Time::at(6_us));
  EXPECT_EQ(pipe_.carry(1000_B, Time()), Time::at(7_us));
  EXPECT_EQ(pipe_.take(10_us, 1_B, Time()), Time::at(17_us));
}

// 2 us of work in the first 8 us, then 4 of which 2 are still to come at 10 us.
TEST_F(PipeTest, WhatIsPromisedForLaterIsNotYetUse) {
  EXPECT_EQ(pipe_.utilisation(), 0.0);
  pipe_.carry(2000_B, sim_.now());
  wait(8_us);
  EXPECT_DOUBLE_EQ(pipe_.utilisation(), 2.0 / 8);
  pipe_.carry(4000_B, sim_.now());
  wait(2_us);
  EXPECT_DOUBLE_EQ(pipe_.utilisation(), 4.0 / 10);
  wait(2_us);
  EXPECT_DOUBLE_EQ(pipe_.utilisation(), 6.0 / 12);
}

}  // namespace
}  // namespace headrace
