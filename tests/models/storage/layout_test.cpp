#include "models/storage/layout.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <initializer_list>
#include <utility>
#include <vector>

#include "sim/random.h"
#include "tests/models/support/recording_check.h"

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

TEST(Layout, DoubtsMoreOnMetadataServersThanTheyKeep) {
  LayoutSpec spec;
  spec.mdt_size = 1_MiB;
  EXPECT_EQ(found_by(spec), "");
  spec.mdt_size = 1_MiB + 64_KiB;
  EXPECT_EQ(found_by(spec), "W0062 mdt_size");
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

LayoutSpec progressive(std::initializer_list<std::pair<Bytes, std::int64_t>> components) {
  LayoutSpec spec;
  for (const auto& [until, count] : components) {
    LayoutComponent component;
    component.until = until;
    component.stripe_count = count;
    spec.components.push_back(component);
  }
  return spec;
}

Layout on_eight(const LayoutSpec& spec, Bytes size, std::int32_t first) {
  LayoutPlace place;
  place.targets = 8;
  place.mdt = 100;
  Layout layout(spec, size, place);
  layout.begin_at(first);
  return layout;
}

// Components that begin behind the end of a file have no objects, and the first one always has.
TEST(Layout, AFileHasTheComponentsThatItReaches) {
  const LayoutSpec spec = progressive({{1_MiB, 1}, {5_MiB, 2}, {1_GiB, 4}});
  const auto objects = [&](Bytes size) { return on_eight(spec, size, 0).stripe_count(); };
  EXPECT_EQ(objects(0_B), 1);
  EXPECT_EQ(objects(1_MiB), 1);
  EXPECT_EQ(objects(1_MiB + 1_B), 1 + 2);
  EXPECT_EQ(objects(5_MiB), 1 + 2);
  EXPECT_EQ(objects(2_GiB), 1 + 2 + 4);  // The last one has no end.
}

// Objects of later components follow those of earlier ones over the targets; a component cuts stripes by
// where they are in the file.
TEST(Layout, ComponentsLieOneBehindTheOther) {
  const LayoutSpec spec = progressive({{1_MiB, 1}, {5_MiB, 2}, {1_GiB, 4}});
  const Layout layout = on_eight(spec, 1_GiB, 6);
  std::vector<int> targets;
  for (int i = 0; i < 7; ++i) targets.push_back(layout.target_of_stripe(i));
  EXPECT_EQ(targets, (std::vector<int>{6, 7, 0, 1, 2, 3, 4}));
  const auto run = [&](Bytes offset) {
    const Extent extent = layout.extent_at(offset, 4_MiB);
    return std::vector<std::int64_t>{extent.target, extent.stripe, extent.length.count() >> 10};
  };
  EXPECT_EQ(run(0_MiB), (std::vector<std::int64_t>{6, 0, 1024}));
  EXPECT_EQ(run(1_MiB), (std::vector<std::int64_t>{0, 2, 1024}));
  EXPECT_EQ(run(2_MiB), (std::vector<std::int64_t>{7, 1, 1024}));
  EXPECT_EQ(run(5_MiB - 64_KiB), (std::vector<std::int64_t>{7, 1, 64}));
  EXPECT_EQ(run(5_MiB), (std::vector<std::int64_t>{2, 4, 1024}));
  EXPECT_EQ(run(9_GiB), (std::vector<std::int64_t>{1, 3, 1024}));
}

TEST(Layout, TheFirstBytesMayLieOnTheMetadataServer) {
  LayoutSpec spec = striped(2, 1_MiB);
  spec.mdt_size = 256_KiB;
  const Layout small = on_eight(spec, 256_KiB, 3);
  EXPECT_EQ(small.stripe_count(), 1);
  EXPECT_EQ(small.stripes_on_targets(), 0);
  EXPECT_EQ(small.extent_at(0_B, 4_MiB).target, 100);
  const Layout large = on_eight(spec, 3_MiB, 3);
  EXPECT_EQ(large.stripe_count(), 3);
  EXPECT_EQ(large.stripes_on_targets(), 2);
  EXPECT_TRUE(large.is_on_mdt(0));
  EXPECT_FALSE(large.is_on_mdt(1));
  EXPECT_EQ(large.extent_at(0_B, 4_MiB).length, 256_KiB);
  EXPECT_EQ(large.extent_at(256_KiB, 4_MiB).target, 3);
  EXPECT_EQ(large.extent_at(256_KiB, 4_MiB).length, 768_KiB);
  EXPECT_EQ(large.extent_at(1_MiB, 4_MiB).target, 4);
}

TEST(Layout, OverstripingPutsSeveralStripesOnATarget) {
  LayoutSpec spec = striped(20, 1_MiB);
  spec.overstriping = true;
  const Layout layout = on_eight(spec, 1_GiB, 5);
  EXPECT_EQ(layout.stripe_count(), 20);
  std::vector<int> objects(8);
  for (int i = 0; i < 20; ++i) ++objects[static_cast<std::size_t>(layout.target_of_stripe(i))];
  EXPECT_EQ(objects, (std::vector<int>{3, 2, 2, 2, 2, 3, 3, 3}));
}

TEST(Layout, APoolIsARangeOfTargets) {
  LayoutPlace place;
  place.pool_first = 10;
  place.targets = 3;
  LayoutSpec spec = striped(100, 1_MiB);
  spec.pool.emplace();
  Layout layout(spec, 1_GiB, place);
  layout.begin_at(2);
  EXPECT_EQ(layout.stripe_count(), 3);
  EXPECT_EQ(layout.target_of_stripe(0), 12);
  EXPECT_EQ(layout.target_of_stripe(1), 10);
  EXPECT_EQ(layout.extent_at(2_MiB, 4_MiB).target, 11);
}

// As EveryByteIsInExactlyOneRunOfTheRightStripe, for layouts of several components: what the stripes have of
// a range is what a walk finds, and is all of it.
TEST(Layout, ComponentsShareARange) {
  RandomStream random(4, "layout");
  for (int trial = 0; trial < 300; ++trial) {
    LayoutSpec spec;
    spec.stripe_size = (1 + static_cast<std::int64_t>(random.below(8))) * 64_KiB;
    spec.mdt_size = static_cast<std::int64_t>(random.below(3)) * 64_KiB;
    spec.overstriping = random.below(2) == 0;
    Bytes until;
    for (std::uint64_t left = random.below(4); left > 0; --left) {
      until += (1 + static_cast<std::int64_t>(random.below(20))) * 64_KiB;
      LayoutComponent component;
      component.until = until;
      component.stripe_count = 1 + static_cast<std::int64_t>(random.below(12));
      spec.components.push_back(component);
    }
    const Bytes size = Bytes::count(static_cast<std::int64_t>(random.below(6'000'000)));
    const Layout layout = on_eight(spec, size, static_cast<std::int32_t>(random.below(8)));
    const Bytes most = (1 + static_cast<std::int64_t>(random.below(16))) * 64_KiB;
    const Bytes begin = Bytes::count(static_cast<std::int64_t>(random.below(1'000'000)));
    std::vector<Bytes> found(static_cast<std::size_t>(layout.stripe_count()));
    for (Bytes at = begin; at < size;) {
      const Extent extent = layout.extent_at(at, most);
      ASSERT_GT(extent.length, 0_B);
      ASSERT_LE(extent.length, most);
      ASSERT_EQ(extent.target, layout.target_of_stripe(extent.stripe));
      const Bytes length = std::min(extent.length, size - at);
      ASSERT_EQ(layout.bytes_on(extent.stripe, at, at + length), length);
      found[static_cast<std::size_t>(extent.stripe)] += length;
      at += length;
    }
    Bytes sum;
    for (std::size_t i = 0; i < found.size(); ++i) {
      const Bytes own = layout.bytes_on(static_cast<std::int64_t>(i), begin, std::max(begin, size));
      ASSERT_EQ(own, found[i]) << trial;
      sum += own;
    }
    ASSERT_EQ(sum, std::max(begin, size) - begin);
  }
}

TEST(LayoutSpec, HasComponentsThatEndOneBehindTheOther) {
  LayoutSpec spec;
  spec.components.resize(3);
  spec.components[0].until = 1_MiB;
  spec.components[1].until = 2_MiB;
  spec.components[2].until = 2_MiB;
  RecordingCheck check;
  spec.check(check);
  ASSERT_EQ(check.findings.size(), 1u);
  EXPECT_EQ(check.codes, "E0316 components[2].until");
  spec.components[2].until = 3_MiB;
  EXPECT_EQ(found_by(spec), "");
}

}  // namespace
}  // namespace headrace
