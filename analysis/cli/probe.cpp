#include <nlohmann/json.hpp>

#include "analysis/cli/call_report.h"
#include "analysis/cli/rank_verb.h"
#include "analysis/cli/supervision.h"
#include "analysis/cli/verbs.h"
#include "analysis/output_file.h"
#include "analysis/page/json.h"
#include "analysis/version.h"
#include "scenarios/loader/read/read_scenario.h"

namespace headrace {

namespace {

constexpr FileKind kTable = {"table of probes", [](std::string_view start) {
                               return start.starts_with("{\n  \"schema\": \"headrace.probes/1\"");
                             }};

// Every job of the scenario, each with the machine to itself. Sets the code where one does not come to its
// end. Without a database the runs are kept in memory.
std::vector<PublishedComparison> probe(const Scenario& scenario, const Arguments& arguments,
                                       const Streams& streams, Ranks& ranks, ExitCode& code) {
  const CallPoints points = points_of_call("probe", scenario);
  Ledger ledger(arguments.database.empty() ? ":memory:" : arguments.database, points.ledger_sweep(""),
                RowChoice::all);
  CallKeeper keeper(points, ledger);
  Supervision supervision(arguments, streams, "jobs");
  run_tasks(ranks, points, points.tasks(ledger), ledger, keeper, {threads_for(arguments.threads)},
            supervision.watch());
  supervision.finish();
  if (!supervision.why_stopped().empty()) {
    streams.err.write("headrace: " + supervision.why_stopped() + "\n");
    code = ExitCode::interrupted;
  }
  return published_of_call(points, ledger.database(), ledger.hash(), streams, code);
}

ExitCode probe_all(const Arguments& arguments, const Streams& streams, Ranks& ranks) {
  expect_apart({{"--out", arguments.table}, {"--database", arguments.database, true}}, arguments.scenarios);
  if (!arguments.table.empty()) expect_writable(arguments.table, kTable);
  ExitCode code = ExitCode::ok;
  std::vector<PublishedComparison> all;
  for (const std::string& file : arguments.scenarios) {
    if (code == ExitCode::interrupted) break;
    const ScenarioRead read = read_scenario_file(file, arguments.overrides);
    streams.err.write(read.problems.text(streams.err_colour()));
    if (!read.scenario) {
      code = ExitCode::usage;
      continue;
    }
    const std::vector<PublishedComparison> found = probe(*read.scenario, arguments, streams, ranks, code);
    all.insert(all.end(), found.begin(), found.end());
    if (any_misses(found) && code == ExitCode::ok) code = ExitCode::missed;
    if (!arguments.json) print_published(*read.scenario, found, arguments, streams);
  }
  if (code == ExitCode::interrupted) end_work(ranks);
  const std::string table = json_text(published_tree(program_revision(), all));
  if (!arguments.table.empty()) write_file(arguments.table, table, kTable);
  if (arguments.json) streams.out.write(table);
  return code;
}

// Where rank 0 reads no scenario of a file, nobody does.
void follow_all(const Arguments& arguments, Ranks& ranks) {
  for (const std::string& file : arguments.scenarios) {
    const ScenarioRead read = read_scenario_file(file, arguments.overrides);
    if (!read.scenario) continue;
    const CallPoints points = points_of_call("probe", *read.scenario);
    if (!follow_tasks(ranks, points, points.ledger_sweep(""), RowChoice::all)) return;
  }
}

}  // namespace

ExitCode probe_verb(const Arguments& arguments, const Streams& streams) {
  return on_ranks(streams, [&](Ranks& ranks) {
    if (ranks.rank() == 0) return probe_all(arguments, streams, ranks);
    follow_all(arguments, ranks);
    return ExitCode::ok;
  });
}

}  // namespace headrace
