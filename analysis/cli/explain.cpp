#include <nlohmann/json.hpp>

#include "analysis/answer/blame.h"
#include "analysis/answer/explanation.h"
#include "analysis/answer/sufficient_change.h"
#include "analysis/cli/figure_rounds.h"
#include "analysis/cli/options/scenario_words.h"
#include "analysis/cli/options/values.h"
#include "analysis/cli/rank_verb.h"
#include "analysis/cli/supervision.h"
#include "analysis/cli/verb.h"
#include "analysis/page/explanation_page.h"
#include "analysis/page/json.h"
#include "analysis/page/sufficiency_page.h"
#include "analysis/text.h"
#include "analysis/version.h"
#include "scenarios/loader/read/scenario_text.h"

namespace headrace {

namespace {

constexpr std::int64_t kConfirmations = 3;  // Seeds on which a change is run again.

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
  std::vector<MachineNumber> numbers_that_change(const Scenario& scenario, const Places& places,
                                                 std::vector<std::string>& kept) const;
  std::vector<Headline> headlines(const Scenario& scenario) const;
  ExitCode explain(const Scenario& scenario, const Places& places, const Streams& streams,
                   Ranks& ranks) const;
  struct Answer {
    std::vector<Explanation> found;
    std::vector<std::optional<Blame>> blames;     // By explanation; nothing where the run did not end.
    std::optional<SufficiencyFound> sufficiency;  // Of the first figure; nothing where no change gains.
    std::vector<std::string> kept;                // Fields of which no scenario may have the changed values.
  };
  bool find_sufficient(const Scenario& scenario, const ExplanationDesign& design, FigureRounds& rounds,
                       Answer& answer) const;
  void print(const Scenario& scenario, const ExplanationDesign& design, const Answer& answer,
             const Streams& streams) const;

  ScenarioWords scenarios_;
  std::string arm_;                  // Arm to explain; empty: the scenario has none.
  std::vector<std::string> of_arm_;  // Overrides of that arm.
  std::string figure_, seeds_word_ = "3", target_word_;
  std::int64_t seeds_ = 3;
  std::optional<double> target_;
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
  options.value("--target", target_word_,
                "what the figure is to reach, in its unit, by the smallest change of one part or number\n"
                "[the plateau of the first one]",
                "NUMBER");
  work_.declare(options);
  options.footer(
      std::string(
          "Runs the scenario with each part of the machine 10 % slower, 10 % faster and 50 % faster, the\n"
          "others as they stand and on the same draws, and says what that gives: the client or the\n"
          "storage, and what to change first. A part is all times and rates of one place: the OSTs of a\n"
          "file system, the ports of nodes, the work of software on their cores. Numbers of things\n"
          "(servers, workers, windows) are made half as large again. The critical path of one run says\n"
          "whose time its end waited for, and what bound when. The smallest sufficient change is run\n"
          "again on seeds of its own.\n\n"
          "Example:\n  headrace explain scenarios/first_run.yaml\n\n") +
      kExitCodes);
  form_.declare(options);
}

void ExplainVerb::finish() {
  scenarios_.finish_one("explain");
  seeds_ = count_of("--seeds", seeds_word_);
  if (!target_word_.empty()) target_ = positive_of("--target", target_word_);
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

std::vector<MachineNumber> ExplainVerb::numbers_that_change(const Scenario& scenario, const Places& places,
                                                            std::vector<std::string>& kept) const {
  std::vector<MachineNumber> numbers = numbers_of(scenario, places);
  std::erase_if(numbers, [&](const MachineNumber& number) {
    if (changed({number.path + "=" + std::to_string(number.raised())})) return false;
    kept.push_back(number.path);
    return true;
  });
  return numbers;
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
  Answer answer;
  const ExplanationDesign design(parts_that_change(scenario, places, answer.kept), scenario.seed, seeds_,
                                 numbers_that_change(scenario, places, answer.kept));
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
  if (target_ && figures.size() > 1)
    throw UsageError("--target is of one figure: name it by --figure " + figures.front());
  Supervision supervision(work_, streams, "runs");
  FigureRounds rounds({"explain", scenario.name, write_scenario(scenario), "", threads_for(work_.threads),
                       supervision.watch(), ranks});
  const auto values = rounds.run(std::move(scenarios), figures);
  for (std::size_t h = 0; values && h < explained.size(); ++h) {
    if (auto explanation = explanation_of(design, explained[h], FigureRounds::column(*values, h))) {
      answer.found.push_back(*std::move(explanation));
    } else if (ranks.rank() == 0) {
      streams.err.write("headrace: " + figures[h] +
                        " is not above zero in every run, and is not explained\n");
    }
  }
  const bool is_whole = values && find_sufficient(scenario, design, rounds, answer);
  supervision.finish();
  if (ranks.rank() != 0) return ExitCode::ok;
  if (!is_whole) {
    streams.err.write("headrace: " + supervision.why_stopped() + "\n");
    return ExitCode::interrupted;
  }
  if (answer.found.empty()) return ExitCode::not_judged;
  for (const Explanation& explanation : answer.found) {
    const std::optional<CriticalPath> path = critical_path_of(scenario, explanation.headline.job);
    answer.blames.push_back(path ? std::optional<Blame>(blame_of(*path, design.parts())) : std::nullopt);
  }
  print(scenario, design, answer, streams);
  return ExitCode::ok;
}

// Finds the smallest change that is enough for the first figure, and runs it on seeds that nothing was found
// on. Returns whether all of it ran.
bool ExplainVerb::find_sufficient(const Scenario& scenario, const ExplanationDesign& design,
                                  FigureRounds& rounds, Answer& answer) const {
  if (answer.found.empty()) return true;
  const Explanation& explained = answer.found.front();
  SufficiencyFound found;
  found.ladders = ladders_of(design, explained);
  const auto scenario_with = [&](std::int64_t seed, const Rung& rung) {
    std::vector<std::string> overrides = rung.overrides;
    overrides.insert(overrides.begin(), "seed=" + std::to_string(seed));
    std::optional<Scenario> with = changed(overrides);
    if (with) with->name = "seed " + std::to_string(seed) + ", " + joined(rung.overrides);
    return with;
  };
  std::vector<Scenario> scenarios;
  for (Ladder& ladder : found.ladders) {
    for (std::size_t r = 0; r < ladder.rungs.size(); ++r) {
      std::optional<Scenario> with = scenario_with(scenario.seed, ladder.rungs[r]);
      if (!with) {  // No scenario may have it, nor more.
        ladder.rungs.resize(r);
        break;
      }
      scenarios.push_back(*std::move(with));
    }
  }
  std::erase_if(found.ladders, [](const Ladder& ladder) { return ladder.rungs.empty(); });
  found.asked = target_.has_value();
  if (target_) found.target = *target_;
  if (found.ladders.empty()) {
    found.met_already = found.asked && reaches(explained.headline, explained.value.mean, found.target);
    if (found.asked) answer.sufficiency = std::move(found);
    return true;
  }
  const std::vector<std::string> figure{explained.headline.path()};
  const auto values = rounds.run(std::move(scenarios), figure);
  if (!values) return false;
  std::vector<std::vector<double>> by_ladder;
  std::size_t next = 0;
  for (const Ladder& ladder : found.ladders) {
    by_ladder.emplace_back();
    for (std::size_t r = 0; r < ladder.rungs.size(); ++r) by_ladder.back().push_back((*values)[next++][0]);
  }
  if (!target_) found.target = plateau_of(explained.headline, by_ladder.front());
  found.met_already = reaches(explained.headline, explained.value.mean, found.target);
  found.change = smallest_of(found.ladders, explained.headline, found.target, by_ladder);
  if (found.change && !found.met_already) {
    std::vector<Scenario> again;
    for (std::int64_t i = 0; i < kConfirmations; ++i) {
      found.seeds.push_back(scenario.seed + seeds_ + i);
      again.push_back(scenario_with(found.seeds.back(), found.rung()).value());
    }
    const auto confirmed = rounds.run(std::move(again), figure);
    if (!confirmed) return false;
    for (const std::vector<double>& one : *confirmed) found.confirmed.push_back(one[0]);
  }
  answer.sufficiency = std::move(found);
  return true;
}

void ExplainVerb::print(const Scenario& scenario, const ExplanationDesign& design, const Answer& answer,
                        const Streams& streams) const {
  const auto blame = [&](std::size_t number) {
    return answer.blames[number] ? &*answer.blames[number] : nullptr;
  };
  if (form_.json) {
    nlohmann::ordered_json figures = nlohmann::ordered_json::array();
    for (std::size_t i = 0; i < answer.found.size(); ++i)
      figures.push_back(explanation_tree(design, answer.found[i], blame(i)));
    nlohmann::ordered_json sufficiency;
    if (answer.sufficiency)
      sufficiency = sufficiency_tree(answer.found.front().headline, *answer.sufficiency);
    streams.out.write(json_text({{"schema", "headrace.explanation/1"},
                                 {"revision", program_revision()},
                                 {"scenario", scenario.name},
                                 {"runs", design.runs().size()},
                                 {"fields_kept", answer.kept},
                                 {"sufficient_change", sufficiency},
                                 {"figures", std::move(figures)}}));
    return;
  }
  const Style style(streams.out_colour());
  for (std::size_t i = 0; i < answer.found.size(); ++i)
    streams.out.write((i == 0 ? "" : "\n") +
                      explanation_text(design, answer.found[i], blame(i), style, form_.verbose));
  if (answer.sufficiency)
    streams.out.write(
        "\n" + sufficiency_text(answer.found.front().headline, *answer.sufficiency, scenarios_.file(), arm_));
  if (!answer.kept.empty() && form_.verbose)
    streams.out.write(wrap(
        "stay as they are, for no scenario may have the changed values: " + joined(answer.kept), "  ", 4));
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
