#include "analysis/page/validation_page.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "analysis/page/json.h"
#include "analysis/page/score_tables.h"

namespace headrace {

namespace {

std::string measured_cell(const MeasuredRow& row) {
  return row.is_measured() ? grouped(row.samples_per_second) : "?";
}

std::string label_of(const MeasuredRow& row) {
  return fmt::format("{} {} {} {}{}{}", letter_of(row.role), row.workload, row.accelerator, row.accelerators,
                     row.hosts > 1 ? fmt::format("/{}", row.hosts) : "",
                     row.variant.empty() ? "" : " " + row.variant);
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
    "accelerators that never wait. alone: of all rows that headrace predicts, where another forecast is not "
    "there "
    "for each of them.";

nlohmann::ordered_json row_tree(const JudgedRow& judged) {
  const MeasuredRow& row = judged.row;
  nlohmann::ordered_json forecasts;
  for (const Forecast forecast : kForecasts) {
    nlohmann::ordered_json one = forecast_tree(judged, forecast, "samples_per_second");
    one["au_percent"] = value_or_null(judged.au_of(forecast));
    one["au_error_points"] = value_or_null(judged.au_error(forecast));
    forecasts[std::string(kForecastNames[static_cast<std::size_t>(forecast)])] = std::move(one);
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

}  // namespace

std::string validation_text(const std::string& set, const Validation& validation, const Style& style,
                            bool with_sources) {
  return validation_page(
      set, validation.rows, style, with_sources,
      [&](const std::string& system) { return system_table(system, validation); },
      {first_batches(validation),
       score_table("errors of throughput", validation.groups) + au_table(validation), kLegend});
}

nlohmann::ordered_json row_head(const MeasuredRow& row) {
  return {{"role", kRowRoles[static_cast<std::size_t>(row.role)]},
          {"system", row.system},
          {"workload", row.workload},
          {"accelerator", row.accelerator},
          {"hosts", row.hosts},
          {"accelerators", row.accelerators},
          {"variant", row.variant}};
}

nlohmann::ordered_json validation_tree(const std::string& set, const Validation& validation) {
  nlohmann::ordered_json rows = nlohmann::ordered_json::array();
  for (const JudgedRow& judged : validation.rows) rows.push_back(row_tree(judged));
  return {{"set", set}, {"rows", std::move(rows)}, {"scores", score_trees(validation.groups)}};
}

}  // namespace headrace
