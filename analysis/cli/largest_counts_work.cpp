#include "analysis/cli/largest_counts_work.h"

#include <cmath>
#include <nlohmann/json.hpp>

#include "analysis/page/json.h"
#include "analysis/page/largest_counts_page.h"
#include "analysis/version.h"
#include "scenarios/loader/measured/row_scenario.h"

namespace headrace {

namespace {

// Steps of an epoch that MLPerf Storage demands of a data set at least: it has as many samples as that takes,
// or five times the hosts' memory where that is more.
constexpr std::int64_t kLeastSteps = 500;

// Ends the range above twice the submitted number, and looks at four counts above an edge: published rows
// take minutes, and a count that meets the threshold higher up could only raise what is found.
LargestProblem problem_of(const AcceleratorCounts& counts) {
  LargestProblem problem = counts.problem((2 * counts.own_count() + 1) * counts.each());
  problem.most_look_ahead = problem.look_ahead;
  return problem;
}

LargestCount largest_of_row(const CountRow& row, const Assertion& target, const CountSearch& search) {
  LargestCount count;
  count.row = row.row;
  count.threshold_percent = target.bound;
  if (!search.found.stopped) count.largest = search.found.largest.value_or(0) * row.counts.each();
  count.at_least = search.found.at_the_end && !search.found.stopped;
  if (!search.found.stopped) count.limit = search.limit();
  for (const CountMargin& one : search.found.curve) {
    CountedAu& searched = count.searched.emplace_back();
    searched.accelerators = one.count * row.counts.each();
    if (std::isfinite(one.margin.mean)) searched.au_percent = value_with_margin(target, one.margin.mean);
  }
  count.runs = search.runs;
  count.reused = search.reused;
  return count;
}

}  // namespace

std::optional<CountRow> count_row_of(const MeasuredRow& row, const std::string& folder,
                                     const Scenario& scenario) {
  if (!row.au_percent) return std::nullopt;
  const ScenarioFile file = file_of(row, folder, scenario);
  AcceleratorCounts counts(scenario, file.path, file.overrides, Raised::accelerators_per_node);
  if (!is_near_threshold(row, counts.target(0).bound)) return std::nullopt;
  counts.keep_epochs(kLeastSteps);
  return CountRow{row, std::move(counts)};
}

std::vector<LargestCount> find_largest_counts(const std::vector<CountRow>& rows, const std::string& database,
                                              const WorkOptions& work, Ranks& ranks, const Streams& streams,
                                              ExitCode& code) {
  std::vector<LargestCount> found;
  Supervision supervision(work, streams, kRound);
  for (const CountRow& row : rows) {
    const Assertion target = row.counts.target(0);
    CountSearch search;
    search.found.stopped = code == ExitCode::interrupted;
    if (!search.found.stopped)
      search = search_counts(row.counts, target, problem_of(row.counts), database,
                             {work.threads, ranks, supervision});
    if (search.found.stopped) code = ExitCode::interrupted;
    end_work(ranks);
    found.push_back(largest_of_row(row, target, search));
  }
  supervision.finish();
  const std::string why = supervision.why_stopped();
  if (!why.empty()) streams.err.write("headrace: " + why + "\n");
  return found;
}

void follow_largest_counts(Ranks& ranks, const std::vector<CountRow>& rows) {
  for (const CountRow& row : rows) follow_counts(ranks, row.counts);
}

void print_largest_counts(const std::vector<CountedSet>& sets, const AnswerForm& form,
                          const Streams& streams) {
  if (form.json) {
    nlohmann::ordered_json trees = nlohmann::ordered_json::array();
    for (const CountedSet& set : sets) trees.push_back(largest_counts_tree(set.name, set.counts));
    streams.out.write(json_text({{"schema", "headrace.largest_counts/1"},
                                 {"revision", program_revision()},
                                 {"sets", std::move(trees)}}));
    return;
  }
  const Style style(streams.out_colour());
  for (const CountedSet& set : sets) streams.out.write(largest_counts_text(set.name, set.counts, style));
}

}  // namespace headrace
