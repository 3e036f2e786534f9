// Validation: predictions of measured rows, beside the measured figures and beside what needs no simulator.
//
//   const Validation judged = judge(rows, predictions);
//   judged.rows[0].error(Forecast::simulator);         // 0.05: five hundredths above the measured throughput
//
// Two baselines know of a row its workload, accelerators and cores: `constant` is the median efficiency of
// the workload in the calibration rows, `regression` a line through the logarithms of efficiency and of
// ranks per core. Efficiency is measured throughput over that of accelerators that never wait. For a
// calibration row both are fitted without the rows of its own system.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "scenarios/loader/measured/measured_rows.h"

namespace headrace {

enum class Forecast : std::uint8_t { simulator, constant, regression };
inline constexpr std::array<Forecast, 3> kForecasts = {Forecast::simulator, Forecast::constant,
                                                       Forecast::regression};
inline constexpr std::array<std::string_view, 3> kForecastNames = {"headrace", "constant", "regression"};

// Prediction: what runs of a row's scenario found.
struct Prediction {
  double samples_per_second = 0, au_percent = 0;
  std::optional<double> first_batch_seconds = {};  // Mean over ranks.
};

// RowInterval: where nine of ten measured figures would lie if errors were those of the calibration rows.
struct RowInterval {
  double low = 0, high = 0;

  bool holds(double value) const { return low <= value && value <= high; }
  // Interval score of Gneiting and Raftery (2007), for 90 %: width, and twenty times what a value is beside
  // it. Less is better.
  double score(double value) const;
};

struct JudgedRow {
  MeasuredRow row;
  std::optional<double> au_percent;                         // Predicted.
  std::optional<double> first_batch_seconds;                // Predicted.
  std::array<std::optional<double>, 3> samples_per_second;  // By Forecast; absent: there is none.
  std::array<std::optional<RowInterval>, 3> intervals;      // Of the same.

  std::optional<double> of(Forecast forecast) const {
    return samples_per_second[static_cast<std::size_t>(forecast)];
  }
  const std::optional<RowInterval>& interval(Forecast forecast) const {
    return intervals[static_cast<std::size_t>(forecast)];
  }
  // Error relative to what was measured; nothing where nothing was, or nothing is predicted.
  std::optional<double> error(Forecast forecast) const;
  // AU in percent: of a forecast without a simulator its throughput over that of accelerators that never
  // wait, which it has in place of AU.
  std::optional<double> au_of(Forecast forecast) const;
  // Points of AU above the measured one.
  std::optional<double> au_error(Forecast forecast) const;
};

// ForecastScore: how one forecast does over the rows of a role and a workload that all three are made for.
struct ForecastScore {
  Forecast forecast = Forecast::simulator;
  std::size_t rows = 0;
  double median = 0, worst = 0;            // Of absolute relative errors.
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
  std::string workload;  // Empty: all of them.
  std::vector<ForecastScore> scores;
};

struct Validation {
  std::vector<JudgedRow> rows;
  std::vector<ScoreGroup> groups;  // Of each role, all workloads and then each that it has.
};

// Judges the rows, of which prediction i is of row i. Absent: it has no scenario, or its runs are not over.
Validation judge(std::span<const MeasuredRow> rows, std::span<const std::optional<Prediction>> predictions);

}  // namespace headrace
