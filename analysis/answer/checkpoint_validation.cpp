#include "analysis/answer/checkpoint_validation.h"

#include "analysis/statistics/spread.h"

namespace headrace {

namespace {

std::optional<double> constant_of(const JudgedCheckpoint& judged, std::span<const JudgedCheckpoint> all) {
  if (!judged.row.nominal_gb_per_second) return std::nullopt;
  std::vector<double> shares;
  for (const JudgedCheckpoint& other : all)
    if (may_teach(other, judged) && other.row.nominal_gb_per_second)
      shares.push_back(other.row.gigabytes() / other.row.seconds / *other.row.nominal_gb_per_second);
  if (shares.empty()) return std::nullopt;
  return judged.row.gigabytes() / (median_of(shares) * *judged.row.nominal_gb_per_second);
}

JudgedCheckpoint judged_row(const CheckpointRow& row, const std::optional<double>& seconds) {
  JudgedCheckpoint judged;
  judged.role = row.role;
  judged.system = row.system;
  judged.workload = row.operation_word();
  judged.measured = row.seconds;
  judged.row = row;
  judged.predict(Forecast::simulator, seconds);
  return judged;
}

}  // namespace

CheckpointValidation judge(std::span<const CheckpointRow> rows,
                           std::span<const std::optional<double>> seconds) {
  CheckpointValidation judged;
  for (std::size_t i = 0; i < rows.size(); ++i) judged.rows.push_back(judged_row(rows[i], seconds[i]));
  std::vector<JudgedFigure*> all;
  for (JudgedCheckpoint& row : judged.rows) {
    row.predict(Forecast::constant, constant_of(row, judged.rows));
    all.push_back(&row);
  }
  add_intervals(all);
  judged.groups = score_groups(std::vector<const JudgedFigure*>(all.begin(), all.end()));
  return judged;
}

}  // namespace headrace
