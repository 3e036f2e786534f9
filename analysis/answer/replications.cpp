#include "analysis/answer/replications.h"

#include <algorithm>

namespace headrace {

namespace {

bool finished(const RunResult& run) { return run.outcome.end == RunEnd::finished; }

}  // namespace

const RunResult& representative(std::span<const RunResult> runs) {
  const auto found = std::find_if(runs.begin(), runs.end(), finished);
  return found == runs.end() ? runs.front() : *found;
}

std::vector<const RunResult*> runs_that_count(std::span<const RunResult> runs) {
  const bool any_finished = std::any_of(runs.begin(), runs.end(), finished);
  std::vector<const RunResult*> counted;
  for (const RunResult& run : runs)
    if (!any_finished || finished(run)) counted.push_back(&run);
  return counted;
}

const RunOutcome& joint_outcome(std::span<const RunResult> runs) {
  const auto found = std::find_if_not(runs.begin(), runs.end(), finished);
  return found == runs.end() ? runs.front().outcome : found->outcome;
}

}  // namespace headrace
