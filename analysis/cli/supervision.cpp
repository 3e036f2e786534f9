#include "analysis/cli/supervision.h"

namespace headrace {

Supervision::Supervision(const WorkOptions& work, const Streams& streams, std::string points)
    : progress_(streams.err, streams.err_is_terminal, work.progress, std::move(points), wall_seconds),
      limits_(work.wall_limit, work.memory_limit) {}

bool Supervision::go_on(void* context, const WorkState& state) {
  auto& own = *static_cast<Supervision*>(context);
  WorkState told = state;
  told.memory = resident_memory();
  own.progress_.update(told);
  return !InterruptGuard::interrupted() && !own.limits_.reached();
}

std::string Supervision::why_stopped() const {
  if (!limits_.which().empty()) return "stopped by " + limits_.which();
  return InterruptGuard::interrupted() ? "interrupted" : "";
}

}  // namespace headrace
