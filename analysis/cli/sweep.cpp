#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>

#include "analysis/answer/model_error.h"
#include "analysis/answer/sensitivity.h"
#include "analysis/answer/sweep_answer.h"
#include "analysis/cli/batch_script.h"
#include "analysis/cli/options/output_database.h"
#include "analysis/cli/options/scenario_words.h"
#include "analysis/cli/options/shard_options.h"
#include "analysis/cli/options/values.h"
#include "analysis/cli/rank_verb.h"
#include "analysis/cli/supervision.h"
#include "analysis/cli/verb.h"
#include "analysis/output_file.h"
#include "analysis/page/json.h"
#include "analysis/page/sweep_page.h"
#include "analysis/run/cluster/ranks.h"
#include "analysis/run/cluster/work_over_ranks.h"
#include "analysis/run/sweep_work.h"
#include "analysis/text.h"
#include "analysis/version.h"

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
                     std::int64_t most_runs) {
  if (end == WorkEnd::complete) return "";
  std::string why = supervision.why_stopped();
  if (why.empty())
    why = end == WorkEnd::most_runs ? fmt::format("stopped by --runs {}", most_runs) : "interrupted";
  return fmt::format(
      "headrace: {} with {} of {} points done; the same command goes on where this one ended\n", why,
      state.points_over, state.points);
}

ExitCode exit_code(WorkEnd end, const Ledger& ledger, Ledger::Counts counts) {
  if (end != WorkEnd::complete) return ExitCode::interrupted;
  if (counts.done > 0 || counts.failed == 0) return ExitCode::ok;
  return ledger.counts().runs > 0 ? ExitCode::stalled : ExitCode::usage;  // Not a single point has an answer.
}

constexpr std::int64_t kAllRuns = std::numeric_limits<std::int64_t>::max();

class SweepVerb final : public Verb {
 public:
  void declare(Options& options) override;
  void finish() override;
  ExitCode run(const Streams& streams) override;

 private:
  void print(const Sweep& sweep, Ledger& ledger, const WorkState& state, const Streams& streams) const;
  ExitCode write_array(const Sweep& sweep, const Streams& streams) const;
  ExitCode run_sweep(const Sweep& sweep, const Streams& streams, Ranks& ranks) const;
  ExitCode sweep_on_rank(const Streams& streams, Ranks& ranks) const;

  // Words of the command line.
  struct Text {
    std::string rows = "figures", most_runs;
  };
  Text text_;
  ScenarioWords scenarios_;
  OutputDatabase database_;
  ShardOptions shards_;
  RowChoice rows_ = RowChoice::figures;
  std::string figure_;  // What points are ranked by; empty: what each job is for.
  std::int64_t most_runs_ = kAllRuns;
  WorkOptions work_;
  AnswerForm form_;
};

void SweepVerb::declare(Options& options) {
  scenarios_.declare(options,
                     "a scenario file, then overrides, and axes: key.path=a,b,c, key.path=a..b:step,\n"
                     "key.path='log a..b n'; they stand beside those of the file's sweep:",
                     "[KEY.PATH=VALUES]");
  database_.declare(options, "--out", "the result database [results/<scenario>.db]");
  shards_.declare_shard(options, "every N-th point, from the I-th on, from 1; join them by `merge`");
  options.value("--rows", text_.rows, "figures, or all: epochs, ranks and model rows, too [figures]",
                "WHICH");
  options.value("--figure", figure_,
                "what points are ranked by, such as cache.hit_rate or jobs.train.seconds [what each\n"
                "job is for]",
                "PATH");
  options.value("--runs", text_.most_runs, "end after so many new runs (exit 4)", "N");
  shards_.declare_slurm(options,
                        "write a batch script of N shards and their merge beside the database; runs but the\n"
                        "first point, and that only to know its memory, where there is no --memory-limit");
  work_.declare(options);
  options.footer(
      std::string("Over the ranks of an MPI job, one of which writes: mpirun -n 64 headrace sweep ...\n\n"
                  "Example:\n"
                  "  headrace sweep scenarios/first_run.yaml jobs.train.accelerators_per_node=1,2,3 \\\n"
                  "    platform.file_systems.scratch.lustre.ost.count=4..16:4 --out results/osts.db\n\n") +
      kExitCodes);
  form_.declare(options);
}

void SweepVerb::finish() {
  database_.finish();
  scenarios_.finish_one("sweep");
  work_.finish(form_);
  shards_.finish();
  if (!text_.most_runs.empty()) most_runs_ = count_of("--runs", text_.most_runs);
  constexpr std::string_view kRows[] = {"figures", "all"};
  if (std::find(std::begin(kRows), std::end(kRows), text_.rows) == std::end(kRows))
    throw UsageError("'" + text_.rows + "' is no value of --rows" + suggestion(text_.rows, kRows) +
                     " (figures, all)");
  rows_ = text_.rows == "all" ? RowChoice::all : RowChoice::figures;
}

// Says how far off the utilisations of the best point may be.
std::string sureness(const Sweep& sweep, const SweepAnswer& answer) {
  std::string text;
  if (sweep.base().calibration || !answer.ranked) return text;
  for (std::size_t i = 0; i < answer.headlines.size(); ++i) {
    const Spread& best = answer.points.front().figures[i];
    if (best.count == 0) continue;
    const std::string sure = how_sure_of_figure(answer.headlines[i].figure, best.mean);
    if (!sure.empty())
      text += (text.empty() ? "" : " ") +
              (answer.headlines.size() > 1 ? answer.headlines[i].job + ": " : "") + sure;
  }
  return text;
}

void SweepVerb::print(const Sweep& sweep, Ledger& ledger, const WorkState& state,
                      const Streams& streams) const {
  const SweepAnswer answer = sweep_answer(sweep, ledger.database(), figure_);
  const std::vector<AxisEffect> effects = sensitivity_of(sweep, answer);
  const Ledger::Counts& counts = ledger.counts();
  if (form_.json) {
    nlohmann::ordered_json tree = sweep_tree(sweep, answer);
    tree["sensitivity"] = sensitivity_tree(sweep, answer, effects);
    tree["how_sure"] = sureness(sweep, answer);
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
  if (form_.quiet) return;
  const std::string matters = sensitivity_sentence(answer, effects);
  if (!matters.empty()) streams.out.write(wrap(matters, "  ", 4));
  if (const std::string sure = sureness(sweep, answer); !sure.empty()) streams.out.write(wrap(sure, "  ", 4));
  streams.out.write("\n" + sweep_table(answer, form_.verbose));
  if (!effects.empty()) streams.out.write("\n" + sensitivity_table(answer, effects));
  std::string note = fmt::format("{} of {} points done", counts.done, sweep.size());
  if (counts.failed > 0) note += fmt::format(", {} failed", counts.failed);
  note += fmt::format(", {}, {} of them new; results: {}", count_noun(counts.runs, "run"), state.runs,
                      ledger.path());
  streams.out.write("\n" + wrap(note, {}, 2) + "all of them: headrace query " + ledger.path() + " points\n");
}

// Writes a script: an array of jobs runs the sweep, in place of running it here.
ExitCode SweepVerb::write_array(const Sweep& sweep, const Streams& streams) const {
  SlurmArray array;
  array.verb = "sweep";
  array.name = sweep.name();
  array.database = database_.of(scenarios_.file());
  fill_in(array, scenarios_, work_, shards_.slurm_time);
  if (rows_ == RowChoice::all) array.words.insert(array.words.end(), {"--rows", "all"});
  const ScenarioRead first = sweep.scenario(sweep.point(0));
  fill_in_shards(array, work_, std::min(shards_.slurm, sweep.size()),
                 first.scenario ? &*first.scenario : nullptr);
  return write_script(array.database, script_of(array), scenarios_.files,
                      count_noun(sweep.size(), "point") + " in " + count_noun(array.shards, "shard"),
                      streams);
}

ExitCode SweepVerb::run_sweep(const Sweep& sweep, const Streams& streams, Ranks& ranks) const {
  const std::string database = database_.of(scenarios_.file());
  expect_apart({{"--out", database, true}}, scenarios_.files);
  Ledger ledger(database, ledger_sweep(sweep), rows_);
  const SweepPoints points(sweep);
  SweepKeeper keeper(ledger, shards_.shard);
  Supervision supervision(work_, streams, "points");
  RunnerOptions options{threads_for(work_.threads), most_runs_};
  WorkState found;
  keeper.count(found);
  if (!form_.quiet) streams.err.write(found_note(ledger, found));
  const std::vector<PointTask> tasks = sweep_tasks(sweep, ledger, shards_.shard);
  const RankedWork ended = run_tasks(ranks, points, tasks, ledger, keeper, options, supervision.watch());
  supervision.finish();
  if (!form_.quiet) streams.err.write(revision_note(ledger));
  streams.err.write(end_note(ended.end, supervision, ended.state, most_runs_));
  print(sweep, ledger, ended.state, streams);
  return exit_code(ended.end, ledger, ledger.counts());
}

ExitCode SweepVerb::sweep_on_rank(const Streams& streams, Ranks& ranks) const {
  const bool first = ranks.rank() == 0;
  const SweepRead read = read_sweep_file(scenarios_.file(), scenarios_.overrides);
  if (first && (!read.sweep || !form_.quiet)) streams.err.write(read.problems.text(streams.err_colour()));
  if (!read.sweep) return ExitCode::usage;
  headlines_of(read.sweep->base(), figure_);  // A wrong name is told before anything runs.
  if (shards_.slurm > 0) return first ? write_array(*read.sweep, streams) : ExitCode::ok;
  if (ranks.count() > 1 && most_runs_ != kAllRuns)
    throw UsageError("--runs is for one process; several ranks take --wall-limit");
  if (first) return run_sweep(*read.sweep, streams, ranks);
  follow_tasks(ranks, SweepPoints(*read.sweep), ledger_sweep(*read.sweep), rows_);
  return ExitCode::ok;
}

ExitCode SweepVerb::run(const Streams& streams) {
  return on_ranks(streams, [&](Ranks& ranks) { return sweep_on_rank(streams, ranks); });
}

}  // namespace

std::unique_ptr<Verb> sweep_verb() { return std::make_unique<SweepVerb>(); }

}  // namespace headrace
