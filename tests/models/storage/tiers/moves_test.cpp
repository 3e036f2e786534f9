#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "tests/models/storage/tiers/tier_bench.h"

namespace headrace {
namespace {

using TierMoves = TierBench;

Task<> write_files(FileSystem& files, std::int64_t count, Bytes size) {
  for (std::int64_t i = 0; i < count; ++i) co_await write_whole(files, test_file(i, size), false);
}
Task<> read_files(FileSystem& files, std::int64_t count, Bytes size) {
  for (std::int64_t i = 0; i < count; ++i) co_await read_whole(files, test_file(i, size), IoMode::buffered);
}

// A data set of n files, a tier of m of them that gives none up, E epochs: of all bytes that are read
// (1 + (E - 1) (1 - min(1, m / n))) / E come from below.
TEST_F(TierMoves, OnePassTieringReadsTheShareThatTheLawSays) {
  constexpr int kFiles = 20, kEpochs = 3;
  for (const std::int64_t held : {0, 7, 11, 20, 22}) {
    TiersSpec spec = exact_tiers();
    spec.capacity = std::max(1_B, held * kFile);
    spec.policy = Chosen<CachePolicy>("never_evict");
    TieredFileSystem& files = tiers(spec);
    const Bytes before = read_below();
    for (std::int64_t epoch = 0; epoch < kEpochs; ++epoch) run(read_files(files, kFiles, kFile));
    const auto from_below = static_cast<double>((read_below() - before) / kFile);
    const double share = from_below / (kEpochs * kFiles);
    const double fits = std::min(1.0, static_cast<double>(held) / kFiles);
    EXPECT_DOUBLE_EQ(share, (1 + (kEpochs - 1) * (1 - fits)) / kEpochs) << held;
  }
}

// What was read in parts is read again to be copied up, with as many copies at once as are allowed.
TEST_F(TierMoves, APartBringsUpTheWholeFile) {
  TiersSpec spec = exact_tiers();
  spec.placements = 2;
  TieredFileSystem& files = tiers(spec);
  for (std::int64_t i = 0; i < 6; ++i)
    run(read_at(files, test_file(i, kFile), 0_B, 1000_B, IoMode::buffered));
  rest(1_s);
  EXPECT_EQ(read_below(), 6 * (kFile + 1000_B));
  EXPECT_EQ(written_above(), 6 * kFile);
  EXPECT_EQ(above_.most_open_handles(), 2);
  EXPECT_EQ(tier_->taken(), 6 * kFile);
}

TEST_F(TierMoves, NothingIsCopiedUpThatNobodyAskedFor) {
  TiersSpec spec = exact_tiers();
  spec.reads = TierReads::never;
  run(read_files(tiers(spec), 5, kFile));
  rest(1_s);
  EXPECT_EQ(above_.records().size(), 0u);
}

// A burst of n files of s bytes at rate a into room for m of them, drained at rate d < a by one stream. File
// j is written from when the one before it is and file j - m is drained:
//   W(j) = max(W(j-1), D(j-m)) + s/a,   D(j) = max(D(j-1), W(j)) + s/d.
// For long bursts W(n) is the fluid n s / a up to C = m s, with C / (1 - d/a) absorbed at a, and then at d.
TEST_F(TierMoves, ABurstIsAbsorbedAndDrained) {
  constexpr std::int64_t kCount = 40, kRoom = 8;
  TiersSpec spec = exact_tiers();
  spec.capacity = kRoom * kFile;
  spec.drain.rate = 2_GBps;
  RecordingFileSystem below(sim_, 1_us, Duration(), 1000_GBps, 1_us);
  tier_ = std::make_unique<Tier>(scope_.part("tier"), spec, above_, below);
  files_ = std::make_unique<TieredFileSystem>(scope_.part("clients"), spec, *tier_, above_, below);
  const Duration write = kFile / 10_GBps, drain = kFile / 2_GBps;
  std::vector<Duration> written(kCount), drained(kCount);
  for (std::size_t j = 0; j < kCount; ++j) {
    Duration begin = j > 0 ? written[j - 1] : Duration();
    if (j >= kRoom) begin = std::max(begin, drained[j - kRoom]);
    written[j] = begin + write;
    drained[j] = std::max(j > 0 ? drained[j - 1] : Duration(), written[j]) + drain;
  }
  const Duration spent = run(write_files(*files_, kCount, kFile));
  const Duration names = 6_us;  // Opens and closes of a file, here and there; and its removal.
  EXPECT_GE(spent, written.back());
  EXPECT_LE(spent, written.back() + kCount * names);
  const Bytes burst = kCount * kFile, capacity = kRoom * kFile;
  const double absorbed = static_cast<double>(capacity.count()) / (1 - 0.2);  // At the rate of writes.
  const double fluid = absorbed / 10e9 + (static_cast<double>(burst.count()) - absorbed) / 2e9;
  EXPECT_NEAR(spent.in_seconds(), fluid, 2 * drain.in_seconds());
  rest(1_s);
  EXPECT_EQ(tier_->undrained(), 0_B);
  EXPECT_EQ(moved(below, IoOperation::write), burst);
  files_.reset();
  tier_.reset();
}

// Eight files, one more than may stay: k streams take one each, and that is enough.
TEST_F(TierMoves, StreamsDrainSideBySide) {
  for (const std::int64_t streams : {1, 4}) {
    TiersSpec spec = exact_tiers();
    spec.drain.streams = streams;
    spec.drain.above_share = 0.75;
    TieredFileSystem& files = tiers(spec);
    run(write_files(files, 7, kFile));
    rest(1_s);
    EXPECT_EQ(tier_->undrained(), 7 * kFile);
    run(write_whole(files, test_file(7, kFile), false));
    rest(kAbove + kBelow + 1_us - 1_ns);  // From the end of the last write, a close ago.
    EXPECT_EQ(tier_->undrained(), 8 * kFile);
    rest(50_us);  // They begin 10 us apart: the rate of all of them is 1 TB/s.
    EXPECT_EQ(tier_->undrained(), (8 - streams) * kFile);
    rest(1_s);
    EXPECT_EQ(tier_->undrained(), (8 - streams) * kFile);
  }
}

// n files at once, each of 5 ms at the rate of all drains together: n times 5 ms, for one stream and for
// many; the stores would have them there in 11 ms each.
TEST_F(TierMoves, StreamsShareTheRateOfDrains) {
  constexpr std::int64_t kCount = 8;
  for (const std::int64_t streams : {1, 2, 8}) {
    TiersSpec spec = exact_tiers();
    spec.drain.streams = streams;
    spec.drain.rate = 100_MBps;
    TieredFileSystem& files = tiers(spec);
    run(write_files(files, kCount, kFile));
    const Duration since =
        kCount * (kAbove + 2_us);  // The first file is drained while the others are written.
    rest(kCount * 100_ms - since);
    EXPECT_GT(tier_->undrained(), 0_B) << streams;
    rest(since + kAbove + 50_us);
    EXPECT_EQ(tier_->undrained(), 0_B) << streams;
  }
}

Task<> write_in_parts(FileSystem& files, FileInfo file, Bytes part, Duration pause, Simulation& sim) {
  HeldFile held(files, co_await files.create(file));
  for (Bytes at; at < file.size; at += part) {
    co_await files.write(held.handle(), at, part);
    co_await sim.delay(pause);
  }
  co_await files.close(held.release());
}

// As it is written, or not before the close.
TEST_F(TierMoves, ADrainBeginsWhenItIsToldTo) {
  for (const DrainFrom from : {DrainFrom::closed, DrainFrom::written}) {
    TiersSpec spec = exact_tiers();
    spec.drain.from = from;
    TieredFileSystem& files = tiers(spec);
    const Bytes before = written_below();
    run(write_in_parts(files, test_file(1, kFile), kFile / 4, 50_ms, sim_));
    EXPECT_EQ(written_below() - before, from == DrainFrom::written ? kFile : 0_B);
    rest(1_s);
    EXPECT_EQ(written_below() - before, kFile);
    EXPECT_EQ(tier_->undrained(), 0_B);
  }
}

Task<> write_sync_write(FileSystem& files, FileInfo file, Duration pause, Simulation& sim) {
  HeldFile held(files, co_await files.create(file));
  co_await files.write(held.handle(), Bytes(), file.size / 2);
  co_await files.sync(held.handle());
  co_await files.write(held.handle(), file.size / 2, file.size / 2);
  co_await sim.delay(pause);
  co_await files.close(held.release());
}

// A sync below drains what is there, though the file is open still; what is written behind it waits for the
// close again, as a sync is of what was written before it.
TEST_F(TierMoves, ASyncDrainsNoMoreThanWasWritten) {
  TiersSpec spec = exact_tiers();
  spec.drain.from = DrainFrom::closed;
  spec.sync = TierSide::below;
  TieredFileSystem& files = tiers(spec);
  TaskGroup group(sim_);
  group.spawn("test", write_sync_write(files, test_file(1, kFile), 1_s, sim_));
  RunLimits limits;
  limits.until = Time::at(500_ms);
  sim_.run(limits);
  EXPECT_EQ(written_below(), kFile / 2);
  EXPECT_EQ(tier_->undrained(), kFile / 2);
  rest(2_s);
  EXPECT_EQ(written_below(), kFile);
  EXPECT_EQ(tier_->undrained(), 0_B);
}

// A drain makes what it wrote durable where a sync is one of the store below, and only there.
TEST_F(TierMoves, ADrainIsSyncedForSyncsBelow) {
  for (const TierSide side : {TierSide::above, TierSide::below}) {
    TiersSpec spec = exact_tiers();
    spec.sync = side;
    const std::int64_t before = below_.count(IoOperation::sync);
    run(write_whole(tiers(spec), test_file(1, kFile), false));
    rest(1_s);
    EXPECT_EQ(tier_->undrained(), 0_B);
    EXPECT_EQ(below_.count(IoOperation::sync) - before, side == TierSide::below ? 1 : 0);
  }
}

}  // namespace
}  // namespace headrace
