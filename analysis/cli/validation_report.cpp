#include "analysis/cli/validation_report.h"

#include <nlohmann/json.hpp>

#include "analysis/figures/figures.h"
#include "analysis/page/checkpoint_validation_page.h"
#include "analysis/page/json.h"
#include "analysis/page/validation_page.h"
#include "analysis/results/run_reader.h"
#include "analysis/results/stored_call.h"

namespace headrace {

namespace {

std::optional<Prediction> prediction_of(const MeasuredRow&, const RunResult& run) {
  const std::optional<double> rate = find_job_figure(run, 0, "samples_per_second");
  const std::optional<double> au = find_job_figure(run, 0, "au_percent");
  if (!rate || !au) return std::nullopt;
  return Prediction{*rate, *au, find_job_figure(run, 0, "first_batch_seconds")};
}

std::optional<double> prediction_of(const CheckpointRow& row, const RunResult& run) {
  return find_job_figure(run, 0, "checkpoint_" + std::string(row.operation_word()) + "_seconds");
}

template <class Predicted, class Row>
std::vector<std::optional<Predicted>> predictions_of(const std::vector<Row>& rows, Database& database,
                                                     const std::string& call, const Streams& streams,
                                                     ExitCode& code) {
  std::vector<std::optional<Predicted>> predictions;
  std::int64_t point = 0;
  for (const Row& row : rows) {
    predictions.emplace_back();
    if (row.scenario.empty()) continue;
    const std::optional<std::int64_t> id = find_run_of(database, call, point++, 1);
    if (!id) continue;
    const RunResult run = read_run(database, *id);
    if (run.outcome.end == RunEnd::finished) predictions.back() = prediction_of(row, run);
    if (predictions.back()) continue;
    streams.err.write("headrace: " + row.name() + " did not finish and is left out\n");
    code = run.outcome.end == RunEnd::stalled ? ExitCode::stalled : ExitCode::interrupted;
  }
  return predictions;
}

}  // namespace

Validation validation_of_call(const std::vector<MeasuredRow>& rows, Database& database,
                              const std::string& call, const Streams& streams, ExitCode& code) {
  return judge(rows, predictions_of<Prediction>(rows, database, call, streams, code));
}

CheckpointValidation validation_of_call(const std::vector<CheckpointRow>& rows, Database& database,
                                        const std::string& call, const Streams& streams, ExitCode& code) {
  return judge(rows, predictions_of<double>(rows, database, call, streams, code));
}

JudgedSet judged_set(const std::string& name, const MeasuredRows& table, Database& database,
                     const std::string& call, const Streams& streams, ExitCode& code) {
  if (table.checkpoints) return {name, validation_of_call(*table.checkpoints, database, call, streams, code)};
  return {name, validation_of_call(*table.rows, database, call, streams, code)};
}

void print_validations(const std::vector<JudgedSet>& sets, const std::string& revision,
                       const AnswerForm& form, const Streams& streams) {
  if (form.json) {
    nlohmann::ordered_json trees = nlohmann::ordered_json::array();
    for (const JudgedSet& set : sets)
      trees.push_back(std::visit(
          [&](const auto& validation) { return validation_tree(set.name, validation); }, set.validation));
    streams.out.write(
        json_text({{"schema", "headrace.validation/1"}, {"revision", revision}, {"sets", std::move(trees)}}));
    return;
  }
  const Style style(streams.out_colour());
  for (const JudgedSet& set : sets)
    streams.out.write(std::visit(
        [&](const auto& validation) { return validation_text(set.name, validation, style, form.verbose); },
        set.validation));
}

}  // namespace headrace
