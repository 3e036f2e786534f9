#include "analysis/answer/calibration.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "analysis/statistics/distributions.h"
#include "analysis/statistics/spread.h"
#include "scenarios/loader/free_fields.h"

namespace headrace {

namespace {

constexpr double kInterval = 0.95;  // The quantile above which a twentieth lies.
constexpr double kNineInTen = 0.9;
constexpr double kAlike = 0.9;     // Fields are alike whose correlation is beyond.
constexpr double kWorthIt = 0.02;  // A measurement is worth naming that narrows others by so much.

std::optional<double> figure_of(double logarithm) {
  return std::isnan(logarithm) ? std::nullopt : std::optional(std::exp(logarithm));
}

std::size_t place_of(std::string_view name, const std::vector<std::string>& names) {
  return static_cast<std::size_t>(std::find(names.begin(), names.end(), name) - names.begin());
}

void add_once(std::string_view name, std::vector<std::string>& names) {
  if (place_of(name, names) == names.size()) names.emplace_back(name);
}

// Returns the names of figures in the order of their first rows: a row's kind is the place of its own.
std::vector<std::string> figures_of(std::span<const MeasuredFigure> rows) {
  std::vector<std::string> names;
  for (const MeasuredFigure& row : rows) add_once(row.name(), names);
  return names;
}

std::size_t kind_of(const MeasuredFigure& row, const std::vector<std::string>& figures) {
  return place_of(row.name(), figures);
}

CalibratedRow row_of(const MeasuredFigure& row, const FittedRow& fitted, double freedom) {
  CalibratedRow found{row, figure_of(fitted.before), figure_of(fitted.found), {}, {}, {}};
  if (fitted.without) found.without = figure_of(*fitted.without);
  if (!found.found || !fitted.spread) return found;
  const double reach = std::exp(student_quantile(kInterval, freedom) * *fitted.spread);
  found.low = *found.found / reach;
  found.high = *found.found * reach;
  if (row.figure.ends_with("_percent")) found.high = std::min(*found.high, 100.0);
  return found;
}

// Finds the row that is asked for of which a measurement would narrow the others most. What row c leaves of
// the variance of row t, v_t, is v_t - c_tc^2 / v_c, with the rows' own errors in both v.
std::optional<NextMeasurement> next_of(std::span<const MeasuredFigure> measured,
                                       std::span<const CalibratedRow> rows, const FitResult& fit) {
  const std::vector<std::string> figures = figures_of(measured);
  const auto variance = [&](std::size_t row) {
    const double error = fit.kinds[kind_of(measured[row], figures)].whole();
    return fit.row_covariances[row][row] + error * error;
  };
  std::optional<NextMeasurement> best;
  for (std::size_t c = 0; c < rows.size(); ++c) {
    if (!rows[c].is_asked()) continue;
    double narrower = 0, others = 0;
    for (std::size_t t = 0; t < rows.size(); ++t) {
      if (t == c || !rows[t].is_asked()) continue;
      const double of_both = fit.row_covariances[t][c];
      narrower += 1 - std::sqrt(1 - of_both * of_both / variance(c) / variance(t));
      ++others;
    }
    if (others == 0 || narrower / others < kWorthIt) continue;
    if (!best || narrower / others > best->narrower) best = NextMeasurement{c, narrower / others};
  }
  return best;
}

// Says whether a figure is one of those that are known to differ little from run to run.
bool tells_rates(std::string_view figure) {
  return figure == "au_percent" || figure == "samples_per_second" || figure == "mib_per_second";
}

// Sets the median and the worst of errors.
void judge_errors(std::vector<double> errors, double& median, double& worst) {
  if (errors.empty()) return;
  for (double& error : errors) error = std::abs(error);
  median = median_of(errors);
  worst = *std::max_element(errors.begin(), errors.end());
}

CalibrationScore score_of(const Calibration& calibration, RowRole role, const std::string& figure) {
  CalibrationScore score{role, figure};
  std::vector<double> before, found, without;
  for (const CalibratedRow& row : calibration.rows) {
    if (row.row.role != role || row.row.name() != figure || !row.found || !row.row.value) continue;
    ++score.rows;
    if (row.low) ++score.bounded;
    if (row.holds()) ++score.held;
    if (row.before) before.push_back(row.error(row.before));
    found.push_back(row.error(row.found));
    if (row.without) without.push_back(row.error(row.without));
  }
  judge_errors(std::move(before), score.before, score.worst_before);
  judge_errors(std::move(found), score.found, score.worst_found);
  judge_errors(std::move(without), score.without, score.worst_without);
  return score;
}

// Returns the coordinates of a fit at which a count is a whole number, up to the farthest that is found. None
// where there are so many that any coordinate is near one.
std::vector<double> whole_coordinates(const Prior& field) {
  constexpr double kMany = 100'000;
  const double farthest = times_of(field, FitResult::kFarthest);
  const double low = std::max(1.0, std::ceil(field.size() / farthest));
  const double high = std::floor(field.size() * farthest);
  std::vector<double> found;
  if (high - low > kMany) return found;
  for (double n = low; n <= high; ++n)
    found.push_back(std::log(n / field.size()) / deviation_of(field.factor));
  return found;
}

// Sets the least range of whole numbers around what was found that has nine tenths of what Student's law
// about the middle gives them: n has the part from n - 1/2 to n + 1/2.
void set_whole_range(CalibratedField& field, const FittedParameter& parameter, double freedom) {
  std::vector<double> parts;
  std::vector<double> numbers;
  for (const double z : whole_coordinates(field.prior)) {
    const double n = std::round(field.prior.size() * times_of(field.prior, z));
    const double off = (z - parameter.middle) / parameter.spread;
    numbers.push_back(n);
    parts.push_back(std::log((n + 0.5) / (n - 0.5)) * std::pow(1 + off * off / freedom, -(freedom + 1) / 2));
  }
  const double all = std::accumulate(parts.begin(), parts.end(), 0.0);
  const double found = std::round(field.prior.size() * field.times);
  auto low = static_cast<std::size_t>(std::find(numbers.begin(), numbers.end(), found) - numbers.begin());
  std::size_t high = low;
  for (double sum = parts[low]; sum < kNineInTen * all;) {
    const double below = low > 0 ? parts[low - 1] : -1,
                 above = high + 1 < parts.size() ? parts[high + 1] : -1;
    sum += std::max(below, above);
    if (below > above)
      --low;
    else
      ++high;
  }
  field.low = numbers[low] / field.prior.size();
  field.high = numbers[high] / field.prior.size();
}

CalibratedField field_of(const Prior& prior, const FittedParameter& parameter, double freedom) {
  CalibratedField field{prior, times_of(prior, parameter.z)};
  field.learnt = 1 - parameter.spread;
  const bool has_steps = prior.is_whole() && !whole_coordinates(prior).empty();
  field.at_the_end = std::abs(has_steps ? parameter.middle : parameter.z) >= FitResult::kFarthest;
  const double factor = times_of(prior, student_quantile(kInterval, freedom) * parameter.spread);
  field.low = field.times / factor;
  field.high = field.times * factor;
  if (has_steps) set_whole_range(field, parameter, freedom);
  return field;
}

}  // namespace

double times_of(const Prior& field, double z) { return std::exp(z * deviation_of(field.factor)); }

std::vector<std::string> systems_of(std::span<const MeasuredFigure> rows) {
  std::vector<std::string> names;
  for (const MeasuredFigure& row : rows)
    if (!row.system.empty()) add_once(row.system, names);
  return names;
}

FitProblem problem_of(std::span<const Prior> fields, std::span<const MeasuredFigure> rows) {
  FitProblem problem{fields.size(), {}};
  if (std::any_of(fields.begin(), fields.end(), [](const Prior& field) { return field.is_whole(); }))
    for (const Prior& field : fields)
      problem.allowed.push_back(field.is_whole() ? whole_coordinates(field) : std::vector<double>());
  const std::vector<std::string> figures = figures_of(rows);
  const std::vector<std::string> systems = systems_of(rows);
  for (const MeasuredFigure& row : rows) {
    FitRow& fitted = problem.rows.emplace_back();
    fitted = {row.value ? std::log(*row.value) : 0, row.role == RowRole::calibration, kind_of(row, figures)};
    if (!row.system.empty()) fitted.group = place_of(row.system, systems);
  }
  return problem;
}

Calibration calibration_of(std::span<const Prior> fields, std::span<const MeasuredFigure> rows,
                           const FitResult& fit) {
  Calibration found;
  found.is_settled = fit.is_settled;
  found.points = fit.points;
  for (std::size_t j = 0; j < fields.size(); ++j) {
    found.fields.push_back(field_of(fields[j], fit.parameters[j], fit.freedom));
    for (std::size_t other = 0; other < j; ++other)
      if (std::abs(fit.correlations[j][other]) > kAlike) found.alike.emplace_back(other, j);
  }
  const std::vector<std::string> figures = figures_of(rows);
  for (std::size_t i = 0; i < rows.size(); ++i)
    found.rows.push_back(row_of(rows[i], fit.rows[i], fit.kinds[kind_of(rows[i], figures)].whole_freedom()));
  for (std::size_t kind = 0; kind < figures.size(); ++kind) {
    const KindSpread& spread = fit.kinds[kind];
    if (spread.fitted > 0) found.spreads.push_back({figures[kind], spread.whole(), spread.between});
  }
  const std::vector<std::string> systems = systems_of(rows);
  for (const SharedError& shared : fit.shared)
    found.systems.push_back(
        {systems[shared.group], figures[shared.kind], shared.rows, std::exp(-shared.error) - 1});
  found.next = next_of(rows, found.rows, fit);
  return found;
}

double Calibration::rate_spread() const {
  double most = 0;
  for (const FigureSpread& spread : spreads)
    if (tells_rates(spread.figure)) most = std::max(most, spread.whole);
  return most;
}

std::vector<CalibrationScore> scores_of(const Calibration& calibration) {
  std::vector<MeasuredFigure> measured;
  for (const CalibratedRow& row : calibration.rows) measured.push_back(row.row);
  std::vector<CalibrationScore> scores;
  for (const RowRole role : {RowRole::calibration, RowRole::validation})
    for (const std::string& figure : figures_of(measured))
      if (const CalibrationScore score = score_of(calibration, role, figure); score.rows > 0)
        scores.push_back(score);
  return scores;
}

}  // namespace headrace
