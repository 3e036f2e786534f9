// Observation: what runs of one design said of the targets, and how sure that is.
//
// A margin is by how much a target is met, in its own unit: at zero or above it
// is. A target is judged by the mean over replications, by Student's t; without
// any difference between runs (or with a single one) the mean counts as exact.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace headrace {

using Margins = std::vector<double>;  // Of one run, one a target. Not finite: the run gave no figure.

struct MarginEstimate {
  double mean = 0;
  double standard_error = 0;
  std::size_t count = 0;

  // Returns the probability that the mean of endless runs is at zero or above.
  double probability_met() const;
};

struct Observation {
  std::size_t point = 0;
  std::vector<Margins> runs;  // By replication.

  MarginEstimate estimate(std::size_t target, std::size_t from_run = 0) const;
};

// Runs designs. Told of several at once so that they can share the machine's cores.
struct RunRequest {
  std::size_t point = 0;
  std::int64_t first = 1;  // Replications count from 1.
  std::int64_t count = 1;
};

class Evaluator {
 public:
  virtual ~Evaluator() = default;
  // Returns a list of runs for each request, in order. An empty list ends the search: it was interrupted.
  virtual std::vector<std::vector<Margins>> evaluate(std::span<const RunRequest> requests) = 0;
};

}  // namespace headrace
