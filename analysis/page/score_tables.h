// Parts of every page of a validation: cells of a judged figure, rows without a prediction, tables of scores.
//
//   table.add({"c unet3d", error_cell(figure, Forecast::simulator), error_cell(figure, Forecast::constant)});
//   text += score_table("errors of throughput", validation.groups);
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/answer/forecast_score.h"
#include "analysis/text.h"
#include "scenarios/loader/measured/measured_run.h"

namespace headrace {

std::string optional_cell(const std::optional<double>& value, double scale, int decimals);
// Returns "c" of calibration rows, "v" and "f".
std::string_view letter_of(RowRole role);
// Returns an error in percent: "+4.1".
std::string error_cell(const JudgedFigure& figure, Forecast forecast);
// Returns an interval in percent against what was measured, of a forecast against what is predicted.
std::string interval_cell(const JudgedFigure& figure, Forecast forecast);

// Returns the systems of the figures, in their order, without those that follow their like.
std::vector<std::string> systems_of(std::span<const JudgedFigure* const> all);

// Says of rows that have no scenario how many there are, and why.
std::string not_predicted(std::span<const MeasuredRun* const> rows);

// Returns "v unet3d: regression", or "v: headrace alone".
std::string score_label(const ScoreGroup& group, const ForecastScore& score);
std::string score_table(const std::string& title, std::span<const ScoreGroup> groups);
// ValidationParts: what stands below the tables of systems, but for rows without a prediction.
struct ValidationParts {
  std::string above_those;
  std::string scores;
  std::string_view legend;
};

// Writes the page of a set whose rows were judged; system_table() gives the rows of a system.
template <class Judged, class SystemTable>
std::string validation_page(const std::string& set, const std::vector<Judged>& rows, const Style& style,
                            bool with_sources, SystemTable system_table, const ValidationParts& parts) {
  std::vector<const JudgedFigure*> figures;
  std::vector<const MeasuredRun*> runs;
  std::int64_t predicted = 0;
  for (const Judged& judged : rows) {
    figures.push_back(&judged);
    runs.push_back(&judged.row);
    predicted += judged.of(Forecast::simulator) ? 1 : 0;
  }
  std::string text = style.bold(set) + ": " + count_noun(std::ssize(rows), "row") + ", " +
                     std::to_string(predicted) + " predicted\n\n";
  for (const std::string& system : systems_of(figures)) text += system_table(system);
  text += parts.above_those + not_predicted(runs) + parts.scores + wrap(parts.legend);
  if (with_sources)
    for (const Judged& judged : rows) text += wrap(judged.row.source, "  " + judged.row.name() + ": ", 4);
  return text;
}

nlohmann::ordered_json score_trees(std::span<const ScoreGroup> groups);
// Returns value, error and interval of a forecast, for programs; `value` names the value.
nlohmann::ordered_json forecast_tree(const JudgedFigure& figure, Forecast forecast, const char* value);

}  // namespace headrace
