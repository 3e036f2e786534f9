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
nlohmann::ordered_json score_trees(std::span<const ScoreGroup> groups);
// Returns value, error and interval of a forecast, for programs; `value` names the value.
nlohmann::ordered_json forecast_tree(const JudgedFigure& figure, Forecast forecast, const char* value);

}  // namespace headrace
