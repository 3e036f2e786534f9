#include "analysis/cli/report_part.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "analysis/answer/answer.h"
#include "analysis/answer/comparison.h"
#include "analysis/answer/model_error.h"
#include "analysis/answer/replications.h"
#include "analysis/cli/call_report.h"
#include "analysis/cli/recording_part.h"
#include "analysis/cli/validation_report.h"
#include "analysis/cli/wanted_call.h"
#include "analysis/errors.h"
#include "analysis/figures/figures.h"
#include "analysis/report/comparison_plots.h"
#include "analysis/report/measured_plots.h"
#include "analysis/report/run_plots.h"
#include "analysis/report/sweep_plots.h"
#include "analysis/results/reader.h"
#include "analysis/results/selection.h"
#include "analysis/run/call_work.h"
#include "analysis/text.h"
#include "analysis/words.h"
#include "scenarios/loader/read/read_scenario.h"
#include "scenarios/loader/recordings/recording_file.h"

namespace headrace {

namespace {

void add_note(ReportAnswer& answer, const std::string& note) {
  if (!note.empty()) answer.notes.push_back(note);
}

std::vector<ReportAnswer> answers_about(std::span<const RunResult> runs, bool calibrated) {
  std::vector<ReportAnswer> all;
  const std::vector<Answer> answers = answers_of(runs);
  for (const Answer& answer : answers) {
    ReportAnswer told{answers.size() > 1 ? answer.job : "", answer.sentence, {}};
    if (!calibrated) add_note(told, answer.sure);
    for (const std::string* note :
         {&answer.help, &answer.caches, &answer.short_epochs, &answer.start_up, &answer.simulated_steps})
      add_note(told, *note);
    all.push_back(std::move(told));
  }
  if (!all.empty() && joint_outcome(runs).end != RunEnd::finished)
    add_note(all.front(),
             std::string("The run did not come to its end: ") + outcome_word(joint_outcome(runs).end) + ".");
  return all;
}

std::string value_text(const Spread& spread, const Figure& figure) {
  if (figure.validity == Validity::not_defined) return "not defined";
  if (spread.count < 2) return fmt::format("{:.6g}", figure.value);
  return fmt::format("{:.6g} [{:.6g}, {:.6g}]", spread.mean, spread.low, spread.high);
}

ReportDetail detail_of(const std::string& name, std::span<const RunResult> runs) {
  const RunResult& run = representative(runs);
  ReportDetail detail{name, run_plots(run, name), {}};
  for (std::size_t job = 0; job < run.jobs.size(); ++job) {
    ReportFigures figures{run.jobs[job].name, {}};
    for (const Figure& figure : figures_of_job(run, job))
      figures.rows.push_back({figure.path(), value_text(figure_over(runs, job, figure.row->path), figure),
                              std::string(figure.row->unit), std::string(figure.row->meaning)});
    detail.figures.push_back(std::move(figures));
  }
  return detail;
}

using OriginRows = std::vector<std::pair<std::string, std::string>>;

// Tells of runs how they can be repeated; of several what they have in common, and each value that differs.
OriginRows origin_rows_of(const std::string& file, std::span<const StoredRun> runs) {
  const auto all = [&](auto value) {
    std::set<std::string> values;
    for (const StoredRun& run : runs) values.insert(value(run));
    std::string text;
    std::size_t told = 0;
    for (const std::string& one : values)
      if (told++ < 8) text += (text.empty() ? "" : ", ") + one;
    if (values.size() > 8) text += fmt::format(" and {} more", values.size() - 8);
    return text;
  };
  std::int64_t events = 0;
  double wall = 0;
  for (const StoredRun& run : runs) {
    events += run.events;
    wall += run.wall_seconds;
  }
  return {
      {"result database", file},
      {"runs", runs.size() == 1 ? std::to_string(runs.front().id)
                                : fmt::format("{} ({} to {})", runs.size(), runs.front().id, runs.back().id)},
      {"scenario", all([](const StoredRun& run) { return run.scenario; })},
      {"scenario hash", all([](const StoredRun& run) { return run.scenario_hash; })},
      {"seed", all([](const StoredRun& run) { return std::to_string(run.seed); })},
      {"replications", all([](const StoredRun& run) { return std::to_string(run.replication); })},
      {"fidelity", all([](const StoredRun& run) { return run.fidelity; })},
      {"outcome", all([](const StoredRun& run) { return run.outcome; })},
      {"fingerprint", all([](const StoredRun& run) { return fingerprint_text(run.fingerprint); })},
      {"revision", all([](const StoredRun& run) { return run.revision; })},
      {"begun", all([](const StoredRun& run) { return run.started_at; })},
      {"events", grouped(static_cast<double>(events))},
      {"time to run them, one after the other", span_text(Duration::seconds(wall))}};
}

std::vector<StoredRun> runs_of_call(Database& database, const StoredCall& call) {
  std::vector<StoredRun> runs;
  Statement ids = database.prepare("SELECT run FROM sweep_run WHERE sweep_hash = ? ORDER BY run");
  ids.bind(1, call.hash);
  while (ids.step())
    if (auto run = find_run(database, ids.integer(0))) runs.push_back(std::move(*run));
  return runs;
}

void tell_of_arms(ReportPart& part, const std::vector<ArmRuns>& arms) {
  const Comparison comparison = compare_arms(arms);
  ReportAnswer answer{"", comparison.sentence, comparison.job_sentences};
  part.answers.push_back(std::move(answer));
  part.plots = comparison_plots(comparison, arms);
  part.details.push_back(detail_of(arms[comparison.ahead].name, arms[comparison.ahead].runs));
  for (std::size_t i = 0; i < arms.size(); ++i)
    if (i != comparison.ahead) part.details.push_back(detail_of(arms[i].name, arms[i].runs));
}

void tell_of_run(ReportPart& part, const Scenario& scenario, const CallPoints& points, Database& database,
                 const StoredCall& call) {
  std::vector<ArmRuns> arms;
  for (std::int64_t point = 0; point < points.size(); ++point) {
    if (points.is_beside(point)) continue;
    std::vector<RunResult> runs = stored_runs(points, point, database, call.hash);
    if (!runs.empty()) arms.push_back({points.scenario(point).arm, std::move(runs)});
  }
  if (!scenario.arms.empty()) return tell_of_arms(part, arms);
  part.answers = answers_about(arms.at(0).runs, scenario.calibration.has_value());
  part.details.push_back(detail_of("", arms[0].runs));
}

void tell_of_probe(ReportPart& part, const CallPoints& points, Database& database, const StoredCall& call,
                   const Streams& streams) {
  ExitCode code = ExitCode::ok;
  const std::vector<PublishedComparison> found =
      published_of_call(points, database, call.hash, streams, code);
  const auto fit = std::count_if(found.begin(), found.end(), [](const auto& one) { return one.fits(); });
  part.answers.push_back(
      {"",
       found.empty() ? "Nothing is published of these jobs."
                     : fmt::format("{} held against what is published: {} within 5 %.",
                                   count_noun(static_cast<std::int64_t>(found.size()), "figure"), fit),
       {}});
  if (!found.empty()) part.plots.push_back(published_plot(found));
  for (std::int64_t point = 0; point < points.size(); ++point) {
    const std::vector<RunResult> runs = stored_runs(points, point, database, call.hash);
    if (!runs.empty()) part.details.push_back(detail_of(runs.front().jobs.front().name, runs));
  }
}

ReportPart part_of_call(const StoredCall& call, const WantedCall& wanted, Database& database,
                        const Streams& streams) {
  if (call.first_run == 0)
    throw UsageError("the last call in " + wanted.file + " was cut before it had simulated anything");
  ReportPart part;
  part.title = call.name;
  part.provenance = origin_rows_of(wanted.file, runs_of_call(database, call));
  if (call.verb == "validate") {
    ExitCode code = ExitCode::ok;
    const JudgedSet judged =
        judged_set(call.name, table_of_call(call, wanted.file), database, call.hash, streams, code);
    part.plots.push_back(std::visit([](const auto& one) { return measured_plot(one); }, judged.validation));
    part.answers.push_back(
        {"",
         fmt::format("{} measured rows beside what is predicted of them.", part.plots[0].rows.size()),
         {}});
    return part;
  }
  if (call.verb != "run" && call.verb != "probe")
    throw UsageError("the last call in " + wanted.file + " is of '" + call.verb +
                     "', of which there is no page; name a run of another call: " + wanted.file + ":RUN");
  const Scenario scenario = scenario_of_call(call, wanted.file);
  const CallPoints points = points_of_call(call.verb, scenario);
  part.question = scenario.question;
  part.scenario_text = call.resolved_text;
  if (call.verb == "probe")
    tell_of_probe(part, points, database, call, streams);
  else
    tell_of_run(part, scenario, points, database, call);
  return part;
}

ReportPart part_of_sweep(const SelectedRuns& selected, const std::string& figure, Database& database) {
  if (selected.sweep.empty())
    throw UsageError("the runs of " + selected.file +
                     " are of an older headrace, and were not kept whole: run their scenario again");
  const ScenarioRead read = read_scenario(selected.resolved_text, selected.file);
  if (!read.scenario)
    throw InputError(selected.file + ": the scenario of the sweep is none for this headrace:\n" +
                     read.problems.text(false));
  const SweepTable table = sweep_table(selected, headlines_of(*read.scenario, figure), database);
  ReportPart part;
  part.title = selected.scenario;
  part.question = read.scenario->question;
  ReportAnswer answer{"", sweep_sentence(table), {}};
  for (std::size_t i = 0; i < table.headlines.size(); ++i)
    if (const SweepTable::Point* const best = best_point(table, i); best && !read.scenario->calibration)
      add_note(answer, how_sure_of_figure(table.headlines[i].figure, best->figures[i].mean));
  part.answers.push_back(std::move(answer));
  part.plots = sweep_plots(table);
  part.provenance = origin_rows_of(selected.file, selected.runs);
  part.provenance.insert(part.provenance.begin() + 1, {"sweep", selected.sweep});
  part.scenario_text = selected.resolved_text;
  return part;
}

}  // namespace

ReportPart report_part(const std::string& word, const std::string& figure, const Streams& streams) {
  const WantedCall wanted = wanted_call(word);
  std::error_code ignored;
  if (std::filesystem::is_regular_file(word, ignored) && is_recording(word)) {
    if (!figure.empty()) throw UsageError("--figure is for sweeps, and " + word + " is a recording");
    return recording_part(word);
  }
  if (wanted.run || std::filesystem::exists(word, ignored) || word.find(':') == std::string::npos) {
    ResultReader reader(wanted.file);
    if (const auto hash = find_call(reader.database(), wanted)) {
      if (!figure.empty())
        throw UsageError("--figure is for sweeps, and " + word + " is a call of '" +
                         read_call(reader.database(), *hash).verb + "'");
      return part_of_call(read_call(reader.database(), *hash), wanted, reader.database(), streams);
    }
  }
  const SelectedRuns selected = select_runs(word);
  ResultReader reader(selected.file);
  return part_of_sweep(selected, figure, reader.database());
}

}  // namespace headrace
