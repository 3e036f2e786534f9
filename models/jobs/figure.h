// FigureRow: one number that a run says of a job: its name, unit, meaning, and where the value comes from.
//
// Each kind of job lists its figures once (training/figures.cpp, ...), and figures.h gathers them. The
// answer, the JSON, the database, assertions, targets, sweeps and the reference read that one table. A path
// is that of the JSON answer below its job: "cache.hit_rate".
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "sim/metrics.h"

namespace headrace {

struct JobResult;

// The direction in which a figure is better; `neither` where it only describes.
enum class Better : std::uint8_t { more, less, neither };
inline constexpr std::string_view kBetter[] = {"more", "less", "neither"};

// Condition of a figure: what a job of its kind must be, or have, for it.
enum class FigureNeeds : std::uint8_t {
  nothing,
  samples,  // The job trains, or answers.
  sizes,    // The job trains, or sweeps a data set.
  training,
  training_checkpoints,
  startup,              // The job imports its software.
  written_checkpoints,  // The job writes some, in its epochs or outside of them.
  restarts,             // The job trains, and begins again after failures.
  failure,              // The job lost a node and ended there.
  lone_checkpoints,     // Checkpoints outside of epochs.
  lone_writes,
  lone_reads,
  cache,
  shuffle,
  mixture,       // The job mixes data sets.
  logs,          // Ranks that train append to logs.
  manifests,     // The job reads manifests at its start.
  tiers,         // The job trains on a storage of two tiers.
  source,        // The samples of the job come from a source.
  requests,      // The job answers them, one by one.
  prefix_cache,  // The servers of the job keep prefixes of prompts.
  moved_bytes,   // The job moves some.
  alone,
  training_alone,
  requests_alone,
};

// FigureValue: what a result says of a figure. Without `there` its job has none; without a number its rule
// gives none, as DLIO's for an epoch of which it counts no step.
struct FigureValue {
  FigureValue() = default;
  FigureValue(double known) : there(true), number(known) {}
  FigureValue(std::optional<double> found) : there(true), number(found) {}

  bool there = false;
  std::optional<double> number;
};

// FigureSource: where a value comes from: a function of the result, or one of its histograms, of
// nanoseconds, of which the figure is the mean or the value at a share, in milliseconds.
struct FigureSource {
  static constexpr double kMean = 0;
  static constexpr double kGreatest = 1;

  constexpr FigureSource() = default;  // Of a figure that no result of one job has.
  constexpr FigureSource(FigureValue (*says)(const JobResult&)) : value(says) {}
  constexpr FigureSource(const Histogram* (*has)(const JobResult&), double at) : histogram(has), share(at) {}

  bool is_of_one_job() const { return value != nullptr || histogram != nullptr; }
  bool is_percentile() const { return histogram != nullptr && share != kMean; }

  FigureValue (*value)(const JobResult&) = nullptr;
  const Histogram* (*histogram)(const JobResult&) = nullptr;  // The function returns null: the job has none.
  double share = kMean;
};

struct FigureRow {
  std::string_view path;
  std::string_view unit;     // As in the database.
  std::string_view meaning;  // One sentence without a full stop.
  Better better = Better::neither;
  FigureNeeds needs = FigureNeeds::nothing;
  FigureSource source = {};
  std::string_view kin[2] = {};  // What jobs of other kinds have in its place, the closest first.
};

}  // namespace headrace
