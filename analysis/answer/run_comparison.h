// Run comparison: the stored runs of two scenarios, pair by pair.
//
//   "B gives train 14.1 % more samples/s than A [13.0, 15.2] over 8 pairs: 17.2 against 15.1"
//
// Runs of equal seed and replication drew the same numbers and make a pair; each
// figure that a job has on both sides is compared over all pairs. Of runs that are
// stored twice the later counts. Pairs of which a run did not finish are left out,
// unless there are no others.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "analysis/statistics/paired.h"

namespace headrace {

struct ComparedFigure {
  std::string job, figure;  // "train", "samples_per_second"; "train", "step_wait.p99".

  auto operator<=>(const ComparedFigure&) const = default;
};

struct ComparedValue {
  double value = 0;
  std::string unit;
  bool of_distribution = false;  // A statistic of a histogram, of which there are many.
};

struct ComparedRun {
  std::int64_t id = 0, seed = 0, replication = 0;
  bool finished = true;
  std::map<ComparedFigure, ComparedValue> figures;
};

struct FigureDifference {
  ComparedFigure name;
  std::string unit;
  bool of_distribution = false;
  PairedDifference paired;

  bool is_equal() const { return paired.difference.least == 0 && paired.difference.greatest == 0; }
};

struct RunComparison {
  std::vector<std::pair<const ComparedRun*, const ComparedRun*>> pairs;  // By seed and replication.
  std::size_t unpaired = 0, unfinished = 0;                              // Runs, and pairs, left out.
  bool partial = false;                                                  // No pair of finished runs.
  std::vector<FigureDifference> figures;                                 // By job and name.
  std::string sentence;
  std::vector<std::string> job_sentences;  // One a job, where there are several.
};

// Holds on to the runs that are given. Without pairs or figures in common all is empty.
RunComparison compare_runs(const std::vector<ComparedRun>& first, const std::vector<ComparedRun>& second);

}  // namespace headrace
