#include "models/workloads/checkpoint.h"

#include <gtest/gtest.h>

namespace headrace {
namespace {

CheckpointSpec llama(std::int64_t layers, std::int64_t hidden, std::int64_t ffn, std::int64_t heads,
                     std::int64_t kv_heads, std::int64_t tensor, std::int64_t pipeline, std::int64_t zero) {
  CheckpointSpec spec;
  spec.enabled = true;
  spec.transformer.layers = layers;
  spec.transformer.hidden_size = hidden;
  spec.transformer.ffn_hidden_size = ffn;
  spec.transformer.vocabulary_size = 128'256;
  spec.transformer.attention_heads = heads;
  spec.transformer.key_value_heads = kv_heads;
  spec.parallelism.tensor = tensor;
  spec.parallelism.pipeline = pipeline;
  spec.parallelism.zero_stage = zero;
  return spec;
}

double gib(Bytes size) { return static_cast<double>(size.count()) / (1024.0 * 1024 * 1024); }

// The four layouts of MLPerf Storage and the sizes that were measured, in GiB.
TEST(Checkpoint, LlamaSizesAreDliosOwn) {
  EXPECT_NEAR(gib(checkpoint_size(llama(32, 4096, 14'336, 32, 8, 1, 1, 3), 8)), 104.7045, 5e-5);
  EXPECT_NEAR(gib(checkpoint_size(llama(80, 8192, 28'672, 128, 8, 8, 1, 3), 64)), 911.2121, 5e-5);
  EXPECT_NEAR(gib(checkpoint_size(llama(126, 16'384, 53'248, 128, 8, 8, 32, 1), 512)), 5292.2487, 5e-5);
  EXPECT_NEAR(gib(checkpoint_size(llama(128, 25'872, 98'304, 192, 32, 8, 64, 1), 1024)), 15426.5893, 5e-5);
}

TEST(Checkpoint, ZeroDecidesWhoWrites) {
  CheckpointSpec spec = llama(80, 8192, 28'672, 128, 8, 8, 4, 1);  // 32 model ranks, 2 replicas of 64.
  EXPECT_EQ(checkpoint_files(spec, 0, 64).size(), 1u + 20 + 1);    // Embedding, its layers, optimiser.
  EXPECT_EQ(checkpoint_files(spec, 31, 64).size(), 20u + 2 + 1);   // Layers, lm_head, norm, optimiser.
  EXPECT_EQ(checkpoint_files(spec, 32, 64).size(), 1u);            // A replica: optimiser only.
  spec.parallelism.zero_stage = 0;
  EXPECT_TRUE(checkpoint_files(spec, 32, 64).empty());
  spec.parallelism.zero_stage = 3;
  EXPECT_GT(checkpoint_files(spec, 32, 64).size(), 1u);
}

TEST(Checkpoint, RemainderLayersGoToTheFirstStages) {
  const CheckpointSpec spec = llama(126, 16'384, 53'248, 128, 8, 1, 32, 1);  // 126 = 32 * 3 + 30
  EXPECT_EQ(checkpoint_files(spec, 29, 32).size(), 4u + 1);
  EXPECT_EQ(checkpoint_files(spec, 30, 32).size(), 3u + 1);
}

TEST(Checkpoint, APlainModelIsWrittenByRankZeroOrByAll) {
  CheckpointSpec spec;
  spec.model_size = Bytes::count(499'153'191);
  EXPECT_EQ(checkpoint_files(spec, 0, 15), std::vector<Bytes>{Bytes::count(499'153'191)});
  EXPECT_TRUE(checkpoint_files(spec, 1, 15).empty());
  spec.ranks = CheckpointRanks::all_ranks;
  EXPECT_EQ(checkpoint_size(spec, 15).count(), 15 * 499'153'191LL);
}

TEST(Checkpoint, ExplicitCountsAreWhatARankHolds) {
  CheckpointSpec spec;
  spec.model_size = Bytes::count(100);
  spec.ranks = CheckpointRanks::all_ranks;
  spec.transformer.layers = 4;
  spec.layer_elements = {10, 20};
  spec.optimizer_elements = {5};
  spec.parallelism.pipeline = 2;
  spec.parallelism.zero_stage = 1;
  // Stage 0 of the first replica: model state, 2 layers of 30 elements in 2 bytes, 5 elements in 4 bytes.
  EXPECT_EQ(checkpoint_files(spec, 0, 4), (std::vector<Bytes>{100_B, 60_B, 60_B, 20_B}));
  EXPECT_EQ(checkpoint_files(spec, 2, 4), (std::vector<Bytes>{100_B, 20_B}));
}

// UNet3D: after epoch 5, then every 2nd, of 10.
TEST(Checkpoint, EpochsFollowTheirInterval) {
  CheckpointSpec spec;
  spec.enabled = true;
  spec.after_epoch = 5;
  spec.epochs_between = 2;
  const CheckpointSchedule schedule(spec, 16);
  std::vector<std::int64_t> due;
  for (std::int64_t epoch = 1; epoch <= 10; ++epoch)
    if (schedule.after_epoch(epoch)) due.push_back(epoch);
  EXPECT_EQ(due, (std::vector<std::int64_t>{5, 7, 9}));
}

std::int64_t checkpoints_of_bert(StepCounter counter) {
  CheckpointSpec spec;
  spec.enabled = true;
  spec.steps_between = 250;
  spec.step_counter = counter;
  CheckpointSchedule schedule(spec, 32);
  std::int64_t due = 0;
  for (int epoch = 0; epoch < 3; ++epoch)
    for (std::int64_t step = 1; step <= 204; ++step) due += schedule.after_step(step) ? 1 : 0;
  return due;
}

// BERT of the survey, 3 epochs of 204 steps on 32 ranks, every 250 steps: floor(3 * 204 * 32 / 250) = 78 with
// a global counter, floor(612 / 250) = 2 with a running one, 0 with one that starts anew in each epoch.
TEST(Checkpoint, TheThreeRulesOfCountingStepsGive78And2And0) {
  EXPECT_EQ(checkpoints_of_bert(StepCounter::global_batch), 78);
  EXPECT_EQ(checkpoints_of_bert(StepCounter::run), 2);
  EXPECT_EQ(checkpoints_of_bert(StepCounter::epoch), 0);
}

}  // namespace
}  // namespace headrace
