#include <algorithm>
#include <filesystem>
#include <iterator>
#include <nlohmann/json.hpp>
#include <sstream>

#include "analysis/cli/figure_rounds.h"
#include "analysis/cli/inferred_scenario.h"
#include "analysis/cli/options/answer_form.h"
#include "analysis/cli/options/values.h"
#include "analysis/cli/options/work_options.h"
#include "analysis/cli/recorded_run.h"
#include "analysis/cli/supervision.h"
#include "analysis/cli/verb.h"
#include "analysis/page/json.h"
#include "analysis/page/scaled_page.h"
#include "scenarios/loader/read/read_scenario.h"
#include "scenarios/loader/recordings/data_visits.h"
#include "scenarios/loader/recordings/scaled_workload.h"

namespace headrace {

namespace {

class ScaleVerb final : public Verb {
 public:
  void declare(Options& options) override;
  void finish() override;
  ExitCode run(const Streams& streams) override;

 private:
  using Loaders = std::vector<LoaderAlternative>;  // The inferred one first, without a name.

  Scenario scenario_at(const ScaledPoint& point) const;
  std::optional<ScaleEvidence> evidence_of(const Loaders& loaders) const;
  std::vector<ScaledPoint> points_of(const InferredLoader& found, std::vector<std::string>& left_out) const;
  std::optional<std::vector<ScaledFigures>> figures_at(const std::vector<ScaledPoint>& points,
                                                       const Loaders& loaders, const Streams& streams) const;

  std::vector<std::string> words_;
  std::string to_, ranks_, batch_, out_;
  bool strong_ = false;
  std::vector<std::int64_t> targets_;
  InferenceWish loader_;
  ScaleWish wish_;
  ReplayWish where_;
  ScalePlaces places_;
  WorkOptions work_;
  AnswerForm form_;
};

void ScaleVerb::declare(Options& options) {
  options.words("recording", words_, "a recording that `import` made, and a platform file", "PLATFORM");
  options.value("--to", to_, "ranks to foresee: 16,64,256 [as recorded, twice and four times]", "RANKS");
  options.flag("--strong", strong_,
               "the files stay and ranks share them; without it a rank reads as much as it did");
  options.value("--batch", batch_, "samples of a rank and step [as recorded]", "N");
  options.value("--ranks", ranks_,
                "ranks of the recorded job, where workers are processes of their own\n"
                "[each process that reads is one]",
                "N");
  options.value("--group", where_.group, "the group of nodes, of the platform's [its first]", "NAME");
  options.value("--storage", where_.storage, "the file system [the first that nodes share]", "NAME");
  options.value("--out", out_,
                "the scenario at the recorded ranks, and beside it a recording of its run\n"
                "[results/RECORDING_scaled.yaml]",
                "FILE");
  work_.declare(options);
  options.footer(
      std::string(
          "The loader behind the recording is inferred and run at its own ranks, which shows what that\n"
          "misses; then at others. What is not sure is run with other values as well: those that\n"
          "contradict the recording are left out, the others are within the bounds. Copies of a\n"
          "whole recorded job, beginning apart, are `headrace replay --copies`.\n\n"
          "Example:\n  headrace scale run.recording scenarios/platforms/perlmutter.yaml --to 64,256\n\n") +
      kExitCodes);
  form_.declare(options);
}

void ScaleVerb::finish() {
  if (words_.size() < 2)
    throw UsageError("'scale' needs a recording and a platform: 'scale RECORDING PLATFORM'");
  if (words_.size() > 2)
    throw UsageError("'" + words_[2] + "' is one word too many: 'scale RECORDING PLATFORM'");
  if (!ranks_.empty()) loader_.ranks = count_of("--ranks", ranks_);
  if (!batch_.empty()) wish_.batch = count_of("--batch", batch_);
  wish_.way = strong_ ? ScaleWay::strong : ScaleWay::weak;
  std::istringstream words(to_);
  for (std::string word; std::getline(words, word, ',');) targets_.push_back(count_of("--to", word));
  if (out_.empty())
    out_ = "results/" + std::filesystem::path(words_.front()).stem().string() + "_scaled.yaml";
  work_.finish(form_);
  expect_apart({{"--out", out_}}, words_);
}

Scenario ScaleVerb::scenario_at(const ScaledPoint& point) const {
  ScenarioRead read = read_scenario_file(out_, point.overrides);
  if (!read.scenario)
    throw UsageError(std::to_string(point.ranks) + " ranks cannot be on this platform:\n" +
                     read.problems.text());
  return *std::move(read.scenario);
}

// Runs each loader at the recorded ranks and batch; nothing where that was interrupted.
std::optional<ScaleEvidence> ScaleVerb::evidence_of(const Loaders& loaders) const {
  ScaleEvidence evidence;
  for (const LoaderAlternative& loader : loaders) {
    const auto point = scaled_to(loader.loader, ScaleWish(), loader.loader.ranks.value, places_);
    if (!point) throw InputError("the recording has no whole step of a batch");
    const Scenario scenario = scenario_at(*point);
    const auto simulated = recorded_run(scenario, out_ + ".recording");
    if (!simulated) return std::nullopt;
    evidence.loaders.push_back(loader.what);
    evidence.seconds.push_back(data_visits(simulated->recording).span().in_seconds());
  }
  return evidence;
}

std::vector<ScaledPoint> ScaleVerb::points_of(const InferredLoader& found,
                                              std::vector<std::string>& left_out) const {
  std::vector<std::int64_t> targets = targets_;
  if (targets.empty()) targets = {found.ranks.value, 2 * found.ranks.value, 4 * found.ranks.value};
  std::vector<ScaledPoint> points;
  for (const std::int64_t ranks : targets) {
    if (auto point = scaled_to(found, wish_, ranks, places_))
      points.push_back(*std::move(point));
    else
      left_out.push_back(std::to_string(ranks) + " ranks: they do not fill nodes of " +
                         std::to_string(ranks_of_node(found)) + ", or have no whole step of a batch");
  }
  return points;
}

// Runs each loader at each point; nothing where that was stopped, which is told.
std::optional<std::vector<ScaledFigures>> ScaleVerb::figures_at(const std::vector<ScaledPoint>& points,
                                                                const Loaders& loaders,
                                                                const Streams& streams) const {
  std::vector<Scenario> scenarios;
  for (const ScaledPoint& point : points) {
    for (const LoaderAlternative& loader : loaders) {
      scenarios.push_back(scenario_at(scaled_to(loader.loader, wish_, point.ranks, places_).value()));
      scenarios.back().name =
          std::to_string(point.ranks) + " ranks" + (loader.what.empty() ? "" : ", " + loader.what);
    }
  }
  Ranks ranks;
  if (ranks.count() > 1)
    throw UsageError("'scale' is one process: it writes a scenario and runs it on threads");
  Supervision supervision(work_, streams, "runs");
  FigureRounds rounds(
      {"scale", words_.front(), out_, "", threads_for(work_.threads), supervision.watch(), ranks});
  const auto values = rounds.run(
      std::move(scenarios),
      {"jobs.train.seconds", "jobs.train.delivered_samples_per_second", "jobs.train.utilisation_percent"});
  supervision.finish();
  if (!values) streams.err.write("headrace: " + supervision.why_stopped() + "\n");
  if (!values) return std::nullopt;
  std::vector<ScaledFigures> all;
  for (std::size_t p = 0; p < points.size(); ++p) {
    ScaledFigures& one = all.emplace_back();
    const std::vector<double>& first = (*values)[p * loaders.size()];
    one.row = {points[p].ranks, points[p].nodes, points[p].files, points[p].batch, first[0], 0, 0,
               first[1],        first[2]};
    one.doublings = points[p].doublings;
    for (std::size_t l = 0; l < loaders.size(); ++l)
      one.seconds.push_back((*values)[p * loaders.size() + l][0]);
  }
  return all;
}

ExitCode ScaleVerb::run(const Streams& streams) {
  const auto made = inferred_scenario({words_[0], words_[1], out_, loader_, where_}, streams);
  if (!made) return ExitCode::usage;
  places_ = {made->places.group, made->nodes};
  const InferredLoader& found = made->found;
  Loaders loaders = {{"", found}};
  const Duration recorded_span = data_visits(made->recording).span();
  std::ranges::move(alternatives_of(found, recorded_span), std::back_inserter(loaders));
  ScaledPage page;
  const std::vector<ScaledPoint> points = points_of(found, page.left_out);
  if (points.empty()) throw UsageError("--to: " + page.left_out.front());
  std::optional<ScaleEvidence> evidence = evidence_of(loaders);
  if (!evidence) return ExitCode::interrupted;
  evidence->recorded_seconds = recorded_span.in_seconds();
  if (!explains(*evidence)) {
    streams.err.write("headrace: the inferred workload takes " +
                      span_text(Duration::seconds(evidence->seconds.front())) + " where the recording took " +
                      span_text(Duration::seconds(evidence->recorded_seconds)) +
                      ": it does not explain it, and nothing follows for other ranks. " + out_ +
                      " says how sure each value is: correct it and run it, or repeat the recording by "
                      "`headrace replay`\n");
    return ExitCode::not_judged;
  }
  Loaders fitting;
  for (const std::size_t i : loaders_that_fit(*evidence)) fitting.push_back(loaders[i]);
  const auto figures = figures_at(points, fitting, streams);
  if (!figures) return ExitCode::interrupted;
  page.recording = made->places.recording;
  page.ranks = found.ranks.value;
  page.nodes = found.nodes.value;
  page.batch = found.batch_size.value;
  page.assumptions = assumptions_of(found, wish_, points, places_);
  page.answer = scaled_answer(*evidence, *figures);
  page.evidence = *std::move(evidence);
  if (form_.json)
    streams.out.write(json_text(scaled_tree(page)));
  else
    streams.out.write(scaled_text(page, Style(streams.out_colour())));
  return ExitCode::ok;
}

}  // namespace

std::unique_ptr<Verb> scale_verb() { return std::make_unique<ScaleVerb>(); }

}  // namespace headrace
