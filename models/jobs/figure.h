// FigureRow: one number that a run says of a job: its name, unit and meaning.
//
// Each kind of job lists its figures once (training/figures.cpp, ...), and
// figures.h gathers them. The answer, the JSON, the database, assertions,
// targets, sweeps and the reference read that one table; analysis/figures
// computes the values. A path is that of the JSON answer below its job:
// "cache.hit_rate".
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace headrace {

// The direction in which a figure is better; `neither` where it only describes.
enum class Better : std::uint8_t { more, less, neither };
inline constexpr std::string_view kBetter[] = {"more", "less", "neither"};

// Condition of a figure: what a job must be, or have, for a figure.
enum class FigureNeeds : std::uint8_t {
  nothing,
  samples,  // The job trains, or answers.
  sizes,    // The job trains, or sweeps a data set.
  training,
  training_checkpoints,
  restarts,          // The job trains, and begins again after failures.
  failure,           // The job lost a node and ended there.
  lone_checkpoints,  // Checkpoints outside of epochs.
  lone_writes,
  lone_reads,
  cache,
  shuffle,
  tiers,  // The job trains on a storage of two tiers.
  inference,
  requests,  // Streaming inference.
  probe,
  probe_bytes,  // A probe that moves some.
  alone,
  training_alone,
  requests_alone,
};

struct FigureRow {
  std::string_view path;
  std::string_view unit;     // As in the database.
  std::string_view meaning;  // One sentence without a full stop.
  Better better = Better::neither;
  FigureNeeds needs = FigureNeeds::nothing;
  std::string_view kin[2] = {};  // What jobs of other kinds have in its place, the closest first.
};

}  // namespace headrace
