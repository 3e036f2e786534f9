#include "analysis/page/comparison_json.h"

#include <nlohmann/json.hpp>

#include "analysis/answer/replications.h"
#include "analysis/words.h"
#include "scenarios/loader/read/scenario_text.h"

namespace headrace {

namespace {

using Json = nlohmann::ordered_json;

Json difference_tree(const Spread& spread) {
  return {{"mean", spread.mean}, {"low_95", spread.low}, {"high_95", spread.high}, {"pairs", spread.count}};
}

Json compared_tree(const Comparison& comparison, std::span<const ArmRuns> arms) {
  Json tree = {
      {"first", arms.front().name}, {"best", nullptr},           {"ahead", arms[comparison.ahead].name},
      {"tied", Json::array()},      {"exact", comparison.exact}, {"gain_percent", Json::object()},
      {"merits", Json::object()}};
  if (comparison.crowned) tree["best"] = arms[comparison.ahead].name;
  for (const std::size_t arm : comparison.tied)
    if (comparison.tied.size() > 1) tree["tied"].push_back(arms[arm].name);
  for (std::size_t arm = 0; arm < arms.size(); ++arm)
    tree["gain_percent"][arms[arm].name] = difference_tree(comparison.gains[arm]);
  for (const JobComparison& job : comparison.jobs) {
    Json& entry = tree["merits"][job.job] = {{"figure", job.merit.path},
                                             {"less_is_better", job.merit.less_is_better},
                                             {"of_each_accelerator", job.merit.each},
                                             {"difference_percent", Json::object()}};
    for (std::size_t arm = 0; arm < arms.size(); ++arm)
      entry["difference_percent"][arms[arm].name] = difference_tree(job.differences[arm]);
  }
  return tree;
}

}  // namespace

Json comparison_tree(const Scenario& scenario, std::span<const ArmRuns> arms, const JsonContext& context) {
  const Comparison comparison = compare_arms(arms);
  Json tree = {{"schema", kResultSchema},
               {"scenario", scenario.name},
               {"scenario_hash", scenario_hash(scenario)},
               {"seed", scenario.seed},
               {"revision", context.revision},
               {"outcome", outcome_word(joint_outcome(arms).end)},
               {"answer", comparison.sentence},
               {"comparison", compared_tree(comparison, arms)},
               {"arms", Json::object()}};
  for (const ArmRuns& arm : arms) tree["arms"][arm.name] = result_tree(arm.runs, context);
  tree["still_waiting"] = joint_outcome(arms).still_waiting;
  tree["database"] = context.database;
  tree["dlio_output"] = context.dlio_folder;
  return tree;
}

std::vector<Assertion> assertions_of_arms(const Scenario& scenario) {
  std::vector<Assertion> all;
  for (const Assertion& assertion : scenario.assertions) {
    if (!assertion.metric.starts_with("jobs.")) {
      all.push_back(assertion);
      continue;
    }
    for (const Scenario& arm : scenario.arms) {
      Assertion& own = all.emplace_back(assertion);
      own.metric = "arms." + arm.arm + "." + assertion.metric;
      own.text = "arms." + arm.arm + "." + assertion.text;
    }
  }
  return all;
}

}  // namespace headrace
