// WorkState: how far the work of a runner is, for all who are told of it.
#pragma once

#include <cstdint>

#include "sim/units.h"

namespace headrace {

struct WorkState {
  std::int64_t points = 0, points_over = 0;  // Points, and those that are over, also from before.
  std::int64_t runs = 0;                     // Runs that are new and kept.
  std::int64_t runs_before = 0;              // Runs of a plan that were known before this round.
  double done = 0;                           // Share of the new work, 0 to 1, with what is half done.
  std::uint64_t events = 0;                  // Events of the runs that are under way.
  double simulated_seconds = 0;              // Time of the run under way that is furthest.
  Bytes memory;                              // Memory of the process; none where it was not asked for.
};

// WorkWatch: is told of the work several times a second by the calling thread; false ends the work.
struct WorkWatch {
  bool (*go_on)(void* context, const WorkState& state) = nullptr;
  void* context = nullptr;

  bool operator()(const WorkState& state) const { return go_on == nullptr || go_on(context, state); }
};

}  // namespace headrace
