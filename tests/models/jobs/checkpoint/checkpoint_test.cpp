#include "models/jobs/checkpoint/checkpoint.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "models/placement/policy.h"
#include "tests/models/support/recording_check.h"

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

struct Layout {
  CheckpointSpec spec;
  std::int64_t ranks = 0;
  std::int64_t files = 0;
};

// Files: with ZeRO 3 a model shard and an optimiser shard of each rank; with ZeRO 1 and a pipeline, of the
// first replica one for each layer, embedding, lm_head and norm, times 8 tensor ranks, and all optimisers'.
std::vector<Layout> four_layouts() {
  return {{llama(32, 4096, 14'336, 32, 8, 1, 1, 3), 8, 16},
          {llama(80, 8192, 28'672, 128, 8, 8, 1, 3), 64, 128},
          {llama(126, 16'384, 53'248, 128, 8, 8, 32, 1), 512, 129 * 8 + 512},
          {llama(128, 25'872, 98'304, 192, 32, 8, 64, 1), 1024, 131 * 8 + 1024}};
}

// The optimiser's part is the last file of each rank: 3 floor(P / ranks) + 15 h elements of 4 bytes, with
// P = 2Vh + L(2h + h(h + 2d) + h h + 3hf) + h. The rest is the model, and the ranks' files are the whole.
TEST(Checkpoint, EveryRanksFilesAreThoseOfItsPlace) {
  for (const Layout& layout : four_layouts()) {
    const TransformerSpec& t = layout.spec.transformer;
    const std::int64_t h = t.hidden_size, d = h / t.attention_heads * t.key_value_heads;
    const std::int64_t parameters = 2 * t.vocabulary_size * h +
                                    t.layers * (2 * h + h * (h + 2 * d) + h * h + 3 * h * t.ffn_hidden_size) +
                                    h;
    const Bytes optimizer = Bytes::count(4 * (3 * (parameters / layout.ranks) + 15 * h));
    std::int64_t files = 0;
    Bytes model, all;
    for (RankId rank = 0; rank < layout.ranks; ++rank) {
      const std::vector<Bytes> own = checkpoint_files(layout.spec, rank, layout.ranks);
      ASSERT_FALSE(own.empty());
      EXPECT_EQ(own.back(), optimizer);
      files += static_cast<std::int64_t>(own.size());
      for (const Bytes size : own) all += size;
      for (std::size_t i = 0; i + 1 < own.size(); ++i) model += own[i];
    }
    EXPECT_EQ(files, layout.files);
    EXPECT_EQ(all, checkpoint_size(layout.spec, layout.ranks));
    EXPECT_EQ(all - model, optimizer * layout.ranks);
    if (layout.ranks != 1024) continue;
    EXPECT_NEAR(gib(model), 2203.661, 1e-3);
    EXPECT_NEAR(gib(all - model), 13222.928, 1e-3);
  }
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
    for (std::int64_t step = 1; step <= 204; ++step) due += schedule.after_step(step, Time()) ? 1 : 0;
  return due;
}

// BERT of the survey, 3 epochs of 204 steps on 32 ranks, every 250 steps: floor(3 * 204 * 32 / 250) = 78 with
// a global counter, floor(612 / 250) = 2 with a running one, 0 with one that starts anew in each epoch.
TEST(Checkpoint, TheThreeRulesOfCountingStepsGive78And2And0) {
  EXPECT_EQ(checkpoints_of_bert(StepCounter::global_batch), 78);
  EXPECT_EQ(checkpoints_of_bert(StepCounter::run), 2);
  EXPECT_EQ(checkpoints_of_bert(StepCounter::epoch), 0);
}

// Steps of 10 s, every 25 s: after the first step that ends 25 s or more after the last one began.
TEST(Checkpoint, AnIntervalEndsWithTheStepInWhichItIsOver) {
  CheckpointSpec spec;
  spec.enabled = true;
  spec.interval = 25_s;
  CheckpointSchedule schedule(spec, 4);
  schedule.begin(Time::at(100_s));
  std::vector<std::int64_t> due;
  for (std::int64_t step = 1; step <= 10; ++step)
    if (schedule.after_step(step, Time::at(100_s + 10_s * step))) due.push_back(step);
  EXPECT_EQ(due, (std::vector<std::int64_t>{3, 6, 9}));
  EXPECT_FALSE(schedule.after_epoch(1));  // Not by epochs as well.
}

// Beside steps: one that falls due by steps is the last one for the interval, too.
TEST(Checkpoint, AnIntervalCountsFromWhateverCheckpointWasLast) {
  CheckpointSpec spec;
  spec.enabled = true;
  spec.interval = 25_s;
  spec.steps_between = 5;
  CheckpointSchedule schedule(spec, 4);
  std::vector<std::int64_t> due;
  for (std::int64_t step = 1; step <= 10; ++step)
    if (schedule.after_step(step, Time::at(10_s * step))) due.push_back(step);
  EXPECT_EQ(due, (std::vector<std::int64_t>{3, 5, 8, 10}));
}

CheckpointSpec two_replicas(std::int64_t zero) { return llama(4, 1024, 4096, 8, 8, 2, 2, zero); }

// Turn by turn: the first files of all ranks, then their second ones, as ranks that begin together create
// them.
TEST(Checkpoint, FilesAreNumberedWithoutGapsInTheOrderOfTheirCreation) {
  const CheckpointFiles files(two_replicas(1), 8, 3, LayoutSpec());
  std::int64_t next = 0;
  Bytes all;
  for (std::int64_t number = 0; number < 3; ++number) {
    for (std::size_t turn = 0; turn < files.sizes_of(3).size(); ++turn) {  // Of the last stage: the most.
      for (RankId rank = 0; rank < 8; ++rank) {
        const std::vector<FileInfo> own = files.of(number, rank);
        if (turn >= own.size()) continue;
        EXPECT_EQ(own[turn].id, (FileId{3, next++}));
        EXPECT_EQ(own[turn].size, files.sizes_of(rank)[turn]);
        EXPECT_EQ(own[turn].directory, number);
        if (number == 0) all += own[turn].size;
      }
    }
  }
  EXPECT_EQ(files.size(), all);
  EXPECT_EQ(files.size(), checkpoint_size(two_replicas(1), 8));
}

// R files of s stripes on T targets that are dealt in turn: each target has floor(R s / T) stripes, or one
// more. That holds of the small files of all ranks, and of the large ones, for those of an earlier run as for
// new ones.
TEST(Checkpoint, FilesOfAnEarlierRunLieAsNewOnesDo) {
  const std::int64_t ranks = 64, targets = 80, stripes = 8;
  const CheckpointFiles files(llama(80, 8192, 28'672, 128, 8, 8, 1, 3), ranks, 0, LayoutSpec());
  const auto placement = Chosen<PlacementPolicy>("round_robin").make({targets, RandomStream(1, "placement")});
  ASSERT_EQ(files.sizes_of(0).size(), 2U);
  for (std::size_t turn = 0; turn < 2; ++turn) {
    std::vector<std::int64_t> on_target(targets);
    for (RankId rank = 0; rank < ranks; ++rank) {
      const std::int64_t first = placement->existing(files.of(0, rank)[turn].id, stripes);
      EXPECT_EQ(first, placement->created(files.of(0, rank)[turn].id, stripes, {}));
      for (std::int64_t i = 0; i < stripes; ++i) ++on_target[static_cast<std::size_t>((first + i) % targets)];
    }
    const auto [least, most] = std::minmax_element(on_target.begin(), on_target.end());
    EXPECT_GE(*least, ranks * stripes / targets) << turn;
    EXPECT_LE(*most, ranks * stripes / targets + 1) << turn;
  }
}

std::vector<std::int64_t> numbers_of(const std::vector<FileInfo>& files) {
  std::vector<std::int64_t> numbers;
  for (const FileInfo& file : files) numbers.push_back(file.id.index);
  return numbers;
}

// A rank of the second replica, 6 = 4 + 2, reads what rank 2 wrote of what it did not write itself.
TEST(Checkpoint, ARankReadsBackAllThatItHeld) {
  const auto files = [](std::int64_t zero) {
    return CheckpointFiles(two_replicas(zero), 8, 0, LayoutSpec());
  };
  std::vector<std::int64_t> expected = numbers_of(files(1).of(1, 2));
  EXPECT_EQ(numbers_of(files(1).restored_by(1, 2)), expected);
  expected.back() = files(1).of(1, 6).back().id.index;  // The optimiser's.
  ASSERT_EQ(files(1).sizes_of(6).size(), 1U);
  EXPECT_EQ(numbers_of(files(1).restored_by(1, 6)), expected);
  EXPECT_EQ(numbers_of(files(0).restored_by(1, 6)), numbers_of(files(0).of(1, 2)));
  EXPECT_EQ(numbers_of(files(3).restored_by(1, 6)), numbers_of(files(3).of(1, 6)));
  CheckpointSpec plain;
  const CheckpointFiles of_rank_0(plain, 8, 0, LayoutSpec());
  EXPECT_EQ(numbers_of(of_rank_0.restored_by(0, 6)), numbers_of(of_rank_0.of(0, 0)));
  plain.ranks = CheckpointRanks::all_ranks;
  const CheckpointFiles of_all(plain, 8, 0, LayoutSpec());
  EXPECT_EQ(numbers_of(of_all.restored_by(0, 6)), numbers_of(of_all.of(0, 6)));
}

TEST(CheckpointSpec, ComesAfterSomeSteps) {
  CheckpointSpec spec;
  spec.enabled = true;
  EXPECT_EQ(found_by(spec), "");
  spec.steps_between = 0;
  EXPECT_EQ(found_by(spec), "E0107 steps_between");
  spec.enabled = false;
  EXPECT_EQ(found_by(spec), "");
}

}  // namespace
}  // namespace headrace
