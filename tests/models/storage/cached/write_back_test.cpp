#include <gtest/gtest.h>

#include "models/storage/cached/cached_file_system.h"
#include "tests/models/storage/cached/cache_bench.h"

namespace headrace {
namespace {

class CachedWrites : public CacheBench {
 protected:
  Duration write(FileSystem& files, std::int64_t index, Bytes size, bool sync = false) {
    return run(write_whole(files, test_file(index, size), sync));
  }
};

// Below the limits a write is its copy. It leaves when it is old enough, and no sooner.
TEST_F(CachedWrites, WhatIsOldIsWrittenBack) {
  CachedFileSystem& files = cache(exact_cache());
  EXPECT_EQ(write(files, 1, 5 * kPiece), kOpen + 500_us);
  EXPECT_EQ(files.dirty(), 5 * kPiece);
  rest(29_s);
  EXPECT_EQ(below(IoOperation::write), 0_B);
  rest(2_s);
  EXPECT_EQ(below(IoOperation::write), 5 * kPiece);
  EXPECT_EQ(files.dirty(), 0_B);
  EXPECT_EQ(below_.open_handles(), 0);
  EXPECT_EQ(files.imbalance(), "");
}

Task<> write_and_see(FileSystem& files, FileInfo file, Simulation& sim, Time& closed, Time& safe) {
  co_await write_whole(files, file, false);
  closed = sim.now();
  co_await files.written_back(file.id);
  safe = sim.now();
}

// A file is open and copied after 1.5 ms, and leaves 30 s after its first byte is dirty.
TEST_F(CachedWrites, WhoAsksWaitsUntilItIsWrittenBack) {
  CachedFileSystem& files = cache(exact_cache());
  Time closed, safe;
  run(write_and_see(files, test_file(1, 5 * kPiece), sim_, closed, safe));
  EXPECT_EQ(closed.since_start(), kOpen + 500_us);
  EXPECT_EQ(files.dirty(), 0_B);
  EXPECT_GE(safe - closed, 30_s - 500_us + 5_ms);
  EXPECT_LE(safe - closed, 30_s + 5_ms + 5 * kRequest);
  const Time now = sim_.now();
  run(files.written_back(FileId{0, 1}));  // Nothing is dirty any more.
  EXPECT_EQ(sim_.now(), now);
}

// A sync waits for the store: the bytes, then the commit.
TEST_F(CachedWrites, ASyncWaitsForTheStore) {
  PageCacheSpec spec = exact_cache();
  EXPECT_EQ(write(cache(spec, 1'000 * kPiece), 1, 5 * kPiece, true),
            kOpen + 500_us + kRequest + 5_ms + kRequest + kClose);
}

// What comes of age while it is on its way is left alone.
TEST_F(CachedWrites, AgeComesDuringASync) {
  PageCacheSpec spec = exact_cache();
  spec.dirty_expire = 1_ms;
  EXPECT_EQ(write(cache(spec, 1'000 * kPiece), 1, 5 * kPiece, true),
            kOpen + 500_us + kRequest + 5_ms + kRequest + kClose);
}

// Close-to-open: what a close leaves unwritten nobody else could read.
TEST_F(CachedWrites, ACloseMayWriteBack) {
  CachedFileSystem& files = cache(exact_cache(), 1'000 * kPiece, CachedFileSystem::Close::writes_back);
  EXPECT_EQ(write(files, 1, 5 * kPiece), kOpen + 500_us + kRequest + 5_ms + kClose);
  EXPECT_EQ(files.dirty(), 0_B);
}

// A writer of S bytes with copy rate c over a store of rate d < c, with a dirty limit L: it is at the copy's
// rate until L are unwritten, then at the store's. It ends when all but L are written: at S - L over d, give
// or take a run of the writing back and its requests.
TEST_F(CachedWrites, PastTheLimitTheStoreSetsThePace) {
  PageCacheSpec spec = exact_cache();
  spec.dirty_share = 1;
  spec.background_share = 0;
  const Bytes limit = 40 * kPiece, size = 200 * kPiece;
  CachedFileSystem& files = cache(spec, limit);
  const Duration spent = write(files, 1, size) - kOpen;
  const Duration run = 5_ms + kRequest;  // Of an eighth of the limit.
  const Duration expected = (size - limit) / 1_GBps + 32 * kRequest;
  EXPECT_GE(spent, expected);
  EXPECT_LE(spent, expected + run + 1_ms);
  rest(1_s);
  EXPECT_EQ(files.dirty(), 0_B);
}

// Past the background limit it leaves at once, down to the limit and not further before its time.
TEST_F(CachedWrites, PastTheBackgroundLimitItLeaves) {
  PageCacheSpec spec = exact_cache();
  spec.dirty_share = 0.5;
  spec.background_share = 0.05;
  CachedFileSystem& files = cache(spec, 100 * kPiece);
  for (std::int64_t i = 0; i < 20; ++i) write(files, i, kPiece);
  rest(1_s);
  EXPECT_EQ(files.dirty(), 5 * kPiece);
  rest(60_s);
  EXPECT_EQ(files.dirty(), 0_B);
}

// n files of one piece and k streams: n / k rounds of a request each.
TEST_F(CachedWrites, StreamsWriteBackSideBySide) {
  for (const std::int64_t streams : {1, 4}) {
    PageCacheSpec spec = exact_cache();
    spec.write_back_streams = streams;
    spec.dirty_expire = 1_s;
    CachedFileSystem& files = cache(spec);
    const Time start = sim_.now();
    TaskGroup group(sim_);
    for (std::int64_t i = 0; i < 8; ++i)
      group.spawn("writes", write_whole(files, test_file(i, kPiece), false));
    sim_.run();
    const Duration written = kOpen + 100_us + 1_s;  // Of all of them, side by side.
    RunLimits limits;
    limits.until = start + written + 8 / streams * (kRequest + 1_ms) - 1_ns;
    group.spawn("rests", wait(sim_, 10_s));
    sim_.run(limits);
    EXPECT_EQ(files.dirty(), streams * kPiece) << streams;
    limits.until = limits.until + 1_ns;
    sim_.run(limits);
    EXPECT_EQ(files.dirty(), 0_B) << streams;
  }
}

Task<> write_twice(FileSystem& files, FileInfo file) {
  HeldFile held(files, co_await files.create(file));
  co_await files.write(held.handle(), Bytes(), file.size);
  co_await files.write(held.handle(), Bytes(), file.size);
  co_await files.close(held.release());
}
// Written over, it leaves once; removed before its time, never.
TEST_F(CachedWrites, WhatNobodyWantsIsNotWritten) {
  CachedFileSystem& files = cache(exact_cache());
  run(write_twice(files, test_file(1, kPiece)));
  EXPECT_EQ(files.dirty(), kPiece);
  run(write_twice(files, test_file(2, kPiece)));
  run(unlink_file(files, test_file(2, kPiece)));
  rest(60_s);
  EXPECT_EQ(below(IoOperation::write), kPiece);
  EXPECT_EQ(below_.open_handles(), 0);
}

Task<> write_then_read(FileSystem& files, FileInfo file, IoMode mode) {
  HeldFile held(files, co_await files.create(file));
  co_await files.write(held.handle(), Bytes(), file.size);
  co_await files.read(held.handle(), Bytes(), file.size, mode);
  co_await files.close(held.release());
}

// Read back by a copy, in whatever the cache would keep of it; a direct read waits for the store to have it.
TEST_F(CachedWrites, WhatIsUnwrittenIsRead) {
  PageCacheSpec spec = exact_cache();
  spec.dirty_share = 1;
  spec.policy = Chosen<CachePolicy>("never_evict");
  CachedFileSystem& files = cache(spec, 4 * kPiece);
  run(read_whole(files, test_file(1, 4 * kPiece), IoMode::buffered));
  EXPECT_EQ(run(write_then_read(files, test_file(2, kPiece), IoMode::buffered)), kOpen + 100_us + 100_us);
  EXPECT_EQ(run(write_then_read(cache(spec), test_file(3, kPiece), IoMode::direct)),
            kOpen + 100_us + 2 * (kRequest + 1_ms) + kClose);
}

// Pages that a sync had on their way when it was given up are old by then: they leave, with no other write.
TEST_F(CachedWrites, WhatAGivenUpSyncLeftIsWrittenBack) {
  PageCacheSpec spec = exact_cache();
  spec.dirty_expire = 1_ms;
  CachedFileSystem& files = cache(spec, 1'000 * kPiece);
  {
    TaskGroup group(sim_);
    group.spawn("given up", write_whole(files, test_file(1, 5 * kPiece), true));
    RunLimits limits;
    limits.until = Time::at(kOpen + 500_us + 3_ms);
    sim_.run(limits);
  }
  EXPECT_EQ(files.dirty(), 5 * kPiece);
  rest(1_s);
  EXPECT_EQ(files.dirty(), 0_B);
}

Task<> give_up_while_open(CachedFileSystem& cached, FileInfo file, Bytes begin, Bytes end, Bytes& dirty) {
  FileSystem& files = cached;
  HeldFile held(files, co_await files.create(file));
  co_await files.write(held.handle(), Bytes(), file.size);
  co_await cached.give_up(file, begin, end);
  dirty = cached.dirty();
  co_await files.close(held.release());
}

// What another wants is written, and no more; its pages are gone.
TEST_F(CachedWrites, AnExtentIsGivenUp) {
  PageCacheSpec spec = exact_cache();
  spec.dirty_share = 1;
  CachedFileSystem& files = cache(spec, 1'000 * kPiece);
  const FileInfo file = test_file(1, 5 * kPiece);
  Bytes dirty;
  run(give_up_while_open(files, file, kPiece, 3 * kPiece, dirty));
  EXPECT_EQ(dirty, 3 * kPiece);
  EXPECT_EQ(below(IoOperation::write), 2 * kPiece);
  EXPECT_TRUE(files.is_unwritten(file.id));
  run(files.give_up(file, Bytes(), file.size));
  EXPECT_EQ(files.dirty(), 0_B);
  EXPECT_EQ(files.held(), 0_B);
  EXPECT_FALSE(files.is_unwritten(file.id));
  EXPECT_EQ(below(IoOperation::write), 5 * kPiece);
}

}  // namespace
}  // namespace headrace
