#include <nlohmann/json.hpp>

#include "analysis/answer/explanation.h"
#include "analysis/cli/figure_rounds.h"
#include "analysis/cli/options/scenario_words.h"
#include "analysis/cli/options/values.h"
#include "analysis/cli/rank_verb.h"
#include "analysis/cli/supervision.h"
#include "analysis/cli/verb.h"
#include "analysis/page/explanation_page.h"
#include "analysis/page/json.h"
#include "analysis/text.h"
#include "analysis/version.h"
#include "scenarios/loader/read/scenario_text.h"

namespace headrace {

namespace {

class ExplainVerb final : public Verb {
 public:
  void declare(Options& options) override;
  void finish() override;
  ExitCode run(const Streams& streams) override;

 private:
  std::optional<Scenario> changed(const std::vector<std::string>& more) const;
  std::vector<std::string> overrides_of_arm(const Scenario& scenario) const;
  std::vector<MachinePart> parts_that_change(const Scenario& scenario, const Places& places,
                                             std::vector<std::string>& kept) const;
  std::vector<Headline> headlines(const Scenario& scenario) const;
  ExitCode explain(const Scenario& scenario, const Places& places, const Streams& streams,
                   Ranks& ranks) const;
  void print(const Scenario& scenario, const ExplanationDesign& design, const std::vector<Explanation>& found,
             const std::vector<std::string>& kept, const Streams& streams) const;

  ScenarioWords scenarios_;
  std::string arm_;                  // Arm to explain; empty: the scenario has none.
  std::vector<std::string> of_arm_;  // Overrides of that arm.
  std::string figure_, seeds_word_ = "3";
  std::int64_t seeds_ = 3;
  WorkOptions work_;
  AnswerForm form_;
};

void ExplainVerb::declare(Options& options) {
  scenarios_.declare(options, "a scenario file, and overrides: key.path=value");
  options.value("--arm", arm_, "the arm to explain, of a scenario that compares arms", "NAME");
  options.value("--figure", figure_,
                "the figure to explain: jobs.train.au_percent, or au_percent of all jobs\n"
                "[samples a second of training, else what each job is for]",
                "FIGURE");
  options.value("--seeds", seeds_word_, "seeds that everything is run under, for intervals [3]", "N");
  work_.declare(options);
  options.footer(
      std::string(
          "Runs the scenario with each part of the machine 10 % slower, 10 % faster and 50 % faster, the\n"
          "others as they stand and on the same draws, and says what that gives: the client or the\n"
          "storage, and what to change first. A part is all times and rates of one place: the OSTs of a\n"
          "file system, the ports of nodes, the work of software on their cores. Numbers of things\n"
          "(servers, workers, windows) stay as they are: `headrace sweep` changes those.\n\n"
          "Example:\n  headrace explain scenarios/first_run.yaml\n\n") +
      kExitCodes);
  form_.declare(options);
}

void ExplainVerb::finish() {
  scenarios_.finish_one("explain");
  seeds_ = count_of("--seeds", seeds_word_);
  work_.finish(form_);
}

// Returns the scenario, or its arm, with more overrides; nothing where no scenario may have them. An arm is
// what its own overrides make of the scenario, so that others may follow them.
std::optional<Scenario> ExplainVerb::changed(const std::vector<std::string>& more) const {
  std::vector<std::string> overrides = of_arm_;
  overrides.insert(overrides.end(), more.begin(), more.end());
  std::optional<Scenario> scenario = scenarios_.read(overrides).scenario;
  if (!scenario) return scenario;
  scenario->arms.clear();
  scenario->compare.clear();
  return scenario;
}

// Returns the overrides of the arm that was named; none where the scenario compares nothing.
std::vector<std::string> ExplainVerb::overrides_of_arm(const Scenario& scenario) const {
  std::vector<std::string_view> names;
  for (const auto& [name, arm] : scenario.compare) {
    names.push_back(name);
    if (name == arm_) return arm.overrides;
  }
  if (names.empty() && arm_.empty()) return {};
  if (names.empty()) throw UsageError(scenarios_.file() + " compares no arms");
  if (arm_.empty()) throw UsageError(scenarios_.file() + " compares arms: explain one of them by --arm NAME");
  throw UsageError(scenarios_.file() + " has no arm '" + arm_ + "'; its arms are " + joined(names) +
                   suggestion(arm_, names));
}

// Returns the parts without the fields of which no scenario may have the changed values; `kept` names those.
std::vector<MachinePart> ExplainVerb::parts_that_change(const Scenario& scenario, const Places& places,
                                                        std::vector<std::string>& kept) const {
  std::vector<MachinePart> parts = parts_of(scenario, places);
  for (MachinePart& part : parts) {
    const auto is_refused = [&](const MachinePart& faster) {
      for (const double factor : ExplanationDesign::kFactors)
        if (!changed(ExplanationDesign::at_speed(faster, factor))) return true;
      return false;
    };
    if (!is_refused(part)) continue;
    std::erase_if(part.speeds, [&](const Prior& speed) {
      if (!is_refused({part.name, part.side, {speed}})) return false;
      kept.push_back(speed.path);
      return true;
    });
  }
  std::erase_if(parts, [](const MachinePart& part) { return part.speeds.empty(); });
  return parts;
}

// Returns what is explained: of training the samples a second, to which every part of the machine adds.
std::vector<Headline> ExplainVerb::headlines(const Scenario& scenario) const {
  std::vector<Headline> all = headlines_of(scenario, figure_);
  if (!figure_.empty()) return all;
  for (Headline& headline : all) {
    if (headline.figure != "utilisation_percent") continue;
    headline = headlines_of(scenario, "jobs." + headline.job + ".delivered_samples_per_second").front();
    headline.unit = "samples/s";
  }
  return all;
}

ExitCode ExplainVerb::explain(const Scenario& scenario, const Places& places, const Streams& streams,
                              Ranks& ranks) const {
  std::vector<std::string> kept;
  const ExplanationDesign design(parts_that_change(scenario, places, kept), scenario.seed, seeds_);
  std::vector<Scenario> scenarios;
  for (const ExplanationRun& run : design.runs()) {
    std::optional<Scenario> of_run = changed(run.overrides);
    if (!of_run) throw UsageError("no scenario may have " + run.name);
    scenarios.push_back(*std::move(of_run));
    scenarios.back().name = run.name;
  }
  const std::vector<Headline> explained = headlines(scenario);
  std::vector<std::string> figures;
  for (const Headline& headline : explained) figures.push_back(headline.path());
  Supervision supervision(work_, streams, "runs");
  FigureRounds rounds({"explain", scenario.name, write_scenario(scenario), "", threads_for(work_.threads),
                       supervision.watch(), ranks});
  const auto values = rounds.run(std::move(scenarios), figures);
  supervision.finish();
  if (ranks.rank() != 0) return ExitCode::ok;
  if (!values) {
    streams.err.write("headrace: " + supervision.why_stopped() + "\n");
    return ExitCode::interrupted;
  }
  std::vector<Explanation> found;
  for (std::size_t h = 0; h < explained.size(); ++h) {
    if (auto explanation = explanation_of(design, explained[h], FigureRounds::column(*values, h))) {
      found.push_back(*std::move(explanation));
    } else {
      streams.err.write("headrace: " + figures[h] +
                        " is not above zero in every run, and is not explained\n");
    }
  }
  if (found.empty()) return ExitCode::not_judged;
  print(scenario, design, found, kept, streams);
  return ExitCode::ok;
}

void ExplainVerb::print(const Scenario& scenario, const ExplanationDesign& design,
                        const std::vector<Explanation>& found, const std::vector<std::string>& kept,
                        const Streams& streams) const {
  if (form_.json) {
    nlohmann::ordered_json figures = nlohmann::ordered_json::array();
    for (const Explanation& explanation : found) figures.push_back(explanation_tree(design, explanation));
    streams.out.write(json_text({{"schema", "headrace.explanation/1"},
                                 {"revision", program_revision()},
                                 {"scenario", scenario.name},
                                 {"runs", design.runs().size()},
                                 {"fields_kept", kept},
                                 {"figures", std::move(figures)}}));
    return;
  }
  const Style style(streams.out_colour());
  for (const Explanation& explanation : found)
    streams.out.write((&explanation == found.data() ? "" : "\n") +
                      explanation_text(design, explanation, style, form_.verbose));
  if (!kept.empty() && form_.verbose)
    streams.out.write(
        wrap("stay as they are, for no scenario may have the changed values: " + joined(kept), "  ", 4));
}

ExitCode ExplainVerb::run(const Streams& streams) {
  return on_ranks(streams, [&](Ranks& ranks) {
    const ScenarioRead asked = scenarios_.read({});
    if (ranks.rank() == 0 && (!asked.scenario || !form_.quiet))
      streams.err.write(asked.problems.text(streams.err_colour()));
    if (!asked.scenario) return ExitCode::usage;
    of_arm_ = overrides_of_arm(*asked.scenario);
    return explain(changed({}).value(), asked.places, streams, ranks);
  });
}

}  // namespace

std::unique_ptr<Verb> explain_verb() { return std::make_unique<ExplainVerb>(); }

}  // namespace headrace
