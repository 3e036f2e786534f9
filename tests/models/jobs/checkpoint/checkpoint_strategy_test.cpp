// The laws of every checkpoint strategy in the table.
#include "models/jobs/checkpoint/checkpoint_strategy.h"

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "tests/models/support/checkpoint_bench.h"

namespace headrace {
namespace {

// 8 ranks, unequal: 2 x 2 hold the model, the first replica writes layers, all write their optimiser's part.
CheckpointSpec unequal() {
  CheckpointSpec spec;
  spec.enabled = true;
  spec.fsync = true;
  spec.parallelism.tensor = 2;
  spec.parallelism.pipeline = 2;
  spec.parallelism.zero_stage = 1;
  spec.transformer.layers = 5;
  spec.transformer.hidden_size = 512;
  spec.transformer.ffn_hidden_size = 2048;
  spec.transformer.vocabulary_size = 10'000;
  spec.transformer.attention_heads = 8;
  spec.transformer.key_value_heads = 8;
  return spec;
}

constexpr std::int64_t kSaves = 5;

class EveryStrategy : public testing::TestWithParam<std::string> {
 protected:
  Chosen<CheckpointStrategy> strategy() const { return Chosen<CheckpointStrategy>(GetParam()); }
  NodeSpec node() const {
    NodeSpec spec = CheckpointBench::node_spec();
    if (strategy().make({})->needs().links) spec.pcie.emplace();
    return spec;
  }
};

// Every file of every checkpoint is created once and written from its first byte to its last, once.
TEST_P(EveryStrategy, WritesEveryByteOnce) {
  for (const Duration training : {Duration(), 10_ms, 1_s}) {
    CheckpointBench bench(2, 4, unequal(), node());
    ASSERT_EQ(bench.run(strategy(), kSaves, training), RunEnd::finished);
    std::map<std::int64_t, std::int64_t> created;
    std::map<std::int64_t, Bytes> written;
    for (const auto& record : bench.storage.records()) {
      if (record.operation == IoOperation::create) ++created[record.file.index];
      if (record.operation != IoOperation::write) continue;
      EXPECT_EQ(record.offset, written[record.file.index]);
      written[record.file.index] += record.length;
    }
    std::int64_t expected_files = 0;
    for (std::int64_t number = 0; number < kSaves; ++number) {
      for (RankId rank = 0; rank < 8; ++rank) {
        for (const FileInfo& file : bench.files.of(number, rank)) {
          EXPECT_EQ(created[file.id.index], 1);
          EXPECT_EQ(written[file.id.index], file.size);
          ++expected_files;
        }
      }
    }
    EXPECT_EQ(static_cast<std::int64_t>(created.size()), expected_files);
    EXPECT_EQ(bench.storage.open_handles(), 0);
    EXPECT_EQ(bench.storage.count(IoOperation::sync), expected_files);
    EXPECT_EQ(bench.writer->imbalance(), "");
    EXPECT_EQ(bench.local.imbalance(), "");
    EXPECT_TRUE(bench.writer->idle());
  }
}

// A checkpoint is durable after it was begun, before the run ends, and not before the one ahead of it.
TEST_P(EveryStrategy, MakesCheckpointsDurableInOrder) {
  CheckpointBench bench(2, 4, unequal(), node());
  ASSERT_EQ(bench.run(strategy(), kSaves, 5_ms), RunEnd::finished);
  Time before;
  for (std::int64_t number = 0; number < kSaves; ++number) {
    const Time durable = bench.writer->durable(number);
    EXPECT_GT(durable, bench.begun[static_cast<std::size_t>(number)]);
    EXPECT_GE(durable, before);
    EXPECT_LE(durable, bench.sim.now());
    before = durable;
  }
  EXPECT_EQ(bench.writer->durable(kSaves), Time::never());
}

TEST_P(EveryStrategy, GivesTheSameForTheSame) {
  CheckpointBench first(2, 4, unequal(), node()), again(2, 4, unequal(), node());
  first.run(strategy(), kSaves, 5_ms);
  again.run(strategy(), kSaves, 5_ms);
  EXPECT_EQ(first.stalls, again.stalls);
  EXPECT_EQ(first.storage.texts(), again.storage.texts());
}

TEST_P(EveryStrategy, MayBeDestroyedAtAnyEvent) {
  CheckpointBench whole(2, 4, unequal(), node());
  ASSERT_EQ(whole.run(strategy(), 3, 2_ms), RunEnd::finished);
  const std::uint64_t events = whole.sim.events();
  for (std::uint64_t stop = 0; stop < events; stop += 1 + events / 97) {
    CheckpointBench bench(2, 4, unequal(), node());
    RunLimits limits;
    limits.events = stop;
    EXPECT_EQ(bench.run(strategy(), 3, 2_ms, limits), RunEnd::event_limit);
    if (stop % 2 == 0) bench.processes.reset();
  }
}

// Ranks without a file take part and wait for nobody's sake.
TEST_P(EveryStrategy, LetsRanksWriteNothing) {
  CheckpointBench bench(2, 4, plain_checkpoints(1'000'000_B, CheckpointRanks::rank_zero), node());
  ASSERT_EQ(bench.run(strategy(), kSaves, 5_ms), RunEnd::finished);
  EXPECT_EQ(bench.storage.count(IoOperation::create), kSaves);
  EXPECT_LT(bench.writer->durable(kSaves - 1), Time::never());
}

std::vector<std::string> names() {
  std::vector<std::string> all;
  for (const auto& row : CheckpointStrategy::table()) all.emplace_back(row.name);
  return all;
}
INSTANTIATE_TEST_SUITE_P(Table, EveryStrategy, testing::ValuesIn(names()),
                         [](const auto& row) { return row.param; });

TEST(CheckpointStrategy, TheDefaultIsDliosOwn) { EXPECT_EQ(CheckpointingSpec().strategy.name(), "sharded"); }

TEST(CheckpointStrategy, SaysWhatItNeedsOfANode) {
  EXPECT_EQ(chosen<CheckpointStrategy>("sharded").make({})->needs().local_copies, 0);
  EXPECT_EQ(chosen<CheckpointStrategy>("two_level", {{"local_copies", 3}}).make({})->needs().local_copies, 3);
  EXPECT_EQ(chosen<CheckpointStrategy>("async", {{"host_buffer", 4096}}).make({})->needs().host_buffer,
            4_KiB);
}

}  // namespace
}  // namespace headrace
