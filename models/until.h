// UntilSpec: when an epoch of training is known well enough, so that the rest of it need not be simulated.
//
// A run has it, and no machine. models/jobs/training/steady_epoch.h says how it is decided.
#pragma once

#include "models/fields.h"

namespace headrace {

struct UntilSpec {
  double half_width = 0.005;

  void visit(Fields& f) {
    f.number({"half_width",
              "an epoch ends once a step's mean time is known within this share of it (95 %); the rest is "
              "taken to be like its last steps",
              "[assumed] half a percent: well below the errors of the model"},
             half_width, 0.0001, 0.1);
  }
};

}  // namespace headrace
