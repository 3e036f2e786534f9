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

#include <optional>
#include <span>
#include <vector>

#include "analysis/answer/forecast_score.h"
#include "scenarios/loader/measured/measured_rows.h"

namespace headrace {

// Prediction: what runs of a row's scenario found.
struct Prediction {
  double samples_per_second = 0, au_percent = 0;
  std::optional<double> first_batch_seconds = {};  // Mean over ranks.
};

// JudgedRow: the throughput of a row, measured and as each forecast has it, and what else is known of it.
struct JudgedRow : JudgedFigure {
  MeasuredRow row;
  std::optional<double> au_percent;           // Predicted.
  std::optional<double> first_batch_seconds;  // Predicted.

  // AU in percent: of a forecast without a simulator its throughput over that of accelerators that never
  // wait, which it has in place of AU.
  std::optional<double> au_of(Forecast forecast) const;
  // Points of AU above the measured one.
  std::optional<double> au_error(Forecast forecast) const;
};

struct Validation {
  std::vector<JudgedRow> rows;
  std::vector<ScoreGroup> groups;
};

// Judges the rows, of which prediction i is of row i. Absent: it has no scenario, or its runs are not over.
Validation judge(std::span<const MeasuredRow> rows, std::span<const std::optional<Prediction>> predictions);

}  // namespace headrace
