// Largest: the largest count that still meets a target, by few runs.
//
//   LargestResult found = find_largest({.low = 1, .high = 4096}, evaluator);
//
// The evaluator's points are the counts themselves, with one margin. Counts are
// doubled until one fails, then halved in; as what fails at one count may be met
// again a little above (a batch that is not divided evenly), the counts above the
// edge are run, too, for as long as the ups and downs seen so far could lift one
// of them over the bound.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "analysis/planning/observation.h"

namespace headrace {

struct LargestProblem {
  std::int64_t low = 1;
  std::int64_t high = 1;
  std::int64_t step = 1;              // Counts are low, low + step, …
  std::int64_t look_ahead = 4;        // So many counts above the edge are to give a figure,
  std::int64_t most_look_ahead = 32;  // of as many that are run at most.
  double risk = 0.05;  // A count near the bound is run again until its mean is clear of it by so much.
  std::int64_t replications = 1;
  std::int64_t most_replications = 1;
};

struct CountMargin {
  std::int64_t count = 0;
  MarginEstimate margin;
  bool meets = false;  // By the mean: where runs do not make it clear, it is the likelier of the two.
  bool clear = false;
};

struct LargestResult {
  std::optional<std::int64_t> largest;  // None: not even the smallest meets it.
  bool at_the_end = false;              // The range ends before the target is missed.
  bool stopped = false;                 // The evaluator ended it.
  // Between them the bound is crossed, were it only by noise: the largest count that clearly meets the
  // target, and the smallest above it that clearly does not.
  std::optional<std::int64_t> surely, surely_not;
  bool is_monotone = true;         // No count met the target above one that did not.
  std::vector<CountMargin> curve;  // By count.
  std::int64_t runs = 0;
};

LargestResult find_largest(const LargestProblem& problem, Evaluator& evaluator);

}  // namespace headrace
