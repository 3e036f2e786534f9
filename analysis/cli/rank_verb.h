// RankVerb: a verb on every rank of an MPI job, or in this process alone.
//
//   return on_ranks(streams, [&](Ranks& ranks) { return run_on_rank(streams, ranks); });
//
// Rank 0 writes and speaks; the others run what it hands out, and say nothing.
#pragma once

#include <functional>

#include "analysis/errors.h"
#include "analysis/output.h"
#include "analysis/run/call_work.h"
#include "analysis/run/cluster/work_over_ranks.h"

namespace headrace {

// Runs a verb on this rank. An exception of one rank is told, and ends all of them.
ExitCode on_ranks(const Streams& streams, const std::function<ExitCode(Ranks&)>& verb);

// Runs tasks on the other ranks, or on threads where there are none; what is found is in the ledger.
RankedWork run_tasks(Ranks& ranks, const Points& points, const std::vector<PointTask>& tasks, Ledger& ledger,
                     Keeper& keeper, const RunnerOptions& options, WorkWatch watch);

// Follows rank 0 through one such list of tasks; false where rank 0 ended the work.
bool follow_tasks(Ranks& ranks, const Points& points, const LedgerSweep& sweep, RowChoice rows);

}  // namespace headrace
