#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "analysis/cli/rank_verb.h"
#include "analysis/cli/supervision.h"
#include "analysis/cli/verbs.h"
#include "analysis/page/json.h"
#include "analysis/page/plan_report.h"
#include "analysis/run/node_counts.h"
#include "analysis/run/plan_ledger.h"
#include "analysis/run/plan_space.h"
#include "analysis/run/sweep_work.h"
#include "analysis/text.h"
#include "scenarios/loader/read/read_scenario.h"
#include "scenarios/loader/sweep/plan.h"

namespace headrace {

namespace {

constexpr const char* kRound = "runs of this round";

// Runs are kept, whatever ended the search.
void end(Supervision& supervision, const PlanEvaluator& evaluator, const Arguments& arguments,
         const Streams& streams) {
  supervision.finish();
  if (supervision.why_stopped().empty()) return;
  streams.err.write(fmt::format("headrace: {} after {}, {} more were found in {}; the same command goes on\n",
                                supervision.why_stopped(), count_noun(evaluator.runs(), "run"),
                                evaluator.reused(), database_of(arguments)));
}

// Counts what the other ranks have found of a round.
class RoundKeeper final : public Keeper {
 public:
  RoundKeeper(const PlanLedger& ledger, std::size_t tasks)
      : ledger_(ledger), before_(ledger.ledger().counts().runs), tasks_(static_cast<std::int64_t>(tasks)) {}

  void keep(std::span<FinishedRun> /*runs*/) override {}
  void count(WorkState& state) const override {
    state.points = tasks_;
    state.points_over = std::min(tasks_, ledger_.ledger().counts().runs - before_);
  }

 private:
  const PlanLedger& ledger_;
  std::int64_t before_, tasks_;
};

// The other ranks of an MPI job in place of threads here, round by round.
PlanEvaluator::Around around_of(const Arguments& arguments, Ranks& ranks, PlanLedger& ledger,
                                Supervision& supervision) {
  PlanEvaluator::Around around{threads_for(arguments.threads), &ledger, supervision.watch()};
  if (ranks.count() > 1)
    around.elsewhere = [&ranks, &ledger, watch = supervision.watch()](const std::vector<PointTask>& tasks) {
      const RoundKeeper keeper(ledger, tasks.size());
      const std::vector<PointTask> designs = ledger.tasks_of_sweep(tasks);
      lead_work(ranks, designs, ledger.ledger(), keeper, watch);
      return std::all_of(
                 designs.begin(), designs.end(),
                 [&](const PointTask& task) { return ledger.ledger().has(task.point, task.replication); })
                 ? WorkEnd::complete
                 : WorkEnd::stopped;
    };
  return around;
}

// Follows rank 0 through round after round.
void follow_rounds(Ranks& ranks, const Points& points, const LedgerSweep& sweep) {
  while (follow_tasks(ranks, points, sweep, RowChoice::figures)) {
  }
}

// The counts of nodes as points.
class CountPoints final : public Points {
 public:
  explicit CountPoints(const NodeCounts& counts) : counts_(counts) {}

  PreparedPoint prepare(std::int64_t point) const override {
    const std::int64_t nodes = NodeCounts::nodes_of(point);
    std::vector<std::string> values;
    for (const SweepParameter& parameter : counts_.point(nodes).parameters) values.push_back(parameter.value);
    return prepared(counts_.scenario(nodes), std::move(values));
  }

 private:
  const NodeCounts& counts_;
};

ExitCode plan_cheapest(const Arguments& arguments, const Streams& streams, Ranks& ranks) {
  const bool first = ranks.rank() == 0;
  const PlanRead read = read_plan_file(arguments.scenarios.front(), arguments.overrides);
  if (first && (!read.plan || !arguments.quiet)) streams.err.write(read.problems.text(streams.err_colour()));
  if (!read.plan) return ExitCode::usage;
  const Plan& plan = *read.plan;
  if (!first) {
    follow_rounds(ranks, SweepPoints(plan.designs()), planned_sweep(plan.designs()));
    return ExitCode::ok;
  }
  const PlanSpace space(plan);
  const std::string database = database_of(arguments);
  PlanLedger ledger(database, planned_sweep(plan.designs()),
                    [&](std::size_t point) { return space.designs()[point]; });
  Supervision supervision(arguments, streams, kRound);
  PlanEvaluator evaluator(
      plan.targets(), [&](std::size_t point) { return plan.designs().scenario(space.designs()[point]); },
      around_of(arguments, ranks, ledger, supervision));
  const CheapestResult found = find_cheapest(space.problem(), space.options(), evaluator);
  end_work(ranks);
  end(supervision, evaluator, arguments, streams);
  const PlanAnswer answer{plan, found, evaluator.notes(), space.designs(), evaluator.reused(), database};
  if (arguments.json)
    streams.out.write(json_text(plan_tree(answer)));
  else
    streams.out.write(arguments.quiet ? plan_sentence(answer) + "\n"
                                      : plan_text(answer, Style(streams.out_colour())));
  if (found.end == SearchEnd::stopped) return ExitCode::interrupted;
  return found.best ? ExitCode::ok : ExitCode::missed;
}

ExitCode plan_largest(const Arguments& arguments, const Streams& streams, Ranks& ranks) {
  const bool first = ranks.rank() == 0;
  const std::string& file = arguments.scenarios.front();
  const ScenarioRead read = read_scenario_file(file, arguments.overrides);
  if (first && (!read.scenario || !arguments.quiet))
    streams.err.write(read.problems.text(streams.err_colour()));
  if (!read.scenario) return ExitCode::usage;
  const NodeCounts counts(*read.scenario, file, arguments.overrides);
  if (!first) {
    follow_rounds(ranks, CountPoints(counts), counts.ledger_sweep());
    return ExitCode::ok;
  }
  const std::string database = database_of(arguments);
  PlanLedger ledger(database, counts.ledger_sweep(),
                    [&](std::size_t nodes) { return counts.point(static_cast<std::int64_t>(nodes)); });
  Supervision supervision(arguments, streams, kRound);
  const Assertion target = counts.target(arguments.au);
  PlanEvaluator evaluator(
      {target}, [&](std::size_t nodes) { return counts.scenario(static_cast<std::int64_t>(nodes)); },
      around_of(arguments, ranks, ledger, supervision));
  const LargestResult found = find_largest(counts.problem(arguments.up_to), evaluator);
  end_work(ranks);
  end(supervision, evaluator, arguments, streams);
  const LargestAnswer answer{read.scenario->name,
                             counts.job(),
                             counts.accelerator(),
                             counts.accelerators_per_node(),
                             target,
                             found,
                             evaluator.notes(),
                             evaluator.reused(),
                             database};
  if (arguments.json)
    streams.out.write(json_text(largest_tree(answer)));
  else
    streams.out.write(arguments.quiet ? largest_sentence(answer) + "\n"
                                      : largest_text(answer, Style(streams.out_colour())));
  if (found.stopped) return ExitCode::interrupted;
  return found.largest ? ExitCode::ok : ExitCode::missed;
}

}  // namespace

ExitCode plan_verb(const Arguments& arguments, const Streams& streams) {
  return on_ranks(streams, [&](Ranks& ranks) {
    return arguments.largest ? plan_largest(arguments, streams, ranks)
                             : plan_cheapest(arguments, streams, ranks);
  });
}

}  // namespace headrace
