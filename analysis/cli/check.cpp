#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "analysis/answer/closed_rules.h"
#include "analysis/cli/digest.h"
#include "analysis/cli/machine_limits.h"
#include "analysis/cli/options/answer_form.h"
#include "analysis/cli/options/scenario_words.h"
#include "analysis/cli/verb.h"
#include "analysis/page/json.h"
#include "analysis/run/progress.h"
#include "analysis/text.h"
#include "scenarios/loader/read/estimate.h"
#include "scenarios/loader/read/read_scenario.h"
#include "scenarios/loader/read/scenario_text.h"
#include "sim/units_text.h"

namespace headrace {

namespace {

using Json = nlohmann::ordered_json;

Json problem_tree(const Problem& problem) {
  return {{"severity", problem.severity == Severity::error ? "error" : "warning"},
          {"code", problem.code},
          {"file", problem.mark.source ? problem.mark.source->file : ""},
          {"line", problem.mark.line},
          {"column", problem.mark.column},
          {"path", problem.path},
          {"sentence", problem.sentence},
          {"nearest", problem.nearest},
          {"help", problem.help}};
}

// All that `run` simulates.
std::int64_t runs_of(const Scenario& scenario) {
  const auto of = [](const Scenario& arm) { return static_cast<std::int64_t>(1 + arm.alone.size()); };
  std::int64_t runs = scenario.arms.empty() ? of(scenario) : 0;
  for (const Scenario& arm : scenario.arms) runs += of(arm);
  return runs * scenario.measure.replications;
}

// Returns two digits or so: "24 thousand", "1.6 million".
std::string number_in_words(double number) {
  if (number < 1e4) return fmt::format("{:.0f}", number);
  if (number < 1e6) return fmt::format("{:.0f} thousand", number / 1e3);
  return fmt::format("{:.{}f} million", number / 1e6, number < 1e7 ? 1 : 0);
}

// Foreseen: the cost of one run, beside what this machine has.
struct Foreseen {
  RunEstimate estimate;
  bool is_of_whole_epochs = false;  // Though their rest may be left out.
  double memory = 0;                // The bytes of this machine; 0: it does not say.

  explicit Foreseen(const Scenario& scenario)
      : estimate(estimate_of(scenario)),
        is_of_whole_epochs(scenario.measure.until.has_value()),
        memory(static_cast<double>(memory_of_machine().count())) {}

  bool is_absurd() const { return memory > 0 && estimate.memory > 2 * memory; }
  bool fits() const { return memory == 0 || estimate.memory <= memory; }

  Json tree() const {
    return {{"nodes", estimate.nodes},     {"ranks", estimate.ranks},
            {"events", estimate.events},   {"memory_bytes", estimate.memory},
            {"seconds", estimate.seconds}, {"of_whole_epochs", is_of_whole_epochs}};
  }

  std::string text() const {
    const auto rounded = [](double bytes) {
      return human_text(Bytes::count(static_cast<std::int64_t>(std::min(bytes, 4e18))));
    };
    const std::string needs = fmt::format(
        "about {} events, {} of memory and {} of one core a run{}", number_in_words(estimate.events),
        rounded(estimate.memory), clock_text(std::ceil(estimate.seconds)),
        is_of_whole_epochs ? " of whole epochs; 'until' leaves out the rest of those that are steady" : "");
    return fits() ? needs : needs + ": more memory than this machine has, which is " + rounded(memory);
  }
};

Json file_tree(const std::string& file, const ScenarioRead& read) {
  Json tree = {{"file", file}, {"ok", read.scenario.has_value()}, {"errors", read.problems.errors()}};
  if (read.scenario) {
    tree["scenario"] = read.scenario->name;
    tree["scenario_hash"] = scenario_hash(*read.scenario);
    tree["jobs"] = Json::object();
    for (const JobDigest& job : digest(*read.scenario))
      tree["jobs"][job.name] = {{"model", job.model},
                                {"nodes", job.nodes},
                                {"ranks", job.ranks},
                                {"epochs", job.epochs},
                                {"steps_per_epoch", job.steps_per_epoch}};
  }
  if (read.scenario) {
    tree["arms"] = Json::object();
    for (const Scenario& arm : read.scenario->arms) tree["arms"][arm.arm] = scenario_hash(arm);
    tree["runs"] = runs_of(*read.scenario);
    tree["estimate"] = Foreseen(*read.scenario).tree();
  }
  tree["problems"] = Json::array();
  for (const Problem& problem : read.problems.all()) tree["problems"].push_back(problem_tree(problem));
  return tree;
}

std::string digest_text(const std::string& file, const Scenario& scenario, bool quiet) {
  if (quiet) return {};
  std::string text = file + ": ok";
  if (!scenario.arms.empty()) {
    text += "; " + count_noun(static_cast<std::int64_t>(scenario.arms.size()), "arm") + ": ";
    for (const Scenario& arm : scenario.arms) text += (arm.arm == scenario.arms[0].arm ? "" : ", ") + arm.arm;
  }
  for (const JobDigest& job : digest(scenario)) text += "; " + job.text();
  if (const std::int64_t runs = runs_of(scenario); runs > 1) text += "; " + count_noun(runs, "run");
  return text + "\n  " + Foreseen(scenario).text() + "\n";
}

// Arms are judged one by one, as what is run in place of their scenario.
std::vector<ClosedRule> rules_of(const Scenario& scenario) {
  if (scenario.arms.empty()) return closed_rules(scenario);
  std::vector<ClosedRule> all;
  for (const Scenario& arm : scenario.arms)
    for (ClosedRule& rule : closed_rules(arm)) {
      rule.job = arm.arm + "/" + rule.job;
      all.push_back(std::move(rule));
    }
  return all;
}

bool are_kept(const std::vector<ClosedRule>& rules) {
  return !rules.empty() &&
         std::all_of(rules.begin(), rules.end(), [](const ClosedRule& rule) { return rule.holds; });
}

Json rules_tree(const std::vector<ClosedRule>& rules) {
  Json tree = {{"division", "closed"}, {"kept", are_kept(rules)}, {"rules", Json::array()}};
  for (const ClosedRule& rule : rules)
    tree["rules"].push_back(
        {{"job", rule.job}, {"rule", rule.rule}, {"kept", rule.holds}, {"sentence", rule.sentence}});
  return tree;
}

std::string rules_text(const std::vector<ClosedRule>& rules) {
  if (rules.empty()) return "  closed division of MLPerf Storage v3.0: no job trains or writes checkpoints\n";
  std::string text = std::string("  closed division of MLPerf Storage v3.0: ") +
                     (are_kept(rules) ? "kept, as far as can be said before a run" : "not kept") + "\n";
  for (const ClosedRule& rule : rules)
    text += wrap(rule.sentence,
                 "    " + rule.job + ", " + rule.rule + ": " + (rule.holds ? "" : "NOT KEPT: "), 6);
  return text;
}

class CheckVerb final : public Verb {
 public:
  void declare(Options& options) override {
    scenarios_.declare(options, "scenario files, and overrides: key.path=value");
    options.value("--mlperf", division_,
                  "say which rules of MLPerf Storage v3.0 they keep: closed, of that\n"
                  "division; exit code 1 where one of them does not hold",
                  "DIVISION");
    options.footer("Example:\n  headrace check scenarios/first_run.yaml jobs.train.accelerators_per_node=2");
    form_.declare(options);
  }
  void finish() override {
    scenarios_.finish("check");
    if (!division_.empty() && division_ != "closed")
      throw UsageError("'" + division_ + "' is no division whose rules are known: closed is");
  }
  ExitCode run(const Streams& streams) override;

 private:
  ScenarioWords scenarios_;
  std::string division_;
  AnswerForm form_;
};

ExitCode CheckVerb::run(const Streams& streams) {
  ExitCode code = ExitCode::ok;
  Json tree = {{"schema", "headrace.check/1"}, {"files", Json::array()}};
  for (const std::string& file : scenarios_.files) {
    const ScenarioRead read = read_scenario_file(file, scenarios_.overrides);
    // The system lends some memory that it does not have, but not so much.
    if (!read.scenario || Foreseen(*read.scenario).is_absurd()) code = ExitCode::usage;
    const bool judged = read.scenario && !division_.empty();
    const auto rules = judged ? rules_of(*read.scenario) : std::vector<ClosedRule>();
    if (judged && !are_kept(rules) && code == ExitCode::ok) code = ExitCode::missed;
    if (form_.json) {
      tree["files"].push_back(file_tree(file, read));
      if (judged) tree["files"].back()["mlperf"] = rules_tree(rules);
      continue;
    }
    streams.err.write(read.problems.text(streams.err_colour()));
    if (read.scenario) streams.out.write(digest_text(file, *read.scenario, form_.quiet));
    if (judged) streams.out.write(rules_text(rules));
  }
  if (form_.json) streams.out.write(json_text(tree));
  return code;
}

}  // namespace

std::unique_ptr<Verb> check_verb() { return std::make_unique<CheckVerb>(); }

}  // namespace headrace
