// The table of figures: what a run can say of a job, all kinds of jobs together.
//
//   const FigureRow* row = find_figure_row("inference.latency_ms.p99");
//   const FigureValue value = value_of(*row, result);
//
// The rows stand with their kind of job, each with where its value comes from. What compares a job with
// itself alone is no result of one job: analysis/figures knows it.
#pragma once

#include <span>
#include <string_view>

#include "models/jobs/figure.h"
#include "models/jobs/job_facts.h"
#include "models/jobs/job_result.h"

namespace headrace {

// Returns every row, those of all jobs first; paths are unique.
std::span<const FigureRow> figure_rows();

// Returns the row of a path, or null.
const FigureRow* find_figure_row(std::string_view path);

// Tells whether jobs of a kind may have the figure.
bool is_of_kind(const FigureRow& figure, const JobFacts& kind);

// Returns what a result says of the figure.
FigureValue value_of(const FigureRow& figure, const JobResult& job);

}  // namespace headrace
