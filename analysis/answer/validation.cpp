#include "analysis/answer/validation.h"

#include <algorithm>
#include <cmath>

#include "analysis/statistics/rank_correlation.h"
#include "analysis/statistics/spread.h"
#include "analysis/statistics/straight_line.h"

namespace headrace {

namespace {

double ranks_per_core(const MeasuredRow& row) {
  return static_cast<double>(row.accelerators) / static_cast<double>(row.hosts * row.cores_per_host);
}

std::optional<double> constant_of(const JudgedRow& judged, std::span<const JudgedRow> all) {
  std::vector<double> efficiencies;
  for (const JudgedRow& other : all)
    if (may_teach(other, judged)) efficiencies.push_back(other.row.efficiency());
  if (efficiencies.empty()) return std::nullopt;
  return median_of(efficiencies) * judged.row.most_samples_per_second();
}

std::optional<double> regression_of(const JudgedRow& judged, std::span<const JudgedRow> all) {
  std::vector<double> x, y;
  for (const JudgedRow& other : all) {
    if (!may_teach(other, judged)) continue;
    x.push_back(std::log(ranks_per_core(other.row)));
    y.push_back(std::log(other.row.efficiency()));
  }
  const std::optional<StraightLine> line = straight_line(x, y);
  if (!line) return std::nullopt;
  return std::exp(line->at(std::log(ranks_per_core(judged.row)))) * judged.row.most_samples_per_second();
}

JudgedRow judged_row(const MeasuredRow& row, const std::optional<Prediction>& prediction) {
  JudgedRow judged;
  judged.role = row.role;
  judged.system = row.system;
  judged.workload = row.workload;
  judged.measured = row.samples_per_second;
  judged.row = row;
  if (!prediction) return judged;
  judged.au_percent = prediction->au_percent;
  judged.first_batch_seconds = prediction->first_batch_seconds;
  judged.predict(Forecast::simulator, prediction->samples_per_second);
  return judged;
}

// Adds what only rows of training have: errors of AU, and the order of rows of one workload.
void complete(const ScoreGroup& group, std::span<const JudgedRow> rows, ForecastScore& score) {
  std::vector<double> au_points, predicted, measured;
  for (const std::size_t i : group.figures) {
    const JudgedRow& judged = rows[i];
    predicted.push_back(*judged.of(score.forecast) / judged.row.most_samples_per_second());
    measured.push_back(judged.row.efficiency());
    if (const std::optional<double> points = judged.au_error(score.forecast))
      au_points.push_back(std::abs(*points));
  }
  if (!group.workload.empty()) score.rank_correlation = rank_correlation(predicted, measured);
  score.au_rows = au_points.size();
  if (au_points.empty()) return;
  score.median_au_points = median_of(au_points);
  score.worst_au_points = *std::max_element(au_points.begin(), au_points.end());
}

}  // namespace

std::optional<double> JudgedRow::au_of(Forecast forecast) const {
  if (forecast == Forecast::simulator) return au_percent;
  const std::optional<double> value = of(forecast);
  if (!value) return std::nullopt;
  return 100 * *value / row.most_samples_per_second();
}

std::optional<double> JudgedRow::au_error(Forecast forecast) const {
  const std::optional<double> value = au_of(forecast);
  if (!value || !row.au_percent) return std::nullopt;
  return *value - *row.au_percent;
}

Validation judge(std::span<const MeasuredRow> rows, std::span<const std::optional<Prediction>> predictions) {
  Validation judged;
  for (std::size_t i = 0; i < rows.size(); ++i) judged.rows.push_back(judged_row(rows[i], predictions[i]));
  std::vector<JudgedFigure*> all;
  for (JudgedRow& row : judged.rows) {
    row.predict(Forecast::constant, constant_of(row, judged.rows));
    row.predict(Forecast::regression, regression_of(row, judged.rows));
    all.push_back(&row);
  }
  add_intervals(all);
  judged.groups = score_groups(std::vector<const JudgedFigure*>(all.begin(), all.end()));
  for (ScoreGroup& group : judged.groups)
    for (ForecastScore& score : group.scores) complete(group, judged.rows, score);
  return judged;
}

}  // namespace headrace
