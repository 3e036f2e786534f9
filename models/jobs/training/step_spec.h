// StepSpec: how a training step is made of batches.
//
// A step ends with the sum of gradients and the optimiser, as a framework counts steps: checkpoints, logs and
// total_training_steps count these, and evaluations come after epochs of them. Times of computation are of
// a batch.
#pragma once

#include <cstdint>

#include "models/fields.h"

namespace headrace {

struct StepSpec {
  std::int64_t micro_batches = 1;

  void visit(Fields& f) {
    f.integer({"micro_batches",
               "batches that a rank computes, one after another, before gradients are summed and the "
               "optimiser steps; ranks meet once a step",
               "1 by default, as in DLIO: no accumulation [read]"},
              micro_batches, 1, 1'000'000);
  }
};

}  // namespace headrace
