// Selection: the runs of one scenario out of a result database.
//
//   results/tiny.db                  the only scenario in it
//   results/tiny.db:12               that of run 12, with all its replications
//   results/tiny.db:tiny [lru]       by its name
//   results/tiny.db:dd4b7268         or the first digits of its hash
#pragma once

#include <string>
#include <vector>

#include "analysis/results/reader.h"

namespace headrace {

struct SelectedRuns {
  std::string file, scenario, scenario_hash, resolved_text;
  std::vector<StoredRun> runs;  // By id, at least one.
};

// A word of the command line. Throws UsageError, with what there is, where it names nothing or several.
SelectedRuns select_runs(const std::string& word);

// Of a file with two scenarios, in the order in which they ran.
std::vector<SelectedRuns> select_both(const std::string& file);

}  // namespace headrace
