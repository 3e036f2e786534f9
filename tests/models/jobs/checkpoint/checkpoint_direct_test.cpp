#include <gtest/gtest.h>

#include "tests/models/support/checkpoint_bench.h"

namespace headrace {
namespace {

double stall(Bytes size, Bandwidth link, const Chosen<CheckpointStrategy>& strategy) {
  NodeSpec node = CheckpointBench::node_spec();
  node.pcie.emplace();
  node.pcie->bandwidth = link;
  CheckpointBench bench(1, 2, plain_checkpoints(size, CheckpointRanks::all_ranks), node);
  EXPECT_EQ(bench.run(strategy, 1, 1_s), RunEnd::finished);
  EXPECT_EQ(bench.writer->imbalance(), "");
  return bench.stalls[0].in_seconds();
}

// Of two ranks on a link of b: max(write, 2 size / (0.91 b)), where a capture first makes it the sum.
TEST(DirectCheckpoints, StallForTheLongerOfWriteAndLink) {
  constexpr Bytes kSize = 2'000'000'000_B;
  const double written = CheckpointBench::stored(kSize).in_seconds();
  const auto captured = chosen<CheckpointStrategy>("sharded", {{"capture.bandwidth", 25e9}});
  EXPECT_NEAR(stall(kSize, 4_GBps, captured), 1 + written, 1e-7);
  const auto direct = chosen<CheckpointStrategy>("direct");
  EXPECT_NEAR(stall(kSize, 4_GBps, direct), written, 1e-9);
  EXPECT_NEAR(stall(kSize, 1_GBps, direct), 4 / 0.91, 1e-7);
}

}  // namespace
}  // namespace headrace
