#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>

#include "analysis/answer/doubts.h"
#include "analysis/cli/options/scenario_words.h"
#include "analysis/cli/options/values.h"
#include "analysis/cli/rank_verb.h"
#include "analysis/cli/supervision.h"
#include "analysis/cli/verb.h"
#include "analysis/figures/figures.h"
#include "analysis/page/doubts_page.h"
#include "analysis/page/json.h"
#include "analysis/results/run_reader.h"
#include "analysis/results/stored_call.h"
#include "analysis/text.h"
#include "analysis/version.h"
#include "scenarios/loader/read/read_scenario.h"
#include "scenarios/loader/read/scenario_text.h"

namespace headrace {

namespace {

class DoubtVerb final : public Verb {
 public:
  void declare(Options& options) override;
  void finish() override;
  ExitCode run(const Streams& streams) override;

 private:
  ScenarioRead read(const std::vector<std::string>& more) const;
  struct Plan {
    DoubtDesign design;
    std::vector<Scenario> scenarios;  // One for each run of the design.
  };
  Plan plan_of(const Scenario& scenario, const Places& places) const;
  ExitCode doubt(const Scenario& scenario, const std::vector<Headline>& headlines, const DoubtDesign& design,
                 const CallPoints& points, const Streams& streams, Ranks& ranks) const;
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
      std::string("A prior is a time or rate that nobody measured on the machine that it stands for;\n"
                  "`headrace show fields` says where each is thought to lie. Runs: five seeds, each prior\n"
                  "at both ends of its range, and the draws.\n\n"
                  "Example:\n  headrace doubt scenarios/first_run.yaml --figure samples_per_second\n\n") +
      kExitCodes);
  form_.declare(options);
}

void DoubtVerb::finish() {
  scenarios_.finish_one("doubt");
  draws_ = count_of("--draws", draws_word_);
  work_.finish(form_);
}

ScenarioRead DoubtVerb::read(const std::vector<std::string>& more) const {
  std::vector<std::string> overrides = scenarios_.overrides;
  overrides.insert(overrides.end(), more.begin(), more.end());
  return read_scenario_file(scenarios_.file(), overrides);
}

DoubtVerb::Plan DoubtVerb::plan_of(const Scenario& scenario, const Places& places) const {
  std::vector<Prior> priors = priors_of(scenario, places);
  std::vector<Scenario> ends;
  std::vector<std::string> kept;
  std::erase_if(priors, [&](const Prior& prior) {
    ScenarioRead low = read({prior.path + "=" + prior.text(1 / prior.factor)});
    ScenarioRead high = read({prior.path + "=" + prior.text(prior.factor)});
    if (!low.scenario || !high.scenario) {
      kept.push_back(prior.path);
      return true;
    }
    ends.push_back(*std::move(low.scenario));
    ends.push_back(*std::move(high.scenario));
    return false;
  });
  Plan plan{DoubtDesign(std::move(priors), scenario.seed, draws_, std::move(kept)), {scenario}};
  for (std::size_t other = 1; other <= DoubtDesign::kSeeds; ++other)
    plan.scenarios.push_back(read(plan.design.runs()[other].overrides).scenario.value());
  std::move(ends.begin(), ends.end(), std::back_inserter(plan.scenarios));
  while (plan.scenarios.size() < plan.design.runs().size()) {
    const DoubtRun& draw = plan.design.runs()[plan.scenarios.size()];
    if (ScenarioRead drawn = read(draw.overrides); drawn.scenario) {
      plan.scenarios.push_back(*std::move(drawn.scenario));
    } else {
      plan.design.leave_out(plan.scenarios.size());
    }
  }
  for (std::size_t run = 0; run < plan.scenarios.size(); ++run)
    plan.scenarios[run].name = plan.design.runs()[run].name;
  return plan;
}

ExitCode DoubtVerb::doubt(const Scenario& scenario, const std::vector<Headline>& headlines,
                          const DoubtDesign& design, const CallPoints& points, const Streams& streams,
                          Ranks& ranks) const {
  Ledger ledger(":memory:", points.ledger_sweep(""), RowChoice::all);
  CallKeeper keeper(points, ledger);
  Supervision supervision(work_, streams, "runs");
  run_tasks(ranks, points, points.tasks(ledger), ledger, keeper, {threads_for(work_.threads)},
            supervision.watch());
  supervision.finish();
  if (const std::string why = supervision.why_stopped(); !why.empty()) {
    streams.err.write("headrace: " + why + "\n");
    end_work(ranks);
    return ExitCode::interrupted;
  }
  std::vector<std::vector<std::optional<double>>> values(headlines.size());
  for (std::int64_t point = 0; point < points.size(); ++point) {
    const std::vector<RunResult> runs = stored_runs(points, point, ledger.database(), ledger.hash());
    for (std::size_t h = 0; h < headlines.size(); ++h) {
      const std::optional<Figure> found = named_figure(runs, headlines[h].path());
      const bool known = found && found->validity == Validity::measured;
      values[h].push_back(known ? std::optional(found->value) : std::nullopt);
    }
  }
  std::vector<DoubtedFigure> doubted;
  for (std::size_t h = 0; h < headlines.size(); ++h)
    if (auto figure = doubts_of(design, headlines[h], values[h])) doubted.push_back(*std::move(figure));
  if (doubted.empty()) streams.err.write("headrace: no run of " + scenario.file + " has the figure\n");
  if (doubted.empty()) return ExitCode::not_judged;
  print(scenario, design, doubted, streams);
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

ExitCode DoubtVerb::run(const Streams& streams) {
  return on_ranks(streams, [&](Ranks& ranks) {
    const bool first = ranks.rank() == 0;
    const ScenarioRead asked = read({});
    if (first && (!asked.scenario || !form_.quiet))
      streams.err.write(asked.problems.text(streams.err_colour()));
    if (!asked.scenario) return ExitCode::usage;
    if (!asked.scenario->arms.empty())
      throw UsageError("'doubt' takes a scenario without arms, and " + scenarios_.file() +
                       " compares several: put one of them into a file of its own");
    const std::vector<Headline> headlines = headlines_of(*asked.scenario, figure_);
    Plan plan = plan_of(*asked.scenario, asked.places);
    const CallPoints points("doubt", asked.scenario->name, write_scenario(*asked.scenario),
                            std::move(plan.scenarios));
    if (first) return doubt(*asked.scenario, headlines, plan.design, points, streams, ranks);
    follow_tasks(ranks, points, points.ledger_sweep(""), RowChoice::all);
    return ExitCode::ok;
  });
}

}  // namespace

std::unique_ptr<Verb> doubt_verb() { return std::make_unique<DoubtVerb>(); }

}  // namespace headrace
