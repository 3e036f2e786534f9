// Sums of a time budget, a job's or a rank's own, for tests.
#pragma once

#include <vector>

#include "models/jobs/job_result.h"
#include "models/jobs/rank_account.h"

namespace headrace {

// Sums a rank's time of a cause; Duration::max() where the job has no such row.
inline Duration spent(const JobResult& result, std::int64_t rank, Cause cause) {
  for (const TimeBudgetRow& row : by_cause(result.time_budget))
    if (row.rank == rank && row.cause == cause) return row.spent;
  return Duration::max();
}

inline Duration spent(const JobResult& result, std::int64_t rank, Cause cause, Activity activity) {
  Duration sum;
  for (const TimeBudgetRow& row : result.time_budget)
    if (row.rank == rank && row.cause == cause && row.activity == activity) sum += row.spent;
  return sum;
}

// Sums a rank's time, of all causes.
inline Duration spent(const JobResult& result, std::int64_t rank) {
  Duration sum;
  for (const TimeBudgetRow& row : result.time_budget)
    if (row.rank == rank) sum += row.spent;
  return sum;
}

// Finds a rank's time of a cause at an activity, in its own account.
inline Duration spent(const RankAccount& account, Cause cause, Activity activity) {
  std::vector<TimeBudgetRow> rows;
  account.add_rows(rows, 0, cause, account.accounted());
  for (const TimeBudgetRow& row : rows)
    if (row.activity == activity) return row.spent;
  return {};
}

}  // namespace headrace
