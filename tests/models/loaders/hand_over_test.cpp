#include "models/loaders/hand_over.h"

#include <gtest/gtest.h>

namespace headrace {
namespace {

// take = drawn; free = bytes / rate x drawn / mean.
TEST(HandOver, BytesTakeAsMuchLongerAsTheRest) {
  PytorchWorkSpec work;
  work.handover = Distribution(1_ms);
  work.handover_rate = 1_GBps;
  RandomStream random(1, "handover");
  const HandOver constant = HandOver::draw(work, 2'000'000_B, random);
  EXPECT_EQ(constant.take, 1_ms);
  EXPECT_EQ(constant.free, 2_ms);
  work.handover = Distribution(Law::exponential, 1_ms);
  const HandOver drawn = HandOver::draw(work, 2'000'000_B, random);
  EXPECT_NEAR(static_cast<double>(drawn.free.ns()), 2 * static_cast<double>(drawn.take.ns()), 2);
  work.handover_rate = Bandwidth();
  EXPECT_EQ(HandOver::draw(work, 2'000'000_B, random).free, Duration());
}

}  // namespace
}  // namespace headrace
