// SearchRounds: the runs that a search asks for, round by round, on threads here or on ranks of an MPI job.
//
//   const SearchMeans means{threads, ranks, supervision};
//   search_counts(counts, target, counts.problem(64), "results/a.db", means).found.largest;
//   follow_counts(ranks, counts);   // On all other ranks meanwhile.
//
// Each search is a list of rounds that ends with end_work(), by the caller. Runs are kept in the result
// database, whatever ends the search: the same search goes on there.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "analysis/cli/supervision.h"
#include "analysis/planning/largest.h"
#include "analysis/run/accelerator_counts.h"
#include "analysis/run/cluster/work_over_ranks.h"
#include "analysis/run/plan_evaluator.h"
#include "analysis/run/plan_ledger.h"

namespace headrace {

// Word for what is counted while a search goes on.
inline constexpr const char* kRound = "runs of this round";

struct SearchMeans {
  std::int64_t threads = 0;  // 0: as many as there are cores.
  Ranks& ranks;
  Supervision& supervision;
};

// Says where runs are made: by threads here, or in their place by the other ranks. All of it outlives what is
// returned.
PlanEvaluator::Around around_of(const SearchMeans& means, PlanLedger& ledger);
// Follows rank 0 through round after round of one search.
void follow_rounds(Ranks& ranks, const Points& points, const LedgerSweep& sweep);

// CountSearch: the largest count of accelerators that meets a target, and what was run for it.
struct CountSearch {
  LargestResult found;
  std::map<std::size_t, PlanEvaluator::Note> notes;  // By count.
  std::int64_t runs = 0, reused = 0;                 // Simulated, and found in the database.

  // Says what limits the first count above the largest, or the largest where the range ends there; empty
  // where that is not known. A count that was refused has its reason.
  std::string limit() const;
};

// Searches counts within the range of the problem, which is one of theirs. Throws as Ledger does where the
// file cannot be used.
CountSearch search_counts(const AcceleratorCounts& counts, const Assertion& target,
                          const LargestProblem& problem, const std::string& database,
                          const SearchMeans& means);
void follow_counts(Ranks& ranks, const AcceleratorCounts& counts);

}  // namespace headrace
