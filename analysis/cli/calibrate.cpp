#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "analysis/answer/calibration.h"
#include "analysis/cli/measured_model.h"
#include "analysis/cli/options/output_database.h"
#include "analysis/cli/options/scenario_words.h"
#include "analysis/cli/rank_verb.h"
#include "analysis/cli/supervision.h"
#include "analysis/cli/verb.h"
#include "analysis/output_file.h"
#include "analysis/page/calibration_page.h"
#include "analysis/page/json.h"
#include "analysis/version.h"
#include "scenarios/loader/free_fields.h"
#include "scenarios/loader/read/read_scenario.h"
#include "scenarios/loader/read/scenario_text.h"

namespace headrace {

namespace {

// Adds a problem for each row that sets what is to be found.
void expect_free_of_fields(std::span<const MeasuredFigure> rows, std::span<const Prior> fields,
                           Problems& problems) {
  for (const MeasuredFigure& row : rows)
    for (const std::string& word : row.scenario.overrides)
      for (const Prior& field : fields)
        if (word.starts_with(field.path + "="))
          problems.add(row.mark, "E0606", "the row sets " + field.path + ", which is to be found")
              .with_help("leave it out of the row, or of --fit");
}

// Returns the scenarios of rows, one of each file.
std::vector<ScenarioFile> scenarios_of(std::span<const MeasuredFigure> rows) {
  std::vector<ScenarioFile> scenarios;
  for (const MeasuredFigure& row : rows) {
    const auto is_same = [&](const ScenarioFile& other) { return other.path == row.scenario.path; };
    if (std::none_of(scenarios.begin(), scenarios.end(), is_same)) scenarios.push_back(row.scenario);
  }
  return scenarios;
}

class CalibrateVerb final : public Verb {
 public:
  void declare(Options& options) override;
  void finish() override;
  ExitCode run(const Streams& streams) override;

 private:
  // Says whether the rows are of several systems, each with its scenario.
  bool of_systems() const { return scenarios_.files.empty(); }
  std::string scenario() const { return of_systems() ? "" : scenarios_.file(); }
  std::string out() const {
    const std::filesystem::path named = of_systems() ? data_ : scenario();
    const bool is_set = of_systems() && named.extension() != ".csv";  // "mlperf_storage_v1.0" has no ending.
    const std::string stem = (is_set ? named.filename() : named.stem()).string();
    return out_.empty() ? "results/" + stem + "_calibrated.yaml" : out_;
  }
  std::string content_of(std::span<const MeasuredFigure> rows, const std::string& table) const;
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
  scenarios_.declare(options,
                     "a scenario file; without it the table is one of `headrace validate`, whose rows\n"
                     "have their own, and what fits all its systems is found",
                     "");
  options.value("--data", data_,
                "a table of measured figures, a row each: role,run,overrides,\n"
                "measured,source; or, without a scenario, such as mlperf_storage_v1.0, of which\n"
                "the throughput of rows of the role calibration is fitted, or the times of a\n"
                "table of checkpoints, such as mlperf_storage_v3.0_checkpoints",
                "FILE");
  options.values("--fit", fit_,
                 "a time, rate, share or whole number to be found; several: --fit again. A prior\n"
                 "has a range of its own (`headrace show fields`), other fields need one:\n"
                 "PATH=1ms..4ms, or of a whole number PATH=4..32",
                 "PATH[=LOW..HIGH]");
  options.value("--out", out_,
                "the scenario with what was found, or without one what other scenarios may\n"
                "include [results/<scenario>_calibrated.yaml]",
                "FILE");
  database_.declare(options, "--database",
                    "a result database that the runs are stored in: the same command goes on");
  work_.declare(options);
  options.footer(
      std::string("`headrace doubt` names the fields that an answer hangs on: measure, and fit those.\n\n"
                  "Example:\n  headrace calibrate scenarios/first_run.yaml --data rates.csv --fit "
                  "platform.nodes.clients.host_work.pytorch.handover\n"
                  "  headrace calibrate --data mlperf_storage_v1.0 --fit "
                  "jobs.train.host.step_jitter=0.005..0.05\n\n") +
      kExitCodes);
  form_.declare(options);
}

void CalibrateVerb::finish() {
  database_.finish();
  if (!scenarios_.words.empty()) scenarios_.finish_one("calibrate");
  work_.finish(form_);
  if (!scenarios_.overrides.empty())
    throw UsageError("'calibrate' takes no override: what a run had stands in its row of the table");
  if (data_.empty()) throw UsageError("'calibrate' needs a table of what was measured: --data FILE");
  if (fit_.empty()) throw UsageError("'calibrate' needs a field to find: --fit PATH");
  const std::string inputs[] = {of_systems() ? data_ : scenario(), data_};
  expect_apart({{"--out", out()}, {"--database", database_.path, true}}, inputs);
}

void CalibrateVerb::write(const CalibrationSource& source, const Calibration& found,
                          const Streams& streams) const {
  namespace fs = std::filesystem;
  std::string included = of_systems() ? "" : scenario();  // A shipped one is found by that from any folder.
  if (fs::exists(included))
    included = fs::absolute(included).lexically_relative(fs::absolute(out()).parent_path()).string();
  write_file(out(), calibrated_scenario(source, included, found), calibration_kind());
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
  Supervision supervision(work_, streams, "runs");
  const std::string of = of_systems() ? data_ : scenario();
  FigureRounds rounds(
      {"calibrate", of, of, database_.path, threads_for(work_.threads), supervision.watch(), ranks});
  MeasuredModel model(fields, rows, rounds);
  const FitResult fitted = fit(problem_of(fields, rows), model);
  supervision.finish();
  if (ranks.rank() != 0) return ExitCode::ok;
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

// Returns the text of all that decides what is found.
std::string CalibrateVerb::content_of(std::span<const MeasuredFigure> rows, const std::string& table) const {
  std::string all;
  for (const ScenarioFile& file : scenarios_of(rows))
    all += write_scenario(
        *read_scenario_file(file.path, of_systems() ? file.overrides : std::vector<std::string>()).scenario);
  all += table + program_revision();
  for (const std::string& word : fit_) all += "\n" + word;
  return all;
}

ExitCode CalibrateVerb::run(const Streams& streams) {
  return on_ranks(streams, [&](Ranks& ranks) {
    Problems problems;
    if (!of_systems()) problems.absorb(read_scenario_file(scenario()).problems, "");
    if (!problems.has_errors()) {
      const MeasuredFigures measured =
          of_systems() ? read_measured_systems(data_) : read_measured_figures(data_, scenario());
      problems.absorb(measured.problems, "");
      std::vector<ScenarioFile> scenarios = {{scenario(), {}}};
      if (of_systems() && measured.figures) scenarios = scenarios_of(*measured.figures);
      FreeFields free;
      if (!of_systems() || measured.figures) free = read_free_fields(fit_, scenarios, FitResult::kReach);
      problems.absorb(free.problems, "");
      if (!problems.has_errors()) expect_free_of_fields(*measured.figures, *free.fields, problems);
      if (!problems.has_errors()) {
        if (!form_.quiet && ranks.rank() == 0) streams.err.write(problems.text(streams.err_colour()));
        expect_writable(with_folder(out()), calibration_kind());
        return calibrate({hash_of_text(content_of(*measured.figures, measured.text)), scenario(), data_,
                          program_revision()},
                         *free.fields, *measured.figures, streams, ranks);
      }
    }
    if (ranks.rank() == 0) streams.err.write(problems.text(streams.err_colour()));
    return ExitCode::usage;
  });
}

}  // namespace

std::unique_ptr<Verb> calibrate_verb() { return std::make_unique<CalibrateVerb>(); }

}  // namespace headrace
