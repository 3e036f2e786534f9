#include "analysis/page/checkpoint_validation_page.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <vector>

#include "analysis/page/json.h"
#include "analysis/page/score_tables.h"

namespace headrace {

namespace {

constexpr Forecast kOfCheckpoints[] = {Forecast::simulator, Forecast::constant};

std::string label_of(const CheckpointRow& row) {
  return fmt::format("{} {} {} {}{}", letter_of(row.role), row.workload, row.operation_word(), row.ranks,
                     row.hosts > 1 ? fmt::format("/{}", row.hosts) : "");
}

std::string system_table(const std::string& system, const CheckpointValidation& validation) {
  Table table({system, "measured s", "headrace s", "error %", "90 %", "constant", "GiB/s"});
  for (const JudgedCheckpoint& judged : validation.rows) {
    const std::optional<double> predicted = judged.of(Forecast::simulator);
    if (judged.system != system || !predicted) continue;
    table.add({label_of(judged.row), judged.row.is_measured() ? fixed(judged.measured, 2) : "?",
               fixed(*predicted, 2), error_cell(judged, Forecast::simulator),
               interval_cell(judged, Forecast::simulator), error_cell(judged, Forecast::constant),
               judged.row.is_measured() ? fixed(judged.row.checkpoint_gib / judged.measured, 1) : "?"});
  }
  return table.empty() ? "" : table.text() + "\n";
}

constexpr std::string_view kCheckpointLegend =
    "c: calibration rows, v: validation rows, f: forecasts; 64/16: 64 ranks on 16 hosts; times of rank 0 for "
    "one "
    "checkpoint, mean of several; GiB/s: as measured. 90 %: where nine of ten measured times would lie by "
    "the errors "
    "on calibration rows of other systems, against what was measured. constant: the checkpoint at the "
    "median share of the nominal rate (provisioned, or of a data sheet) that calibration rows of the "
    "operation "
    "reached, for a calibration row those of other systems. alone: of all rows that headrace predicts, "
    "where there is no constant for each of them.";

nlohmann::ordered_json row_tree(const JudgedCheckpoint& judged) {
  const CheckpointRow& row = judged.row;
  nlohmann::ordered_json forecasts;
  for (const Forecast forecast : kOfCheckpoints)
    forecasts[std::string(kForecastNames[static_cast<std::size_t>(forecast)])] =
        forecast_tree(judged, forecast, "seconds");
  return {{"role", kRowRoles[static_cast<std::size_t>(row.role)]},
          {"system", row.system},
          {"workload", row.workload},
          {"operation", row.operation_word()},
          {"hosts", row.hosts},
          {"ranks", row.ranks},
          {"checkpoint_gib", row.checkpoint_gib},
          {"seconds", value_or_null(row.is_measured() ? std::optional(row.seconds) : std::nullopt)},
          {"nominal_gb_per_second", value_or_null(row.nominal_gb_per_second)},
          {"nominal_source", row.nominal_source},
          {"forecasts", std::move(forecasts)},
          {"why_not", row.why_not},
          {"source", row.source}};
}

}  // namespace

std::string validation_text(const std::string& set, const CheckpointValidation& validation,
                            const Style& style, bool with_sources) {
  return validation_page(set, validation.rows, style, with_sources,
                         [&](const std::string& system) { return system_table(system, validation); },
                         {"", score_table("errors of times", validation.groups), kCheckpointLegend});
}

nlohmann::ordered_json validation_tree(const std::string& set, const CheckpointValidation& validation) {
  nlohmann::ordered_json rows = nlohmann::ordered_json::array();
  for (const JudgedCheckpoint& judged : validation.rows) rows.push_back(row_tree(judged));
  return {{"set", set}, {"rows", std::move(rows)}, {"scores", score_trees(validation.groups)}};
}

}  // namespace headrace
