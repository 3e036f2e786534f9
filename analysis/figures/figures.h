// Figures: the numbers that a run says of a job beside those that every job has.
//
// One list makes the JSON answer, the rows of the database, the means over
// replications and the comparison of arms, under the same names: "cache.hit_rate",
// "inference.latency_ms.p99". A job has those of its kind only.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/statistics/spread.h"
#include "scenarios/loader/run_result.h"

namespace headrace {

struct Figure {
  std::string path;  // Below the job in the JSON answer.
  double value = 0;
  const char* unit = "";  // As in the database.
};

std::vector<Figure> figures_of_job(const RunResult& run, std::size_t job);

// Also the figures that every job has: au_percent, samples_per_second, mib_per_second, seconds.
std::optional<double> find_job_figure(const RunResult& run, std::size_t job, std::string_view path);

// Over the replications that count; without values where a run does not have the figure.
Spread figure_over(std::span<const RunResult> runs, std::size_t job, std::string_view path);

const Interference* interference_of(const RunResult& run, const std::string& job);  // Null: not measured.

// Of all time of the ranks, spent in checkpoints, in percent; nothing for a job without.
std::optional<double> checkpoint_stall_percent(const JobResult& job);
// Share of all ranks' time in computation that no failure has undone; nothing for a job that does not train,
// or has not ended.
std::optional<double> goodput_percent(const JobResult& job);
// Whether it is known when a checkpoint was safe on the job's storage.
bool is_durable(const SpanResult& span);
std::optional<double> cache_hit_rate(const JobResult& job);

}  // namespace headrace
