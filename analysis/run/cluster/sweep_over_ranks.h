// Runs what is open of a sweep on all ranks of an MPI job.
//
// Called by every rank with the same sweep. Rank 0 owns the ledger, and writes;
// the others keep what they found in a database in memory, which they send whole.
#pragma once

#include "analysis/results/ledger.h"
#include "analysis/run/cluster/ranks.h"
#include "analysis/run/runner.h"
#include "scenarios/loader/sweep/sweep.h"

namespace headrace {

struct RankedSweep {
  SweepEnd end = SweepEnd::stopped;
  SweepState state;
};

// On rank 0. The watch is called several times a second.
RankedSweep lead_sweep(Ranks& ranks, const Sweep& sweep, Ledger& ledger, const Shard& shard,
                       SweepWatch watch);

// On all others; ends when rank 0 has no more. `go_on` false: this rank leaves after what it does.
void follow_sweep(Ranks& ranks, const Sweep& sweep, RowChoice rows, bool (*go_on)());

}  // namespace headrace
