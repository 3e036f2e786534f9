// Sums of a job's time budget, for tests.
#pragma once

#include "models/jobs/job_result.h"

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

}  // namespace headrace
