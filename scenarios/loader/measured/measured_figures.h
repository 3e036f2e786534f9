// MeasuredFigure: a figure that somebody measured of his own run, which parameters of a scenario are fitted
// to, or held against.
//
//   role,run,overrides,measured,source
//   calibration,1 rank,jobs.train.accelerators_per_node=1,jobs.train.au_percent == 98.1,"3 May, log 17"
//   validation,8 ranks,jobs.train.accelerators_per_node=8,jobs.train.au_percent == 87.5,"4 May, log 21"
//   validation,16 ranks,jobs.train.accelerators_per_node=16,jobs.train.au_percent,not measured yet
//
//   const MeasuredFigures read = read_measured_figures("rates.csv", "ours.yaml");
//
// `overrides` make the scenario that of the run; they are separated by blanks. `measured` is written as an
// assertion is, in the unit that the figure's name says, or with the path of DLIO's summary.json from the
// table on in place of the number (dlio_run.h); a figure alone is asked for. The tables of measured training
// (measured_rows.h) are of several machines, each with its scenario.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "scenarios/loader/measured/row_cells.h"
#include "scenarios/loader/read/read_scenario.h"
#include "scenarios/loader/scenario.h"

namespace headrace {

struct MeasuredFigure {
  RowRole role = RowRole::calibration;
  std::string run;              // Name of the run for people.
  ScenarioFile scenario;        // Scenario of the run.
  std::string figure;           // "jobs.train.au_percent"
  std::optional<double> value;  // Above zero; absent: nobody has measured it, and it is asked for.
  std::string source;
  Mark mark = {};           // Place of its overrides.
  std::string system = {};  // Machine; empty: all rows are of one.

  // Returns the figure without its job: "au_percent".
  std::string_view name() const {
    const std::string_view whole = figure;
    return whole.substr(whole.find('.', whole.find('.') + 1) + 1);
  }
};

struct MeasuredFigures {
  std::optional<std::vector<MeasuredFigure>> figures;  // Absent when there are errors.
  std::string text;                                    // Text of the table.
  Problems problems;
};

// Reads a table whose rows are runs of a scenario in a file: at least one of the role calibration. A row
// whose scenario is none, or has arms or no such figure, is a problem.
MeasuredFigures read_measured_figures(const std::string& table, const std::string& scenario);

// Reads the throughput of the rows of a table of measured training, or the times of a table of checkpoints,
// by its file or name, which may be fitted and have a scenario. Rows that may only be predicted are left out.
MeasuredFigures read_measured_systems(const std::string& word);

}  // namespace headrace
