#include "analysis/cli/watched_run.h"

#include "analysis/cli/interrupt.h"

namespace headrace {

std::optional<RunResult> watched_run(const Scenario& scenario, std::int64_t replication, Trace* trace) {
  const InterruptGuard guard;
  RunWatch watch;
  watch.watch = [](void*, const RunProgress&) { return !InterruptGuard::interrupted(); };
  RunResult result = Experiment(scenario, replication, trace).run(watch);
  if (InterruptGuard::interrupted()) return std::nullopt;
  return result;
}

}  // namespace headrace
