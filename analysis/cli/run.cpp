#include <fmt/format.h>

#include <filesystem>

#include "analysis/cli/call_report.h"
#include "analysis/cli/rank_verb.h"
#include "analysis/cli/supervision.h"
#include "analysis/cli/verbs.h"
#include "analysis/output_file.h"
#include "analysis/page/dlio_output.h"
#include "analysis/page/timeline.h"
#include "scenarios/loader/read/read_scenario.h"

namespace headrace {

namespace {

// The folder of the DLIO files; empty where none are written.
std::string dlio_folder(const Arguments& arguments) {
  if (!arguments.write_dlio) return "";
  if (!arguments.dlio_folder.empty()) return arguments.dlio_folder;
  const std::string stem = std::filesystem::path(arguments.scenarios.front()).stem().string();
  return (std::filesystem::path(database_of(arguments)).parent_path() / stem / "dlio").string();
}

// The files beside the database, each written once the run that it tells of is stored.
class Extras {
 public:
  Extras(const CallPoints& points, const Arguments& arguments)
      : points_(points),
        dlio_(dlio_folder(arguments)),
        trace_file_(arguments.trace),
        trace_(arguments.trace_from) {
    // Before the simulation: a place that cannot be written is found now, not after an hour.
    if (!trace_file_.empty()) expect_writable(trace_file_, timeline_kind());
  }

  Trace* trace() { return trace_file_.empty() ? nullptr : &trace_; }
  const std::string& dlio() const { return dlio_; }
  const std::string& timeline() const { return timeline_; }  // What was written of it; empty: nothing.

  void write(const FinishedRun& run) {
    if (points_.trace(run.point, run.replication) != nullptr) {
      write_file(trace_file_, timeline_text(trace_), timeline_kind());
      timeline_ = trace_file_ + ", " + timeline_extent(trace_);
    }
    if (!points_.is_beside(run.point)) write_dlio(points_.scenario(run.point), *run.result);
  }
  // Writes those of runs that were stored before: who made them may have been killed before it wrote them.
  void write_stored(Ledger& ledger) const {
    for (std::int64_t point = 0; point < points_.size(); ++point)
      if (!dlio_.empty() && !points_.is_beside(point))
        for (const RunResult& run : stored_runs(points_, point, ledger.database(), ledger.hash()))
          write_dlio(points_.scenario(point), run);
  }

 private:
  void write_dlio(const Scenario& scenario, const RunResult& run) const {
    if (dlio_.empty()) return;
    for (const JobResult& job : run.jobs) {
      if (job.inference || job.probe) continue;  // No benchmark of DLIO's.
      std::string folder = dlio_ + "/";
      if (!scenario.arm.empty()) folder += scenario.arm + "/";
      folder += job.name;
      if (scenario.measure.replications > 1) folder += "/run" + std::to_string(run.replication);
      write_dlio_files(folder, job, dlio_machine(scenario, job.name));
    }
  }

  const CallPoints& points_;
  std::string dlio_;
  std::string trace_file_;
  Trace trace_;
  std::string timeline_;
};

ExitCode run_call(const Scenario& scenario, const Arguments& arguments, const Streams& streams,
                  Ranks& ranks) {
  expect_apart({{"--out", database_of(arguments), true},
                {"--trace", arguments.trace},
                {"--dlio-output", dlio_folder(arguments)}},
               arguments.scenarios);
  CallPoints points("run", scenario);
  // Opened before the simulation, for the same reason as the trace.
  Ledger ledger(database_of(arguments), points.ledger_sweep(dlio_folder(arguments)), RowChoice::all);
  if (ledger.counts().runs > 0 && !arguments.quiet)
    streams.err.write(fmt::format("{}: {} of {} runs of this call were there, and are not run again\n",
                                  ledger.path(), ledger.counts().runs,
                                  points.size() * points.replications()));
  Extras extras(points, arguments);
  extras.write_stored(ledger);
  points.set_trace(extras.trace());
  CallKeeper keeper(points, ledger, [&extras](const FinishedRun& run) { extras.write(run); });
  Supervision supervision(arguments, streams, "runs");
  run_tasks(ranks, points, points.tasks(ledger), ledger, keeper, {threads_for(arguments.threads)},
            supervision.watch());
  supervision.finish();
  if (ranks.count() > 1) extras.write_stored(ledger);  // The other ranks wrote none.
  const StoredCall call = read_call(ledger.database(), ledger.hash());
  if (call.first_run == 0) {
    const std::string& why = supervision.why_stopped();
    streams.err.write("headrace: " + (why.empty() ? std::string("interrupted") : why) +
                      " before or while the machine and its jobs were built: nothing was simulated; "
                      "`headrace check` estimates what a run needs\n");
    return ExitCode::interrupted;
  }
  if (supervision.why_stopped().starts_with("stopped"))
    streams.err.write("headrace: " + supervision.why_stopped() +
                      "; the answer is that of what ran until then, and the same command goes on\n");
  if (!extras.timeline().empty() && !arguments.quiet)
    streams.err.write("timeline: " + extras.timeline() + "\n");
  return report_call(scenario, points, ledger.database(), call, arguments, streams);
}

ExitCode run_on_rank(const Arguments& arguments, const Streams& streams, Ranks& ranks) {
  const bool first = ranks.rank() == 0;
  if (ranks.count() > 1 && !arguments.trace.empty()) throw UsageError("--trace is for one process");
  const ScenarioRead read = read_scenario_file(arguments.scenarios.front(), arguments.overrides);
  if (first && (!read.scenario || !arguments.quiet))
    streams.err.write(read.problems.text(streams.err_colour()));
  if (!read.scenario) return ExitCode::usage;
  if (read.scenario->measure.separately)
    throw UsageError("the jobs of " + arguments.scenarios.front() +
                     " are run one by one; did you mean 'headrace probe " + arguments.scenarios.front() +
                     "'?");
  if (first) return run_call(*read.scenario, arguments, streams, ranks);
  const CallPoints points("run", *read.scenario);
  follow_tasks(ranks, points, points.ledger_sweep(""), RowChoice::all);
  return ExitCode::ok;
}

}  // namespace

ExitCode run_verb(const Arguments& arguments, const Streams& streams) {
  return on_ranks(streams, [&](Ranks& ranks) { return run_on_rank(arguments, streams, ranks); });
}

}  // namespace headrace
