#include <nlohmann/json.hpp>

#include "analysis/answer/published.h"
#include "analysis/cli/supervision.h"
#include "analysis/cli/verbs.h"
#include "analysis/output_file.h"
#include "analysis/page/json.h"
#include "analysis/run/call_work.h"
#include "analysis/version.h"
#include "scenarios/loader/read/arms.h"
#include "scenarios/loader/read/read_scenario.h"

namespace headrace {

namespace {

using Json = nlohmann::ordered_json;

constexpr FileKind kTable = {"table of probes", [](std::string_view start) {
                               return start.starts_with("{\n  \"schema\": \"headrace.probes/1\"");
                             }};

// Every job of the scenario, each with the machine to itself. Sets the code where one does not come to its
// end.
std::vector<PublishedComparison> probe(const Scenario& scenario, const Arguments& arguments,
                                       const Streams& streams, ExitCode& code) {
  const CallPoints points("probe", scenario, jobs_by_themselves(scenario));
  std::optional<Ledger> ledger;
  if (!arguments.database.empty())
    ledger.emplace(arguments.database, points.ledger_sweep(""), RowChoice::all);
  CallKeeper keeper(points, ledger ? &*ledger : nullptr);
  Supervision supervision(arguments, streams, "jobs");
  Runner runner(points, keeper, {threads_for(arguments.threads)}, supervision.watch());
  runner.run(points.tasks());
  supervision.finish();
  if (!supervision.why_stopped().empty()) {
    streams.err.write("headrace: " + supervision.why_stopped() + "\n");
    code = ExitCode::interrupted;
  }
  std::vector<PublishedComparison> all;
  for (std::int64_t point = 0; point < points.size(); ++point) {
    const Scenario& one = points.scenario(point);
    const std::vector<RunResult> runs = keeper.take_results(point);
    if (runs.empty() || runs.front().outcome.end != RunEnd::finished) {
      streams.err.write("headrace: " + one.jobs.front().first + " did not finish and is left out\n");
      const bool stalled = !runs.empty() && runs.front().outcome.end == RunEnd::stalled;
      code = stalled ? ExitCode::stalled : ExitCode::interrupted;
      continue;
    }
    for (PublishedComparison& comparison : compare_published(one, runs.front()))
      all.push_back(std::move(comparison));
  }
  return all;
}

}  // namespace

ExitCode probe_verb(const Arguments& arguments, const Streams& streams) {
  expect_apart({{"--out", arguments.table}, {"--database", arguments.database, true}}, arguments.scenarios);
  if (!arguments.table.empty()) expect_writable(arguments.table, kTable);
  ExitCode code = ExitCode::ok;
  Json tree = {{"schema", "headrace.probes/1"}, {"revision", program_revision()}, {"probes", Json::array()}};
  for (const std::string& file : arguments.scenarios) {
    if (code == ExitCode::interrupted) break;
    const ScenarioRead read = read_scenario_file(file, arguments.overrides);
    streams.err.write(read.problems.text(streams.err_colour()));
    if (!read.scenario) {
      code = ExitCode::usage;
      continue;
    }
    const std::vector<PublishedComparison> found = probe(*read.scenario, arguments, streams, code);
    for (Json& row : published_tree(found)) tree["probes"].push_back(std::move(row));
    for (const PublishedComparison& one : found)
      if (one.must_fit() && !one.fits() && code == ExitCode::ok) code = ExitCode::missed;
    if (arguments.json) continue;
    const Style style(streams.out_colour());
    streams.out.write(style.bold(read.scenario->name) + "\n" +
                      (found.empty() ? "  nothing is published of its jobs\n"
                                     : published_text(found, style, arguments.verbose)));
  }
  if (!arguments.table.empty()) write_file(arguments.table, json_text(tree), kTable);
  if (arguments.json) streams.out.write(json_text(tree));
  return code;
}

}  // namespace headrace
