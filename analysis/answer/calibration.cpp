#include "analysis/answer/calibration.h"

#include <algorithm>
#include <cmath>

#include "analysis/statistics/distributions.h"
#include "analysis/statistics/quantiles.h"
#include "scenarios/loader/free_fields.h"

namespace headrace {

namespace {

constexpr double kInterval = 0.95;  // The quantile above which a twentieth lies.
constexpr double kAlike = 0.9;      // Fields are alike whose correlation is beyond.
constexpr double kWorthIt = 0.02;   // A measurement is worth naming that narrows others by so much.

std::optional<double> figure_of(double logarithm) {
  return std::isnan(logarithm) ? std::nullopt : std::optional(std::exp(logarithm));
}

CalibratedRow row_of(const MeasuredFigure& row, const FittedRow& fitted, double t) {
  CalibratedRow found{row, figure_of(fitted.before), figure_of(fitted.found), std::nullopt, 0, 0};
  if (fitted.without) found.without = figure_of(*fitted.without);
  if (!found.found) return found;
  found.low = *found.found * std::exp(-t * fitted.spread);
  found.high = *found.found * std::exp(t * fitted.spread);
  if (row.figure.ends_with("_percent")) found.high = std::min(found.high, 100.0);
  return found;
}

// Finds the row that is asked for of which a measurement would narrow the others most. What row c leaves of
// the variance of row t, v_t, is v_t - c_tc^2 / v_c, with the rows' own errors in both v.
std::optional<NextMeasurement> next_of(std::span<const CalibratedRow> rows, const FitResult& fit) {
  const double error = fit.spread * fit.spread;
  std::optional<NextMeasurement> best;
  for (std::size_t c = 0; c < rows.size(); ++c) {
    if (!rows[c].is_asked()) continue;
    double narrower = 0, others = 0;
    for (std::size_t t = 0; t < rows.size(); ++t) {
      if (t == c || !rows[t].is_asked()) continue;
      const double of_both = fit.row_covariances[t][c];
      const double whole = fit.row_covariances[t][t] + error;
      narrower += 1 - std::sqrt(1 - of_both * of_both / (fit.row_covariances[c][c] + error) / whole);
      ++others;
    }
    if (others == 0 || narrower / others < kWorthIt) continue;
    if (!best || narrower / others > best->narrower) best = NextMeasurement{c, narrower / others};
  }
  return best;
}

// Sets the median and the worst of errors.
void judge_errors(std::vector<double> errors, double& median, double& worst) {
  if (errors.empty()) return;
  for (double& error : errors) error = std::abs(error);
  median = median_of(errors);
  worst = *std::max_element(errors.begin(), errors.end());
}

}  // namespace

double times_of(const Prior& field, double z) { return std::exp(z * deviation_of(field.factor)); }

FitProblem problem_of(std::span<const Prior> fields, std::span<const MeasuredFigure> rows) {
  FitProblem problem{fields.size(), {}};
  for (const MeasuredFigure& row : rows)
    problem.rows.push_back({row.value ? std::log(*row.value) : 0, row.role == RowRole::calibration});
  return problem;
}

Calibration calibration_of(std::span<const Prior> fields, std::span<const MeasuredFigure> rows,
                           const FitResult& fit) {
  Calibration found;
  found.spread = fit.spread;
  found.is_settled = fit.is_settled;
  found.points = fit.points;
  const double t = student_quantile(kInterval, fit.freedom);
  for (std::size_t j = 0; j < fields.size(); ++j) {
    const FittedParameter& parameter = fit.parameters[j];
    found.fields.push_back({fields[j], times_of(fields[j], parameter.z),
                            times_of(fields[j], t * parameter.spread), 1 - parameter.spread,
                            std::abs(parameter.z) >= FitResult::kFarthest});
    for (std::size_t other = 0; other < j; ++other)
      if (std::abs(fit.correlations[j][other]) > kAlike) found.alike.emplace_back(other, j);
  }
  for (std::size_t i = 0; i < rows.size(); ++i) found.rows.push_back(row_of(rows[i], fit.rows[i], t));
  found.next = next_of(found.rows, fit);
  return found;
}

std::optional<CalibrationScore> score_of(const Calibration& calibration, RowRole role) {
  CalibrationScore score;
  std::vector<double> before, found, without;
  for (const CalibratedRow& row : calibration.rows) {
    if (row.row.role != role || !row.found || !row.row.value) continue;
    ++score.rows;
    if (row.holds()) ++score.held;
    if (row.before) before.push_back(row.error(row.before));
    found.push_back(row.error(row.found));
    if (row.without) without.push_back(row.error(row.without));
  }
  if (score.rows == 0) return std::nullopt;
  judge_errors(std::move(before), score.before, score.worst_before);
  judge_errors(std::move(found), score.found, score.worst_found);
  judge_errors(std::move(without), score.without, score.worst_without);
  return score;
}

}  // namespace headrace
