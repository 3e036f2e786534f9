#include "models/jobs/checkpoint/checkpoint_writer.h"

#include <gtest/gtest.h>

#include "tests/models/support/checkpoint_bench.h"

namespace headrace {
namespace {

class HalfWriter final : public CheckpointWriter {
 public:
  explicit HalfWriter(const CheckpointSetting& setting) : CheckpointWriter(setting, StatePathSpec()) {}
  Task<> save(RankId rank, std::int64_t number, Account& account) override {
    co_await capture(rank, account);
    if (rank == 0) stored(rank, number, *seat(rank).storage);
  }
};

// A strategy that drops a rank's bytes is found out, and its checkpoint is never durable.
TEST(CheckpointWriter, SaysWhatWasCapturedAndNotStored) {
  CheckpointBench bench(1, 2, plain_checkpoints(1000_B, CheckpointRanks::all_ranks));
  HalfWriter writer(CheckpointSetting(bench.scope, bench.seats, bench.files, 1));
  TaskGroup group(bench.sim);
  group.spawn("0", writer.save(0, 0, nobody()));
  bench.sim.run();
  EXPECT_EQ(writer.imbalance(), "");
  EXPECT_EQ(writer.durable(0), Time::never());
  group.spawn("1", writer.save(1, 0, nobody()));
  bench.sim.run();
  EXPECT_EQ(writer.imbalance(), "2000 bytes of checkpoints were captured, 1000 stored and 0 kept locally");
  EXPECT_EQ(writer.durable(0), Time::never());
  EXPECT_TRUE(writer.idle());
}

// On a store whose writes end at its servers, without an fsync: durable at the close, 1 + 2 + 0.1 + 3 ms
// after it was begun.
TEST(CheckpointWriter, WithoutAnFsyncIsDurableWhenItIsWrittenBack) {
  CheckpointSpec spec = plain_checkpoints(100'000_B, CheckpointRanks::all_ranks);
  spec.fsync = false;
  CheckpointBench bench(1, 1, spec);
  ASSERT_EQ(bench.run(chosen<CheckpointStrategy>("sharded"), 1, 1_s), RunEnd::finished);
  EXPECT_EQ(bench.writer->durable(0), bench.begun[0] + 6100_us);
}

// A rank's files are written one after another: the sum of their times, in the order of their numbers.
TEST(CheckpointWriter, WritesTheFilesOfARankInTurn) {
  CheckpointSpec spec = plain_checkpoints(100'000_B, CheckpointRanks::all_ranks);
  spec.transformer.layers = 2;
  spec.layer_elements = {50'000};
  spec.parallelism.zero_stage = 3;
  CheckpointBench bench(1, 1, spec);
  ASSERT_EQ(bench.files.sizes_of(0), (std::vector<Bytes>(3, 100'000_B)));
  ASSERT_EQ(bench.run(chosen<CheckpointStrategy>("sharded"), 2, 1_s), RunEnd::finished);
  EXPECT_EQ(bench.stalls[1], 3 * CheckpointBench::stored(100'000_B));
  std::vector<std::int64_t> created;
  for (const auto& record : bench.storage.records())
    if (record.operation == IoOperation::create) created.push_back(record.file.index);
  EXPECT_EQ(created, (std::vector<std::int64_t>{0, 1, 2, 3, 4, 5}));
}

// Four ranks of a node copy 25 MB each at 25 GB/s, 1 ms; over a bus of 25 GB/s they take 4 ms, wherever else
// they write to.
TEST(CheckpointWriter, CapturesOverWhatTheRanksOfANodeShare) {
  const CheckpointSpec spec = plain_checkpoints(25'000'000_B, CheckpointRanks::all_ranks);
  const auto captured = [&](const NodeSpec& node) {
    CheckpointBench bench(2, 4, spec, node);
    EXPECT_EQ(bench.run(chosen<CheckpointStrategy>("async"), 1, 1_s), RunEnd::finished);
    return bench.stalls[0];
  };
  NodeSpec node = CheckpointBench::node_spec();
  EXPECT_EQ(captured(node), 1_ms);
  node.pcie.emplace();
  node.pcie->bandwidth = 25_GBps;
  EXPECT_EQ(captured(node), 4_ms);
  node.pcie->bandwidth = 1000_GBps;
  EXPECT_EQ(captured(node), 1_ms);
}

}  // namespace
}  // namespace headrace
