// MeasuredRun: what every row of a table of measured runs says, whatever was run.
//
// Training is in measured_rows.h, checkpoints in checkpoint_rows.h. Roles are told in row_cells.h.
#pragma once

#include <cstdint>
#include <string>

#include "scenarios/loader/measured/row_cells.h"

namespace headrace {

struct MeasuredRun {
  Mark mark;  // Place of its first cell.
  RowRole role = RowRole::calibration;
  std::string system;      // Rows of one system share its machine, and what is special about it.
  std::int64_t hosts = 0;  // Zero: nobody says.
  std::string scenario;    // File beside the table that describes the system; empty: there is none.
  std::string why_not;     // Reason where there is no scenario.
  std::string source;
};

}  // namespace headrace
