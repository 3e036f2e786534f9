#include <gtest/gtest.h>

#include "tests/models/support/checkpoint_bench.h"

namespace headrace {
namespace {

// Stall = size / capture + size / serialise + create + write + sync + close, however many ranks: each has a
// stream of its own.
TEST(ShardedCheckpoints, StallForTheirWrite) {
  constexpr Bytes kSize = 2'000'000'000_B;
  for (const std::int64_t nodes : {1, 3}) {
    CheckpointBench bench(nodes, 2, plain_checkpoints(kSize, CheckpointRanks::all_ranks));
    ASSERT_EQ(bench.run(chosen<CheckpointStrategy>("sharded"), 2, 1_s), RunEnd::finished);
    EXPECT_EQ(bench.stalls[0], CheckpointBench::stored(kSize));
    EXPECT_EQ(bench.stalls[1], CheckpointBench::stored(kSize));
    EXPECT_EQ(bench.writer->durable(0), bench.begun[0] + bench.stalls[0]);
  }
}

TEST(ShardedCheckpoints, StallForCaptureAndSerialisationWhereThereAreSuch) {
  constexpr Bytes kSize = 2'000'000'000_B;
  CheckpointBench bench(1, 2, plain_checkpoints(kSize, CheckpointRanks::all_ranks));
  const auto strategy =
      chosen<CheckpointStrategy>("sharded", {{"capture.bandwidth", 20e9}, {"serialise.bandwidth", 0.5e9}});
  ASSERT_EQ(bench.run(strategy, 1, 1_s), RunEnd::finished);
  EXPECT_EQ(bench.stalls[0], 100_ms + 4_s + CheckpointBench::stored(kSize));
}

// fsync is the job's to ask for: without it the sync is missing.
TEST(ShardedCheckpoints, SyncOnlyWhereAsked) {
  CheckpointSpec spec = plain_checkpoints(1'000'000_B, CheckpointRanks::all_ranks);
  spec.fsync = false;
  CheckpointBench bench(1, 1, spec);
  ASSERT_EQ(bench.run(chosen<CheckpointStrategy>("sharded"), 1, 1_s), RunEnd::finished);
  EXPECT_EQ(bench.stalls[0], CheckpointBench::stored(1'000'000_B) - 2_ms);
}

}  // namespace
}  // namespace headrace
