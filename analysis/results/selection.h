// Selection: the runs of one scenario, or of one sweep or points of it, out of a result database.
//
//   results/tiny.db                  the only scenario or sweep in it
//   results/tiny.db:12               that of run 12, with all its replications; of a sweep the point of run
//   12 results/tiny.db:tiny [lru]       by its name results/tiny.db:dd4b7268         or the first digits of
//   its hash, of a sweep of the sweep's results/tiny.db:nodes.count=4    the points of a sweep with that
//   value, several joined by commas; a path
//                                    may be cut to an ending that names one axis
#pragma once

#include <string>
#include <vector>

#include "analysis/results/reader.h"

namespace headrace {

struct SelectedRuns {
  std::string file, scenario, scenario_hash, resolved_text;  // A sweep has those of its base.
  std::string sweep;                                         // The sweep's hash; empty: there is none.
  std::vector<StoredRun> runs;                               // Sorted by id, at least one.
};

// A word of the command line. Throws UsageError, with what there is, where it names nothing or several.
SelectedRuns select_runs(const std::string& word);

// Selects both scenarios of a file that has two, in the order in which they ran.
std::vector<SelectedRuns> select_both(const std::string& file);

// Returns whether two texts are the same value of an axis: "1 MiB" is "1024 KiB".
bool same_value(const std::string& one, const std::string& other);

}  // namespace headrace
