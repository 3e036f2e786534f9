#include "analysis/answer/validation.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "analysis/statistics/grouped.h"
#include "analysis/statistics/rank_correlation.h"
#include "analysis/statistics/spread.h"
#include "analysis/statistics/straight_line.h"

namespace headrace {

namespace {

constexpr double kTail = 0.05;  // Share of errors on each side of an interval.

std::size_t index_of(Forecast forecast) { return static_cast<std::size_t>(forecast); }

double ranks_per_core(const MeasuredRow& row) {
  return static_cast<double>(row.accelerators) / static_cast<double>(row.hosts * row.cores_per_host);
}

// Says whether a row may tell something of another one: it may be fitted, is of the same workload, and not
// of the same system where that is a calibration row itself.
bool teaches(const MeasuredRow& row, const MeasuredRow& of) {
  return row.role == RowRole::calibration && row.workload == of.workload &&
         (of.role == RowRole::validation || row.system != of.system);
}

std::optional<double> constant_of(const MeasuredRow& row, std::span<const MeasuredRow> rows) {
  std::vector<double> efficiencies;
  for (const MeasuredRow& other : rows)
    if (teaches(other, row)) efficiencies.push_back(other.efficiency());
  if (efficiencies.empty()) return std::nullopt;
  return median_of(efficiencies) * row.most_samples_per_second();
}

std::optional<double> regression_of(const MeasuredRow& row, std::span<const MeasuredRow> rows) {
  std::vector<double> x, y;
  for (const MeasuredRow& other : rows) {
    if (!teaches(other, row)) continue;
    x.push_back(std::log(ranks_per_core(other)));
    y.push_back(std::log(other.efficiency()));
  }
  const std::optional<StraightLine> line = straight_line(x, y);
  if (!line) return std::nullopt;
  return std::exp(line->at(std::log(ranks_per_core(row)))) * row.most_samples_per_second();
}

// Makes the interval of a row from the errors of the calibration rows of other systems, whatever they train:
// those of one workload are too few.
std::optional<RowInterval> interval_of(const JudgedRow& judged, Forecast forecast,
                                       std::span<const JudgedRow> all) {
  const std::optional<double> predicted = judged.of(forecast);
  if (!predicted) return std::nullopt;
  std::vector<double> errors;
  std::vector<std::string_view> systems;
  for (const JudgedRow& other : all) {
    if (other.row.role != RowRole::calibration || other.row.system == judged.row.system ||
        !other.of(forecast))
      continue;
    errors.push_back(std::log(other.row.samples_per_second / *other.of(forecast)));
    systems.push_back(other.row.system);
  }
  const std::optional<GroupedSpread> spread = grouped_spread(errors, systems);
  if (!spread) return std::nullopt;
  return RowInterval{*predicted * std::exp(spread->quantile(kTail)),
                     *predicted * std::exp(spread->quantile(1 - kTail))};
}

bool has_all(const JudgedRow& judged) {
  return std::all_of(kForecasts.begin(), kForecasts.end(),
                     [&](Forecast forecast) { return judged.of(forecast).has_value(); });
}

ForecastScore score_of(Forecast forecast, std::span<const JudgedRow* const> rows, bool one_workload) {
  ForecastScore score;
  score.forecast = forecast;
  score.rows = rows.size();
  std::vector<double> errors, au_points, predicted, measured, scores;
  double covered = 0;
  for (const JudgedRow* judged : rows) {
    const MeasuredRow& row = judged->row;
    errors.push_back(std::abs(*judged->error(forecast)));
    predicted.push_back(*judged->of(forecast) / row.most_samples_per_second());
    measured.push_back(row.efficiency());
    if (const std::optional<double> points = judged->au_error(forecast))
      au_points.push_back(std::abs(*points));
    const std::optional<RowInterval>& interval = judged->interval(forecast);
    if (!interval) continue;
    covered += interval->holds(row.samples_per_second) ? 1 : 0;
    scores.push_back(interval->score(row.samples_per_second) / row.samples_per_second);
  }
  score.median = median_of(errors);
  score.worst = *std::max_element(errors.begin(), errors.end());
  for (const double error : errors) score.within_5_percent += error <= 0.05 ? 1 : 0;
  score.au_rows = au_points.size();
  if (!au_points.empty()) {
    score.median_au_points = median_of(au_points);
    score.worst_au_points = *std::max_element(au_points.begin(), au_points.end());
  }
  if (one_workload) score.rank_correlation = rank_correlation(predicted, measured);
  if (scores.empty()) return score;
  score.covered = covered / static_cast<double>(scores.size());
  score.interval_score = mean_of(scores);
  return score;
}

void add_group(RowRole role, const std::string& workload, Validation& into) {
  std::vector<const JudgedRow*> rows;
  for (const JudgedRow& judged : into.rows)
    if (judged.row.role == role && (workload.empty() || judged.row.workload == workload) && has_all(judged))
      rows.push_back(&judged);
  if (rows.empty()) return;
  ScoreGroup group{role, workload, {}};
  for (const Forecast forecast : kForecasts)
    group.scores.push_back(score_of(forecast, rows, !workload.empty()));
  into.groups.push_back(std::move(group));
}

}  // namespace

double RowInterval::score(double value) const {
  const double beside = std::max({low - value, value - high, 0.0});
  return high - low + beside / kTail;
}

std::optional<double> JudgedRow::error(Forecast forecast) const {
  const std::optional<double> predicted = of(forecast);
  if (!predicted || !row.is_measured()) return std::nullopt;
  return *predicted / row.samples_per_second - 1;
}

std::optional<double> JudgedRow::au_of(Forecast forecast) const {
  if (forecast == Forecast::simulator) return au_percent;
  const std::optional<double> predicted = of(forecast);
  if (!predicted) return std::nullopt;
  return 100 * *predicted / row.most_samples_per_second();
}

std::optional<double> JudgedRow::au_error(Forecast forecast) const {
  const std::optional<double> predicted = au_of(forecast);
  if (!predicted || !row.au_percent) return std::nullopt;
  return *predicted - *row.au_percent;
}

Validation judge(std::span<const MeasuredRow> rows, std::span<const std::optional<Prediction>> predictions) {
  Validation judged;
  std::vector<std::string> workloads;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    JudgedRow one;
    one.row = rows[i];
    if (predictions[i]) {
      one.au_percent = predictions[i]->au_percent;
      one.first_batch_seconds = predictions[i]->first_batch_seconds;
      one.samples_per_second[index_of(Forecast::simulator)] = predictions[i]->samples_per_second;
    }
    one.samples_per_second[index_of(Forecast::constant)] = constant_of(rows[i], rows);
    one.samples_per_second[index_of(Forecast::regression)] = regression_of(rows[i], rows);
    judged.rows.push_back(std::move(one));
    if (std::find(workloads.begin(), workloads.end(), rows[i].workload) == workloads.end())
      workloads.push_back(rows[i].workload);
  }
  for (JudgedRow& row : judged.rows)
    for (const Forecast forecast : kForecasts)
      row.intervals[index_of(forecast)] = interval_of(row, forecast, judged.rows);
  for (const RowRole role : {RowRole::calibration, RowRole::validation}) {
    add_group(role, "", judged);
    for (const std::string& workload : workloads) add_group(role, workload, judged);
  }
  return judged;
}

}  // namespace headrace
