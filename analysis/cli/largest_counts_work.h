// LargestCountsWork: the searches of `validate --largest-counts`, a row after the other.
//
//   if (auto near = count_row_of(row, folder, scenario)) rows.push_back(*std::move(near));
//   find_largest_counts(rows, database, work, ranks, streams, code);
//   follow_largest_counts(ranks, rows);   // On all other ranks meanwhile.
//
// Each row is searched as `plan --max accelerators_per_node` searches a scenario, up to one accelerator a
// node more than twice what was submitted.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "analysis/answer/largest_counts.h"
#include "analysis/cli/options/answer_form.h"
#include "analysis/cli/options/work_options.h"
#include "analysis/cli/search_rounds.h"
#include "analysis/errors.h"
#include "analysis/output.h"
#include "scenarios/loader/scenario.h"

namespace headrace {

struct CountRow {
  MeasuredRow row;
  AcceleratorCounts counts;
};

// Makes what is to be searched of a row; nothing where its measured AU is not near its threshold.
std::optional<CountRow> count_row_of(const MeasuredRow& row, const std::string& folder,
                                     const Scenario& scenario);

// Searches the rows until the end, or until a limit or a signal ends it, which is told and sets the code. The
// rows that were not searched whole are there without a count.
std::vector<LargestCount> find_largest_counts(const std::vector<CountRow>& rows, const std::string& database,
                                              const WorkOptions& work, Ranks& ranks, const Streams& streams,
                                              ExitCode& code);
void follow_largest_counts(Ranks& ranks, const std::vector<CountRow>& rows);

struct CountedSet {
  std::string name;
  std::vector<LargestCount> counts;
};

void print_largest_counts(const std::vector<CountedSet>& sets, const AnswerForm& form,
                          const Streams& streams);

}  // namespace headrace
