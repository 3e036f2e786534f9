#include <gtest/gtest.h>

#include "tests/models/support/checkpoint_bench.h"

namespace headrace {
namespace {

constexpr Bytes kSavedLater = 5'000'000'000_B;  // 200 ms to the host, 5.008 s to the storage.

// With room for one checkpoint, stall = capture + max(0, drain - time since the last capture).
TEST(AsyncCheckpoints, StallForTheCaptureAndForWhatIsNotYetDrained) {
  const Duration capture = CheckpointBench::captured(kSavedLater),
                 drain = CheckpointBench::stored(kSavedLater);
  for (const Duration training : {1_s, 4_s, 5_s, 6_s, 60_s}) {
    CheckpointBench bench(1, 2, plain_checkpoints(kSavedLater, CheckpointRanks::all_ranks));
    ASSERT_EQ(bench.run(chosen<CheckpointStrategy>("async"), 5, training), RunEnd::finished);
    EXPECT_EQ(bench.stalls[0], capture);
    for (std::size_t i = 1; i < 5; ++i)
      EXPECT_EQ(bench.stalls[i], capture + std::max(Duration(), drain - training)) << training.ns();
    EXPECT_EQ(bench.writer->durable(4), bench.begun[4] + bench.stalls[4] + drain);
  }
}

// With room for n, capture k waits for drain k - n; drains of a rank follow each other:
//   captured(k) = max(captured(k - 1) + training, drained(k - n)) + capture
//   drained(k) = max(captured(k), drained(k - 1)) + drain
TEST(AsyncCheckpoints, StallOnlyWhenTheHostBufferIsFull) {
  const Duration capture = CheckpointBench::captured(kSavedLater),
                 drain = CheckpointBench::stored(kSavedLater);
  constexpr Duration kTraining = 2_s;
  for (const std::size_t room : {2u, 3u}) {
    CheckpointBench bench(1, 1, plain_checkpoints(kSavedLater, CheckpointRanks::all_ranks));
    const double bytes = static_cast<double>(kSavedLater.count()) * (static_cast<double>(room) + 0.5);
    ASSERT_EQ(bench.run(chosen<CheckpointStrategy>("async", {{"host_buffer", bytes}}), 8, kTraining),
              RunEnd::finished);
    std::vector<Duration> captured(8), drained(8);
    for (std::size_t k = 0; k < 8; ++k) {
      const Duration begun = (k == 0 ? Duration() : captured[k - 1]) + kTraining;
      captured[k] = (k < room ? begun : std::max(begun, drained[k - room])) + capture;
      drained[k] = (k == 0 ? captured[0] : std::max(captured[k], drained[k - 1])) + drain;
      EXPECT_EQ(bench.stalls[k], captured[k] - begun) << room << " " << k;
      EXPECT_EQ(bench.writer->durable(static_cast<std::int64_t>(k)), Time::at(drained[k]));
    }
    EXPECT_GT(bench.stalls[7], capture);
  }
}

// Serialisation is the drain's: it lengthens no stall that the buffer does not cause.
TEST(AsyncCheckpoints, SerialiseBehindTraining) {
  CheckpointBench bench(1, 2, plain_checkpoints(kSavedLater, CheckpointRanks::all_ranks));
  const auto strategy = chosen<CheckpointStrategy>("async", {{"serialise.bandwidth", 1e9}});
  ASSERT_EQ(bench.run(strategy, 2, 20_s), RunEnd::finished);
  EXPECT_EQ(bench.stalls[1], CheckpointBench::captured(kSavedLater));
  EXPECT_EQ(bench.writer->durable(1),
            bench.begun[1] + bench.stalls[1] + 5_s + CheckpointBench::stored(kSavedLater));
}

// A run does not end before its drains have, and a writer that settles is idle.
TEST(AsyncCheckpoints, AreDrainedWhenTheRunEnds) {
  CheckpointBench bench(1, 2, plain_checkpoints(kSavedLater, CheckpointRanks::all_ranks));
  RunLimits limits;
  limits.until = Time::at(2_s);
  ASSERT_EQ(bench.run(chosen<CheckpointStrategy>("async"), 1, 1_s, limits), RunEnd::time_limit);
  EXPECT_FALSE(bench.writer->idle());
  EXPECT_EQ(bench.writer->durable(0), Time::never());
  EXPECT_EQ(bench.sim.run().end, RunEnd::finished);
  EXPECT_TRUE(bench.writer->idle());
  EXPECT_LT(bench.writer->durable(0), Time::never());
}

}  // namespace
}  // namespace headrace
