// Run comparison: the stored runs of two scenarios or sweeps, pair by pair.
//
//   "B gives train 14.1 % more samples/s than A [13.0, 15.2] over 8 pairs: 17.2 against 15.1"
//   "B gives train 1.6 to 20.7 % less samples/s than A at 3 points; most at nodes.count=3: 209 against 263"
//
// Runs of one point (point_axes.h), seed and replication drew the same numbers and make a pair; each figure
// that a job has on both sides is compared over all pairs of a point. Of runs that are stored twice the later
// counts. Pairs of which a run did not finish are left out, unless there are no others.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "analysis/answer/point_axes.h"
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
  AxisValues values = {};  // Values of all axes of both sides, as align_axes() fills them in.
};

struct FigureDifference {
  ComparedFigure name;
  std::string unit;
  bool of_distribution = false;
  PairedDifference paired;
  bool is_clear = false;  // Among all figures of its point, by Holm's correction.

  bool is_equal() const { return paired.difference.least == 0 && paired.difference.greatest == 0; }
};

// A point of a sweep; all pairs where nothing was swept.
struct PointComparison {
  std::vector<std::string> values;                                       // Parallel to the axes.
  std::vector<std::pair<const ComparedRun*, const ComparedRun*>> pairs;  // By seed and replication.
  std::vector<FigureDifference> figures;                                 // By job and name.
};

// The figure that users of a job wait for, at each point that has it.
struct JobHeadline {
  std::string job, figure, words;
  struct AtPoint {
    std::size_t point = 0;
    PairedDifference paired;
    bool is_clear = false;  // Among the points and jobs, by Holm's correction.
  };
  std::vector<AtPoint> points;
};

struct RunComparison {
  std::vector<std::string> axes;             // Paths in which pairs agree and points differ.
  std::vector<PointComparison> points;       // Sorted by their values.
  std::size_t unpaired = 0, unfinished = 0;  // Runs, and pairs, left out.
  bool partial = false;                      // No pair of finished runs.
  std::vector<JobHeadline> headlines;        // For each job.
  std::string sentence;
  std::vector<std::string> job_sentences;  // One a job, where there are several.
};

// Holds on to the runs that are given. Without pairs or figures in common there are no points. `axes` are
// those that pairs agree in.
RunComparison compare_runs(const std::vector<ComparedRun>& first, const std::vector<ComparedRun>& second,
                           const std::vector<std::string>& axes = {});

}  // namespace headrace
