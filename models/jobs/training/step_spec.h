// StepSpec: how a training step is made of batches, and of the ranks that share a model.
//
// A step ends with the sum of gradients and the optimiser, as a framework counts steps: checkpoints, logs and
// total_training_steps count these, and evaluations come after epochs of them. Times of computation are of
// a batch on a rank, its part of the model, and what ranks of a tensor exchange meanwhile included.
//
// Ranks of a job that has one train as workload.checkpoint.parallelism spreads the model over them; without
// it every rank reads and computes by itself, as in DLIO.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "models/fields.h"
#include "models/jobs/training/federated_spec.h"

namespace headrace {

// Ranks of a tensor in the first and the last stage of a pipeline that read: one, which sends its batches to
// the others, or each.
enum class BatchReaders : std::uint8_t { first_of_tensor, all_of_tensor };
inline constexpr std::string_view kBatchReaders[] = {"first_of_tensor", "all_of_tensor"};

struct StepSpec {
  std::int64_t micro_batches = 1;
  Bytes activation_size;
  double forward = 1.0 / 3;
  BatchReaders readers = BatchReaders::first_of_tensor;
  std::optional<FederatedSpec> federated;

  void visit(Fields& f) {
    f.integer({"micro_batches",
               "batches that a rank computes, one after another, before gradients are summed and the "
               "optimiser steps; ranks meet once a step",
               "1 by default, as in DLIO: no accumulation [read]"},
              micro_batches, 1, 1'000'000);
    f.bytes(
        {"activation_size",
         "what a rank sends to the next stage for each batch, and gets back as gradients of it, over the "
         "nodes' ports where that is on another one; 0 B: nothing",
         "none by default [assumed]; batch x sequence x width x 2 B of a transformer in 16 bits [derived]"},
        activation_size, 0_B, 1_TiB);
    f.number(
        {"forward", "share of a batch's computation that is its forward pass; the rest is the backward one",
         "prior [assumed]: a backward pass takes twice as long"},
        forward, 0.0, 1.0);
    f.choice({"readers",
              "ranks of a tensor that read, in the first and the last stage, samples and their labels: one, "
              "which sends batches to the others, or all, each the same",
              "prior [assumed]: one, as Megatron-LM reads"},
             readers, kBatchReaders);
    f.group(
        Field{"federated", "rounds of clients over slow links, each a step; without it, ranks sum gradients"},
        federated);
  }
};

}  // namespace headrace
