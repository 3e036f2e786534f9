#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "analysis/cli/batch_script.h"
#include "analysis/cli/call_report.h"
#include "analysis/cli/options/output_database.h"
#include "analysis/cli/options/scenario_words.h"
#include "analysis/cli/options/shard_options.h"
#include "analysis/cli/options/trace_options.h"
#include "analysis/cli/options/values.h"
#include "analysis/cli/rank_verb.h"
#include "analysis/cli/supervision.h"
#include "analysis/cli/verb.h"
#include "analysis/output_file.h"
#include "analysis/page/dlio_folder.h"
#include "analysis/page/timeline.h"
#include "analysis/text.h"
#include "scenarios/loader/read/read_scenario.h"
#include "scenarios/loader/text/words.h"

namespace headrace {

namespace {

// The files beside the database, each written once the run that it tells of is stored.
class Extras {
 public:
  Extras(const CallPoints& points, std::string dlio_folder, const TraceOptions& trace)
      : points_(points),
        dlio_(std::move(dlio_folder)),
        trace_file_(trace.file),
        form_(trace.form),
        trace_(trace.choice) {
    // Before the simulation: a place that cannot be written is found now, not after an hour.
    if (!trace_file_.empty()) expect_writable(trace_file_, timeline_kind(form_));
  }

  Trace* trace() { return trace_file_.empty() ? nullptr : &trace_; }
  const std::string& dlio() const { return dlio_; }
  const std::string& timeline() const { return timeline_; }  // What was written of it; empty: nothing.

  void write(const FinishedRun& run) {
    if (points_.trace(run.point, run.replication) != nullptr) {
      write_file(trace_file_, timeline_text(trace_, form_), timeline_kind(form_));
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
      if (job.dlio_version.empty()) continue;  // No benchmark of DLIO's.
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
  TimelineForm form_;
  Trace trace_;
  std::string timeline_;
};

class RunVerb final : public Verb {
 public:
  void declare(Options& options) override;
  void finish() override;
  ExitCode run(const Streams& streams) override;

 private:
  Scenario asked_of(const Scenario& scenario) const;
  std::string dlio_folder(const Scenario& scenario) const;
  ExitCode write_array(const Scenario& scenario, const Streams& streams) const;
  ExitCode run_call(const Scenario& scenario, const Streams& streams, Ranks& ranks) const;
  ExitCode end_shard(const CallPoints& points, const Ledger& ledger, const Supervision& supervision,
                     const Streams& streams) const;
  ExitCode run_on_rank(const Streams& streams, Ranks& ranks) const;
  SeriesChoice series_choice() const { return series_ ? SeriesChoice::metrics : SeriesChoice::resources; }
  void expect_every_step(const Scenario& scenario) const;

  ScenarioWords scenarios_;
  OutputDatabase database_;
  std::string seed_;
  std::string arm_;          // Arm of a comparison to run by itself; empty: all that there is.
  std::string dlio_output_;  // Folder of the DLIO files; empty: made from the scenario's name.
  bool no_dlio_output_ = false;
  ShardOptions shards_;
  WorkOptions work_;
  TraceOptions trace_;
  bool series_ = false;
  AnswerForm form_;
};

void RunVerb::declare(Options& options) {
  scenarios_.declare(options, "a scenario file, then overrides: key.path=value as in the file");
  database_.declare(options, "--out",
                    "the result database; runs are appended, or a call that was cut is\n"
                    "gone on with [results/<scenario>.db]");
  options.value("--seed", seed_, "the seed; the same as seed=N", "N");
  options.value("--arm", arm_, "one arm of a comparison by itself, in full detail", "NAME");
  options.value("--dlio-output", dlio_output_,
                "folder of the DLIO files [<scenario>/dlio beside the database]", "DIR");
  options.flag("--no-dlio-output", no_dlio_output_, "write no DLIO files");
  shards_.declare_shard(options,
                        "every N-th run of arms and replications, from the I-th on, from 1;\n"
                        "join them by `merge`, then `show answer` prints the answer");
  shards_.declare_slurm(options,
                        "write a batch script of N shards, their merge and the answer beside\n"
                        "the database; runs but the first run, and that only to know its\n"
                        "memory, where there is no --memory-limit");
  work_.declare(options);
  trace_.declare(options);
  options.flag("--series", series_,
               "keep every counter and gauge over time, of each server and node, for\n"
               "`headrace report` and the table `series`");
  options.footer(
      std::string("Example:\n"
                  "  headrace run scenarios/first_run.yaml jobs.train.nodes.count=4 --seed 7 --json\n\n") +
      kExitCodes);
  form_.declare(options);
}

void RunVerb::finish() {
  database_.finish();
  scenarios_.finish_one("run");
  if (!seed_.empty()) scenarios_.overrides.push_back("seed=" + seed_);
  if (no_dlio_output_ && !dlio_output_.empty())
    throw UsageError("--dlio-output and --no-dlio-output contradict each other");
  trace_.finish();
  if (trace_.wanted() && (shards_.is_given() || !shards_.text.slurm.empty()))
    throw UsageError("--trace is for one process; leave --shard and --slurm out");
  work_.finish(form_);
  shards_.finish();
}

// Returns what is to be run of a scenario: the arm that was named as a scenario of its own, or all.
Scenario RunVerb::asked_of(const Scenario& scenario) const {
  if (arm_.empty()) return scenario;
  std::vector<std::string_view> names;
  for (const Scenario& arm : scenario.arms) {
    names.push_back(arm.arm);
    if (arm.arm != arm_) continue;
    Scenario alone = arm;
    alone.arm.clear();
    alone.compare.clear();
    return alone;
  }
  if (names.empty()) throw UsageError(scenarios_.file() + " compares no arms");
  throw UsageError(scenarios_.file() + " has no arm '" + arm_ + "'; its arms are " + joined(names) +
                   suggestion(arm_, names));
}

// Throws where counters and gauges would stand still: in steps that are not simulated.
void RunVerb::expect_every_step(const Scenario& scenario) const {
  const auto cut = [](const Scenario& one) { return one.measure.until.has_value(); };
  if (cut(scenario) || std::any_of(scenario.arms.begin(), scenario.arms.end(), cut))
    throw UsageError("--series needs every step, and measure.until of " + scenarios_.file() +
                     " leaves out those like the last: take it out, or leave out --series");
}

// Returns the folder of the DLIO files; empty where none are written, as where no job is of DLIO's benchmark.
std::string RunVerb::dlio_folder(const Scenario& scenario) const {
  const auto has_dlio = [](const Scenario& one) {
    return std::any_of(one.jobs.begin(), one.jobs.end(),
                       [](const auto& job) { return job.second.workload() != nullptr; });
  };
  const std::vector<Scenario>& arms = scenario.arms;
  if (no_dlio_output_ || !(has_dlio(scenario) || std::any_of(arms.begin(), arms.end(), has_dlio))) return "";
  if (!dlio_output_.empty()) return dlio_output_;
  const std::string& file = scenarios_.file();
  const std::string stem = std::filesystem::path(file).stem().string();
  return (std::filesystem::path(database_.of(file)).parent_path() / stem / "dlio").string();
}

// Writes a script: an array of jobs runs the call in place of this process, and the one behind it says what
// came of it.
ExitCode RunVerb::write_array(const Scenario& scenario, const Streams& streams) const {
  const CallPoints points("run", scenario);
  const std::vector<PointTask> tasks = points.all_tasks();
  const auto runs = static_cast<std::int64_t>(tasks.size());
  SlurmArray array;
  array.verb = "run";
  array.name = scenario.name;
  array.database = database_.of(scenarios_.file());
  fill_in(array, scenarios_, work_, shards_.slurm_time);
  if (const std::string folder = dlio_folder(scenario); folder.empty())
    array.words.emplace_back("--no-dlio-output");
  else
    array.words.insert(array.words.end(), {"--dlio-output", folder});
  if (!arm_.empty()) array.words.insert(array.words.end(), {"--arm", arm_});
  if (series_) array.words.emplace_back("--series");
  array.behind = {"show", "answer", array.database};
  form_.append_to(array.behind);
  fill_in_shards(array, work_, std::min(shards_.slurm, runs), &points.scenario(tasks.front().point));
  return write_script(array.database, script_of(array), scenarios_.files,
                      count_noun(runs, "run") + " in " + count_noun(array.shards, "shard"), streams);
}

ExitCode RunVerb::end_shard(const CallPoints& points, const Ledger& ledger, const Supervision& supervision,
                            const Streams& streams) const {
  if (!supervision.why_stopped().empty())
    streams.err.write("headrace: " + supervision.why_stopped() +
                      "; the same command goes on where this one ended\n");
  return report_shard(points, ledger, shards_.shard, form_, streams);
}

ExitCode RunVerb::run_call(const Scenario& scenario, const Streams& streams, Ranks& ranks) const {
  const std::string database = database_.of(scenarios_.file());
  expect_apart(
      {{"--out", database, true}, {"--trace", trace_.file}, {"--dlio-output", dlio_folder(scenario)}},
      scenarios_.files);
  CallPoints points("run", scenario);
  points.set_series(series_choice());
  // Opened before the simulation, for the same reason as the trace.
  Ledger ledger(database, points.ledger_sweep(dlio_folder(scenario)), RowChoice::all);
  if (ledger.counts().runs > 0 && !form_.quiet && !shards_.is_given())
    streams.err.write(fmt::format("{}: {} of {} runs of this call were there, and are not run again\n",
                                  ledger.path(), ledger.counts().runs,
                                  points.size() * points.replications()));
  Extras extras(points, dlio_folder(scenario), trace_);
  extras.write_stored(ledger);
  points.set_trace(extras.trace());
  CallKeeper keeper(points, ledger, [&extras](const FinishedRun& run) { extras.write(run); }, shards_.shard);
  Supervision supervision(work_, streams, "runs");
  run_tasks(ranks, points, points.tasks(ledger, shards_.shard), ledger, keeper, {threads_for(work_.threads)},
            supervision.watch());
  supervision.finish();
  if (ranks.count() > 1) extras.write_stored(ledger);  // The other ranks wrote none.
  if (shards_.is_given()) return end_shard(points, ledger, supervision, streams);
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
  if (!extras.timeline().empty() && !form_.quiet) streams.err.write("timeline: " + extras.timeline() + "\n");
  return report_call(scenario, points, ledger.database(), call, form_, streams);
}

ExitCode RunVerb::run_on_rank(const Streams& streams, Ranks& ranks) const {
  const bool first = ranks.rank() == 0;
  if (ranks.count() > 1 && trace_.wanted()) throw UsageError("--trace is for one process");
  const ScenarioRead read = read_scenario_file(scenarios_.file(), scenarios_.overrides);
  if (first && (!read.scenario || !form_.quiet)) streams.err.write(read.problems.text(streams.err_colour()));
  if (!read.scenario) return ExitCode::usage;
  if (read.scenario->measure.separately)
    throw UsageError("the jobs of " + scenarios_.file() +
                     " are run one by one; did you mean 'headrace probe " + scenarios_.file() + "'?");
  const Scenario scenario = asked_of(*read.scenario);
  if (series_) expect_every_step(scenario);
  if (first && !dlio_output_.empty() && dlio_folder(scenario).empty())
    streams.err.write("headrace: warning: --dlio-output is left alone: no job of " + scenarios_.file() +
                      " is of DLIO's benchmark, whose files those are\n");
  if (shards_.slurm > 0) return first ? write_array(scenario, streams) : ExitCode::ok;
  if (first) return run_call(scenario, streams, ranks);
  CallPoints points("run", scenario);
  points.set_series(series_choice());
  follow_tasks(ranks, points, points.ledger_sweep(""), RowChoice::all);
  return ExitCode::ok;
}

ExitCode RunVerb::run(const Streams& streams) {
  return on_ranks(streams, [&](Ranks& ranks) { return run_on_rank(streams, ranks); });
}

}  // namespace

std::unique_ptr<Verb> run_verb() { return std::make_unique<RunVerb>(); }

}  // namespace headrace
