#include "analysis/answer/forecast_score.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

#include "analysis/statistics/grouped.h"
#include "analysis/statistics/spread.h"

namespace headrace {

namespace {

constexpr double kBeside = 0.05;  // Share of errors on each side of an interval.

std::optional<RowInterval> interval_of(const JudgedFigure& figure, Forecast forecast,
                                       std::span<JudgedFigure* const> all) {
  const std::optional<double> predicted = figure.of(forecast);
  if (!predicted) return std::nullopt;
  std::vector<double> errors;
  std::vector<std::string_view> systems;
  for (const JudgedFigure* other : all) {
    if (other->role != RowRole::calibration || other->system == figure.system || !other->error(forecast))
      continue;
    errors.push_back(std::log(other->measured / *other->of(forecast)));
    systems.push_back(other->system);
  }
  const std::optional<GroupedSpread> spread = grouped_spread(errors, systems);
  if (!spread) return std::nullopt;
  return RowInterval{*predicted * std::exp(spread->quantile(kBeside)),
                     *predicted * std::exp(spread->quantile(1 - kBeside))};
}

ForecastScore score_of(Forecast forecast, std::span<const JudgedFigure* const> all,
                       std::span<const std::size_t> figures) {
  ForecastScore score;
  score.forecast = forecast;
  score.rows = figures.size();
  std::vector<double> errors, scores;
  double covered = 0;
  for (const std::size_t i : figures) {
    const JudgedFigure& figure = *all[i];
    errors.push_back(std::abs(*figure.error(forecast)));
    const std::optional<RowInterval>& interval = figure.interval(forecast);
    if (!interval) continue;
    covered += interval->holds(figure.measured) ? 1 : 0;
    scores.push_back(interval->score(figure.measured) / figure.measured);
  }
  score.median = median_of(errors);
  score.worst = *std::max_element(errors.begin(), errors.end());
  for (const double error : errors) score.within_5_percent += error <= 0.05 ? 1 : 0;
  if (scores.empty()) return score;
  score.covered = covered / static_cast<double>(scores.size());
  score.interval_score = mean_of(scores);
  return score;
}

ScoreGroup group_of(RowRole role, const std::string& workload, std::vector<std::size_t> figures,
                    std::span<const Forecast> forecasts, std::span<const JudgedFigure* const> all) {
  ScoreGroup group{role, workload, std::move(figures), {}};
  for (const Forecast forecast : forecasts) group.scores.push_back(score_of(forecast, all, group.figures));
  return group;
}

// Adds the group of the rows that have all forecasts of their role, and, where they are not all that are
// predicted, of headrace alone.
void add_groups(RowRole role, const std::string& workload, std::span<const JudgedFigure* const> all,
                std::vector<ScoreGroup>& into) {
  std::vector<std::size_t> predicted, with_all;
  for (std::size_t i = 0; i < all.size(); ++i)
    if (all[i]->role == role && (workload.empty() || all[i]->workload == workload) &&
        all[i]->error(Forecast::simulator))
      predicted.push_back(i);
  std::vector<Forecast> forecasts;
  for (const Forecast forecast : kForecasts)
    if (std::any_of(predicted.begin(), predicted.end(),
                    [&](std::size_t i) { return all[i]->of(forecast).has_value(); }))
      forecasts.push_back(forecast);
  std::copy_if(predicted.begin(), predicted.end(), std::back_inserter(with_all), [&](std::size_t i) {
    return std::all_of(forecasts.begin(), forecasts.end(),
                       [&](Forecast forecast) { return all[i]->of(forecast).has_value(); });
  });
  if (!with_all.empty()) into.push_back(group_of(role, workload, with_all, forecasts, all));
  if (with_all.size() < predicted.size())
    into.push_back(group_of(role, workload, predicted, std::span(kForecasts).first(1), all));
}

}  // namespace

double RowInterval::score(double value) const {
  const double beside = std::max({low - value, value - high, 0.0});
  return high - low + beside / kBeside;
}

std::optional<double> JudgedFigure::error(Forecast forecast) const {
  const std::optional<double> value = of(forecast);
  if (!value || measured <= 0) return std::nullopt;
  return *value / measured - 1;
}

bool may_teach(const JudgedFigure& row, const JudgedFigure& of) {
  return row.role == RowRole::calibration && row.measured > 0 && row.workload == of.workload &&
         (of.role == RowRole::validation || row.system != of.system);
}

void add_intervals(std::span<JudgedFigure* const> all) {
  for (JudgedFigure* figure : all)
    for (const Forecast forecast : kForecasts)
      figure->intervals[static_cast<std::size_t>(forecast)] = interval_of(*figure, forecast, all);
}

std::vector<ScoreGroup> score_groups(std::span<const JudgedFigure* const> all) {
  std::vector<std::string> workloads = {""};
  for (const JudgedFigure* figure : all)
    if (std::find(workloads.begin(), workloads.end(), figure->workload) == workloads.end())
      workloads.push_back(figure->workload);
  std::vector<ScoreGroup> groups;
  for (const RowRole role : {RowRole::calibration, RowRole::validation})
    for (const std::string& workload : workloads) add_groups(role, workload, all, groups);
  return groups;
}

}  // namespace headrace
