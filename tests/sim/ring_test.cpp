#include "sim/ring.h"

#include <gtest/gtest.h>

#include <deque>
#include <memory>
#include <utility>

#include "sim/random.h"

namespace headrace {
namespace {

TEST(Ring, AgreesWithADequeOverRandomPushesAndPops) {
  Ring<std::uint64_t> ring;
  std::deque<std::uint64_t> expected;
  RandomStream random(1, "ring");
  for (int step = 0; step < 20000; ++step) {
    const bool grow = random.below(1000) < (step < 10000 ? 550u : 450u);
    if (grow || expected.empty()) {
      expected.push_back(random.bits());
      ring.push(expected.back());
    } else {
      ASSERT_EQ(ring.front(), expected.front());
      ASSERT_EQ(ring.back(), expected.back());
      const std::size_t place = random.below(expected.size());
      ASSERT_EQ(ring[place], expected[place]);
      ASSERT_EQ(std::as_const(ring)[place], expected[place]);
      ASSERT_EQ(ring.pop(), expected.front());
      expected.pop_front();
    }
    ASSERT_EQ(ring.size(), expected.size());
  }
}

TEST(Ring, MovesWhatCannotBeCopied) {
  Ring<std::unique_ptr<int>> ring;
  for (int i = 0; i < 40; ++i) ring.push(std::make_unique<int>(i));
  for (int i = 0; i < 40; ++i) EXPECT_EQ(*ring.pop(), i);
  EXPECT_TRUE(ring.empty());
}

TEST(Ring, ClearLeavesNothing) {
  Ring<int> ring;
  for (int i = 0; i < 20; ++i) ring.push(i);
  ring.clear();
  EXPECT_TRUE(ring.empty());
}

}  // namespace
}  // namespace headrace
