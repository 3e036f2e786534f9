#include "models/storage/cached/cached_file_system.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "tests/models/storage/cached/cache_bench.h"

namespace headrace {
namespace {

using CachedReads = CacheBench;

// Cold: open + request + bytes / store + bytes / copy + close. Warm: open + bytes / copy + close.
TEST_F(CachedReads, AHitCostsACopy) {
  CachedFileSystem& files = cache(exact_cache());
  const FileInfo file = test_file(1, kPiece);
  EXPECT_EQ(run(read_whole(files, file, IoMode::buffered)), kOpen + kRequest + 1_ms + 100_us + kClose);
  EXPECT_EQ(run(read_whole(files, file, IoMode::buffered)), kOpen + 100_us + kClose);
  EXPECT_EQ(metric("page_cache_hits"), 1e6);
  EXPECT_EQ(metric("page_cache_misses"), 1e6);
  EXPECT_EQ(run(read_whole(files, file, IoMode::direct)), kOpen + kRequest + 1_ms + kClose);
  files.drop_caches();
  EXPECT_EQ(run(read_whole(files, file, IoMode::buffered)), kOpen + kRequest + 1_ms + 100_us + kClose);
}

// What is held lies in the middle: two requests, for what is before and behind it.
TEST_F(CachedReads, OnlyWhatIsMissingIsFetched) {
  CachedFileSystem& files = cache(exact_cache());
  const FileInfo file = test_file(1, 3 * kPiece);
  run(read_at(files, file, kPiece, kPiece, IoMode::buffered));
  EXPECT_EQ(run(read_at(files, file, 500'000_B, 2 * kPiece, IoMode::buffered)),
            kOpen + 2 * kRequest + 1_ms + 200_us + kClose);
  EXPECT_EQ(below(IoOperation::read), 2 * kPiece);
}

// Files of one piece, one after another in turn, in a cache of m < n of them: LRU never hits. With m >= n all
// but the first round does.
TEST_F(CachedReads, TheCapacityAndItsPolicyHold) {
  for (const std::int64_t held : {3, 4}) {
    CachedFileSystem& files = cache(exact_cache(), held * kPiece);
    const Bytes before = below(IoOperation::read);
    for (int round = 0; round < 3; ++round)
      for (std::int64_t i = 0; i < 4; ++i) run(read_whole(files, test_file(i, kPiece), IoMode::buffered));
    EXPECT_EQ(below(IoOperation::read) - before, (held < 4 ? 12 : 4) * kPiece);
    EXPECT_EQ(files.held(), held * kPiece);
  }
}

// Nothing is kept: whoever reads still gets everything.
TEST_F(CachedReads, APolicyMayKeepNothing) {
  PageCacheSpec spec = exact_cache();
  spec.policy = Chosen<CachePolicy>("never_evict");
  spec.read_ahead = 2 * kPiece;
  CachedFileSystem& files = cache(spec, kPiece / 2);
  run(read_in_pieces(files, test_file(1, 5 * kPiece), 300'000_B, Duration(), sim_));
  EXPECT_EQ(metric("bytes_read"), 5e6);
}

// A reader who takes a piece and rests: with reading ahead the store works in the rests. Only the first piece
// is waited for, and n pieces take request + 1 ms + n (copy + rest).
TEST_F(CachedReads, ReadingAheadHidesTheStore) {
  PageCacheSpec spec = exact_cache();
  const FileInfo file = test_file(1, 10 * kPiece);
  EXPECT_EQ(run(read_in_pieces(cache(spec), file, kPiece, 2_ms, sim_)),
            kOpen + 10 * (kRequest + 1_ms + 100_us + 2_ms) + kClose);
  spec.read_ahead = 2 * kPiece;
  EXPECT_EQ(run(read_in_pieces(cache(spec), file, kPiece, 4_ms, sim_)),
            kOpen + kRequest + 1_ms + 10 * (100_us + 4_ms) + kClose);
  EXPECT_EQ(below(IoOperation::read), 20 * kPiece);
  EXPECT_EQ(metric("page_cache_hits"), 0);
}

// One that jumps about is not read ahead of.
TEST_F(CachedReads, ARandomReaderFetchesWhatItAsksFor) {
  PageCacheSpec spec = exact_cache();
  spec.read_ahead = 8 * kPiece;
  CachedFileSystem& files = cache(spec);
  const FileInfo file = test_file(1, 20 * kPiece);
  for (const std::int64_t at : {11, 5, 17}) run(read_at(files, file, at * kPiece, 4096_B, IoMode::buffered));
  rest(100_ms);
  EXPECT_EQ(below(IoOperation::read), 3 * 4096_B);
}

// n readers of one file on a node: it is fetched once.
TEST_F(CachedReads, WhatIsOnItsWayIsWaitedFor) {
  CachedFileSystem& files = cache(exact_cache());
  TaskGroup group(sim_);
  for (int i = 0; i < 8; ++i)
    group.spawn("reads", read_whole(files, test_file(1, 4 * kPiece), IoMode::buffered));
  EXPECT_EQ(sim_.run().end, RunEnd::finished);
  EXPECT_EQ(below(IoOperation::read), 4 * kPiece);
}

// The one who fetches goes away: another does.
TEST_F(CachedReads, WhatDoesNotComeIsFetchedAgain) {
  CachedFileSystem& files = cache(exact_cache());
  TaskGroup group(sim_);
  {
    TaskGroup leaves(sim_);
    leaves.spawn("leaves", read_whole(files, test_file(1, kPiece), IoMode::buffered));
    group.spawn("stays", read_whole(files, test_file(1, kPiece), IoMode::buffered));
    RunLimits limits;
    limits.until = Time() + 1500_us;
    sim_.run(limits);
  }
  EXPECT_EQ(sim_.run().end, RunEnd::finished);
  EXPECT_EQ(sim_.now().since_start(), 1500_us + kRequest + 1_ms + 100_us + kClose);
}

TEST_F(CachedReads, AFileThatIsGoneOrMadeAnewIsNotHeld) {
  CachedFileSystem& files = cache(exact_cache());
  const FileInfo file = test_file(1, kPiece);
  run(read_whole(files, file, IoMode::buffered));
  run(unlink_file(files, file));
  EXPECT_EQ(files.held(), 0_B);
  run(write_whole(files, file, true));
  EXPECT_EQ(run(read_whole(files, file, IoMode::buffered)), kOpen + 100_us + kClose);
}

Task<> create_and_close(FileSystem& files, FileInfo file) {
  HeldFile held(files, co_await files.create(file));
  co_await files.close(held.release());
}

// Whoever creates a file that is there cuts it: nothing of what it held is left to be hit.
TEST_F(CachedReads, AFileThatIsCreatedAgainIsEmpty) {
  CachedFileSystem& files = cache(exact_cache());
  const FileInfo file = test_file(1, 2 * kPiece), other = test_file(2, kPiece);
  run(read_whole(files, file, IoMode::buffered));
  run(read_whole(files, other, IoMode::buffered));
  ASSERT_EQ(files.held(), 3 * kPiece);
  run(create_and_close(files, file));
  EXPECT_EQ(files.held(), kPiece);
  EXPECT_EQ(run(read_whole(files, file, IoMode::buffered)), kOpen + 2 * (kRequest + 1_ms + 100_us) + kClose);
  EXPECT_EQ(run(read_whole(files, other, IoMode::buffered)), kOpen + 100_us + kClose);
}

// Of a read that reaches behind the end, the file's bytes count, in either mode.
TEST_F(CachedReads, NothingIsReadBehindTheEnd) {
  for (const IoMode mode : {IoMode::buffered, IoMode::direct}) {
    CachedFileSystem& files = cache(exact_cache());
    const FileInfo file = test_file(mode == IoMode::direct ? 1 : 2, kPiece);
    const double before = metric("bytes_read");
    ReadTally tally = files.reads_of(file.id.set);
    run(read_at(files, file, 600'000_B, 2 * kPiece, mode));
    EXPECT_EQ(metric("bytes_read") - before, 400'000);
    EXPECT_EQ(files.reads_of(file.id.set).fetched - tally.fetched, 400'000_B);
  }
}

Task<> use_cached(FileSystem& files, FileInfo file) {
  co_await files.stat(file);
  const FileHandle handle = co_await files.create(file);
  HeldFile held(files, handle);
  co_await files.write(handle, Bytes(), file.size);
  co_await files.read(handle, Bytes(), file.size / 2, IoMode::buffered);
  co_await files.sync(handle);
  co_await files.read(handle, file.size / 2, file.size, IoMode::buffered);
  co_await files.read(handle, Bytes(), file.size, IoMode::direct);
  co_await files.close(held.release());
}

// Whatever it waits for, its owner may go away; in the end nothing is open below and nothing unwritten.
TEST_F(CachedReads, MayBeAbandonedAtAnyInstant) {
  for (const auto close : {CachedFileSystem::Close::at_once, CachedFileSystem::Close::writes_back}) {
    PageCacheSpec spec = exact_cache();
    spec.read_ahead = kPiece;
    CachedFileSystem& files = cache(spec, 10 * kPiece, close);
    const FileInfo file = test_file(0, 6 * kPiece);
    const Duration whole = run(use_cached(files, file));
    for (Duration at; at < whole; at += 173_us) {
      {
        TaskGroup group(sim_);
        group.spawn("given up", use_cached(files, file));
        group.spawn("given up", read_in_pieces(files, file, kPiece / 2, 10_us, sim_));
        RunLimits limits;
        limits.until = sim_.now() + at;
        sim_.run(limits);
        ASSERT_EQ(files.imbalance(), "");
      }
      ASSERT_EQ(files.imbalance(), "");
    }
    rest(100_s);
    EXPECT_EQ(below_.open_handles(), 0);
    EXPECT_EQ(files.dirty(), 0_B);
    EXPECT_EQ(run(use_cached(files, test_file(2, 6 * kPiece))), whole);
  }
}

// A page that was on its way when its set was dropped is read and not kept.
TEST_F(CachedReads, WhatIsOldWhenItComesIsNotKept) {
  CachedFileSystem& files = cache(exact_cache());
  TaskGroup group(sim_);
  group.spawn("reads", read_whole(files, test_file(1, kPiece), IoMode::buffered));
  RunLimits limits;
  limits.until = sim_.now() + kOpen + 500_us;
  sim_.run(limits);
  files.drop_set(0);
  EXPECT_EQ(sim_.run().end, RunEnd::finished);
  EXPECT_EQ(files.held(), 0_B);
  run(read_whole(files, test_file(1, kPiece), IoMode::buffered));
  EXPECT_EQ(files.held(), kPiece);
  files.drop_set(1);
  EXPECT_EQ(files.held(), kPiece);
  files.drop_set(0);
  EXPECT_EQ(files.held(), 0_B);
}

struct RightsUpTo final : PageRights {
  explicit RightsUpTo(Bytes most) : end(most) {}
  Bytes readable_until(const FileId&, Bytes at, Bytes until) const override {
    return std::max(at, std::min(until, end));
  }
  Bytes end;
};

// What a node may not keep is not read ahead.
TEST_F(CachedReads, ReadingAheadKeepsToTheRights) {
  PageCacheSpec spec = exact_cache();
  spec.read_ahead = 8 * kPiece;
  CachedFileSystem& files = cache(spec);
  const RightsUpTo rights(3 * kPiece);
  files.keep_to(rights);
  run(read_at(files, test_file(1, 20 * kPiece), 0_B, kPiece, IoMode::buffered));
  rest(100_ms);
  EXPECT_LE(files.held(), 3 * kPiece);
}

Task<> list_below(FileSystem& files) { co_await files.list(FileInfo(), 100); }

// No page knows a name: each stat, list or unlink is one of the store below.
TEST_F(CachedReads, NamesAreAskedForBelow) {
  CachedFileSystem& files = cache(exact_cache());
  const auto asked = [&] {
    return std::vector<std::int64_t>{below_.count(IoOperation::stat), below_.count(IoOperation::list),
                                     below_.count(IoOperation::unlink)};
  };
  EXPECT_EQ(run(stat_file(files, test_file(1, kPiece))), kOpen);
  EXPECT_EQ(asked(), (std::vector<std::int64_t>{1, 0, 0}));
  EXPECT_EQ(run(list_below(files)), kOpen);
  EXPECT_EQ(asked(), (std::vector<std::int64_t>{1, 1, 0}));
  EXPECT_EQ(run(unlink_file(files, test_file(1, kPiece))), kOpen);
  EXPECT_EQ(asked(), (std::vector<std::int64_t>{1, 1, 1}));
}

}  // namespace
}  // namespace headrace
