// CheckpointSpec: what a job writes to come back from, and when.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "models/check.h"
#include "models/fields.h"

namespace headrace {

// Over what the steps to the next checkpoint are counted.
enum class StepCounter : std::uint8_t { run, epoch, global_batch };
inline constexpr std::string_view kStepCounters[] = {"run", "epoch", "global_batch"};

enum class CheckpointRanks : std::uint8_t { rank_zero, all_ranks };
inline constexpr std::string_view kCheckpointRanks[] = {"rank_zero", "all_ranks"};

// RankOrder: the ranks that stand side by side, those of a tensor first; then stages of the pipeline and then
// replicas, or replicas and then stages.
enum class RankOrder : std::uint8_t { tensor_pipeline_data, tensor_data_pipeline };
inline constexpr std::string_view kRankOrders[] = {"tp-pp-dp", "tp-dp-pp"};

struct ParallelismSpec {
  std::int64_t tensor = 1;
  std::int64_t pipeline = 1;
  std::int64_t data = -1;
  std::int64_t zero_stage = 0;
  RankOrder order = RankOrder::tensor_pipeline_data;

  void visit(Fields& f) {
    f.integer({"tensor", "ranks that share the tensors of a layer"}, tensor, 1, 1'000'000);
    f.integer({"pipeline", "pipeline stages the layers are dealt to"}, pipeline, 1, 1'000'000);
    f.integer({"data", "replicas of the model; -1: ranks / (tensor x pipeline)"}, data, -1, 1'000'000);
    f.integer(
        {"zero_stage", "what ZeRO shards over the replicas: 0 nothing, 1 and 2 optimiser, 3 also parameters"},
        zero_stage, 0, 3);
    f.choice({"order",
              "ranks that stand side by side: tensor, then pipeline, then data, as DLIO numbers them, "
              "or tensor, data, pipeline",
              "DLIO's by default [read]; Megatron-LM knows both and takes the other one [assumed]"},
             order, kRankOrders);
  }
};

struct TransformerSpec {
  std::int64_t layers = -1;
  std::int64_t hidden_size = 2048;
  std::int64_t ffn_hidden_size = 8192;
  std::int64_t vocabulary_size = 32'000;
  std::int64_t attention_heads = 32;
  std::int64_t key_value_heads = 8;
  std::int64_t model_bytes_per_element = 2;
  std::int64_t optimizer_bytes_per_element = 4;

  void visit(Fields& f) {
    f.integer({"layers", "transformer layers; -1: no transformer"}, layers, -1, 1'000'000);
    f.integer({"hidden_size", "width of the model"}, hidden_size, 1, 100'000'000);
    f.integer({"ffn_hidden_size", "width of the feed-forward part"}, ffn_hidden_size, 1, 100'000'000);
    f.integer({"vocabulary_size", "tokens of the vocabulary"}, vocabulary_size, 1, 1'000'000'000);
    f.integer({"attention_heads", "query heads of a layer"}, attention_heads, 1, 1'000'000);
    f.integer({"key_value_heads", "key and value heads of a layer"}, key_value_heads, 1, 1'000'000);
    f.integer({"model_bytes_per_element", "2: fp16 or bf16, 4: fp32, 1: int8"}, model_bytes_per_element, 1,
              16);
    f.integer({"optimizer_bytes_per_element", "2: fp16 or bf16, 4: fp32, 1: int8"},
              optimizer_bytes_per_element, 1, 16);
  }
};

struct CheckpointSpec {
  bool enabled = false;
  Bytes model_size = Bytes::count(10'240);
  CheckpointRanks ranks = CheckpointRanks::rank_zero;
  std::int64_t after_epoch = 1;
  std::int64_t epochs_between = 1;
  std::int64_t steps_between = -1;
  StepCounter step_counter = StepCounter::run;
  Duration interval;
  bool restore = false;
  bool fsync = false;
  bool rank_sync = false;
  std::int64_t writes = -1;
  std::int64_t reads = -1;
  Duration time_between;
  bool recovery_rank_shift = false;
  std::vector<std::int64_t> layer_elements;
  std::vector<std::int64_t> optimizer_elements;
  ParallelismSpec parallelism;
  TransformerSpec transformer;

  void check(Check& check) const;
  void visit(Fields& f) {
    f.flag({"enabled", "whether checkpoints are written"}, enabled);
    f.bytes({"model_size", "bytes of a plain model that rank 0 writes; with all_ranks, that each rank writes",
             "DLIO default [read]"},
            model_size, 0_B, 1024_TiB);
    f.choice({"ranks", "who writes a plain model"}, ranks, kCheckpointRanks);
    f.integer({"after_epoch", "the first epoch that ends with a checkpoint"}, after_epoch, 1, 1'000'000);
    f.integer({"epochs_between", "epochs from one checkpoint to the next"}, epochs_between, 1, 1'000'000);
    f.integer({"steps_between", "steps from one checkpoint to the next; -1: by epochs or interval"},
              steps_between, -1, 1'000'000'000'000);
    f.choice(
        {"step_counter", "steps counted over the run, anew in each epoch, or as if one rank saw every batch"},
        step_counter, kStepCounters);
    f.duration({"interval",
                "simulated time from one checkpoint to the next, taken after the step in which it is over; "
                "0 s: by steps or epochs"},
               interval, Duration(), Duration::seconds(1e9));
    f.flag({"restore", "whether a job that trains first reads a checkpoint back"}, restore);
    f.flag({"fsync", "whether a writer waits until its file is durable"}, fsync);
    f.flag({"rank_sync", "whether all ranks wait for each other after a checkpoint"}, rank_sync);
    f.integer({"writes", "checkpoints written by a job that does not train; -1: none"}, writes, -1,
              1'000'000);
    f.integer({"reads", "checkpoints read back by a job that does not train; -1: none"}, reads, -1,
              1'000'000);
    f.duration({"time_between", "pause between them"}, time_between, Duration(), Duration::seconds(1e9));
    f.flag({"recovery_rank_shift", "whether a rank reads back what another node wrote"}, recovery_rank_shift);
    f.integers({"layer_elements", "explicit parameter counts of a layer's tensors"}, layer_elements);
    f.integers({"optimizer_elements", "explicit counts of the optimiser's groups"}, optimizer_elements);
    f.group(Field{"parallelism", "how a transformer is spread over ranks"}, parallelism);
    f.group(Field{"transformer", "the shape of a transformer, from which sizes follow"}, transformer);
  }
};

}  // namespace headrace
