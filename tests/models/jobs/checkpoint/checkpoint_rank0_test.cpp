#include <gtest/gtest.h>

#include "tests/models/support/checkpoint_bench.h"

namespace headrace {
namespace {

const Chosen<CheckpointStrategy>& rank0() {
  static const auto kStrategy = chosen<CheckpointStrategy>("rank0");
  return kStrategy;
}

// A plain model is rank 0's already: the stall is its write, whatever the number of ranks.
TEST(RankZeroCheckpoints, OfAPlainModelDoNotDependOnTheRanks) {
  constexpr Bytes kSize = 1'000'000'000_B;
  for (const std::int64_t nodes : {1, 4, 16}) {
    CheckpointBench bench(nodes, 4, plain_checkpoints(kSize, CheckpointRanks::rank_zero));
    ASSERT_EQ(bench.run(rank0(), 1, 1_s), RunEnd::finished);
    EXPECT_EQ(bench.stalls[0], CheckpointBench::stored(kSize)) << nodes;
  }
}

// All bytes pass one stream, and those of other nodes one port before it: stall = ranks x stored(size) +
// remote ranks x (size / port + latency). Rounding is 1 ns for each piece of a message.
TEST(RankZeroCheckpoints, OfShardsTakeOneStream) {
  constexpr Bytes kSize = 1'000'000'000_B;
  CheckpointBench bench(4, 2, plain_checkpoints(kSize, CheckpointRanks::all_ranks));
  ASSERT_EQ(bench.run(rank0(), 1, 1_s), RunEnd::finished);
  const Duration expected = 8 * CheckpointBench::stored(kSize) + 6 * (kSize / kPort + kMessage);
  EXPECT_NEAR(bench.stalls[0].in_seconds(), expected.in_seconds(), 6 * 240e-9);
  EXPECT_EQ(bench.writer->durable(0), bench.begun[0] + bench.stalls[0]);
  EXPECT_EQ(bench.storage.most_open_handles(), 1);
}

// Ranks copy to their hosts beside each other, and one thread serialises for all.
TEST(RankZeroCheckpoints, AreSerialisedByOneThread) {
  constexpr Bytes kSize = 1'000'000'000_B;
  CheckpointBench bench(1, 4, plain_checkpoints(kSize, CheckpointRanks::all_ranks));
  const auto strategy =
      chosen<CheckpointStrategy>("rank0", {{"capture.bandwidth", 10e9}, {"serialise.bandwidth", 2e9}});
  ASSERT_EQ(bench.run(strategy, 1, 1_s), RunEnd::finished);
  EXPECT_EQ(bench.stalls[0], 100_ms + 4 * (500_ms + CheckpointBench::stored(kSize)));
}

}  // namespace
}  // namespace headrace
