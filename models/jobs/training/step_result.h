// StepResult: what a training step of a job was made of.
#pragma once

#include <cstdint>

#include "models/parts.h"

namespace headrace {

struct StepResult {
  std::int64_t micro_batches = 1;  // Batches of a rank in a step.

  void visit(Parts& p) { p.part("micro_batches", micro_batches); }
};

}  // namespace headrace
