#include "models/storage/tiers/tier.h"

#include <gtest/gtest.h>

#include "tests/models/storage/tiers/tier_bench.h"

namespace headrace {
namespace {

class TierTest : public TierBench {
 protected:
  static FileInfo file(std::int64_t index, Bytes size = kFile) { return test_file(index, size); }
};

// m files of room: the next ones that are written go to the place of those that are below, the oldest first.
TEST_F(TierTest, GivesUpFilesAsItsPolicySays) {
  TiersSpec spec = exact_tiers();
  spec.capacity = 3 * kFile;
  TieredFileSystem& files = tiers(spec);
  for (std::int64_t i = 0; i < 5; ++i) {
    run(write_whole(files, file(i), false));
    rest(1_s);
  }
  for (std::int64_t i = 0; i < 5; ++i) EXPECT_EQ(tier_->has(file(i).id), i >= 2) << i;
  EXPECT_EQ(tier_->taken(), 3 * kFile);
  EXPECT_EQ(above_.count(IoOperation::unlink), 2);
  EXPECT_EQ(written_below(), 5 * kFile);
}

// A policy that keeps what it has leaves no room once the tier is full of files that are below.
TEST_F(TierTest, WhatFindsNoRoomGoesAround) {
  TiersSpec spec = exact_tiers();
  spec.capacity = 3 * kFile;
  spec.policy = Chosen<CachePolicy>("never_evict");
  TieredFileSystem& files = tiers(spec);
  for (std::int64_t i = 0; i < 5; ++i) run(write_whole(files, file(i), false));
  rest(1_s);
  EXPECT_EQ(written_above(), 3 * kFile);
  EXPECT_EQ(written_below(), 5 * kFile);
  run(write_whole(files, file(9, 4 * kFile), false));  // Larger than the tier.
  EXPECT_FALSE(tier_->has(file(9).id));
}

TEST_F(TierTest, NewFilesMayGoAroundAFullTier) {
  TiersSpec spec = exact_tiers();
  spec.capacity = 2 * kFile;
  spec.full = TierFull::around;
  TieredFileSystem& files = tiers(spec);
  for (std::int64_t i = 0; i < 3; ++i) run(write_whole(files, file(i), false));
  EXPECT_EQ(written_above(), 2 * kFile);
  rest(1_s);
  EXPECT_EQ(written_below(), 3 * kFile);
}

// A writer that waits for room has others drained below the share that may stay, as many as it needs. Files
// that are written later stay again.
TEST_F(TierTest, OnlyWhoWaitsForRoomDrainsMoreThanItsShare) {
  TiersSpec spec = exact_tiers();
  spec.drain.above_share = 0.5;
  TieredFileSystem& files = tiers(spec);
  for (std::int64_t i = 0; i < 12; ++i) run(write_whole(files, file(i), false));
  rest(1_s);
  EXPECT_EQ(tier_->undrained(), 5 * kFile);
}

// n files keep a stream busy for as long as they are read above and written below, with their opens and
// closes: of k streams so much of the time, over k.
TEST_F(TierTest, TellsTheShareOfItsStreamsTime) {
  for (const std::int64_t streams : {1, 2, 4}) {
    TiersSpec spec = exact_tiers();
    spec.drain.streams = streams;
    TieredFileSystem& files = tiers(spec);
    const auto busy = [&] {
      return tier_->draining() * static_cast<double>(streams) * sim_.now().since_start().in_seconds();
    };
    const double before = busy();
    for (std::int64_t i = 0; i < 5; ++i) run(write_whole(files, file(i), false));
    rest(1_s);
    EXPECT_NEAR(busy() - before, 5 * (kAbove + kBelow + 4_us).in_seconds(), 1e-9) << streams;
  }
}

// Removed before it is drained it is nowhere, and there is nothing to remove below.
TEST_F(TierTest, WhatIsRemovedIsNotDrained) {
  TiersSpec spec = exact_tiers();
  spec.drain.above_share = 0.5;
  TieredFileSystem& files = tiers(spec);
  run(write_whole(files, file(1), false));
  EXPECT_TRUE(tier_->is_only_here(file(1).id));
  run(unlink_file(files, file(1)));
  rest(1_s);
  EXPECT_EQ(tier_->taken(), 0_B);
  EXPECT_EQ(below_.records().size(), 0u);
  EXPECT_EQ(above_.count(IoOperation::unlink), 1);
}

// A file that is made anew is drained anew.
TEST_F(TierTest, AFileIsWrittenAgain) {
  TieredFileSystem& files = tiers(exact_tiers());
  for (int i = 0; i < 3; ++i) run(write_whole(files, file(1), false));
  rest(1_s);
  EXPECT_EQ(tier_->taken(), kFile);
  EXPECT_TRUE(tier_->has(file(1).id));
  EXPECT_EQ(tier_->undrained(), 0_B);
  EXPECT_EQ(below_.open_handles(), 0);
  EXPECT_EQ(above_.open_handles(), 0);
}

}  // namespace
}  // namespace headrace
