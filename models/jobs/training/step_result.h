// StepResult: what a training step of a job was made of.
#pragma once

#include <cstdint>

#include "models/parts.h"

namespace headrace {

struct StepResult {
  std::int64_t micro_batches = 1;         // Batches of a rank in a step.
  std::int64_t tensor = 1, pipeline = 1;  // Ranks that share a model.
  std::int64_t participants = 0;          // Clients of a federated round; 0: there are no rounds.

  // Returns the share of a step that a pipeline of equal stages is empty: (p - 1) / (m + p - 1).
  double bubble() const {
    return static_cast<double>(pipeline - 1) / static_cast<double>(micro_batches + pipeline - 1);
  }

  void visit(Parts& p) {
    p.part("micro_batches", micro_batches);
    p.part("tensor", tensor);
    p.part("pipeline", pipeline);
    p.part("participants", participants);
  }
};

}  // namespace headrace
