// Calibration: what measured figures of runs say of fields of their scenario.
//
//   const Calibration found = calibration_of(fields, rows, fit(problem_of(fields, rows), model));
//   found.fields[0].text();   // "2.31 ms"
//
// Errors are relative: 0.05 is five hundredths above what was measured. An interval holds nine of ten. Rows
// of several systems share an error for each: ten rows of one system do not decide for the others.
#pragma once

#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "analysis/planning/fit.h"
#include "scenarios/loader/measured/measured_figures.h"
#include "scenarios/loader/priors.h"

namespace headrace {

struct CalibratedField {
  Prior prior;
  double times = 1;          // Multiple of the prior's value that was found.
  double low = 1, high = 1;  // Multiples between which the truth is; of a count those of whole numbers.
  double learnt = 0;         // Share of what was not known of its logarithm, from 0 to 1.
  bool at_the_end = false;   // At the end of what was tried: the rows ask for more.

  std::string text() const { return prior.text(times); }
  // Returns the factor within which the truth is.
  double factor() const { return std::max(high / times, times / low); }
  // Says whether the rows say hardly anything of it.
  bool is_silent() const { return learnt < 0.1; }
};

struct CalibratedRow {
  MeasuredFigure row;
  // Figures; without: if the row, or all of its system, had not been fitted.
  std::optional<double> before, found, without;
  // Interval of one more measurement; absent: no row of its figure was fitted.
  std::optional<double> low, high;

  // Expect a row that was measured.
  double error(const std::optional<double>& figure) const { return *figure / *row.value - 1; }
  bool holds() const { return low && *low <= *row.value && *row.value <= *high; }
  bool is_asked() const { return !row.value && found; }  // Predicted, and never measured.
};

// NextMeasurement: the row that is asked for whose measurement would say most of the others.
struct NextMeasurement {
  std::size_t row = 0;
  double narrower = 0;  // Share by which the others' intervals would shrink, in the mean.
};

// CalibratedSystem: what the fitted rows of a system and a figure are off together at what was found, a part
// of which is chance.
struct CalibratedSystem {
  std::string name, figure;
  std::size_t rows = 0;
  double error = 0;  // Above what was measured.
};

// FigureSpread: how far the fitted rows of a figure stay off, and the part of it by which systems differ.
struct FigureSpread {
  std::string figure;
  double whole = 0, between = 0;  // Standard deviations of logarithms.
};

// CalibrationScore: how the rows of a figure that have a role do, by the median and the worst of their
// absolute errors.
struct CalibrationScore {
  RowRole role = RowRole::calibration;
  std::string figure;                           // "au_percent"
  std::size_t rows = 0, bounded = 0, held = 0;  // Bounded: with an interval; held: by it.
  double before = 0, found = 0, without = 0;
  double worst_before = 0, worst_found = 0, worst_without = 0;
};

struct Calibration {
  std::vector<CalibratedField> fields;
  std::vector<std::pair<std::size_t, std::size_t>> alike;  // Fields that the rows cannot tell apart.
  std::vector<CalibratedRow> rows;
  std::optional<NextMeasurement> next;    // Absent: none would say much.
  std::vector<CalibratedSystem> systems;  // Empty: all rows are of one.
  std::vector<FigureSpread> spreads;      // Spreads of figures that are fitted.
  bool is_settled = true;                 // No step would help; else the search was given up before.
  std::size_t points = 0;                 // Settings of the fields that were asked for, some of them twice.

  // Returns the spread of AU or of a rate that is off most.
  double rate_spread() const;
  // Says whether they stay off by more than most repeated runs differ [measured]: 27 of 28 settings of
  // scenarios/calibration/two_cores.csv by less than 1 %.
  bool is_off() const { return rate_spread() > 0.01; }
};

// Returns the systems of rows in the order of their first rows; empty where they are of one scenario.
std::vector<std::string> systems_of(std::span<const MeasuredFigure> rows);

// Expects figures above zero.
FitProblem problem_of(std::span<const Prior> fields, std::span<const MeasuredFigure> rows);

// Expects a fit that found something.
Calibration calibration_of(std::span<const Prior> fields, std::span<const MeasuredFigure> rows,
                           const FitResult& fit);

// Returns how the rows of each figure do, the fitted ones first; of those that were measured and have a
// figure.
std::vector<CalibrationScore> scores_of(const Calibration& calibration);

// Returns the multiple of a field's value that a coordinate of a fit stands for.
double times_of(const Prior& field, double z);

}  // namespace headrace
