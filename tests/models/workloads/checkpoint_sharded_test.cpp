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

// Straight from the devices: the longer of its write and of what leaves them, at 0.91 of a link of 4 GB/s for
// each of two ranks; captured first, it is the sum.
TEST(ShardedCheckpoints, StraightFromTheDevicesStallForTheLongerOfBoth) {
  constexpr Bytes kSize = 2'000'000'000_B;
  NodeSpec node = CheckpointBench::node_spec();
  node.pcie.emplace();
  node.pcie->bandwidth = 4_GBps;
  const auto stall = [&](const GivenFields::Numbers& numbers) {
    CheckpointBench bench(1, 2, plain_checkpoints(kSize, CheckpointRanks::all_ranks), node);
    EXPECT_EQ(bench.run(chosen<CheckpointStrategy>("sharded", numbers), 1, 1_s), RunEnd::finished);
    EXPECT_EQ(bench.writer->imbalance(), "");
    return bench.stalls[0].in_seconds();
  };
  const double written = CheckpointBench::stored(kSize).in_seconds();
  EXPECT_NEAR(stall({{"capture.bandwidth", 25e9}}), 1 + written, 1e-7);
  EXPECT_NEAR(stall({{"direct", 1}}), written, 1e-9);
  EXPECT_NEAR(stall({{"direct", 1}, {"capture.bandwidth", 25e9}}), written, 1e-9);
  node.pcie->bandwidth = 1_GBps;
  EXPECT_NEAR(stall({{"direct", 1}}), 4 / 0.91, 1e-7);
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
