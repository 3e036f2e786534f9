// HandOver: what PyTorch's loop does for a batch that a worker made: to take it, and to free the one before.
#pragma once

#include <cmath>

#include "models/hardware/node.h"
#include "sim/random.h"

namespace headrace {

struct HandOver {
  Duration take, free;

  // Draws it for a batch of so many bytes in memory. Its bytes take as much longer or shorter as the rest of
  // this hand-over: both were measured as one.
  static HandOver draw(const PytorchWorkSpec& work, Bytes in_memory, RandomStream& random) {
    const Distribution& law = work.handover;
    const Duration drawn = law.draw(random);
    const double times = law.mean() > Duration() ? drawn / law.mean() : 1;
    const Duration bytes = work.handover_rate > Bandwidth() ? in_memory / work.handover_rate : Duration();
    return {drawn, Duration::nanoseconds(std::llround(static_cast<double>(bytes.ns()) * times))};
  }
};

}  // namespace headrace
