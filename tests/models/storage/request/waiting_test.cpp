#include "models/storage/request/waiting.h"

#include <gtest/gtest.h>

namespace headrace {
namespace {

// Two wait from 1 to 3 s and from 2 to 4 s: any does for 3 s of 5.
TEST(Waiting, IsForTheShareInWhichAnyWaits) {
  Waiting waiting;
  Gauge any;
  EXPECT_TRUE(waiting.none());
  waiting.change(+1, any, Time::at(1_s));
  waiting.change(+1, any, Time::at(2_s));
  waiting.change(-1, any, Time::at(3_s));
  EXPECT_FALSE(waiting.none());
  waiting.change(-1, any, Time::at(4_s));
  EXPECT_TRUE(waiting.none());
  EXPECT_DOUBLE_EQ(any.mean(Time::at(5_s)), 0.6);
}

}  // namespace
}  // namespace headrace
