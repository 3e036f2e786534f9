#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>
#include <limits>
#include <nlohmann/json.hpp>

#include "analysis/answer/arm_doubts.h"
#include "analysis/answer/doubts.h"
#include "analysis/cli/digest.h"
#include "analysis/cli/figure_rounds.h"
#include "analysis/cli/options/scenario_words.h"
#include "analysis/cli/options/values.h"
#include "analysis/cli/rank_verb.h"
#include "analysis/cli/supervision.h"
#include "analysis/cli/verb.h"
#include "analysis/page/arm_doubts_page.h"
#include "analysis/page/doubts_page.h"
#include "analysis/page/json.h"
#include "analysis/planning/decisive.h"
#include "analysis/text.h"
#include "analysis/version.h"
#include "scenarios/loader/read/scenario_text.h"

namespace headrace {

namespace {

// Effects of some values of a draw on a figure, the others as they stand.
class DrawEffects final : public ChangeEffects {
 public:
  using Read = std::function<std::optional<Scenario>(const ChangeSet&)>;
  DrawEffects(Read read, std::string figure, double value, FigureRounds& rounds)
      : read_(std::move(read)), figure_(std::move(figure)), value_(value), rounds_(rounds) {}

  std::optional<std::vector<double>> effects(std::span<const ChangeSet> sets) override {
    std::vector<double> effects(sets.size(), std::numeric_limits<double>::quiet_NaN());
    std::vector<std::size_t> places;
    std::vector<Scenario> scenarios;
    for (std::size_t set = 0; set < sets.size(); ++set) {
      auto scenario = read_(sets[set]);
      if (!scenario) continue;
      scenario->name = "part " + std::to_string(set);
      scenarios.push_back(*std::move(scenario));
      places.push_back(set);
    }
    const auto found = rounds_.run(std::move(scenarios), {figure_});
    if (!found) return std::nullopt;
    for (std::size_t i = 0; i < places.size(); ++i) effects[places[i]] = (*found)[i].front() - value_;
    return effects;
  }

 private:
  Read read_;
  std::string figure_;
  double value_;
  FigureRounds& rounds_;
};

// Returns what is run of a scenario: its arms, or itself.
std::vector<Scenario> scenarios_to_run(Scenario scenario) {
  if (scenario.arms.empty()) return {std::move(scenario)};
  return std::move(scenario.arms);
}

// Returns the priors of a scenario and those that its arms alone have: an arm that sets a value keeps it.
std::vector<Prior> all_priors(const Scenario& scenario, const Places& places) {
  std::vector<Prior> priors = priors_of(scenario, places);
  for (const Scenario& arm : scenario.arms)
    for (Prior& prior : priors_of(arm, places)) {
      const auto is_same = [&](const Prior& other) { return other.path == prior.path; };
      if (std::none_of(priors.begin(), priors.end(), is_same)) priors.push_back(std::move(prior));
    }
  return priors;
}

// Returns what the rate of each arm is divided by, lest the largest be ahead by its size: the ranks of the
// job where arms differ in them. Other figures are compared as they are.
std::vector<double> divisors_of(const Scenario& scenario, const Headline& headline) {
  std::vector<double> ranks;
  for (const Scenario& arm : scenario.arms)
    for (const JobDigest& job : digest(arm))
      if (job.name == headline.job) ranks.push_back(static_cast<double>(job.ranks));
  const bool is_rate = headline.figure.ends_with("_per_second");
  const bool differ = std::adjacent_find(ranks.begin(), ranks.end(), std::not_equal_to<>()) != ranks.end();
  return is_rate && differ ? ranks : std::vector<double>();
}

class DoubtVerb final : public Verb {
 public:
  void declare(Options& options) override;
  void finish() override;
  ExitCode run(const Streams& streams) override;

 private:
  struct Plan {
    DoubtDesign design;
    std::vector<Scenario>
        scenarios;  // Scenarios of each run of the design, one after the other: one, or its arms.
  };
  Plan plan_of(const Scenario& scenario, const Places& places) const;
  ExitCode doubt(const Scenario& scenario, Plan plan, const std::vector<Headline>& headlines,
                 const Streams& streams, Ranks& ranks) const;
  void print_arms(const Scenario& scenario, const DoubtDesign& design, const std::vector<ArmDoubts>& doubted,
                  const Streams& streams) const;
  ExitCode judge_arms(const Scenario& scenario, const DoubtDesign& design,
                      const std::vector<Headline>& headlines, const FigureRounds::Values& found,
                      const Streams& streams) const;
  bool look_closer(const DoubtDesign& design, std::span<const std::optional<double>> values,
                   DoubtedFigure& doubted, FigureRounds& rounds) const;
  bool run_if_known(const DoubtDesign& design, DoubtedFigure& doubted, FigureRounds& rounds) const;
  void print(const Scenario& scenario, const DoubtDesign& design, const std::vector<DoubtedFigure>& doubted,
             const Streams& streams) const;

  ScenarioWords scenarios_;
  std::string figure_, draws_word_ = "19";
  std::int64_t draws_ = 19;
  WorkOptions work_;
  AnswerForm form_;
};

void DoubtVerb::declare(Options& options) {
  scenarios_.declare(options, "a scenario file, and overrides: key.path=value");
  options.value("--figure", figure_,
                "the figure in doubt: jobs.train.samples_per_second, or samples_per_second\n"
                "of all jobs [what each job is for]",
                "FIGURE");
  options.value("--draws", draws_word_, "runs with all priors drawn at once [19]", "N");
  work_.declare(options);
  options.footer(
      std::string(
          "A prior is a time or rate that nobody measured on the machine that it stands for;\n"
          "`headrace show fields` says where each is thought to lie. Runs: five seeds, each prior\n"
          "at both ends of its range, and the draws; the draws again with what is to be measured\n"
          "first as it stands; and parts of the farthest draw, where no prior by itself goes half as\n"
          "far. Of a scenario with arms each is run so under the same seeds and draws, the last two\n"
          "left out, and the answer is in how many draws the arm that is ahead stays so.\n\n"
          "Example:\n  headrace doubt scenarios/first_run.yaml --figure samples_per_second\n\n") +
      kExitCodes);
  form_.declare(options);
}

void DoubtVerb::finish() {
  scenarios_.finish_one("doubt");
  draws_ = count_of("--draws", draws_word_);
  work_.finish(form_);
}

DoubtVerb::Plan DoubtVerb::plan_of(const Scenario& scenario, const Places& places) const {
  std::vector<Prior> priors = all_priors(scenario, places);
  std::vector<Scenario> ends;
  std::vector<std::string> kept;
  std::erase_if(priors, [&](const Prior& prior) {
    ScenarioRead low = scenarios_.read({prior.path + "=" + prior.text(1 / prior.factor)});
    ScenarioRead high = scenarios_.read({prior.path + "=" + prior.text(prior.factor)});
    if (!low.scenario || !high.scenario) {
      kept.push_back(prior.path);
      return true;
    }
    for (std::optional<Scenario>* const end : {&low.scenario, &high.scenario})
      for (Scenario& one : scenarios_to_run(*std::move(*end))) ends.push_back(std::move(one));
    return false;
  });
  Plan plan{DoubtDesign(std::move(priors), scenario.seed, draws_, std::move(kept)),
            scenarios_to_run(scenario)};
  const std::size_t width = plan.scenarios.size();
  const auto add = [&](Scenario of_run) {
    for (Scenario& one : scenarios_to_run(std::move(of_run))) plan.scenarios.push_back(std::move(one));
  };
  for (std::size_t other = 1; other <= DoubtDesign::kSeeds; ++other)
    add(scenarios_.read(plan.design.runs()[other].overrides).scenario.value());
  std::move(ends.begin(), ends.end(), std::back_inserter(plan.scenarios));
  while (plan.scenarios.size() < width * plan.design.runs().size()) {
    const std::size_t run = plan.scenarios.size() / width;
    if (ScenarioRead drawn = scenarios_.read(plan.design.runs()[run].overrides); drawn.scenario)
      add(*std::move(drawn.scenario));
    else
      plan.design.leave_out(run);
  }
  for (std::size_t i = 0; i < plan.scenarios.size(); ++i) {
    const std::string arm = plan.scenarios[i].arm;
    plan.scenarios[i].name = plan.design.runs()[i / width].name + (arm.empty() ? "" : ", " + arm);
  }
  return plan;
}

// Looks for the few priors that do together what none does by itself; false where that was stopped.
bool DoubtVerb::look_closer(const DoubtDesign& design, std::span<const std::optional<double>> values,
                            DoubtedFigure& doubted, FigureRounds& rounds) const {
  const std::optional<std::size_t> draw = draw_beyond_priors(design, doubted, values);
  if (!draw) return true;
  DrawEffects effects(
      [&](const ChangeSet& priors) { return scenarios_.read(design.of_draw(*draw, priors)).scenario; },
      doubted.headline.path(), doubted.value, rounds);
  const double whole = *values[*draw] - doubted.value;
  const DecisiveChanges found = find_decisive(design.priors().size(), whole, effects);
  if (!found.changes.empty())
    doubted.together = DoubtedDraw{*draw, *values[*draw], found.changes, doubted.value + found.effect};
  return !found.stopped;
}

// Runs the draws again with what is to be measured first as it stands; false where that was stopped.
bool DoubtVerb::run_if_known(const DoubtDesign& design, DoubtedFigure& doubted, FigureRounds& rounds) const {
  const std::vector<std::size_t> known = doubted.measure_first();
  if (known.empty()) return true;
  std::vector<Scenario> scenarios;
  for (std::size_t run = design.first_draw(); run < design.runs().size(); ++run) {
    ScenarioRead drawn = scenarios_.read(design.of_draw_without(run, known));
    if (!drawn.scenario) continue;
    scenarios.push_back(*std::move(drawn.scenario));
    scenarios.back().name = design.runs()[run].name + ", some known";
  }
  const auto found = rounds.run(std::move(scenarios), {doubted.headline.path()});
  if (!found) return false;
  std::vector<double> values;
  for (const std::vector<double>& of_run : *found)
    if (!std::isnan(of_run.front())) values.push_back(of_run.front());
  if (!values.empty()) doubted.if_known = order_interval(std::move(values));
  return true;
}

ExitCode DoubtVerb::doubt(const Scenario& scenario, Plan plan, const std::vector<Headline>& headlines,
                          const Streams& streams, Ranks& ranks) const {
  Supervision supervision(work_, streams, "runs");
  FigureRounds rounds({"doubt", scenario.name, write_scenario(scenario), "", threads_for(work_.threads),
                       supervision.watch(), ranks});
  std::vector<std::string> figures;
  for (const Headline& headline : headlines) figures.push_back(headline.path());
  const auto found = rounds.run(std::move(plan.scenarios), figures);
  if (found && !scenario.arms.empty()) {
    supervision.finish();
    return ranks.rank() == 0 ? judge_arms(scenario, plan.design, headlines, *found, streams) : ExitCode::ok;
  }
  std::vector<DoubtedFigure> doubted;
  bool goes_on = found.has_value();
  for (std::size_t h = 0; goes_on && h < headlines.size(); ++h) {
    const std::vector<std::optional<double>> values = FigureRounds::column(*found, h);
    auto figure = doubts_of(plan.design, headlines[h], values);
    if (!figure) continue;
    goes_on = look_closer(plan.design, values, *figure, rounds) && run_if_known(plan.design, *figure, rounds);
    doubted.push_back(*std::move(figure));
  }
  supervision.finish();
  if (ranks.rank() != 0) return ExitCode::ok;
  if (!goes_on) {
    streams.err.write("headrace: " + supervision.why_stopped() + "\n");
    return ExitCode::interrupted;
  }
  if (doubted.empty()) streams.err.write("headrace: no run of " + scenario.file + " has the figure\n");
  if (doubted.empty()) return ExitCode::not_judged;
  print(scenario, plan.design, doubted, streams);
  return ExitCode::ok;
}

void DoubtVerb::print(const Scenario& scenario, const DoubtDesign& design,
                      const std::vector<DoubtedFigure>& doubted, const Streams& streams) const {
  if (form_.json) {
    nlohmann::ordered_json figures = nlohmann::ordered_json::array();
    for (const DoubtedFigure& figure : doubted) figures.push_back(doubts_tree(design, figure));
    streams.out.write(json_text({{"schema", "headrace.doubts/1"},
                                 {"revision", program_revision()},
                                 {"scenario", scenario.name},
                                 {"priors_kept", design.kept()},
                                 {"draws_left_out", design.draws_left_out()},
                                 {"figures", std::move(figures)}}));
    return;
  }
  const Style style(streams.out_colour());
  for (const DoubtedFigure& figure : doubted)
    streams.out.write((&figure == doubted.data() ? "" : "\n") +
                      doubts_text(design, figure, style, form_.verbose));
}

// Judges the figures of each arm in each run of the design, and their order.
ExitCode DoubtVerb::judge_arms(const Scenario& scenario, const DoubtDesign& design,
                               const std::vector<Headline>& headlines, const FigureRounds::Values& found,
                               const Streams& streams) const {
  std::vector<std::string> names;
  for (const Scenario& arm : scenario.arms) names.push_back(arm.arm);
  std::vector<ArmDoubts> doubted;
  for (std::size_t h = 0; h < headlines.size(); ++h) {
    const std::vector<double> divisors = divisors_of(scenario, headlines[h]);
    Headline headline = headlines[h];
    if (!divisors.empty()) headline.unit += " of each accelerator";
    std::vector<std::vector<std::optional<double>>> values(names.size());
    for (std::size_t i = 0; i < found.size(); ++i) {
      const std::size_t arm = i % names.size();
      const double value = found[i][h] / (divisors.empty() ? 1 : divisors[arm]);
      values[arm].push_back(std::isnan(value) ? std::nullopt : std::optional(value));
    }
    ArmDoubts doubts = arm_doubts_of(design, headline, names, values);
    if (!doubts.arms.empty()) doubted.push_back(std::move(doubts));
  }
  if (doubted.empty()) streams.err.write("headrace: no run of " + scenario.file + " has the figure\n");
  if (doubted.empty()) return ExitCode::not_judged;
  print_arms(scenario, design, doubted, streams);
  return ExitCode::ok;
}

void DoubtVerb::print_arms(const Scenario& scenario, const DoubtDesign& design,
                           const std::vector<ArmDoubts>& doubted, const Streams& streams) const {
  if (form_.json) {
    nlohmann::ordered_json comparisons = nlohmann::ordered_json::array();
    for (const ArmDoubts& doubts : doubted) comparisons.push_back(arm_doubts_tree(design, doubts));
    streams.out.write(json_text({{"schema", "headrace.arm_doubts/1"},
                                 {"revision", program_revision()},
                                 {"scenario", scenario.name},
                                 {"priors_kept", design.kept()},
                                 {"draws_left_out", design.draws_left_out()},
                                 {"comparisons", std::move(comparisons)}}));
    return;
  }
  const Style style(streams.out_colour());
  for (const ArmDoubts& doubts : doubted)
    streams.out.write((&doubts == doubted.data() ? "" : "\n") +
                      arm_doubts_text(design, doubts, style, form_.verbose));
}

ExitCode DoubtVerb::run(const Streams& streams) {
  return on_ranks(streams, [&](Ranks& ranks) {
    const bool first = ranks.rank() == 0;
    const ScenarioRead asked = scenarios_.read({});
    if (first && (!asked.scenario || !form_.quiet))
      streams.err.write(asked.problems.text(streams.err_colour()));
    if (!asked.scenario) return ExitCode::usage;
    const std::vector<Headline> headlines = headlines_of(*asked.scenario, figure_);
    return doubt(*asked.scenario, plan_of(*asked.scenario, asked.places), headlines, streams, ranks);
  });
}

}  // namespace

std::unique_ptr<Verb> doubt_verb() { return std::make_unique<DoubtVerb>(); }

}  // namespace headrace
