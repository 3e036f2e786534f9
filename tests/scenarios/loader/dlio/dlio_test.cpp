#include "scenarios/loader/dlio/dlio.h"

#include <gmock/gmock.h>

#include "tests/scenarios/loader/dlio/dlio_support.h"

namespace headrace {
namespace {

using testing::HasSubstr;

TEST(Dlio, StartsFromDliosOwnDefaults) {
  const DlioResult result = read("workflow: {train: True}\n");
  ASSERT_TRUE(result.usable) << result.problems.text();
  const WorkloadSpec& w = result.workload;
  EXPECT_EQ(w.model, "default");
  EXPECT_EQ(w.dataset.format, Format::tfrecord);
  EXPECT_EQ(w.dataset.files, 8);
  EXPECT_EQ(w.dataset.record_length, 64_KiB);
  EXPECT_EQ(w.loader.kind, LoaderKind::tensorflow);
  EXPECT_EQ(w.loader.prefetch_size, 2);
  EXPECT_EQ(w.training.computation_time, Distribution(Duration()));
  EXPECT_EQ(w.training.seed, 123);
  EXPECT_FALSE(w.checkpoint.enabled);
  EXPECT_EQ(w.checkpoint.model_size, Bytes::count(10'240));
  EXPECT_EQ(w.metric.au_threshold, 0.9);
}

TEST(Dlio, ReadsTheSameKeysAtTheTopAndUnderWorkload) {
  const DlioResult bare = read("reader: {batch_size: 7, read_threads: 4}\n");
  const DlioResult nested = read("workload:\n  reader: {batch_size: 7, read_threads: 4}\n");
  ASSERT_TRUE(bare.usable && nested.usable);
  EXPECT_EQ(bare.workload.loader.batch_size, 7);
  EXPECT_EQ(SpecText::of(bare.workload), SpecText::of(nested.workload));
}

TEST(Dlio, TakesOldAndNewSpellings) {
  const DlioResult old_names = read(
      "model: unet3d\n"
      "dataset: {record_length: 146600628, record_length_stdev: 68341808, record_length_resize: 2097152}\n"
      "data_reader: {batch_size: 7}\n"
      "checkpoint: {model_size: 499153191, num_layers: 3, layer_parameters: [1, 2], optimization_groups: "
      "[3]}\n"
      "workflow: {do_eval: True, checkpoint: True}\n");
  const DlioResult new_names = read(
      "model: {name: unet3d, model_size_bytes: 499153191, num_layers: 3, layer_parameters: [1, 2],\n"
      "  optimization_groups: [3]}\n"
      "dataset: {record_length_bytes: 146600628, record_length_bytes_stdev: 68341808,\n"
      "  record_length_bytes_resize: 2097152}\n"
      "reader: {batch_size: 7}\n"
      "workflow: {evaluation: True, checkpoint: True}\n");
  ASSERT_TRUE(old_names.usable) << old_names.problems.text();
  ASSERT_TRUE(new_names.usable) << new_names.problems.text();
  EXPECT_EQ(old_names.workload.dataset.record_length, Bytes::count(146'600'628));
  EXPECT_EQ(SpecText::of(old_names.workload), SpecText::of(new_names.workload));
}

TEST(Dlio, HonoursTheModelSizeThatTheNewestDlioIgnoresAndSaysSo) {
  const DlioResult result = read("model: {model_size: 499153191}\nworkflow: {checkpoint: True}\n");
  ASSERT_TRUE(result.usable);
  EXPECT_EQ(result.workload.checkpoint.model_size, Bytes::count(499'153'191));
  EXPECT_THAT(result.reason("model.model_size"), HasSubstr("the newest DLIO ignores this spelling"));
}

TEST(Dlio, RoundsFractionsOfBytesAndSaysSo) {
  const DlioResult result = read("dataset: {record_length_bytes: 114660.07}\n");
  EXPECT_EQ(result.workload.dataset.record_length, Bytes::count(114'660));
  EXPECT_EQ(result.reason("dataset.record_length_bytes"), "114660.07 bytes are taken as 114660 whole bytes");
}

TEST(Dlio, CountsStepsToACheckpointOverTheRunInOldVersionsAndInEachEpochInNewOnes) {
  const std::string text = "checkpoint: {steps_between_checkpoints: 250}\nworkflow: {checkpoint: True}\n";
  EXPECT_EQ(read(text, {}, DlioVersion::v0_5).workload.checkpoint.step_counter, StepCounter::run);
  EXPECT_EQ(read(text, {}, DlioVersion::v1_0).workload.checkpoint.step_counter, StepCounter::run);
  EXPECT_EQ(read(text, {}, DlioVersion::v2_0).workload.checkpoint.step_counter, StepCounter::epoch);
}

TEST(Dlio, ReadsTheShapeOfATransformer) {
  const DlioResult result = read(
      "model: {num_layers: 80, model_datatype: bf16, optimizer_datatype: fp32,\n"
      "  parallelism: {tensor: 8, pipeline: 4, data: 2, zero_stage: 1},\n"
      "  transformer: {vocab_size: 128256, hidden_size: 8192, ffn_hidden_size: 28672,\n"
      "    num_attention_heads: 128, num_kv_heads: 8}}\n"
      "workflow: {train: False, checkpoint: True}\n"
      "checkpoint: {time_between_checkpoints: 5, num_checkpoints_write: 10, num_checkpoints_read: 10,\n"
      "  fsync: True, type: all_ranks}\n");
  ASSERT_TRUE(result.usable) << result.problems.text();
  const CheckpointSpec& c = result.workload.checkpoint;
  EXPECT_FALSE(result.workload.training.enabled);
  EXPECT_EQ(c.transformer.layers, 80);
  EXPECT_EQ(c.transformer.vocabulary_size, 128'256);
  EXPECT_EQ(c.transformer.key_value_heads, 8);
  EXPECT_EQ(c.transformer.model_bytes_per_element, 2);
  EXPECT_EQ(c.transformer.optimizer_bytes_per_element, 4);
  EXPECT_EQ(c.parallelism.tensor, 8);
  EXPECT_EQ(c.parallelism.pipeline, 4);
  EXPECT_EQ(c.parallelism.data, 2);
  EXPECT_EQ(c.time_between, 5_s);
  EXPECT_EQ(c.writes, 10);
  EXPECT_TRUE(c.fsync);
  EXPECT_EQ(c.ranks, CheckpointRanks::all_ranks);
}

TEST(Dlio, ObjectStorageLoadsAndTheScenariosStorageDecides) {
  const DlioResult result =
      read("storage: {storage_type: s3, storage_root: bucket, storage_options: {a: 1}}\n");
  ASSERT_TRUE(result.usable) << result.problems.text();
  for (const char* key : {"storage.storage_type", "storage.storage_root", "storage.storage_options.a"})
    EXPECT_EQ(result.reason(key), "the scenario's storage decides what is read from") << key;
}

TEST(Dlio, ReportsEveryProblemInOnePass) {
  const DlioResult result = read(
      "reader:\n"
      "  batch_size: seven\n"
      "  raed_threads: 4\n"
      "  read_type: memory\n"
      "train: 5\n");
  EXPECT_FALSE(result.usable);
  ASSERT_EQ(result.problems.all().size(), 4u) << result.problems.text();
}

TEST(Dlio, LeavesTheWorkloadAloneWhenTheFileIsWrong) {
  WorkloadSpec workload;
  workload.model = "kept";
  std::vector<NoEffect> no_effect;
  Problems problems;
  EXPECT_FALSE(read_dlio("model: new\nreader: 1\n", "f.yaml", DlioVersion::v2_0, {}, {}, workload, no_effect,
                         problems));
  EXPECT_EQ(workload.model, "kept");
}

TEST(Dlio, AnEarlierProblemOfTheScenarioDoesNotMakeAFileUnusable) {
  WorkloadSpec workload;
  std::vector<NoEffect> no_effect;
  Problems problems;
  problems.add({}, "E0001", "something else");
  EXPECT_TRUE(read_dlio("model: x\n", "f.yaml", DlioVersion::v2_0, {}, {}, workload, no_effect, problems));
}

}  // namespace
}  // namespace headrace
