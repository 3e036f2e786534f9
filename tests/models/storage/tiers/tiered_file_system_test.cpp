#include "models/storage/tiers/tiered_file_system.h"

#include <gtest/gtest.h>

#include "tests/models/storage/tiers/tier_bench.h"

namespace headrace {
namespace {

using TieredFiles = TierBench;

// For the application a write is over when the store that its policy names has it.
TEST_F(TieredFiles, WritesEndWhereThePolicySays) {
  struct Case {
    TierWrites writes;
    Duration spent;
    bool above;
  };
  for (const Case& one : {Case{TierWrites::write_back, kAbove + 2_us, true},
                          Case{TierWrites::write_through, kBelow + 4_us, true},
                          Case{TierWrites::around, kBelow + 2_us, false}}) {
    TiersSpec spec = exact_tiers();
    spec.writes = one.writes;
    TieredFileSystem& files = tiers(spec);
    const Bytes before = written_below();
    EXPECT_EQ(run(write_whole(files, test_file(1, kFile), false)), one.spent);
    rest(1_s);
    EXPECT_EQ(written_below() - before, kFile);
    EXPECT_EQ(tier_->has(test_file(1, kFile).id), one.above);
    const Duration read = one.above ? kAbove : kBelow;
    EXPECT_EQ(run(read_whole(files, test_file(1, kFile), IoMode::buffered)), read + 2_us);
  }
}

// A sync above is the upper store's; one below waits for the drain: open, read, write, sync and close.
TEST_F(TieredFiles, SyncsEndWhereTheyAreSaidTo) {
  TiersSpec spec = exact_tiers();
  EXPECT_EQ(run(write_whole(tiers(spec), test_file(1, kFile), true)), kAbove + 2_us);
  rest(1_s);
  spec.sync = TierSide::below;
  const Duration drain = 2_us + kAbove + kBelow + 2_us;
  EXPECT_EQ(run(write_whole(tiers(spec), test_file(2, kFile), true)), kAbove + drain + 2_us);
  EXPECT_EQ(below_.count(IoOperation::sync), 1);
}

// A file that was read below is above from then on, and goes there again when it was given up.
TEST_F(TieredFiles, ReadsGoWhereTheFileIs) {
  TiersSpec spec = exact_tiers();
  spec.capacity = kFile;
  TieredFileSystem& files = tiers(spec);
  const auto read = [&](std::int64_t index) {
    const Duration spent = run(read_whole(files, test_file(index, kFile), IoMode::buffered));
    rest(1_s);
    return spent;
  };
  EXPECT_EQ(read(1), kBelow + 2_us);
  EXPECT_EQ(read(1), kAbove + 2_us);
  EXPECT_EQ(read(2), kBelow + 2_us);
  EXPECT_EQ(read(1), kBelow + 2_us);
  EXPECT_EQ(tier_->taken(), kFile);
}

Task<> write_opened(FileSystem& files, FileInfo file) {
  HeldFile held(files, co_await files.open(file));
  co_await files.write(held.handle(), Bytes(), file.size / 2);
  co_await files.write(held.handle(), file.size / 2, file.size / 2);
  co_await files.close(held.release());
}

// What is above and below is written above, and drained into the file that is there.
TEST_F(TieredFiles, AnOpenFileIsWritten) {
  TieredFileSystem& files = tiers(exact_tiers());
  const FileInfo file = test_file(1, kFile);
  run(write_opened(files, file));
  rest(1_s);
  EXPECT_EQ(written_below(), kFile);
  EXPECT_EQ(below_.count(IoOperation::create), 1);
  run(write_opened(files, file));
  rest(1_s);
  EXPECT_EQ(written_below(), 2 * kFile);
  EXPECT_EQ(below_.count(IoOperation::create), 1);
  EXPECT_EQ(tier_->taken(), kFile);
}

// A file that is there is opened when it is written, on either side, and not made a second time.
TEST_F(TieredFiles, AFileThatIsThereIsNotMadeAgain) {
  for (const TierWrites writes : {TierWrites::write_back, TierWrites::write_through, TierWrites::around}) {
    TiersSpec spec = exact_tiers();
    spec.writes = writes;
    TieredFileSystem& files = tiers(spec);
    const FileInfo file = test_file(static_cast<std::int64_t>(writes), kFile);
    run(write_whole(files, file, false));
    rest(1_s);
    const std::int64_t made = below_.count(IoOperation::create) + above_.count(IoOperation::create);
    run(write_opened(files, file));
    rest(1_s);
    EXPECT_EQ(below_.count(IoOperation::create) + above_.count(IoOperation::create), made);
  }
}

Task<> read_twice(Simulation& sim, FileSystem& files, FileInfo file, Duration& first, Duration& second) {
  HeldFile held(files, co_await files.open(file));
  const Time begun = sim.now();
  co_await files.read(held.handle(), Bytes(), file.size, IoMode::buffered);
  first = sim.now() - begun;
  co_await sim.delay(1_s);
  const Time again = sim.now();
  co_await files.read(held.handle(), Bytes(), file.size, IoMode::buffered);
  second = sim.now() - again;
  co_await files.close(held.release());
}

// A file that was opened below is read above as soon as it is there, and is opened there by its first read.
TEST_F(TieredFiles, AnOpenFileIsReadAboveOnceItIsThere) {
  TieredFileSystem& files = tiers(exact_tiers());
  Duration first, second;
  run(read_twice(sim_, files, test_file(1, kFile), first, second));
  EXPECT_EQ(first, kBelow);
  EXPECT_EQ(second, kAbove + 1_us);
}

Task<> use_tiered(FileSystem& files, FileInfo file) {
  co_await files.stat(file);
  co_await read_at(files, file, 0_B, file.size / 3, IoMode::buffered);
  co_await write_whole(files, file, true);
  co_await read_whole(files, file, IoMode::direct);
  co_await write_opened(files, file);
  co_await files.unlink(file);
  co_await read_whole(files, file, IoMode::buffered);
}

// Whatever it waits for, its owner may go away: no room is lost, and nothing stays open.
TEST_F(TieredFiles, MayBeAbandonedAtAnyInstant) {
  for (const TierWrites writes : {TierWrites::write_back, TierWrites::write_through, TierWrites::around})
    for (const TierSide sync : {TierSide::above, TierSide::below}) {
      TiersSpec spec = exact_tiers();
      spec.capacity = 3 * kFile;
      spec.writes = writes;
      spec.sync = sync;
      TieredFileSystem& files = tiers(spec);
      for (Duration at; at < 80_ms; at += 713_us) {
        TaskGroup group(sim_);
        for (std::int64_t i = 0; i < 4; ++i) group.spawn("given up", use_tiered(files, test_file(i, kFile)));
        RunLimits limits;
        limits.until = sim_.now() + at;
        sim_.run(limits);
        ASSERT_EQ(tier_->imbalance(), "");
      }
      for (std::int64_t i = 0; i < 4; ++i) run(use_tiered(files, test_file(i, kFile)));
      rest(10_s);
      EXPECT_EQ(tier_->undrained(), 0_B);
      EXPECT_EQ(above_.open_handles(), 0);
      EXPECT_EQ(below_.open_handles(), 0);
      EXPECT_EQ(above_.under_way() + below_.under_way(), 0);
    }
}

Task<> list_names(FileSystem& files) { co_await files.list(FileInfo(), 1000); }

// The names of a directory are those below: a list takes its microsecond there, whatever is above.
TEST_F(TieredFiles, NamesAreListedBelow) {
  TieredFileSystem& files = tiers(exact_tiers());
  EXPECT_EQ(run(list_names(files)), 1_us);
  EXPECT_EQ(below_.count(IoOperation::list), 1);
  EXPECT_EQ(above_.count(IoOperation::list), 0);
}

}  // namespace
}  // namespace headrace
