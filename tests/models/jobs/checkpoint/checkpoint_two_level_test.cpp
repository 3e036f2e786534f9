#include <gtest/gtest.h>

#include "tests/models/support/checkpoint_bench.h"

namespace headrace {
namespace {

constexpr Bytes kSavedPiece = 16_MiB;
constexpr Bytes kSavedTwice = 64 * kSavedPiece;  // About 268 ms on the drives, 1.2 s to the storage.

CheckpointSpec one_gibibyte() { return plain_checkpoints(kSavedTwice, CheckpointRanks::all_ranks); }

// Open, create, each piece read from the drives and then written, sync, close of both.
Duration drain() {
  const Duration piece = kSavedPiece / kDrives + 10_us + 2_ms + kSavedPiece / kStream;
  return 20_us + 1_ms + 64 * piece + 2_ms + 3_ms + 20_us;
}

// Stall = capture + the write to the drives; the storage gets every byte, later. The device rounds each of
// its requests of 1 MiB up by less than 1 ns.
TEST(TwoLevelCheckpoints, StallForTheDrivesOnly) {
  CheckpointBench bench(2, 1, one_gibibyte());
  ASSERT_EQ(bench.run(chosen<CheckpointStrategy>("two_level"), 3, 10_s), RunEnd::finished);
  const Duration expected = CheckpointBench::captured(kSavedTwice) + CheckpointBench::kept(kSavedTwice);
  for (const Duration stall : bench.stalls) EXPECT_NEAR(stall.in_seconds(), expected.in_seconds(), 1.1e-6);
  for (std::int64_t i = 0; i < 3; ++i) {
    const Duration tail = bench.writer->durable(i) - bench.begun[static_cast<std::size_t>(i)] - expected;
    EXPECT_NEAR(tail.in_seconds(), drain().in_seconds(), 3e-6);
  }
  EXPECT_EQ(bench.metrics.counter("nvme", "bytes_written", Unit::bytes).value(), 6 * kSavedTwice.count());
  EXPECT_EQ(bench.metrics.counter("nvme", "bytes_read", Unit::bytes).value(), 6 * kSavedTwice.count());
  EXPECT_EQ(bench.storage.count(IoOperation::create), 6);
  EXPECT_EQ(bench.local.imbalance(), "");
}

// The ranks of a node share its drives and its drainer: both times are twice as long with two. The first rank
// is done with the drives before the second by the requests that a write keeps there: 8 x 1 MiB, 2.1 ms.
TEST(TwoLevelCheckpoints, ShareDrivesAndDrainerOfANode) {
  CheckpointBench bench(1, 2, one_gibibyte());
  ASSERT_EQ(bench.run(chosen<CheckpointStrategy>("two_level"), 1, 10_s), RunEnd::finished);
  const Duration expected =
      CheckpointBench::captured(kSavedTwice) + CheckpointBench::kept(kSavedTwice) + kSavedTwice / kDrives;
  EXPECT_NEAR(bench.stalls[0].in_seconds(), expected.in_seconds(), 3e-6);
  const Duration tail = bench.writer->durable(0) - bench.begun[0] - bench.stalls[0];
  EXPECT_NEAR(tail.in_seconds(), 2 * drain().in_seconds(), 2.2e-3);
}

// Copies of n checkpoints take the room of n, however many are written.
TEST(TwoLevelCheckpoints, KeepNoMoreThanTheirCopies) {
  for (const std::int64_t copies : {1, 2, 4}) {
    CheckpointBench bench(1, 2, one_gibibyte());
    const auto strategy =
        chosen<CheckpointStrategy>("two_level", {{"local_copies", static_cast<double>(copies)}});
    ASSERT_EQ(bench.run(strategy, 6, 100_ms), RunEnd::finished);
    EXPECT_EQ(bench.drives(0).most_used(), 2 * copies * kSavedTwice);
    EXPECT_EQ(bench.writer->imbalance(), "");
  }
}

// A checkpoint waits for the drain of the copy whose place it takes: with one copy and training of no time,
// stalls are a whole drain longer.
TEST(TwoLevelCheckpoints, WaitForTheCopyTheyReplace) {
  CheckpointBench bench(1, 1, one_gibibyte());
  const auto strategy = chosen<CheckpointStrategy>("two_level", {{"local_copies", 1}});
  ASSERT_EQ(bench.run(strategy, 3, 1_s), RunEnd::finished);
  const Duration own = CheckpointBench::captured(kSavedTwice) + CheckpointBench::kept(kSavedTwice);
  EXPECT_NEAR(bench.stalls[0].in_seconds(), own.in_seconds(), 1e-6);
  EXPECT_NEAR(bench.stalls[1].in_seconds(), (own + drain() - 1_s).in_seconds(), 3e-6);
  EXPECT_NEAR(bench.stalls[2].in_seconds(), (own + drain() - 1_s).in_seconds(), 3e-6);
}

TEST(TwoLevelCheckpoints, DrainEveryNth) {
  CheckpointBench bench(1, 2, one_gibibyte());
  const auto strategy = chosen<CheckpointStrategy>("two_level", {{"drain_every", 3}});
  ASSERT_EQ(bench.run(strategy, 7, 10_s), RunEnd::finished);
  for (std::int64_t i = 0; i < 7; ++i)
    EXPECT_EQ(bench.writer->durable(i) < Time::never(), i == 2 || i == 5) << i;
  EXPECT_EQ(bench.storage.count(IoOperation::create), 4);
  EXPECT_EQ(bench.writer->imbalance(), "");
}

// Under a limit below all else, a drain takes its bytes / limit, and what is done once for a file.
TEST(TwoLevelCheckpoints, DrainNoFasterThanTheirLimit) {
  CheckpointBench bench(1, 1, one_gibibyte());
  const auto strategy = chosen<CheckpointStrategy>("two_level", {{"drain_limit.bandwidth", 100e6}});
  ASSERT_EQ(bench.run(strategy, 1, 1_s), RunEnd::finished);
  const Duration tail = bench.writer->durable(0) - bench.begun[0] - bench.stalls[0];
  const Duration expected = 20_us + 1_ms + kSavedTwice / 100_MBps + 2_ms + 3_ms + 20_us;
  EXPECT_NEAR(tail.in_seconds(), expected.in_seconds(), 1e-6);
}

}  // namespace
}  // namespace headrace
