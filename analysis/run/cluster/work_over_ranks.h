// Runs tasks on all ranks of an MPI job.
//
// Called by every rank with the same points. Rank 0 owns the ledger, and writes;
// the others keep what they found in a database in memory, which they send whole.
#pragma once

#include <vector>

#include "analysis/results/ledger.h"
#include "analysis/run/cluster/ranks.h"
#include "analysis/run/runner.h"

namespace headrace {

struct RankedWork {
  WorkEnd end = WorkEnd::stopped;
  WorkState state;
};

// Leads the work, on rank 0. The keeper counts what the ledger has; the watch is called several times a
// second.
RankedWork lead_work(Ranks& ranks, const std::vector<PointTask>& tasks, Ledger& ledger, const Keeper& keeper,
                     WorkWatch watch);
// Tells the others, on rank 0, that no work is led any more.
void end_work(Ranks& ranks);

// Follows on all others: waits for rank 0 to lead, and ends when it has no more; false where it ended the
// work instead. `go_on` false: this rank leaves after what it does.
bool follow_work(Ranks& ranks, const Points& points, LedgerSweep sweep, RowChoice rows, bool (*go_on)());

}  // namespace headrace
