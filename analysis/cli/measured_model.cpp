#include "analysis/cli/measured_model.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "analysis/answer/calibration.h"

namespace headrace {

namespace {

constexpr int kTriedDigits = 6;

}  // namespace

MeasuredModel::MeasuredModel(std::span<const Prior> fields, std::span<const MeasuredFigure> rows,
                             FigureRounds& rounds)
    : fields_(fields), rows_(rows), rounds_(rounds) {
  for (const MeasuredFigure& row : rows) {
    run_of_row_.push_back(runs_.try_emplace(row.scenario, runs_.size()).first->second);
    const auto known = std::find(figures_.begin(), figures_.end(), row.figure);
    figure_of_row_.push_back(static_cast<std::size_t>(known - figures_.begin()));
    if (known == figures_.end()) figures_.push_back(row.figure);
  }
}

ScenarioRead MeasuredModel::read(const FitPoint& point, const ScenarioFile& scenario) const {
  std::vector<std::string> all = scenario.overrides;
  for (std::size_t j = 0; j < fields_.size(); ++j)
    all.push_back(fields_[j].path + "=" + fields_[j].text(times_of(fields_[j], point[j]), kTriedDigits));
  return read_scenario_file(scenario.path, all);
}

// Returns the logarithms of the rows that a run has the figures of.
std::vector<double> MeasuredModel::logarithms_of(std::size_t run, const std::vector<double>& figures) const {
  std::vector<double> values(rows_.size(), std::numeric_limits<double>::quiet_NaN());
  for (std::size_t row = 0; row < rows_.size(); ++row)
    if (run_of_row_[row] == run && figures[figure_of_row_[row]] > 0)
      values[row] = std::log(figures[figure_of_row_[row]]);
  return values;
}

// Runs what requests need that is not known; false where that was stopped.
bool MeasuredModel::run(std::span<const FitRequest> requests) {
  std::vector<Place> places;
  std::vector<Scenario> scenarios;
  for (const FitRequest& request : requests)
    for (const std::size_t row : request.rows) {
      const Place place{request.point, run_of_row_[row]};
      if (!known_.try_emplace(place).second) continue;
      ScenarioRead tried = read(request.point, rows_[row].scenario);
      if (!tried.scenario) continue;
      places.push_back(place);
      scenarios.push_back(*std::move(tried.scenario));
      scenarios.back().name += ", run " + std::to_string(places.size());
    }
  const auto found = rounds_.run(std::move(scenarios), figures_);
  if (!found) return false;
  for (std::size_t i = 0; i < places.size(); ++i)
    known_[places[i]] = logarithms_of(places[i].second, (*found)[i]);
  return true;
}

std::optional<std::vector<std::vector<double>>> MeasuredModel::evaluate(
    std::span<const FitRequest> requests) {
  if (!run(requests)) return std::nullopt;
  std::vector<std::vector<double>> values;
  for (const FitRequest& request : requests) {
    values.emplace_back(rows_.size(), std::numeric_limits<double>::quiet_NaN());
    for (const std::size_t row : request.rows) {
      const std::vector<double>& found = known_.at({request.point, run_of_row_[row]});
      if (!found.empty()) values.back()[row] = found[row];
    }
  }
  return values;
}

}  // namespace headrace
