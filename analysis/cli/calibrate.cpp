#include <cmath>
#include <filesystem>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>

#include "analysis/answer/calibration.h"
#include "analysis/cli/options/output_database.h"
#include "analysis/cli/options/scenario_words.h"
#include "analysis/cli/rank_verb.h"
#include "analysis/cli/supervision.h"
#include "analysis/cli/verb.h"
#include "analysis/figures/figures.h"
#include "analysis/output_file.h"
#include "analysis/page/calibration_page.h"
#include "analysis/page/json.h"
#include "analysis/version.h"
#include "scenarios/loader/free_fields.h"
#include "scenarios/loader/read/read_scenario.h"
#include "scenarios/loader/read/scenario_text.h"

namespace headrace {

namespace {

constexpr int kTriedDigits = 6;

// Runs of the rows with the fields at points; rows of the same overrides share a run.
class MeasuredModel final : public FitModel {
 public:
  MeasuredModel(std::string scenario, std::span<const Prior> fields, std::span<const MeasuredFigure> rows)
      : scenario_(std::move(scenario)), fields_(fields), rows_(rows) {
    for (const MeasuredFigure& row : rows)
      of_row_.push_back(runs_.try_emplace(row.overrides, runs_.size()).first->second);
  }

  struct Around {
    std::string database;  // Empty: runs are not kept.
    std::int64_t threads = 1;
    WorkWatch watch;
    Ranks& ranks;
  };
  void run_with(const Around& around) { around_ = &around; }

  std::optional<std::vector<std::vector<double>>> evaluate(std::span<const FitRequest> requests) override;

 private:
  using Place = std::pair<FitPoint, std::size_t>;  // A point, and the number of a run.

  ScenarioRead read(const FitPoint& point, const std::vector<std::string>& overrides) const;
  bool run_at(const std::vector<Place>& places, std::vector<Scenario> scenarios);

  std::string scenario_;
  std::span<const Prior> fields_;
  std::span<const MeasuredFigure> rows_;
  std::map<std::vector<std::string>, std::size_t> runs_;  // Numbers of the runs, by their overrides.
  std::vector<std::size_t> of_row_;
  std::map<Place, std::vector<double>> known_;  // Logarithms of the rows; empty: there is no such scenario.
  const Around* around_ = nullptr;
};

ScenarioRead MeasuredModel::read(const FitPoint& point, const std::vector<std::string>& overrides) const {
  std::vector<std::string> all = overrides;
  for (std::size_t j = 0; j < fields_.size(); ++j)
    all.push_back(fields_[j].path + "=" + fields_[j].text(times_of(fields_[j], point[j]), kTriedDigits));
  return read_scenario_file(scenario_, all);
}

// Runs scenarios and keeps what they say of the rows; false where that was stopped.
bool MeasuredModel::run_at(const std::vector<Place>& places, std::vector<Scenario> scenarios) {
  const CallPoints asked("calibrate", scenario_, scenario_, std::move(scenarios));
  Ledger ledger(around_->database.empty() ? ":memory:" : around_->database, asked.ledger_sweep(""),
                RowChoice::all);
  CallKeeper keeper(asked, ledger);
  const RankedWork work = run_tasks(around_->ranks, asked, asked.tasks(ledger), ledger, keeper,
                                    {around_->threads}, around_->watch);
  if (work.end != WorkEnd::complete) return false;
  for (std::size_t place = 0; place < places.size(); ++place) {
    const std::vector<RunResult> runs =
        stored_runs(asked, static_cast<std::int64_t>(place), ledger.database(), ledger.hash());
    std::vector<double>& values = known_[places[place]];
    values.assign(rows_.size(), std::numeric_limits<double>::quiet_NaN());
    for (std::size_t row = 0; row < rows_.size(); ++row) {
      if (of_row_[row] != places[place].second) continue;
      const std::optional<Figure> found = named_figure(runs, rows_[row].figure);
      if (found && found->validity == Validity::measured && found->value > 0)
        values[row] = std::log(found->value);
    }
  }
  return true;
}

std::optional<std::vector<std::vector<double>>> MeasuredModel::evaluate(
    std::span<const FitRequest> requests) {
  std::vector<Scenario> scenarios;
  std::vector<Place> places;
  for (const FitRequest& request : requests)
    for (const std::size_t row : request.rows) {
      const Place place{request.point, of_row_[row]};
      if (!known_.try_emplace(place).second) continue;
      ScenarioRead tried = read(request.point, rows_[row].overrides);
      if (!tried.scenario) continue;
      places.push_back(place);
      scenarios.push_back(*std::move(tried.scenario));
      scenarios.back().name += ", run " + std::to_string(places.size());
    }
  if (!places.empty() && !run_at(places, std::move(scenarios))) return std::nullopt;
  std::vector<std::vector<double>> values;
  for (const FitRequest& request : requests) {
    values.emplace_back(rows_.size(), std::numeric_limits<double>::quiet_NaN());
    for (const std::size_t row : request.rows) {
      const std::vector<double>& found = known_.at({request.point, of_row_[row]});
      if (!found.empty()) values.back()[row] = found[row];
    }
  }
  return values;
}

// Adds a problem for each row that sets what is to be found.
void expect_free_of_fields(std::span<const MeasuredFigure> rows, std::span<const Prior> fields,
                           Problems& problems) {
  for (const MeasuredFigure& row : rows)
    for (const std::string& word : row.overrides)
      for (const Prior& field : fields)
        if (word.starts_with(field.path + "="))
          problems.add(row.mark, "E0606", "the row sets " + field.path + ", which is to be found")
              .with_help("leave it out of the row, or of --fit");
}

class CalibrateVerb final : public Verb {
 public:
  void declare(Options& options) override;
  void finish() override;
  ExitCode run(const Streams& streams) override;

 private:
  std::string out() const {
    const std::string stem = std::filesystem::path(scenarios_.file()).stem().string();
    return out_.empty() ? "results/" + stem + "_calibrated.yaml" : out_;
  }
  ExitCode calibrate(const CalibrationSource& source, std::span<const Prior> fields,
                     std::span<const MeasuredFigure> rows, const Streams& streams, Ranks& ranks) const;
  void write(const CalibrationSource& source, const Calibration& found, const Streams& streams) const;

  ScenarioWords scenarios_;
  std::string data_, out_;
  std::vector<std::string> fit_;
  OutputDatabase database_;
  WorkOptions work_;
  AnswerForm form_;
};

void CalibrateVerb::declare(Options& options) {
  scenarios_.declare(options, "a scenario file", "");
  options.value("--data", data_,
                "a table of measured figures, a row each: role,run,overrides,\n"
                "measured,source",
                "FILE");
  options.values("--fit", fit_,
                 "a time or rate to be found; several: --fit again. A prior has a range of its\n"
                 "own (`headrace show fields`), other fields need one: PATH=1ms..4ms",
                 "PATH[=LOW..HIGH]");
  options.value("--out", out_, "the scenario with what was found [results/<scenario>_calibrated.yaml]",
                "FILE");
  database_.declare(options, "--database",
                    "a result database that the runs are stored in: the same command goes on");
  work_.declare(options);
  options.footer(
      std::string("`headrace doubt` names the fields that an answer hangs on: measure, and fit those.\n\n"
                  "Example:\n  headrace calibrate scenarios/first_run.yaml --data rates.csv --fit "
                  "platform.nodes.clients.host_work.pytorch.handover\n\n") +
      kExitCodes);
  form_.declare(options);
}

void CalibrateVerb::finish() {
  database_.finish();
  scenarios_.finish_one("calibrate");
  work_.finish(form_);
  if (!scenarios_.overrides.empty())
    throw UsageError("'calibrate' takes no override: what a run had stands in its row of the table");
  if (data_.empty()) throw UsageError("'calibrate' needs a table of what was measured: --data FILE");
  if (fit_.empty()) throw UsageError("'calibrate' needs a field to find: --fit PATH");
  const std::string inputs[] = {scenarios_.file(), data_};
  expect_apart({{"--out", out()}, {"--database", database_.path, true}}, inputs);
}

void CalibrateVerb::write(const CalibrationSource& source, const Calibration& found,
                          const Streams& streams) const {
  const std::filesystem::path folder = std::filesystem::absolute(out()).parent_path();
  const std::filesystem::path scenario = std::filesystem::absolute(scenarios_.file());
  write_file(out(), calibrated_scenario(source, scenario.lexically_relative(folder).string(), found),
             calibration_kind());
  if (form_.json) {
    streams.out.write(json_text(calibration_tree(source, found)));
    return;
  }
  if (form_.quiet) {
    streams.out.write(calibrated_overrides(found));
    return;
  }
  streams.out.write(calibration_text(source, found, Style(streams.out_colour()), form_.verbose) + "\n" +
                    out() + " has the fields as they were found.\n");
}

ExitCode CalibrateVerb::calibrate(const CalibrationSource& source, std::span<const Prior> fields,
                                  std::span<const MeasuredFigure> rows, const Streams& streams,
                                  Ranks& ranks) const {
  MeasuredModel model(scenarios_.file(), fields, rows);
  Supervision supervision(work_, streams, "runs");
  const MeasuredModel::Around around{database_.path, threads_for(work_.threads), supervision.watch(), ranks};
  model.run_with(around);
  const FitResult fitted = fit(problem_of(fields, rows), model);
  supervision.finish();
  if (fitted.end == FitEnd::stopped) {
    streams.err.write("headrace: " + supervision.why_stopped() + "\n");
    return ExitCode::interrupted;
  }
  if (fitted.end == FitEnd::no_figure) {
    streams.err.write("headrace: wherever the fields were tried, a fitted row had no figure\n");
    return ExitCode::not_judged;
  }
  write(source, calibration_of(fields, rows, fitted), streams);
  return ExitCode::ok;
}

ExitCode CalibrateVerb::run(const Streams& streams) {
  return on_ranks(streams, [&](Ranks& ranks) {
    if (ranks.count() > 1) {
      if (ranks.rank() == 0)
        streams.err.write("headrace: error: 'calibrate' runs in one process, on the threads of --jobs\n");
      return ExitCode::usage;
    }
    const std::string& file = scenarios_.file();
    const ScenarioRead asked = read_scenario_file(file);
    Problems problems;
    problems.absorb(asked.problems, "");
    if (!problems.has_errors()) {
      const MeasuredFigures measured = read_measured_figures(data_, file);
      const FreeFields free = read_free_fields(fit_, file, FitResult::kReach);
      problems.absorb(measured.problems, "");
      problems.absorb(free.problems, "");
      if (!problems.has_errors()) expect_free_of_fields(*measured.figures, *free.fields, problems);
      if (!problems.has_errors()) {
        if (!form_.quiet) streams.err.write(problems.text(streams.err_colour()));
        expect_writable(with_folder(out()), calibration_kind());
        std::string all = write_scenario(*asked.scenario) + measured.text + program_revision();
        for (const std::string& word : fit_) all += "\n" + word;
        return calibrate({hash_of_text(all), file, data_, program_revision()}, *free.fields,
                         *measured.figures, streams, ranks);
      }
    }
    streams.err.write(problems.text(streams.err_colour()));
    return ExitCode::usage;
  });
}

}  // namespace

std::unique_ptr<Verb> calibrate_verb() { return std::make_unique<CalibrateVerb>(); }

}  // namespace headrace
