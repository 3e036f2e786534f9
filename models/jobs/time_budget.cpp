#include "models/jobs/time_budget.h"

namespace headrace {

// Sums the rows of each rank and cause, which stand side by side, as every job writes them.
std::vector<TimeBudgetRow> by_cause(const std::vector<TimeBudgetRow>& budget) {
  std::vector<TimeBudgetRow> sums;
  for (const TimeBudgetRow& row : budget) {
    if (sums.empty() || sums.back().rank != row.rank || sums.back().cause != row.cause)
      sums.push_back({row.rank, row.cause, Activity::none, Duration()});
    sums.back().spent += row.spent;
  }
  return sums;
}

}  // namespace headrace
