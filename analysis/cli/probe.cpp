#include <nlohmann/json.hpp>

#include "analysis/answer/published.h"
#include "analysis/cli/interrupt.h"
#include "analysis/cli/verbs.h"
#include "analysis/output_file.h"
#include "analysis/page/json.h"
#include "analysis/run/progress.h"
#include "analysis/version.h"
#include "scenarios/loader/experiment.h"
#include "scenarios/loader/read/arms.h"
#include "scenarios/loader/read/read_scenario.h"

namespace headrace {

namespace {

using Json = nlohmann::ordered_json;

constexpr FileKind kTable = {"table of probes", [](std::string_view start) {
                               return start.starts_with("{\n  \"schema\": \"headrace.probes/1\"");
                             }};

struct Watching {
  Progress& progress;

  static bool watch(void* context, const RunProgress& progress) {
    static_cast<Watching*>(context)->progress.update(progress);
    return !InterruptGuard::interrupted();
  }
  static bool may_build(void*) { return !InterruptGuard::interrupted(); }
};

// Every job of the scenario, each with the machine to itself. Sets the code where one does not come to its
// end.
std::vector<PublishedComparison> probe(const Scenario& scenario, const Arguments& arguments,
                                       const Streams& streams, ExitCode& code) {
  std::vector<PublishedComparison> all;
  Progress progress(streams.err, streams.err_is_terminal, arguments.progress, wall_seconds);
  Watching watching{progress};
  for (const Scenario& one : jobs_by_themselves(scenario)) {
    if (InterruptGuard::interrupted()) break;
    progress.start(1, 1, one.jobs.front().first);
    RunResult result;
    try {
      Experiment experiment(one, 1, nullptr, {&Watching::may_build, nullptr});
      result = experiment.run({&Watching::watch, &watching});
    } catch (const BuildStopped&) {
      result.outcome.end = RunEnd::stopped;
    }
    progress.finish();
    if (result.outcome.end != RunEnd::finished) {
      streams.err.write("headrace: " + one.jobs.front().first + " did not finish and is left out\n");
      code = result.outcome.end == RunEnd::stalled ? ExitCode::stalled : ExitCode::interrupted;
      continue;
    }
    for (PublishedComparison& comparison : compare_published(one, result))
      all.push_back(std::move(comparison));
  }
  return all;
}

}  // namespace

ExitCode probe_verb(const Arguments& arguments, const Streams& streams) {
  expect_apart({{"--out", arguments.database}}, arguments.scenarios);
  if (!arguments.database.empty()) expect_writable(arguments.database, kTable);
  const InterruptGuard guard;
  ExitCode code = ExitCode::ok;
  Json tree = {{"schema", "headrace.probes/1"}, {"revision", program_revision()}, {"probes", Json::array()}};
  for (const std::string& file : arguments.scenarios) {
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
  if (!arguments.database.empty()) write_file(arguments.database, json_text(tree), kTable);
  if (arguments.json) streams.out.write(json_text(tree));
  return InterruptGuard::interrupted() ? ExitCode::interrupted : code;
}

}  // namespace headrace
