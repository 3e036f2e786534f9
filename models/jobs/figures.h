// The table of figures: what a run can say of a job, all kinds of jobs together.
//
//   const FigureRow* row = find_figure_row("inference.latency_ms.p99");
//
// The rows stand with their kind of job. Adding a figure is a row there and
// its value in analysis/figures.
#pragma once

#include <span>
#include <string_view>

#include "models/jobs/figure.h"

namespace headrace {

// Returns every row, those of all jobs first; paths are unique.
std::span<const FigureRow> figure_rows();

// Returns the row of a path, or null.
const FigureRow* find_figure_row(std::string_view path);

}  // namespace headrace
