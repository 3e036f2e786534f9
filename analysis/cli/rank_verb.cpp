#include "analysis/cli/rank_verb.h"

#include <fmt/format.h>

#include "analysis/cli/interrupt.h"

namespace headrace {

ExitCode on_ranks(const Streams& streams, const std::function<ExitCode(Ranks&)>& verb) {
  Ranks ranks;
  if (ranks.count() == 1) return verb(ranks);
  try {
    return verb(ranks);
  } catch (const std::exception& error) {
    // A rank that only left would keep all others waiting for it.
    streams.err.write(fmt::format("headrace: error: rank {}: {}\n", ranks.rank(), error.what()));
    streams.err.flush();
    ranks.abort(static_cast<int>(ExitCode::resource_failed));
  }
}

RankedWork run_tasks(Ranks& ranks, const Points& points, const std::vector<PointTask>& tasks, Ledger& ledger,
                     Keeper& keeper, const RunnerOptions& options, WorkWatch watch) {
  if (ranks.count() > 1) return lead_work(ranks, tasks, ledger, keeper, watch);
  Runner runner(points, keeper, options, watch);
  const WorkEnd end = runner.run(tasks);
  return {end, runner.state()};
}

bool follow_tasks(Ranks& ranks, const Points& points, const LedgerSweep& sweep, RowChoice rows) {
  const InterruptGuard guard;
  return follow_work(ranks, points, sweep, rows, [] { return !InterruptGuard::interrupted(); });
}

}  // namespace headrace
