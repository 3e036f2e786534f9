// Free space of targets, and how new files follow it.
#include "models/storage/lustre/space.h"

#include <gtest/gtest.h>

#include <numeric>
#include <vector>

#include "tests/models/support/given_fields.h"
#include "tests/models/support/test_machine.h"

namespace headrace {
namespace {

OstSpec four_targets() {
  OstSpec spec;
  spec.count = 4;
  spec.capacity = 1000_MiB;
  return spec;
}

std::vector<std::int64_t> in_mib(const Space& space) {
  std::vector<std::int64_t> mib;
  for (const std::int64_t free : space.free()) mib.push_back(free / (1_MiB).count());
  return mib;
}

TEST(Space, NobodyCountsWithoutACapacity) {
  OstSpec spec = four_targets();
  spec.capacity = 0_B;
  const Space space(spec, RandomStream(1, "fill"));
  EXPECT_FALSE(space.on());
  EXPECT_TRUE(space.free().empty());
}

TEST(Space, BeginsWithWhatIsFilled) {
  OstSpec spec = four_targets();
  spec.fill = 0.8;
  spec.newer = 1;
  spec.newer_fill = 0.25;
  EXPECT_EQ(in_mib(Space(spec, RandomStream(1, "fill"))), (std::vector<std::int64_t>{200, 200, 200, 750}));
}

// Uniform in 0.4 to 0.6: the mean of 10,000 is 0.5 +- 0.2 / sqrt(12 x 10,000), six of which are 0.0035.
TEST(Space, ASpreadIsUniform) {
  OstSpec spec = four_targets();
  spec.count = 10'000;
  spec.fill = 0.5;
  spec.fill_spread = 0.1;
  const Space space(spec, RandomStream(1, "fill"));
  double sum = 0;
  for (const std::int64_t free : space.free()) {
    const double share = static_cast<double>(free) / static_cast<double>(spec.capacity.count());
    EXPECT_GE(share, 0.4 - 1e-9);
    EXPECT_LE(share, 0.6 + 1e-9);
    sum += share;
  }
  EXPECT_NEAR(sum / 10'000, 0.5, 0.0035);
}

// A file of 10 MiB in stripes of 1 MiB over 3 targets from target 3 on: 4, 3 and 3 of them.
TEST(Space, AFileTakesTheRoomOfItsStripesUntilItIsGone) {
  Space space(four_targets(), RandomStream(1, "fill"));
  FileInfo file = test_file(0, 10_MiB, 3);
  const Layout layout(file.layout, 3, 4);
  space.take(file, layout);
  EXPECT_EQ(in_mib(space), (std::vector<std::int64_t>{997, 997, 1000, 996}));
  EXPECT_EQ(space.size_of(file.id), 10_MiB);
  space.give(file, layout);
  EXPECT_EQ(in_mib(space), (std::vector<std::int64_t>(4, 1000)));
  EXPECT_FALSE(space.size_of(file.id).has_value());
}

TEST(Space, IsNeverLessThanNothingNorMoreThanAll) {
  Space space(four_targets(), RandomStream(1, "fill"));
  const FileInfo large = test_file(0, 3000_MiB), other = test_file(1, 10_MiB);
  const Layout layout(large.layout, 0, 4);
  space.take(large, layout);
  EXPECT_EQ(in_mib(space).front(), 0);
  space.give(large, layout);
  space.give(other, layout);  // There before the run, and not in its fill.
  EXPECT_EQ(in_mib(space), (std::vector<std::int64_t>(4, 1000)));
}

Task<> create_files(FileSystem& storage, std::int64_t count, Bytes size) {
  for (std::int64_t i = 0; i < count; ++i) {
    const FileInfo file = test_file(i, size);
    co_await write_whole(storage, file, false);
  }
}
Task<> create_again(FileSystem& storage, std::int64_t times, Bytes size) {
  const FileInfo file = test_file(0, size);
  for (std::int64_t i = 0; i < times; ++i) co_await write_whole(storage, file, false);
}
Task<> create_and_unlink(FileSystem& storage, std::int64_t times, Bytes size) {
  for (std::int64_t i = 0; i < times; ++i) {
    const FileInfo file = test_file(i, size);
    co_await write_whole(storage, file, false);
    co_await storage.unlink(file);
  }
}

LustreSpec filled(double fill, double newer_fill) {
  LustreSpec spec = exact_spec();
  spec.ost.count = 4;
  spec.ost.capacity = 1000_MiB;
  spec.ost.fill = fill;
  spec.ost.newer = 1;
  spec.ost.newer_fill = newer_fill;
  spec.placement = Chosen<PlacementPolicy>("free_space");
  return spec;
}

// Three targets with 200 free and a new one with 1000: of n files the new one gets n w with w = 0.9 x 1000 /
// 1600 + 0.1 / 4 = 0.5875, +- sqrt(n w (1 - w)) = 22 of 2000; five of those. What they hold, 100 KiB each, is
// less than 1 % of what is free. In turn it would get 500.
TEST(Space, ANewTargetGetsItsWeightOfNewFiles) {
  TestMachine machine(filled(0.8, 0));
  machine.run(create_files(machine.client(), 2000, 8_KiB));
  const double files = static_cast<double>(machine.ost_written(3).count()) / (8_KiB).count();
  EXPECT_NEAR(files, 2000 * 0.5875, 110);
}

// 100 files of 1 MiB into the one target that has 100 MiB left, and none onto the three full ones.
TEST(Space, NothingIsCreatedOnAFullTarget) {
  TestMachine machine(filled(1.0, 0.9));
  machine.run(create_files(machine.client(), 100, 1_MiB));
  EXPECT_EQ(machine.ost_written(3), 100_MiB);
}

// Of one name, or removed each time, 100 files of 90 MiB never fill targets of 100 MiB; while they are alike
// they take turns.
TEST(Space, WhatIsRemovedIsFree) {
  for (const auto body : {&create_again, &create_and_unlink}) {
    LustreSpec spec = filled(0.9, 0.9);
    TestMachine machine(spec);
    machine.run(body(machine.client(), 100, 10_MiB));
    for (int target = 0; target < 4; ++target) EXPECT_EQ(machine.ost_written(target), 25 * 10_MiB);
  }
}

// 300 files of 1 MiB, one at a time: all fit into the 100 MiB of the one target that is not full.
TEST(Space, WhatIsRemovedIsFreeWhereItWas) {
  for (const auto body : {&create_again, &create_and_unlink}) {
    TestMachine machine(filled(1.0, 0.9));
    machine.run(body(machine.client(), 300, 1_MiB));
    EXPECT_EQ(machine.ost_written(3), 300_MiB);
  }
}

}  // namespace
}  // namespace headrace
