#include "analysis/cli/run_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "analysis/answer/replications.h"
#include "analysis/answer/study.h"
#include "analysis/figures/assertions.h"
#include "analysis/page/comparison_json.h"
#include "analysis/page/comparison_table.h"
#include "analysis/page/json.h"
#include "analysis/page/summary.h"
#include "analysis/text.h"
#include "scenarios/loader/read/estimate.h"

namespace headrace {

namespace {

using Json = nlohmann::ordered_json;

JsonContext context_of(const RunReport& report) {
  return {report.call.revision, report.database, report.call.dlio_folder,
          report.scenario.calibration.has_value()};
}

std::string stored_note(const RunReport& report) {
  const StoredCall& call = report.call;
  std::string text =
      "results: " + report.database +
      (call.first_run == call.last_run ? fmt::format(" (run {})", call.first_run)
                                       : fmt::format(" (runs {} to {})", call.first_run, call.last_run));
  if (!call.dlio_folder.empty()) text += "; files as DLIO writes them: " + call.dlio_folder;
  return text;
}

// Says what was calibrated, and whether by another program than the one that ran; empty where nothing was.
std::string calibration_note(const RunReport& report) {
  if (!report.scenario.calibration) return {};
  const CalibrationSpec& calibration = *report.scenario.calibration;
  std::string text = fmt::format(
      "calibrated: calibration {} found some times and rates from measured runs; all others are priors from "
      "data "
      "sheets and publications (headrace show config names the source of each)",
      calibration.id);
  if (calibration.revision != report.call.revision)
    text += fmt::format("; headrace {} found them, and these runs are of {}: calibrate again",
                        calibration.revision, report.call.revision);
  return text;
}

void print_waiting(const RunOutcome& outcome, Sink& err) {
  constexpr std::size_t kShown = 20;
  err.write("headrace: the model stalled; who waits for what:\n");
  const std::size_t shown = std::min(outcome.still_waiting.size(), kShown);
  for (std::size_t i = 0; i < shown; ++i) err.write("  " + outcome.still_waiting[i] + "\n");
  if (shown < outcome.still_waiting.size())
    err.write(fmt::format("  and {} more\n", outcome.still_waiting.size() - shown));
}

void print_json(Json tree, std::span<const AssertionOutcome> judged, Sink& out) {
  tree["assertions"] = Json::array();
  for (const AssertionOutcome& assertion : judged)
    tree["assertions"].push_back(
        {{"assertion", assertion.text}, {"holds", assertion.holds ? Json(*assertion.holds) : Json()}});
  out.write(json_text(tree));
}

// Says how finely bulk data is followed: "flow level (full links within 0.5 %)".
std::string fidelity_text(const Scenario& scenario) {
  const FidelitySpec spec = fidelity_of(scenario);
  std::string level =
      std::string(kFidelities[static_cast<std::size_t>(scenario.measure.fidelity)]) + " level";
  if (scenario.measure.fidelity == Fidelity::automatic) level += spec.flows() ? ", flows" : ", requests";
  if (!spec.flows() || spec.flow_tolerance == 0) return level;
  return level + fmt::format(" (full links within {:.3g} %)", 100 * spec.flow_tolerance);
}

SummaryOptions summary_options(const RunReport& report) {
  SummaryOptions options;
  options.colour = report.streams.out_colour();
  options.verbose = report.form.verbose;
  options.quiet = report.form.quiet;
  options.question = report.scenario.question;
  options.fidelity = fidelity_text(report.scenario);
  options.calibration = calibration_note(report);
  options.notes = {stored_note(report)};
  return options;
}

void print_assertions(std::span<const AssertionOutcome> judged, const AnswerForm& form,
                      const Streams& streams) {
  if (judged.empty()) return;
  const Style style(streams.out_colour());
  if (!form.quiet) streams.out.write("\nassertions\n");
  for (const AssertionOutcome& assertion : judged) {
    const std::size_t word = assertion.holds ? 4 : 10;
    const std::string verdict = assertion.sentence.substr(0, word);
    const bool good = assertion.holds.value_or(false);
    streams.out.write("  " + (good ? style.good(verdict) : style.bad(verdict)) +
                      assertion.sentence.substr(word) + "\n");
  }
}

// Writes the comparison, and the arm that is ahead in detail.
std::string arms_text(std::span<const ArmRuns> arms, SummaryOptions options) {
  const Comparison comparison = compare_arms(arms);
  const Style style(options.colour);
  // Escapes would be counted as columns, so a painted line is not broken by us.
  std::string text =
      options.colour ? style.bold(comparison.sentence) + "\n" : wrap(comparison.sentence, {}, 2);
  for (const std::string& sentence : comparison.job_sentences) text += wrap(sentence, "  ", 4);
  if (options.quiet) return text;
  text += "\n" + comparison_table(comparison, arms);
  const ArmRuns& ahead = arms[comparison.ahead];
  options.colour = false;
  return text + "\nin detail, " + ahead.name + ":\n" + summary_text(ahead.runs, options);
}

ExitCode exit_code(const RunOutcome& outcome, bool all_ran, std::span<const AssertionOutcome> judged) {
  if (outcome.end == RunEnd::stalled) return ExitCode::stalled;
  // An interrupt may also come between two runs, each of which is whole.
  if (outcome.end == RunEnd::stopped || !all_ran) return ExitCode::interrupted;
  const auto any = [&](std::optional<bool> holds) {
    return std::any_of(judged.begin(), judged.end(),
                       [&](const AssertionOutcome& assertion) { return assertion.holds == holds; });
  };
  if (any(false)) return ExitCode::missed;
  return any(std::nullopt) ? ExitCode::not_judged : ExitCode::ok;
}

}  // namespace

ExitCode report_runs(const RunReport& report, std::span<const RunResult> runs) {
  const auto& [scenario, database, call, form, streams] = report;
  const RunOutcome& outcome = joint_outcome(runs);
  const std::vector<AssertionOutcome> judged =
      judge(scenario.assertions, [&](std::string_view metric) { return named_figure(runs, metric); });
  if (outcome.end == RunEnd::stalled && (form.json || form.quiet)) print_waiting(outcome, streams.err);
  if (form.json) {
    print_json(result_tree(runs, context_of(report)), judged, streams.out);
  } else {
    streams.out.write(summary_text(runs, summary_options(report)));
    print_assertions(judged, form, streams);
  }
  const bool all_ran = static_cast<std::int64_t>(runs.size()) >= scenario.measure.replications;
  return exit_code(outcome, all_ran, judged);
}

ExitCode report_arms(const RunReport& report, std::span<const ArmRuns> arms) {
  const auto& [scenario, database, call, form, streams] = report;
  const RunOutcome& outcome = joint_outcome(arms);
  const std::vector<AssertionOutcome> judged = judge(
      assertions_of_arms(scenario), [&](std::string_view metric) { return figure_of_arm(arms, metric); });
  if (outcome.end == RunEnd::stalled) print_waiting(outcome, streams.err);
  if (form.json) {
    Json tree = comparison_tree(scenario, arms, context_of(report));
    tree["published"] = study_tree(study_rows(scenario, arms));
    print_json(std::move(tree), judged, streams.out);
  } else {
    streams.out.write(arms_text(arms, summary_options(report)));
    const std::string study =
        study_text(study_rows(scenario, arms), Style(streams.out_colour()), form.verbose);
    if (!study.empty()) streams.out.write("\nheld against what is published\n" + study);
    print_assertions(judged, form, streams);
  }
  const bool all_ran =
      arms.size() == scenario.arms.size() &&
      std::all_of(arms.begin(), arms.end(), [&report](const ArmRuns& arm) {
        return static_cast<std::int64_t>(arm.runs.size()) >= report.scenario.measure.replications;
      });
  return exit_code(outcome, all_ran, judged);
}

}  // namespace headrace
