#include <fmt/format.h>

#include <chrono>
#include <filesystem>

#include "analysis/cli/interrupt.h"
#include "analysis/cli/report.h"
#include "analysis/cli/verbs.h"
#include "analysis/dlio_output.h"
#include "analysis/progress.h"
#include "analysis/results/store.h"
#include "analysis/version.h"
#include "scenarios/loader/experiment.h"

namespace headrace {

namespace {

double wall_seconds(void*) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

std::string time_of_day() {
  const std::time_t now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
  std::tm utc = {};
  gmtime_r(&now, &utc);
  return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}Z", utc.tm_year + 1900, utc.tm_mon + 1, utc.tm_mday,
                     utc.tm_hour, utc.tm_min, utc.tm_sec);
}

bool watch_run(void* context, const RunProgress& progress) {
  static_cast<Progress*>(context)->update(progress);
  return !InterruptGuard::interrupted();
}

// Where results go unless the command line says: beside the working directory, named after the scenario's
// file.
struct Places {
  std::string database;
  std::string dlio;

  explicit Places(const Arguments& arguments) {
    const std::string stem = std::filesystem::path(arguments.scenarios.front()).stem().string();
    database = arguments.database.empty() ? "results/" + stem + ".db" : arguments.database;
    if (!arguments.write_dlio) return;
    const std::filesystem::path beside = std::filesystem::path(database).parent_path() / stem / "dlio";
    dlio = arguments.dlio_folder.empty() ? beside.string() : arguments.dlio_folder;
  }
};

void write_dlio(const Places& places, const Scenario& scenario, const RunResult& run) {
  if (places.dlio.empty()) return;
  for (const JobResult& job : run.jobs) {
    std::string folder = places.dlio + "/" + job.name;
    if (scenario.measure.replications > 1) folder += "/run" + std::to_string(run.replication);
    write_dlio_files(folder, job, dlio_machine(scenario, job.name));
  }
}

RunResult run_once(const Scenario& scenario, std::int64_t replication, Progress& progress) {
  progress.start(replication, scenario.measure.replications);
  Experiment experiment(scenario, replication);
  RunResult result = experiment.run({watch_run, &progress});
  progress.finish();
  return result;
}

}  // namespace

ExitCode run_verb(const Arguments& arguments, const Streams& streams) {
  const ScenarioRead read = read_scenario_file(arguments.scenarios.front(), arguments.overrides);
  if (!read.scenario || !arguments.quiet) streams.err.write(read.problems.text(streams.err_colour()));
  if (!read.scenario) return ExitCode::usage;
  const Scenario& scenario = *read.scenario;
  const Places places(arguments);
  // Opened before the simulation: a place that cannot be written is found now, not after an hour.
  ResultStore store(places.database);
  Stored stored{places.database, 0, 0, places.dlio};
  Provenance provenance;
  provenance.resolved_text = write_scenario(scenario, true);
  provenance.fidelity = kFidelities[static_cast<std::size_t>(scenario.measure.fidelity)];
  provenance.revision = program_revision();

  const InterruptGuard guard;
  Progress progress(streams.err, streams.err_is_terminal, arguments.progress, wall_seconds);
  std::vector<RunResult> runs;
  for (std::int64_t replication = 1; replication <= scenario.measure.replications; ++replication) {
    provenance.started_at = time_of_day();
    const double started = wall_seconds(nullptr);
    runs.push_back(run_once(scenario, replication, progress));
    provenance.wall_seconds = wall_seconds(nullptr) - started;
    stored.last_run = store.add(runs.back(), provenance);
    if (stored.first_run == 0) stored.first_run = stored.last_run;
    write_dlio(places, scenario, runs.back());
    if (InterruptGuard::interrupted()) break;
  }
  return report_runs(scenario, runs, stored, arguments, streams);
}

}  // namespace headrace
