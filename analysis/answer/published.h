// Published: what a run found beside what others state or measured of the same.
//
// What a data sheet states and the machine was built from must come out of the
// machine again; what was measured on one is held against a prediction.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <vector>

#include "analysis/text.h"
#include "scenarios/loader/run_result.h"

namespace headrace {

// Bound for a figure that the machine was built from: what is farther off is a fault of its description.
inline constexpr double kSheetTolerance = 0.05;

struct PublishedComparison {
  std::string platform, job, figure;
  double simulated = 0;
  PublishedFigure published;

  double error() const;  // Relative: 0.05 is five hundredths above the published one.
  bool must_fit() const { return published.by == PublishedBy::sheet; }
  bool fits() const;
};

// Compares the figures of all jobs of the run, in the order of the scenario.
std::vector<PublishedComparison> compare_published(const Scenario& scenario, const RunResult& run);

// A table of one platform's, and the sources below it where they are wanted.
std::string published_text(std::span<const PublishedComparison> comparisons, const Style& style,
                           bool with_sources);
// The table for programs; `revision` is that of the program that made the runs.
nlohmann::ordered_json published_tree(const std::string& revision,
                                      std::span<const PublishedComparison> comparisons);

}  // namespace headrace
