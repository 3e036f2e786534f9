// ForecastScore: how good predictions of measured figures are, beside forecasts that need no simulator.
//
//   std::vector<JudgedFigure*> all = …;
//   add_intervals(all);                                   // from the errors of calibration rows
//   for (const ScoreGroup& group : score_groups(all)) …   // of each role, and of each kind of run
//
// A figure is a throughput or a time: what is said here holds of both. Scores are of figures for which all
// forecasts of their role are there; where headrace predicts more than those, it is scored alone, too.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "scenarios/loader/measured/row_cells.h"

namespace headrace {

enum class Forecast : std::uint8_t { simulator, constant, regression };
inline constexpr std::array<Forecast, 3> kForecasts = {Forecast::simulator, Forecast::constant,
                                                       Forecast::regression};
inline constexpr std::array<std::string_view, 3> kForecastNames = {"headrace", "constant", "regression"};

// RowInterval: where nine of ten measured figures would lie if errors were those of the calibration rows.
struct RowInterval {
  double low = 0, high = 0;

  bool holds(double value) const { return low <= value && value <= high; }
  // Interval score of Gneiting and Raftery (2007), for 90 %: width, and twenty times what a value is beside
  // it. Less is better.
  double score(double value) const;
};

// JudgedFigure: a figure of a row, measured and as each forecast has it.
struct JudgedFigure {
  RowRole role = RowRole::calibration;
  std::string system;
  std::string workload;                                 // Kind of run that baselines are made for.
  double measured = 0;                                  // Zero: it was not.
  std::array<std::optional<double>, 3> predicted;       // By Forecast; absent: there is none.
  std::array<std::optional<RowInterval>, 3> intervals;  // Intervals of the same.

  std::optional<double> of(Forecast forecast) const { return predicted[static_cast<std::size_t>(forecast)]; }
  const std::optional<RowInterval>& interval(Forecast forecast) const {
    return intervals[static_cast<std::size_t>(forecast)];
  }
  void predict(Forecast forecast, std::optional<double> value) {
    predicted[static_cast<std::size_t>(forecast)] = value;
  }
  // Error relative to what was measured; nothing where nothing was, or nothing is predicted.
  std::optional<double> error(Forecast forecast) const;
};

// Says whether a row may tell something of another one: it may be fitted, was measured, is of the same
// workload, and not of the same system where that is a calibration row itself.
bool may_teach(const JudgedFigure& row, const JudgedFigure& of);

// ForecastScore: how one forecast does over the rows of a group.
struct ForecastScore {
  Forecast forecast = Forecast::simulator;
  std::size_t rows = 0;
  double median = 0, worst = 0;            // Absolute relative errors.
  std::size_t within_5_percent = 0;        // Rows.
  std::size_t au_rows = 0;                 // Rows of those whose AU was measured.
  std::optional<double> median_au_points;  // Absolute errors of AU, in points.
  std::optional<double> worst_au_points;   // The same.
  std::optional<double> rank_correlation;  // Of predicted and measured efficiency, within a workload.
  std::optional<double> covered;           // Share of rows that their interval holds.
  std::optional<double> interval_score;    // Mean, relative to what was measured.
};

struct ScoreGroup {
  RowRole role = RowRole::calibration;
  std::string workload;              // Empty: all of them.
  std::vector<std::size_t> figures;  // Places of its figures among all.
  std::vector<ForecastScore> scores;

  // Says whether no other forecast stands beside headrace's.
  bool is_alone() const { return scores.size() == 1; }
};

// Makes the interval of each figure from the errors of the calibration rows of other systems, whatever they
// run: those of one workload are too few.
void add_intervals(std::span<JudgedFigure* const> all);

// Returns the groups of calibration and validation rows, each of all workloads and then of each that it has.
std::vector<ScoreGroup> score_groups(std::span<const JudgedFigure* const> all);

}  // namespace headrace
