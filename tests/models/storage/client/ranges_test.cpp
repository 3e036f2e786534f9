#include "models/storage/client/ranges.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "sim/random.h"

namespace headrace {
namespace {

template <class Held>
class RangesTest : public ::testing::Test {};
using Kinds = ::testing::Types<Ranges, FewRanges>;
TYPED_TEST_SUITE(RangesTest, Kinds);

TYPED_TEST(RangesTest, MergeWhereTheyTouch) {
  TypeParam ranges;
  EXPECT_EQ(ranges.add(10_B, 20_B), 10_B);
  EXPECT_EQ(ranges.add(30_B, 40_B), 10_B);
  EXPECT_EQ(ranges.add(20_B, 30_B), 10_B);
  EXPECT_EQ(ranges.first(), (std::pair(10_B, 40_B)));
  EXPECT_EQ(ranges.add(15_B, 45_B), 5_B);
  EXPECT_EQ(ranges.remove(20_B, 25_B), 5_B);
  EXPECT_EQ(ranges.held_until(10_B), 20_B);
  EXPECT_EQ(ranges.held_until(20_B), 20_B);
  EXPECT_EQ(ranges.missing_until(20_B, 100_B), 25_B);
  EXPECT_EQ(ranges.missing_until(20_B, 22_B), 22_B);
  EXPECT_EQ(ranges.missing_until(45_B, 100_B), 100_B);
  EXPECT_EQ(ranges.total(), 30_B);
}

// Against a bit for each byte.
TYPED_TEST(RangesTest, AreTheBytesThatTheyAre) {
  RandomStream random(1, "ranges");
  TypeParam ranges;
  std::vector<bool> bytes(64);
  for (int round = 0; round < 20'000; ++round) {
    const std::size_t begin = random.below(64), end = begin + random.below(64 - begin);
    const bool adds = random.below(2) == 0;
    std::int64_t changed = 0, held = 0;
    for (std::size_t i = begin; i < end; ++i) {
      changed += bytes[i] != adds ? 1 : 0;
      bytes[i] = adds;
    }
    for (const bool byte : bytes) held += byte ? 1 : 0;
    const Bytes from = Bytes::count(static_cast<std::int64_t>(begin));
    const Bytes to = Bytes::count(static_cast<std::int64_t>(end));
    ASSERT_EQ((adds ? ranges.add(from, to) : ranges.remove(from, to)).count(), changed);
    ASSERT_EQ(ranges.total().count(), held);
    std::size_t until = begin;
    while (until < 64 && bytes[until]) ++until;
    ASSERT_EQ(ranges.held_until(from), Bytes::count(static_cast<std::int64_t>(until)));
    ASSERT_EQ(ranges.has_some(from, to), adds && begin < end);
    const auto some = std::find(bytes.begin() + 8, bytes.begin() + 24, true);
    ASSERT_EQ(ranges.has_some(8_B, 24_B), some != bytes.begin() + 24);
  }
}

}  // namespace
}  // namespace headrace
