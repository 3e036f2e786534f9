#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <thread>

#include "analysis/cli/interrupt.h"
#include "analysis/cli/verbs.h"
#include "analysis/json.h"
#include "analysis/plan_ledger.h"
#include "analysis/plan_report.h"
#include "analysis/plan_space.h"
#include "scenarios/loader/plan.h"

namespace headrace {

namespace {

PlanEvaluator::Around around(const Arguments& arguments, const Streams& streams) {
  PlanEvaluator::Around around;
  around.threads = arguments.threads > 0 ? static_cast<unsigned>(arguments.threads)
                                         : std::max(1U, std::thread::hardware_concurrency());
  around.stopped = &InterruptGuard::interrupted;
  if (streams.err_is_terminal && !arguments.quiet)
    around.report = [&streams](std::int64_t runs) {
      streams.err.write(fmt::format("\rplan: {} runs", runs));
    };
  return around;
}

void end_progress(const Streams& streams, const Arguments& arguments) {
  if (streams.err_is_terminal && !arguments.quiet) streams.err.write("\n");
}

ExitCode plan_cheapest(const Arguments& arguments, const Streams& streams) {
  const PlanRead read = read_plan_file(arguments.scenarios.front(), arguments.overrides);
  if (!read.plan || !arguments.quiet) streams.err.write(read.problems.text(streams.err_colour()));
  if (!read.plan) return ExitCode::usage;
  const Plan& plan = *read.plan;
  const PlanSpace space(plan);
  const std::string stem = std::filesystem::path(arguments.scenarios.front()).stem().string();
  const std::string database = arguments.database.empty() ? "results/" + stem + ".db" : arguments.database;
  PlanLedger ledger(database, plan.designs(), space.designs());
  PlanEvaluator::Around with_store = around(arguments, streams);
  with_store.store = &ledger;
  PlanEvaluator evaluator(
      plan.targets(), [&](std::size_t point) { return plan.designs().scenario(space.designs()[point]); },
      std::move(with_store));
  const InterruptGuard guard;
  const CheapestResult found = find_cheapest(space.problem(), space.options(), evaluator);
  end_progress(streams, arguments);
  const PlanAnswer answer{plan, found, evaluator.notes(), space.designs(), evaluator.reused(), database};
  if (arguments.json)
    streams.out.write(json_text(plan_tree(answer)));
  else
    streams.out.write(arguments.quiet ? plan_sentence(answer) + "\n"
                                      : plan_text(answer, Style(streams.out_colour())));
  if (found.end == SearchEnd::stopped) return ExitCode::interrupted;
  return found.best ? ExitCode::ok : ExitCode::missed;
}

struct Feeding {
  std::string job;
  Assertion target;
  std::string group;
  std::int64_t first = 0, per_node = 1, group_count = 0;
  std::string accelerator;
};

// The job that trains; there is just one, and its AU is to stay at its benchmark's threshold or above.
Feeding feeding_of(const Scenario& scenario, const std::string& file) {
  Feeding feeding;
  for (const auto& [name, job] : scenario.jobs) {
    if (!job.workload || !job.workload->training.enabled) continue;
    if (!feeding.job.empty())
      throw UsageError("several jobs of " + file + " train; --max asks about just one");
    feeding.job = name;
    feeding.group = job.nodes.group;
    feeding.first = job.nodes.first;
    feeding.accelerator = job.accelerator;
    feeding.per_node = job.accelerators_per_node;
  }
  if (feeding.job.empty()) throw UsageError("no job of " + file + " trains, so that nothing is to be fed");
  for (const auto& [name, group] : scenario.platform.nodes) {
    if (name != feeding.group) continue;
    feeding.group_count = group.count;
    if (feeding.per_node < 0) feeding.per_node = group.accelerators;
  }
  return feeding;
}

ExitCode plan_largest(const Arguments& arguments, const Streams& streams) {
  const std::string& file = arguments.scenarios.front();
  const ScenarioRead read = read_scenario_file(file, arguments.overrides);
  if (!read.scenario || !arguments.quiet) streams.err.write(read.problems.text(streams.err_colour()));
  if (!read.scenario) return ExitCode::usage;
  const Scenario& base = *read.scenario;
  Feeding feeding = feeding_of(base, file);
  const auto& job = std::find_if(base.jobs.begin(), base.jobs.end(), [&](const auto& item) {
                      return item.first == feeding.job;
                    })->second;
  const std::string metric = "jobs." + feeding.job + ".au_percent";
  const double threshold = arguments.au > 0 ? arguments.au : 100 * job.workload->metric.au_threshold;
  feeding.target = {fmt::format("{} >= {}", metric, threshold), metric, ">=", threshold};
  const auto scenario_of = [&](std::size_t nodes) {
    std::vector<std::string> changes = arguments.overrides;
    const std::int64_t needed = feeding.first + static_cast<std::int64_t>(nodes);
    if (needed > feeding.group_count)
      changes.push_back(fmt::format("platform.nodes.{}.count={}", feeding.group, needed));
    changes.push_back(fmt::format("jobs.{}.nodes.count={}", feeding.job, nodes));
    return read_scenario_file(file, changes);
  };
  PlanEvaluator evaluator({feeding.target}, scenario_of, around(arguments, streams));
  LargestProblem problem;
  problem.high = std::max<std::int64_t>(1, arguments.up_to / std::max<std::int64_t>(feeding.per_node, 1));
  problem.replications = base.measure.replications;
  problem.most_replications =
      problem.replications == 1 ? 1 : std::max<std::int64_t>(problem.replications, 16);
  const InterruptGuard guard;
  const LargestResult found = find_largest(problem, evaluator);
  end_progress(streams, arguments);
  const LargestAnswer answer{base.name,      feeding.job, feeding.accelerator, feeding.per_node,
                             feeding.target, found,       evaluator.notes()};
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
