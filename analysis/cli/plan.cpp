#include <fmt/format.h>

#include <nlohmann/json.hpp>

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

ExitCode plan_cheapest(const Arguments& arguments, const Streams& streams) {
  const PlanRead read = read_plan_file(arguments.scenarios.front(), arguments.overrides);
  if (!read.plan || !arguments.quiet) streams.err.write(read.problems.text(streams.err_colour()));
  if (!read.plan) return ExitCode::usage;
  const Plan& plan = *read.plan;
  const PlanSpace space(plan);
  const std::string database = database_of(arguments);
  PlanLedger ledger(database, planned_sweep(plan.designs()),
                    [&](std::size_t point) { return space.designs()[point]; });
  Supervision supervision(arguments, streams, kRound);
  PlanEvaluator evaluator(plan.targets(),
                          [&](std::size_t point) { return plan.designs().scenario(space.designs()[point]); },
                          {threads_for(arguments.threads), &ledger, supervision.watch()});
  const CheapestResult found = find_cheapest(space.problem(), space.options(), evaluator);
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

ExitCode plan_largest(const Arguments& arguments, const Streams& streams) {
  const std::string& file = arguments.scenarios.front();
  const ScenarioRead read = read_scenario_file(file, arguments.overrides);
  if (!read.scenario || !arguments.quiet) streams.err.write(read.problems.text(streams.err_colour()));
  if (!read.scenario) return ExitCode::usage;
  const NodeCounts counts(*read.scenario, file, arguments.overrides);
  const std::string database = database_of(arguments);
  PlanLedger ledger(database, counts.ledger_sweep(),
                    [&](std::size_t nodes) { return counts.point(static_cast<std::int64_t>(nodes)); });
  Supervision supervision(arguments, streams, kRound);
  const Assertion target = counts.target(arguments.au);
  PlanEvaluator evaluator(
      {target}, [&](std::size_t nodes) { return counts.scenario(static_cast<std::int64_t>(nodes)); },
      {threads_for(arguments.threads), &ledger, supervision.watch()});
  const LargestResult found = find_largest(counts.problem(arguments.up_to), evaluator);
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
  return arguments.largest ? plan_largest(arguments, streams) : plan_cheapest(arguments, streams);
}

}  // namespace headrace
