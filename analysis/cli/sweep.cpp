#include <fmt/format.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <thread>

#include "analysis/cli/interrupt.h"
#include "analysis/cli/verbs.h"
#include "analysis/json.h"
#include "analysis/sweep/runner.h"
#include "analysis/sweep/sweep_answer.h"
#include "analysis/sweep/sweep_progress.h"
#include "analysis/text.h"
#include "analysis/version.h"

namespace headrace {

namespace {

std::string database_of(const Arguments& arguments) {
  if (!arguments.database.empty()) return arguments.database;
  return "results/" + std::filesystem::path(arguments.scenarios.front()).stem().string() + ".db";
}

struct Watching {
  SweepProgress progress;
  MachineLimits limits;

  static bool go_on(void* context, const SweepState& state) {
    auto& watching = *static_cast<Watching*>(context);
    watching.progress.update(state);
    return !InterruptGuard::interrupted() && !watching.limits.reached();
  }
};

// What was there before the first run.
std::string found_note(const Ledger& ledger, const SweepState& state) {
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

std::string end_note(SweepEnd end, const Watching& watching, const SweepState& state,
                     const Arguments& arguments) {
  if (end == SweepEnd::complete) return "";
  std::string why = "interrupted";
  if (end == SweepEnd::most_runs) why = fmt::format("stopped by --runs {}", arguments.most_runs);
  if (!watching.limits.which().empty()) why = "stopped by " + watching.limits.which();
  return fmt::format(
      "headrace: {} with {} of {} points done; the same command goes on where this one ended\n", why,
      state.points_over, state.points);
}

void print(const Sweep& sweep, Ledger& ledger, const SweepRunner& runner, const Arguments& arguments,
           const Streams& streams) {
  const SweepAnswer answer = sweep_answer(sweep, ledger.database());
  const Ledger::Counts& counts = ledger.counts();
  if (arguments.json) {
    nlohmann::ordered_json tree = sweep_tree(sweep, answer);
    tree["size"] = sweep.size();
    tree["done"] = counts.done;
    tree["failed"] = counts.failed;
    tree["runs"] = counts.runs;
    tree["new_runs"] = runner.state().runs;
    tree["revision"] = program_revision();
    tree["database"] = ledger.path();
    return streams.out.write(json_text(tree));
  }
  const Style style(streams.out_colour());
  streams.out.write(streams.out_colour() ? style.bold(answer.sentence) + "\n" : wrap(answer.sentence, {}, 2));
  if (arguments.quiet) return;
  streams.out.write("\n" + sweep_table(answer, arguments.verbose));
  std::string note = fmt::format("{} of {} points done", counts.done, sweep.size());
  if (counts.failed > 0) note += fmt::format(", {} failed", counts.failed);
  note += fmt::format(", {}, {} of them new; results: {}", count_noun(counts.runs, "run"),
                      runner.state().runs, ledger.path());
  streams.out.write("\n" + wrap(note, {}, 2) + "all of them: headrace query " + ledger.path() + " points\n");
}

ExitCode exit_code(SweepEnd end, const Ledger& ledger, Ledger::Counts counts) {
  if (end != SweepEnd::complete) return ExitCode::interrupted;
  if (counts.done > 0 || counts.failed == 0) return ExitCode::ok;
  return ledger.counts().runs > 0 ? ExitCode::stalled : ExitCode::usage;  // Not a single point has an answer.
}

}  // namespace

ExitCode sweep_verb(const Arguments& arguments, const Streams& streams) {
  const SweepRead read = read_sweep_file(arguments.scenarios.front(), arguments.overrides);
  if (!read.sweep || !arguments.quiet) streams.err.write(read.problems.text(streams.err_colour()));
  if (!read.sweep) return ExitCode::usage;
  Ledger ledger(database_of(arguments), ledger_sweep(*read.sweep), arguments.rows);
  const auto cores = static_cast<std::int64_t>(std::max(std::thread::hardware_concurrency(), 1U));
  SweepRunner runner(
      *read.sweep, ledger,
      {arguments.threads > 0 ? arguments.threads : cores, arguments.shard, arguments.most_runs});
  if (!arguments.quiet) streams.err.write(found_note(ledger, runner.state()));
  Watching watching{{streams.err, streams.err_is_terminal, arguments.progress, wall_seconds},
                    {arguments.wall_limit, arguments.memory_limit}};
  const InterruptGuard guard;
  const SweepEnd end = runner.run({&Watching::go_on, &watching});
  watching.progress.finish();
  if (!arguments.quiet) streams.err.write(revision_note(ledger));
  streams.err.write(end_note(end, watching, runner.state(), arguments));
  print(*read.sweep, ledger, runner, arguments, streams);
  return exit_code(end, ledger, ledger.counts());
}

}  // namespace headrace
