#include "analysis/page/validation_page.h"

#include <fmt/format.h>

#include <cmath>
#include <map>
#include <nlohmann/json.hpp>

#include "analysis/page/json.h"

namespace headrace {

namespace {

std::string percent(double share, const char* format) {
  return fmt::format(fmt::runtime(format), share * 100);
}

std::string error_cell(const JudgedRow& row, Forecast forecast) {
  const std::optional<double> error = row.error(forecast);
  return error ? percent(*error, "{:+.1f}") : "-";
}

std::string interval_cell(const JudgedRow& row, Forecast forecast) {
  const std::optional<RowInterval>& interval = row.interval(forecast);
  if (!interval) return "-";
  const double middle = row.row.is_measured() ? row.row.samples_per_second : *row.of(forecast);
  return fmt::format("{:+.0f} to {:+.0f}", (interval->low / middle - 1) * 100,
                     (interval->high / middle - 1) * 100);
}

std::string_view letter_of(RowRole role) { return kRowRoles[static_cast<std::size_t>(role)].substr(0, 1); }

std::string measured_cell(const MeasuredRow& row) {
  return row.is_measured() ? grouped(row.samples_per_second) : "?";
}

std::string label_of(const MeasuredRow& row) {
  return fmt::format("{} {} {} {}{}", letter_of(row.role), row.workload, row.accelerator, row.accelerators,
                     row.hosts > 1 ? fmt::format("/{}", row.hosts) : "");
}

std::string system_table(const std::string& system, const Validation& validation) {
  Table table({system, "measured", "headrace", "error %", "90 %", "constant", "regress.", "AU %", "found"});
  for (const JudgedRow& judged : validation.rows) {
    const std::optional<double> predicted = judged.of(Forecast::simulator);
    if (judged.row.system != system || !predicted) continue;
    table.add({label_of(judged.row), measured_cell(judged.row), grouped(*predicted),
               error_cell(judged, Forecast::simulator), interval_cell(judged, Forecast::simulator),
               error_cell(judged, Forecast::constant), error_cell(judged, Forecast::regression),
               judged.row.au_percent ? fixed(*judged.row.au_percent, 1) : "-",
               judged.au_percent ? fixed(*judged.au_percent, 1) : "-"});
  }
  return table.empty() ? "" : table.text() + "\n";
}

std::string first_batches(const Validation& validation) {
  std::string text;
  for (const JudgedRow& judged : validation.rows)
    if (judged.row.first_batch_seconds && judged.first_batch_seconds)
      text += wrap(fmt::format("{}: {:.2f} s, headrace {:.2f} s ({:+.0f} %)", judged.row.name(),
                               *judged.row.first_batch_seconds, *judged.first_batch_seconds,
                               (*judged.first_batch_seconds / *judged.row.first_batch_seconds - 1) * 100),
                   "  ", 4);
  return text.empty() ? "" : "First batch of an epoch, measured:\n" + text + "\n";
}

std::string without_scenario(const Validation& validation) {
  std::map<std::string, std::int64_t> counts;
  for (const JudgedRow& judged : validation.rows)
    if (judged.row.scenario.empty()) ++counts[judged.row.system + ": " + judged.row.why_not];
  std::string text;
  for (const auto& [why, count] : counts) text += wrap(count_noun(count, "row") + " of " + why, "  ", 4);
  return text.empty() ? "" : "Not predicted:\n" + text + "\n";
}

std::string optional_cell(const std::optional<double>& value, double scale, int decimals) {
  return value ? fixed(*value * scale, decimals) : "-";
}

// "v unet3d: regression"
std::string score_label(const ScoreGroup& group, const ForecastScore& score) {
  return fmt::format("{}{}: {}", letter_of(group.role), group.workload.empty() ? "" : " " + group.workload,
                     kForecastNames[static_cast<std::size_t>(score.forecast)]);
}

std::string score_table(const Validation& validation) {
  Table table({"errors of throughput", "rows", "median %", "worst %", "within 5 %", "order", "in interval %",
               "score"});
  for (const ScoreGroup& group : validation.groups)
    for (const ForecastScore& score : group.scores)
      table.add({score_label(group, score), std::to_string(score.rows), percent(score.median, "{:.1f}"),
                 percent(score.worst, "{:.1f}"), std::to_string(score.within_5_percent),
                 optional_cell(score.rank_correlation, 1, 2), optional_cell(score.covered, 100, 0),
                 optional_cell(score.interval_score, 1, 2)});
  return table.empty() ? "" : table.text() + "\n";
}

std::string au_table(const Validation& validation) {
  Table table({"errors of AU", "rows", "median points", "worst points"});
  for (const ScoreGroup& group : validation.groups)
    for (const ForecastScore& score : group.scores)
      if (score.au_rows > 0)
        table.add({score_label(group, score), std::to_string(score.au_rows),
                   optional_cell(score.median_au_points, 1, 1), optional_cell(score.worst_au_points, 1, 1)});
  return table.empty() ? "" : table.text() + "\n";
}

constexpr std::string_view kLegend =
    "c: calibration rows, v: validation rows, f: forecasts, whose result nobody here had seen; 64/16: 64 "
    "accelerators on 16 hosts; measured, headrace: "
    "samples a second. 90 %: where nine of ten measured figures would lie by the errors on calibration rows "
    "of other systems, against what was measured, and of a forecast against what is predicted. constant: the "
    "workload's median efficiency in the "
    "calibration rows; regress(ion): by ranks per core, likewise; both know no storage, and for a "
    "calibration row nothing of its system. order: rank correlation with the measured efficiency. score: "
    "interval score, less is better. AU of constant and regress(ion): their throughput over that of "
    "accelerators that never wait.";

nlohmann::ordered_json row_tree(const JudgedRow& judged) {
  const MeasuredRow& row = judged.row;
  nlohmann::ordered_json forecasts;
  for (const Forecast forecast : kForecasts) {
    const std::optional<RowInterval>& interval = judged.interval(forecast);
    forecasts[std::string(kForecastNames[static_cast<std::size_t>(forecast)])] = {
        {"samples_per_second", value_or_null(judged.of(forecast))},
        {"error", value_or_null(judged.error(forecast))},
        {"au_percent", value_or_null(judged.au_of(forecast))},
        {"au_error_points", value_or_null(judged.au_error(forecast))},
        {"interval_low", value_or_null(interval ? std::optional(interval->low) : std::nullopt)},
        {"interval_high", value_or_null(interval ? std::optional(interval->high) : std::nullopt)}};
  }
  nlohmann::ordered_json tree = row_head(row);
  tree["samples_per_second"] =
      value_or_null(row.is_measured() ? std::optional(row.samples_per_second) : std::nullopt);
  tree["au_percent"] = value_or_null(row.au_percent);
  tree["predicted_au_percent"] = value_or_null(judged.au_percent);
  tree["first_batch_seconds"] = value_or_null(row.first_batch_seconds);
  tree["predicted_first_batch_seconds"] = value_or_null(judged.first_batch_seconds);
  tree["forecasts"] = std::move(forecasts);
  tree["why_not"] = row.why_not;
  tree["source"] = row.source;
  return tree;
}

nlohmann::ordered_json score_tree(const ScoreGroup& group, const ForecastScore& score) {
  return {{"role", kRowRoles[static_cast<std::size_t>(group.role)]},
          {"workload", group.workload},
          {"forecast", kForecastNames[static_cast<std::size_t>(score.forecast)]},
          {"rows", score.rows},
          {"median", score.median},
          {"worst", score.worst},
          {"within_5_percent", score.within_5_percent},
          {"au_rows", score.au_rows},
          {"median_au_points", value_or_null(score.median_au_points)},
          {"worst_au_points", value_or_null(score.worst_au_points)},
          {"rank_correlation", value_or_null(score.rank_correlation)},
          {"covered", value_or_null(score.covered)},
          {"interval_score", value_or_null(score.interval_score)}};
}

}  // namespace

std::string validation_text(const std::string& set, const Validation& validation, const Style& style,
                            bool with_sources) {
  std::vector<std::string> systems;
  std::size_t predicted = 0;
  for (const JudgedRow& judged : validation.rows) {
    predicted += judged.of(Forecast::simulator) ? 1 : 0;
    if (systems.empty() || systems.back() != judged.row.system) systems.push_back(judged.row.system);
  }
  std::string text =
      style.bold(set) + fmt::format(": {}, {} predicted\n\n",
                                    count_noun(static_cast<std::int64_t>(validation.rows.size()), "row"),
                                    predicted);
  for (const std::string& system : systems) text += system_table(system, validation);
  text += first_batches(validation) + without_scenario(validation) + score_table(validation) +
          au_table(validation) + wrap(kLegend);
  if (with_sources)
    for (const JudgedRow& judged : validation.rows)
      text += wrap(judged.row.source, "  " + judged.row.name() + ": ", 4);
  return text;
}

nlohmann::ordered_json row_head(const MeasuredRow& row) {
  return {{"role", kRowRoles[static_cast<std::size_t>(row.role)]},
          {"system", row.system},
          {"workload", row.workload},
          {"accelerator", row.accelerator},
          {"hosts", row.hosts},
          {"accelerators", row.accelerators}};
}

nlohmann::ordered_json validation_tree(const std::string& set, const Validation& validation) {
  nlohmann::ordered_json rows = nlohmann::ordered_json::array(), scores = rows;
  for (const JudgedRow& judged : validation.rows) rows.push_back(row_tree(judged));
  for (const ScoreGroup& group : validation.groups)
    for (const ForecastScore& score : group.scores) scores.push_back(score_tree(group, score));
  return {{"set", set}, {"rows", std::move(rows)}, {"scores", std::move(scores)}};
}

}  // namespace headrace
