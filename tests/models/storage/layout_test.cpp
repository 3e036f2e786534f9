#include "models/storage/layout.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "sim/random.h"

namespace headrace {
namespace {

LayoutSpec striped(std::int64_t count, Bytes size) {
  LayoutSpec spec;
  spec.stripe_count = count;
  spec.stripe_size = size;
  return spec;
}

Layout layout_of(const LayoutSpec& spec, std::int64_t index, std::int64_t targets) {
  const std::int64_t stripes = std::min(spec.stripe_count, targets);
  return Layout(spec, static_cast<std::int32_t>(index % targets * stripes % targets), targets);
}

// What each stripe has of a range: what a walk over its extents finds.
TEST(Layout, StripesShareARange) {
  RandomStream random(2, "layout");
  for (int trial = 0; trial < 200; ++trial) {
    const auto stripes = 1 + static_cast<std::int64_t>(random.below(5));
    const Layout layout(striped(stripes, 64_KiB), 0, 7);
    const Bytes begin = Bytes::count(static_cast<std::int64_t>(random.below(1'000'000)));
    const Bytes end = begin + Bytes::count(static_cast<std::int64_t>(random.below(1'000'000)));
    std::vector<Bytes> found(static_cast<std::size_t>(stripes));
    for (Bytes at = begin; at < end;) {
      const Extent extent = layout.extent_at(at, 1_MiB);
      const Bytes length = std::min(extent.length, end - at);
      found[static_cast<std::size_t>(extent.stripe)] += length;
      at += length;
    }
    for (std::int64_t i = 0; i < stripes; ++i)
      EXPECT_EQ(layout.bytes_on(i, begin, end), found[static_cast<std::size_t>(i)]) << trial;
  }
}

// File i begins at target i c mod N.
TEST(Layout, FilesTakeTargetsInTurn) {
  std::vector<int> first;
  for (int i = 0; i < 8; ++i) first.push_back(layout_of(striped(3, 1_MiB), i, 7).target_of_stripe(0));
  EXPECT_EQ(first, (std::vector<int>{0, 3, 6, 2, 5, 1, 4, 0}));
  const Layout wraps = layout_of(striped(3, 1_MiB), 2, 7);
  EXPECT_EQ(wraps.target_of_stripe(1), 0);
  EXPECT_EQ(wraps.target_of_stripe(2), 1);
}

// Of any N files in a row each target holds exactly c objects; of any F files the counts differ by at most
// what an unfinished turn leaves. Chance would leave (1 - 1 / N)^F of the targets idle.
TEST(Layout, PlacementIsExactlyBalanced) {
  RandomStream random(1, "layout");
  for (int trial = 0; trial < 200; ++trial) {
    const auto targets = 1 + static_cast<std::int64_t>(random.below(40));
    const auto stripes = 1 + static_cast<std::int64_t>(random.below(static_cast<std::uint64_t>(targets)));
    const auto from = static_cast<std::int64_t>(random.below(1'000'000'000'000));
    std::vector<std::int64_t> objects(static_cast<std::size_t>(targets));
    for (std::int64_t i = 0; i < targets; ++i) {
      const Layout layout = layout_of(striped(stripes, 1_MiB), from + i, targets);
      for (std::int64_t s = 0; s < stripes; ++s)
        ++objects[static_cast<std::size_t>(layout.target_of_stripe(s))];
      const auto [least, most] = std::minmax_element(objects.begin(), objects.end());
      ASSERT_LE(*most - *least, stripes);
    }
    for (const std::int64_t count : objects) ASSERT_EQ(count, stripes) << targets << " targets";
  }
}

TEST(Layout, MoreStripesThanTargetsMeansAllTargets) {
  const Layout layout = layout_of(striped(100, 1_MiB), 5, 4);
  EXPECT_EQ(layout.stripe_count(), 4);
  EXPECT_EQ(layout.extent_at(3_MiB, 4_MiB).stripe, 3);
  EXPECT_EQ(layout.extent_at(4_MiB, 4_MiB).stripe, 0);
}

// One stripe: runs are cut at multiples of `most` only, whatever the stripe size.
TEST(Layout, OneStripeHasNoBorders) {
  const Layout layout = layout_of(striped(1, 64_KiB), 3, 8);
  for (const Bytes offset : {0_B, 1_B, 4_MiB, 4_MiB + 1_B, 8_MiB - 1_B}) {
    const Extent extent = layout.extent_at(offset, 4_MiB);
    EXPECT_EQ(extent.target, 3);
    EXPECT_EQ(extent.stripe, 0);
    EXPECT_EQ(extent.offset, offset);
    EXPECT_EQ(extent.length, 4_MiB - offset % (4_MiB));
  }
}

TEST(Layout, RunsEndAtStripeBorders) {
  const Layout layout = layout_of(striped(2, 3_MiB), 1, 8);  // Targets 2 and 3.
  const auto run = [&](Bytes offset) {
    const Extent extent = layout.extent_at(offset, 2_MiB);
    return std::vector<std::int64_t>{extent.target, extent.stripe, extent.length.count() >> 20};
  };
  EXPECT_EQ(run(0_MiB), (std::vector<std::int64_t>{2, 0, 2}));
  EXPECT_EQ(run(2_MiB), (std::vector<std::int64_t>{2, 0, 1}));
  EXPECT_EQ(run(3_MiB), (std::vector<std::int64_t>{3, 1, 1}));
  EXPECT_EQ(run(4_MiB), (std::vector<std::int64_t>{3, 1, 2}));
  EXPECT_EQ(run(6_MiB), (std::vector<std::int64_t>{2, 0, 2}));
}

// Whatever the layout and the size of requests: runs laid end to end cover the file, each lies in one stripe,
// none is longer than asked, and byte b belongs to stripe (b / size) mod count.
TEST(Layout, EveryByteIsInExactlyOneRunOfTheRightStripe) {
  RandomStream random(2, "layout");
  for (int trial = 0; trial < 300; ++trial) {
    const auto targets = 1 + static_cast<std::int64_t>(random.below(20));
    const Bytes size = (1 + static_cast<std::int64_t>(random.below(64))) * 64_KiB;
    const LayoutSpec spec = striped(1 + static_cast<std::int64_t>(random.below(24)), size);
    const Layout layout = layout_of(spec, static_cast<std::int64_t>(random.below(1'000'000)), targets);
    const Bytes most = (1 + static_cast<std::int64_t>(random.below(64))) * 64_KiB;
    const Bytes end = Bytes::count(static_cast<std::int64_t>(random.below(64 << 20)));
    for (Bytes at = Bytes::count(static_cast<std::int64_t>(random.below(1 << 20))); at < end;) {
      const Extent extent = layout.extent_at(at, most);
      ASSERT_EQ(extent.offset, at);
      ASSERT_GT(extent.length, Bytes());
      ASSERT_LE(extent.length, most);
      ASSERT_EQ(extent.target, layout.target_of_stripe(extent.stripe));
      if (layout.stripe_count() > 1) {
        const Bytes last = at + extent.length - 1_B;
        ASSERT_EQ(at / size, last / size);
        ASSERT_EQ(extent.stripe, at / size % layout.stripe_count());
      }
      at += extent.length;
    }
  }
}

}  // namespace
}  // namespace headrace
