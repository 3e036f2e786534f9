// Figures: the values of the table models/jobs/figures.h, and how far each can be relied on.
//
//   std::optional<Figure> hits = job_figure(run, 0, "cache.hit_rate");
//
// A figure is measured, or cut short (its job had not ended), or not defined
// (its rule gives none). Only what was measured is judged, ranked or averaged.
// A job has the figures of its kind only. The JSON answer, the rows of the
// database, means over replications and comparisons all read this list.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/statistics/spread.h"
#include "models/jobs/figures.h"
#include "scenarios/loader/run_result.h"

namespace headrace {

enum class Validity : std::uint8_t { measured, cut_short, not_defined };
inline constexpr std::string_view kValidities[] = {"measured", "cut_short", "not_defined"};

struct Figure {
  const FigureRow* row = nullptr;  // Never null.
  double value = 0;                // Without a meaning where the figure is not defined.
  Validity validity = Validity::measured;

  std::string path() const { return std::string(row->path); }
};

std::vector<Figure> figures_of_job(const RunResult& run, std::size_t job);

// Returns nothing where a job of that kind has no such figure.
std::optional<Figure> job_figure(const RunResult& run, std::size_t job, std::string_view path);

// Returns the value where it was measured.
std::optional<double> find_job_figure(const RunResult& run, std::size_t job, std::string_view path);

// Returns the spread of values of a figure. Its interval keeps within what a figure can be: none is negative,
// and no percentage above 100.
Spread spread_of_figure(std::string_view path, std::span<const double> values);

// Gathers the values that were measured, over the replications that count.
Spread figure_over(std::span<const RunResult> runs, std::size_t job, std::string_view path);

// Returns the mean over all runs, and as its validity the first that is not `measured`. Nothing where a job
// of that kind has no such figure.
std::optional<Figure> joint_figure(std::span<const RunResult> runs, std::size_t job, std::string_view path);

// Returns the joint figure that an assertion or target names, "jobs.train.au_percent"; nothing where the runs
// have no such job or figure.
std::optional<Figure> named_figure(std::span<const RunResult> runs, std::string_view metric);

// Writes a value with the words of its figure: "1,200 operations/s", "p99 43.0 ms".
std::string said_text(const SaidFigure& said, double value);

const Interference* interference_of(const RunResult& run, const std::string& job);  // Null: not measured.

}  // namespace headrace
