// ProbeRow: a figure of a measured output as a row of a table for `headrace calibrate`.
//
//   role,run,overrides,measured,source
//   calibration,weir: read,jobs.probe.probe.operation=read …,jobs.probe.probe.latency_ms.p50 == 0.046,…
//
// The overrides set every field of the scenario's probe that the output tells, so that rows of several runs
// stand in one table. A row that is doubted, or of a tail, has the role validation: it is never fitted.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "scenarios/loader/benchmarks/measured_output.h"
#include "scenarios/loader/measured/row_cells.h"

namespace headrace {

struct ProbeRow {
  RowRole role = RowRole::calibration;
  std::string run, overrides, measured, source;
};

// Expects outputs that are read, and the name of the scenario's job that is a probe.
std::vector<ProbeRow> probe_rows(std::span<const MeasuredOutput> outputs, std::string_view job);

// Returns the row of a figure without its run and overrides. `is_doubted`: its run is.
ProbeRow row_of_figure(const OutputFigure& figure, bool is_doubted, std::string_view job,
                       std::string_view program);

// Writes a measured number with six digits, more than any of them is known to.
std::string six_digits(double value);

// Tells what was run: "write of 1 MiB, 8 x 32, random, direct".
std::string shape_of(const MeasuredOutput& output);

}  // namespace headrace
