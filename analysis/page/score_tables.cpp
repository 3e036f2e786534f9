#include "analysis/page/score_tables.h"

#include <fmt/format.h>

#include <map>
#include <nlohmann/json.hpp>

#include "analysis/page/json.h"
#include "analysis/text.h"

namespace headrace {

namespace {

std::string percent_cell(double share, const char* format) {
  return fmt::format(fmt::runtime(format), share * 100);
}

}  // namespace

std::string optional_cell(const std::optional<double>& value, double scale, int decimals) {
  return value ? fixed(*value * scale, decimals) : "-";
}

std::string_view letter_of(RowRole role) { return kRowRoles[static_cast<std::size_t>(role)].substr(0, 1); }

std::string error_cell(const JudgedFigure& figure, Forecast forecast) {
  const std::optional<double> error = figure.error(forecast);
  return error ? percent_cell(*error, "{:+.1f}") : "-";
}

std::string interval_cell(const JudgedFigure& figure, Forecast forecast) {
  const std::optional<RowInterval>& interval = figure.interval(forecast);
  if (!interval) return "-";
  const double middle = figure.measured > 0 ? figure.measured : *figure.of(forecast);
  return fmt::format("{:+.0f} to {:+.0f}", (interval->low / middle - 1) * 100,
                     (interval->high / middle - 1) * 100);
}

std::vector<std::string> systems_of(std::span<const JudgedFigure* const> all) {
  std::vector<std::string> systems;
  for (const JudgedFigure* figure : all)
    if (systems.empty() || systems.back() != figure->system) systems.push_back(figure->system);
  return systems;
}

std::string not_predicted(std::span<const MeasuredRun* const> rows) {
  std::map<std::string, std::int64_t> counts;
  for (const MeasuredRun* row : rows)
    if (row->scenario.empty()) ++counts[row->system + ": " + row->why_not];
  std::string text;
  for (const auto& [why, count] : counts) text += wrap(count_noun(count, "row") + " of " + why, "  ", 4);
  return text.empty() ? "" : "Not predicted:\n" + text + "\n";
}

std::string score_label(const ScoreGroup& group, const ForecastScore& score) {
  return fmt::format("{}{}: {}{}", letter_of(group.role), group.workload.empty() ? "" : " " + group.workload,
                     kForecastNames[static_cast<std::size_t>(score.forecast)],
                     group.is_alone() ? " alone" : "");
}

std::string score_table(const std::string& title, std::span<const ScoreGroup> groups) {
  Table table({title, "rows", "median %", "worst %", "within 5 %", "order", "in interval %", "score"});
  for (const ScoreGroup& group : groups)
    for (const ForecastScore& score : group.scores)
      table.add({score_label(group, score), std::to_string(score.rows), percent_cell(score.median, "{:.1f}"),
                 percent_cell(score.worst, "{:.1f}"), std::to_string(score.within_5_percent),
                 optional_cell(score.rank_correlation, 1, 2), optional_cell(score.covered, 100, 0),
                 optional_cell(score.interval_score, 1, 2)});
  return table.empty() ? "" : table.text() + "\n";
}

nlohmann::ordered_json score_trees(std::span<const ScoreGroup> groups) {
  nlohmann::ordered_json trees = nlohmann::ordered_json::array();
  for (const ScoreGroup& group : groups)
    for (const ForecastScore& score : group.scores)
      trees.push_back({{"role", kRowRoles[static_cast<std::size_t>(group.role)]},
                       {"workload", group.workload},
                       {"forecast", kForecastNames[static_cast<std::size_t>(score.forecast)]},
                       {"alone", group.is_alone()},
                       {"rows", score.rows},
                       {"median", score.median},
                       {"worst", score.worst},
                       {"within_5_percent", score.within_5_percent},
                       {"au_rows", score.au_rows},
                       {"median_au_points", value_or_null(score.median_au_points)},
                       {"worst_au_points", value_or_null(score.worst_au_points)},
                       {"rank_correlation", value_or_null(score.rank_correlation)},
                       {"covered", value_or_null(score.covered)},
                       {"interval_score", value_or_null(score.interval_score)}});
  return trees;
}

nlohmann::ordered_json forecast_tree(const JudgedFigure& figure, Forecast forecast, const char* value) {
  const std::optional<RowInterval>& interval = figure.interval(forecast);
  return {{value, value_or_null(figure.of(forecast))},
          {"error", value_or_null(figure.error(forecast))},
          {"interval_low", value_or_null(interval ? std::optional(interval->low) : std::nullopt)},
          {"interval_high", value_or_null(interval ? std::optional(interval->high) : std::nullopt)}};
}

}  // namespace headrace
