#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "analysis/answer/model_error.h"
#include "analysis/cli/batch_script.h"
#include "analysis/cli/options/output_database.h"
#include "analysis/cli/options/scenario_words.h"
#include "analysis/cli/options/shard_options.h"
#include "analysis/cli/options/values.h"
#include "analysis/cli/rank_verb.h"
#include "analysis/cli/search_rounds.h"
#include "analysis/cli/supervision.h"
#include "analysis/cli/verb.h"
#include "analysis/page/json.h"
#include "analysis/page/largest_report.h"
#include "analysis/page/plan_report.h"
#include "analysis/report/page.h"
#include "analysis/report/plan_plots.h"
#include "analysis/run/accelerator_counts.h"
#include "analysis/run/plan_ledger.h"
#include "analysis/run/plan_space.h"
#include "analysis/run/sweep_work.h"
#include "analysis/text.h"
#include "analysis/version.h"
#include "scenarios/loader/read/read_scenario.h"
#include "scenarios/loader/read/scenario_text.h"
#include "scenarios/loader/sweep/plan.h"

namespace headrace {

namespace {

// Words of --max, in the order of Raised.
constexpr std::string_view kMost[] = {"accelerators", "accelerators_per_node"};

// Says how far a search was that ended early. Its runs are kept.
void end(Supervision& supervision, std::int64_t runs, std::int64_t reused, const std::string& database,
         const Streams& streams) {
  supervision.finish();
  if (supervision.why_stopped().empty()) return;
  streams.err.write(fmt::format("headrace: {} after {}, {} more were found in {}; the same command goes on\n",
                                supervision.why_stopped(), count_noun(runs, "run"), reused, database));
}

// Says on what share of systems the target is met with the largest count.
std::string sure_of_largest(const LargestResult& found, const Assertion& target) {
  for (const CountMargin& one : found.curve)
    if (one.count == found.largest)
      return how_sure_of_target(target.metric, value_with_margin(target, one.margin.mean), target.bound);
  return {};
}

// Returns the targets of a plan, utilisations with the bound that a prediction has to reach so that the
// target is met on as many systems as plan.met_on_systems asks for.
std::vector<PlanTarget> surer_targets(const Plan& plan) {
  std::vector<PlanTarget> targets = plan.targets();
  const double share = plan.spec().met_on_systems;
  for (PlanTarget& target : targets) {
    if (share <= 0 || how_sure_of_target(target.metric, target.bound, target.bound).empty()) continue;
    double most = 0;
    const std::optional<double> bound = predicted_for(target.bound, share, most);
    if (!bound)
      throw UsageError(
          fmt::format("plan.met_on_systems is {}, and {} is met on {:.2f} of all systems at most, "
                      "as published predictions were off",
                      share, target.text, most));
    target.bound = std::max(target.bound, *bound);
  }
  return targets;
}

class PlanVerb final : public Verb {
 public:
  void declare(Options& options) override;
  void finish() override;
  ExitCode run(const Streams& streams) override;

 private:
  bool finds_largest() const { return !text_.most.empty(); }
  ExitCode write_task(const std::string& name, const Streams& streams) const;
  ExitCode plan_cheapest(const Streams& streams, Ranks& ranks) const;
  ExitCode plan_largest(const Streams& streams, Ranks& ranks) const;

  // Words of the command line.
  struct Text {
    std::string most, au, up_to, page, slurm_time;
  };
  Text text_;
  ScenarioWords scenarios_;
  double au_ = 0;              // Target in percent; 0: the benchmark's.
  std::int64_t up_to_ = 4096;  // Accelerators.
  OutputDatabase database_;
  bool slurm_ = false;
  Duration slurm_time_;  // Time of the task; zero: made from the wall limit.
  WorkOptions work_;
  AnswerForm form_;
};

void PlanVerb::declare(Options& options) {
  scenarios_.declare(options,
                     "a scenario file with a 'plan', then overrides: key.path=value, and axes: key.path=4,8");
  options.value("--max", text_.most,
                "in place of that, how many accelerators the job that trains may have until its AU\n"
                "misses its target: 'accelerators' by more nodes, 'accelerators_per_node' on the\n"
                "nodes that it has; needs no 'plan'",
                "WHAT");
  options.value("--au", text_.au, "with --max: the target in percent [the benchmark's]", "N");
  options.value("--up-to", text_.up_to, "with --max: as many accelerators at most [4096]", "N");
  options.value("--page", text_.page,
                "write a page of the answer too, that opens in a browser without a network:\n"
                "what each price buys, and which target binds where",
                "FILE.html");
  database_.declare(options, "--out",
                    "the result database: what it has is not run again [results/<scenario>.db]");
  options.flag("--slurm", slurm_,
               "write a batch script beside the database, of one task that has a node\n"
               "for itself and runs on all its cores, or on --jobs: a plan has no\n"
               "shards, for what it runs next follows from what it found");
  declare_slurm_time(options, text_.slurm_time);
  work_.declare(options);
  options.footer(std::string("Exit code 1: no design reaches the targets.\n\n"
                             "Example:\n  headrace plan scenarios/plans/lustre_for_1024_h100.yaml\n"
                             "  headrace plan scenarios/first_run.yaml --max accelerators\n\n") +
                 kExitCodes);
  form_.declare(options);
}

void PlanVerb::finish() {
  database_.finish();
  scenarios_.finish_one("plan");
  if (finds_largest() && std::find(std::begin(kMost), std::end(kMost), text_.most) == std::end(kMost))
    throw UsageError("--max knows accelerators and accelerators_per_node, not '" + text_.most + "'" +
                     suggestion(text_.most, kMost));
  for (const auto& [option, text] : {std::pair("--au", text_.au), std::pair("--up-to", text_.up_to)})
    if (!finds_largest() && !text.empty())
      throw UsageError(std::string(option) + " is of no use without --max accelerators");
  if (finds_largest() && !text_.page.empty()) throw UsageError("--page is for plans, not for --max");
  if (!text_.au.empty()) au_ = percentage_of("--au", text_.au);
  if (!text_.up_to.empty()) up_to_ = count_of("--up-to", text_.up_to);
  if (up_to_ > AcceleratorCounts::kMost)
    throw UsageError("--up-to is " + std::to_string(AcceleratorCounts::kMost) + " at most");
  work_.finish(form_);
  if (!slurm_ && !text_.slurm_time.empty()) throw UsageError("--slurm-time is of no use without --slurm");
  slurm_time_ = slurm_time_of(text_.slurm_time);
}

// Writes a script whose one task plans in place of this process.
ExitCode PlanVerb::write_task(const std::string& name, const Streams& streams) const {
  SlurmTask task;
  task.verb = "plan";
  task.name = name;
  task.database = database_.of(scenarios_.file());
  task.threads = work_.threads;
  fill_in(task, scenarios_, work_, slurm_time_);
  for (const auto& [option, text] : {std::pair("--max", text_.most), std::pair("--au", text_.au),
                                     std::pair("--up-to", text_.up_to), std::pair("--page", text_.page)})
    if (!text.empty()) task.words.insert(task.words.end(), {option, text});
  form_.append_to(task.words);
  return write_script(task.database, script_of(task), scenarios_.files, "one task", streams);
}

ExitCode PlanVerb::plan_cheapest(const Streams& streams, Ranks& ranks) const {
  const bool first = ranks.rank() == 0;
  const PlanRead read = read_plan_file(scenarios_.file(), scenarios_.overrides);
  if (first && (!read.plan || !form_.quiet)) streams.err.write(read.problems.text(streams.err_colour()));
  if (!read.plan) return ExitCode::usage;
  const Plan& plan = *read.plan;
  if (slurm_) return first ? write_task(plan.designs().name(), streams) : ExitCode::ok;
  const std::vector<PlanTarget> targets = surer_targets(plan);
  if (first && !text_.page.empty()) expect_page(text_.page);
  if (!first) {
    follow_rounds(ranks, SweepPoints(plan.designs()), planned_sweep(plan.designs()));
    return ExitCode::ok;
  }
  const PlanSpace space(plan);
  const std::string database = database_.of(scenarios_.file());
  PlanLedger ledger(database, planned_sweep(plan.designs()), [&](std::size_t run) { return space.run(run); });
  Supervision supervision(work_, streams, kRound);
  PlanEvaluator evaluator(
      targets, plan.situations(), [&](std::size_t run) { return plan.designs().scenario(space.run(run)); },
      around_of({work_.threads, ranks, supervision}, ledger));
  const CheapestResult found = find_cheapest(space.problem(), space.options(), evaluator);
  end_work(ranks);
  end(supervision, evaluator.runs(), evaluator.reused(), database, streams);
  const PlanAnswer answer{plan,    targets, found, evaluator.notes(), space.designs(), evaluator.reused(),
                          database};
  if (!text_.page.empty()) {
    Report report;
    report.version = program_version();
    report.revision = program_revision();
    report.parts.push_back(plan_part(answer, write_scenario(plan.designs().base())));
    make_ids_unique(report);
    write_file(with_folder(text_.page), report_page(report), page_kind());
  }
  if (form_.json)
    streams.out.write(json_text(plan_tree(answer)));
  else
    streams.out.write(form_.quiet ? plan_sentence(answer) + "\n"
                                  : plan_text(answer, Style(streams.out_colour())));
  if (found.end == SearchEnd::stopped) return ExitCode::interrupted;
  return found.best ? ExitCode::ok : ExitCode::missed;
}

ExitCode PlanVerb::plan_largest(const Streams& streams, Ranks& ranks) const {
  const bool first = ranks.rank() == 0;
  const std::string& file = scenarios_.file();
  const ScenarioRead read = read_scenario_file(file, scenarios_.overrides);
  if (first && (!read.scenario || !form_.quiet)) streams.err.write(read.problems.text(streams.err_colour()));
  if (!read.scenario) return ExitCode::usage;
  if (slurm_) return first ? write_task(read.scenario->name, streams) : ExitCode::ok;
  const AcceleratorCounts counts(*read.scenario, file, scenarios_.overrides,
                                 text_.most == kMost[0] ? Raised::nodes : Raised::accelerators_per_node);
  if (!first) {
    follow_counts(ranks, counts);
    return ExitCode::ok;
  }
  const std::string database = database_.of(scenarios_.file());
  Supervision supervision(work_, streams, kRound);
  const Assertion target = counts.target(au_);
  const CountSearch search =
      search_counts(counts, target, counts.problem(up_to_), database, {work_.threads, ranks, supervision});
  const LargestResult& found = search.found;
  end_work(ranks);
  end(supervision, search.runs, search.reused, database, streams);
  const LargestAnswer answer{read.scenario->name,
                             counts.job(),
                             counts.accelerator(),
                             counts.raised(),
                             counts.each(),
                             target,
                             found,
                             search.notes,
                             search.reused,
                             database,
                             read.scenario->calibration ? "" : sure_of_largest(found, target)};
  if (form_.json)
    streams.out.write(json_text(largest_tree(answer)));
  else
    streams.out.write(form_.quiet ? largest_sentence(answer) + "\n"
                                  : largest_text(answer, Style(streams.out_colour())));
  if (found.stopped) return ExitCode::interrupted;
  return found.largest ? ExitCode::ok : ExitCode::missed;
}

ExitCode PlanVerb::run(const Streams& streams) {
  return on_ranks(streams, [&](Ranks& ranks) {
    return finds_largest() ? plan_largest(streams, ranks) : plan_cheapest(streams, ranks);
  });
}

}  // namespace

std::unique_ptr<Verb> plan_verb() { return std::make_unique<PlanVerb>(); }

}  // namespace headrace
