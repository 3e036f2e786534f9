// SourceResult: what became of the samples of a source: produced = used + dropped + left.
#pragma once

#include <cstdint>

#include "models/parts.h"
#include "sim/units.h"

namespace headrace {

struct SourceResult {
  std::int64_t produced = 0, used = 0, dropped = 0, left = 0;
  Duration held_up;  // Time in which the source waited for room.

  double dropped_share() const {
    return produced == 0 ? 0 : static_cast<double>(dropped) / static_cast<double>(produced);
  }

  void visit(Parts& p) {
    p.part("produced", produced);
    p.part("used", used);
    p.part("dropped", dropped);
    p.part("left", left);
    p.part("held_up", held_up);
  }
};

}  // namespace headrace
