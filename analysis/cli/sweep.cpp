#include <fmt/format.h>
#include <sys/resource.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "analysis/answer/sensitivity.h"
#include "analysis/answer/sweep_answer.h"
#include "analysis/cli/rank_verb.h"
#include "analysis/cli/supervision.h"
#include "analysis/cli/verbs.h"
#include "analysis/output_file.h"
#include "analysis/page/json.h"
#include "analysis/run/cluster/ranks.h"
#include "analysis/run/cluster/slurm.h"
#include "analysis/run/cluster/work_over_ranks.h"
#include "analysis/run/sweep_work.h"
#include "analysis/text.h"
#include "analysis/version.h"
#include "scenarios/loader/experiment.h"

namespace headrace {

namespace {

// Tells what was there before the first run.
std::string found_note(const Ledger& ledger, const WorkState& state) {
  if (ledger.counts().runs == 0 && state.points_over == 0) return "";
  return fmt::format("{}: {} of {} were there, they are not run again\n", ledger.path(),
                     count_noun(state.points_over, "finished point"), state.points);
}

std::string revision_note(Ledger& ledger) {
  std::string others;
  for (const std::string& revision : ledger.revisions())
    if (revision != program_revision()) others += (others.empty() ? "" : ", ") + revision;
  if (others.empty()) return "";
  return "headrace: warning: some runs of this sweep were made by another revision (" + others +
         "), this one is " + program_revision() + "\n";
}

std::string end_note(WorkEnd end, const Supervision& supervision, const WorkState& state,
                     const Arguments& arguments) {
  if (end == WorkEnd::complete) return "";
  std::string why = supervision.why_stopped();
  if (why.empty())
    why =
        end == WorkEnd::most_runs ? fmt::format("stopped by --runs {}", arguments.most_runs) : "interrupted";
  return fmt::format(
      "headrace: {} with {} of {} points done; the same command goes on where this one ended\n", why,
      state.points_over, state.points);
}

void print(const Sweep& sweep, Ledger& ledger, const WorkState& state, const Arguments& arguments,
           const Streams& streams) {
  const SweepAnswer answer = sweep_answer(sweep, ledger.database(), arguments.figure);
  const std::vector<AxisEffect> effects = sensitivity_of(sweep, answer);
  const Ledger::Counts& counts = ledger.counts();
  if (arguments.json) {
    nlohmann::ordered_json tree = sweep_tree(sweep, answer);
    tree["sensitivity"] = sensitivity_tree(sweep, answer, effects);
    tree["size"] = sweep.size();
    tree["done"] = counts.done;
    tree["failed"] = counts.failed;
    tree["runs"] = counts.runs;
    tree["new_runs"] = state.runs;
    tree["revision"] = program_revision();
    tree["database"] = ledger.path();
    return streams.out.write(json_text(tree));
  }
  const Style style(streams.out_colour());
  streams.out.write(streams.out_colour() ? style.bold(answer.sentence) + "\n" : wrap(answer.sentence, {}, 2));
  if (arguments.quiet) return;
  const std::string matters = sensitivity_sentence(answer, effects);
  if (!matters.empty()) streams.out.write(wrap(matters, "  ", 4));
  streams.out.write("\n" + sweep_table(answer, arguments.verbose));
  if (!effects.empty()) streams.out.write("\n" + sensitivity_table(answer, effects));
  std::string note = fmt::format("{} of {} points done", counts.done, sweep.size());
  if (counts.failed > 0) note += fmt::format(", {} failed", counts.failed);
  note += fmt::format(", {}, {} of them new; results: {}", count_noun(counts.runs, "run"), state.runs,
                      ledger.path());
  streams.out.write("\n" + wrap(note, {}, 2) + "all of them: headrace query " + ledger.path() + " points\n");
}

ExitCode exit_code(WorkEnd end, const Ledger& ledger, Ledger::Counts counts) {
  if (end != WorkEnd::complete) return ExitCode::interrupted;
  if (counts.done > 0 || counts.failed == 0) return ExitCode::ok;
  return ledger.counts().runs > 0 ? ExitCode::stalled : ExitCode::usage;  // Not a single point has an answer.
}

// The most memory that the program has held after the first point, run for half a minute at most.
Bytes memory_of_first_point(const Sweep& sweep) {
  constexpr Duration kLongest = Duration::seconds(30);
  const ScenarioRead first = sweep.scenario(sweep.point(0));
  MachineLimits limits(kLongest, kNoMemoryLimit);
  const auto go_on = [](void* context, const RunProgress&) {
    return !InterruptGuard::interrupted() && !static_cast<MachineLimits*>(context)->reached();
  };
  if (first.scenario) Experiment(*first.scenario, 1).run({go_on, &limits});
  struct rusage used = {};
  getrusage(RUSAGE_SELF, &used);
  return used.ru_maxrss * Bytes::count(1024);
}

// One that an array of jobs runs, in place of running it here.
ExitCode write_script(const Sweep& sweep, const Arguments& arguments, const Streams& streams) {
  SlurmArray array;
  array.program = std::filesystem::read_symlink("/proc/self/exe").string();
  array.name = sweep.name();
  array.folder = std::filesystem::current_path().string();
  array.words = arguments.scenarios;
  array.words.insert(array.words.end(), arguments.overrides.begin(), arguments.overrides.end());
  if (arguments.rows == RowChoice::all) array.words.insert(array.words.end(), {"--rows", "all"});
  array.database = database_of(arguments);
  array.shards = std::min(arguments.slurm, sweep.size());
  array.threads = std::max<std::int64_t>(arguments.threads, 1);
  if (arguments.wall_limit != kNoWallLimit) array.wall_limit = arguments.wall_limit;
  if (arguments.slurm_time > Duration()) array.time = arguments.slurm_time;
  if (arguments.memory_limit != kNoMemoryLimit)
    array.memory_limit = arguments.memory_limit;
  else
    array.one_run = memory_of_first_point(sweep);
  const std::string script = std::filesystem::path(array.database).replace_extension(".sbatch").string();
  expect_apart({{"--out", array.database, true}, {"the batch script", script}}, arguments.scenarios);
  write_file(with_folder(script), script_of(array), slurm_kind());
  streams.out.write(fmt::format("{} in {}: {}; on the cluster: sh {}\n", count_noun(sweep.size(), "point"),
                                count_noun(array.shards, "shard"), script, shell_word(script)));
  return ExitCode::ok;
}

ExitCode run_sweep(const Sweep& sweep, const Arguments& arguments, const Streams& streams, Ranks& ranks) {
  expect_apart({{"--out", database_of(arguments), true}}, arguments.scenarios);
  Ledger ledger(database_of(arguments), ledger_sweep(sweep), arguments.rows);
  const SweepPoints points(sweep);
  SweepKeeper keeper(ledger, arguments.shard);
  Supervision supervision(arguments, streams, "points");
  RunnerOptions options{threads_for(arguments.threads), arguments.most_runs};
  WorkState found;
  keeper.count(found);
  if (!arguments.quiet) streams.err.write(found_note(ledger, found));
  const std::vector<PointTask> tasks = sweep_tasks(sweep, ledger, arguments.shard);
  const RankedWork ended = run_tasks(ranks, points, tasks, ledger, keeper, options, supervision.watch());
  supervision.finish();
  if (!arguments.quiet) streams.err.write(revision_note(ledger));
  streams.err.write(end_note(ended.end, supervision, ended.state, arguments));
  print(sweep, ledger, ended.state, arguments, streams);
  return exit_code(ended.end, ledger, ledger.counts());
}

ExitCode sweep_on_rank(const Arguments& arguments, const Streams& streams, Ranks& ranks) {
  const bool first = ranks.rank() == 0;
  const SweepRead read = read_sweep_file(arguments.scenarios.front(), arguments.overrides);
  if (first && (!read.sweep || !arguments.quiet)) streams.err.write(read.problems.text(streams.err_colour()));
  if (!read.sweep) return ExitCode::usage;
  headlines_of(read.sweep->base(), arguments.figure);  // A wrong name is told before anything runs.
  if (arguments.slurm > 0) return first ? write_script(*read.sweep, arguments, streams) : ExitCode::ok;
  if (ranks.count() > 1 && arguments.most_runs != Arguments().most_runs)
    throw UsageError("--runs is for one process; several ranks take --wall-limit");
  if (first) return run_sweep(*read.sweep, arguments, streams, ranks);
  follow_tasks(ranks, SweepPoints(*read.sweep), ledger_sweep(*read.sweep), arguments.rows);
  return ExitCode::ok;
}

}  // namespace

ExitCode sweep_verb(const Arguments& arguments, const Streams& streams) {
  return on_ranks(streams, [&](Ranks& ranks) { return sweep_on_rank(arguments, streams, ranks); });
}

}  // namespace headrace
