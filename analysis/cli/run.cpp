#include <fmt/format.h>

#include <filesystem>

#include "analysis/answer/interference.h"
#include "analysis/cli/interrupt.h"
#include "analysis/cli/report.h"
#include "analysis/cli/verbs.h"
#include "analysis/page/dlio_output.h"
#include "analysis/page/timeline.h"
#include "analysis/results/store.h"
#include "analysis/run/progress.h"
#include "analysis/version.h"
#include "scenarios/loader/experiment.h"
#include "scenarios/loader/read/read_scenario.h"
#include "scenarios/loader/read/scenario_text.h"

namespace headrace {

namespace {

// Where results go unless the command line says: beside the working directory, named after the scenario's
// file.
struct Places {
  std::string database;
  std::string dlio;

  explicit Places(const Arguments& arguments) {
    const std::string stem = std::filesystem::path(arguments.scenarios.front()).stem().string();
    database = arguments.database.empty() ? "results/" + stem + ".db" : arguments.database;
    const std::filesystem::path beside = std::filesystem::path(database).parent_path() / stem / "dlio";
    if (arguments.write_dlio) dlio = arguments.dlio_folder.empty() ? beside.string() : arguments.dlio_folder;
    expect_apart({{"--out", database, true}, {"--trace", arguments.trace}, {"--dlio-output", dlio}},
                 arguments.scenarios);
  }
};

// One call of `run`: every arm and replication, each stored as soon as it is over.
class Session {
 public:
  Session(const Scenario& scenario, const Arguments& arguments, const Streams& streams)
      : scenario_(scenario),
        places_(arguments),
        // Opened before the simulation: a place that cannot be written is found now, not after an hour.
        store_(places_.database),
        progress_(streams.err, streams.err_is_terminal, arguments.progress, wall_seconds),
        limits_(arguments.wall_limit, arguments.memory_limit),
        trace_file_(arguments.trace),
        trace_from_(arguments.trace_from) {
    if (!trace_file_.empty()) expect_writable(trace_file_, timeline_kind());  // For the same reason.
  }

  // Replication by replication, so that what an interrupt leaves can still be compared.
  std::vector<ArmRuns> run() {
    std::vector<ArmRuns> arms;
    if (scenario_.arms.empty()) {
      arms.push_back({scenario_.arm, {}});
    } else {
      for (const Scenario& arm : scenario_.arms) arms.push_back({arm.arm, {}});
    }
    for (std::int64_t replication = 1; replication <= scenario_.measure.replications; ++replication) {
      for (std::size_t arm = 0; arm < arms.size(); ++arm) {
        const Scenario& scenario = scenario_.arms.empty() ? scenario_ : scenario_.arms[arm];
        try {
          arms[arm].runs.push_back(run_arm(scenario, replication));
        } catch (const BuildStopped&) {
          stopped_building_ = true;
        }
        if (must_stop()) break;
      }
      if (must_stop()) break;
    }
    std::erase_if(arms, [](const ArmRuns& arm) { return arm.runs.empty(); });
    return arms;
  }

  // Says whether a limit or an interrupt came while a machine was built, of which there is no answer then.
  bool stopped_building() const { return stopped_building_; }

  // The limit that ended it; empty when none did.
  const std::string& limit_reached() const { return limits_.which(); }

  // What was written of the timeline; empty when nothing was.
  const std::string& timeline() const { return timeline_; }

  Stored stored() const { return {places_.database, first_run_, last_run_, places_.dlio}; }

 private:
  bool must_stop() { return InterruptGuard::interrupted() || limits_.reached(); }

  static bool may_build(void* context) { return !static_cast<Session*>(context)->must_stop(); }

  static bool watch(void* context, const RunProgress& progress) {
    auto& session = *static_cast<Session*>(context);
    session.progress_.update(progress);
    return !session.must_stop();
  }

  RunResult run_arm(const Scenario& scenario, std::int64_t replication) {
    std::vector<RunResult> alone;
    for (const Scenario& job : scenario.alone) {
      if (must_stop()) break;
      alone.push_back(run_once(job, replication));
      keep(job, alone.back());
    }
    Trace trace(trace_from_);
    const bool traced = !trace_file_.empty() && timeline_.empty();
    RunResult result = run_once(scenario, replication, traced ? &trace : nullptr);
    result.interference = find_interference(result, alone);
    result.alone = std::move(alone);
    // First of all: a file beside it that cannot be written must not take the run with it.
    keep(scenario, result);
    if (traced) {
      write_file(trace_file_, timeline_text(trace), timeline_kind());
      timeline_ = trace_file_ + ", " + timeline_extent(trace);
    }
    write_dlio(scenario, result);
    return result;
  }

  RunResult run_once(const Scenario& scenario, std::int64_t replication, Trace* trace = nullptr) {
    provenance_.started_at = time_of_day();
    const double started = wall_seconds();
    progress_.start(replication, scenario.measure.replications, scenario.arm);
    Experiment experiment(scenario, replication, trace, {&Session::may_build, this});
    RunResult result = experiment.run({&Session::watch, this});
    progress_.finish();
    provenance_.wall_seconds = wall_seconds() - started;
    return result;
  }

  void keep(const Scenario& scenario, const RunResult& result) {
    provenance_.resolved_text = write_scenario(scenario, true);
    provenance_.fidelity = kFidelities[static_cast<std::size_t>(scenario.measure.fidelity)];
    provenance_.revision = program_revision();
    last_run_ = store_.add(result, provenance_);
    if (first_run_ == 0) first_run_ = last_run_;
  }

  void write_dlio(const Scenario& scenario, const RunResult& run) const {
    if (places_.dlio.empty()) return;
    for (const JobResult& job : run.jobs) {
      if (job.inference || job.probe) continue;  // No benchmark of DLIO's.
      std::string folder = places_.dlio + "/";
      if (!scenario.arm.empty()) folder += scenario.arm + "/";
      folder += job.name;
      if (scenario.measure.replications > 1) folder += "/run" + std::to_string(run.replication);
      write_dlio_files(folder, job, dlio_machine(scenario, job.name));
    }
  }

  const Scenario& scenario_;
  Places places_;
  ResultStore store_;
  Progress progress_;
  MachineLimits limits_;
  std::string trace_file_;
  Time trace_from_;
  std::string timeline_;
  Provenance provenance_;
  bool stopped_building_ = false;
  std::int64_t first_run_ = 0;
  std::int64_t last_run_ = 0;
};

}  // namespace

namespace {

// Says that the machine was not there yet, and whether anything ran before.
ExitCode report_unbuilt(const Session& session, bool any_ran, const Streams& streams) {
  const std::string& limit = session.limit_reached();
  streams.err.write("headrace: stopped by " + (limit.empty() ? "an interrupt" : limit) +
                    " while the machine and its jobs were built" +
                    (any_ran ? ": what ran before is stored"
                             : ": nothing was simulated; `headrace check` estimates what a run needs") +
                    "\n");
  return ExitCode::interrupted;
}

}  // namespace

ExitCode run_verb(const Arguments& arguments, const Streams& streams) {
  const ScenarioRead read = read_scenario_file(arguments.scenarios.front(), arguments.overrides);
  if (!read.scenario || !arguments.quiet) streams.err.write(read.problems.text(streams.err_colour()));
  if (!read.scenario) return ExitCode::usage;
  if (read.scenario->measure.separately)
    throw UsageError("the jobs of " + arguments.scenarios.front() +
                     " are run one by one; did you mean 'headrace probe " + arguments.scenarios.front() +
                     "'?");
  Session session(*read.scenario, arguments, streams);
  const InterruptGuard guard;
  const std::vector<ArmRuns> arms = session.run();
  if (session.stopped_building()) return report_unbuilt(session, !arms.empty(), streams);
  if (!session.limit_reached().empty())
    streams.err.write("headrace: stopped by " + session.limit_reached() +
                      "; the answer is that of what ran until then\n");
  if (!session.timeline().empty() && !arguments.quiet)
    streams.err.write("timeline: " + session.timeline() + "\n");
  if (!read.scenario->arms.empty())
    return report_arms(*read.scenario, arms, session.stored(), arguments, streams);
  return report_runs(*read.scenario, arms.front().runs, session.stored(), arguments, streams);
}

}  // namespace headrace
