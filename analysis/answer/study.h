// Study: what the arms of a comparison gave beside what a publication found of the same.
//
//   std::vector<StudyRow> rows = study_rows(scenario, arms);
//   study_text(rows, style);   // a table, and the input that is missing where a row is not reproduced
//
// A row is reproduced where it is within the share of the published value that the scenario states. Nothing
// in the scenario was chosen by it, but for rows that are called fitted.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "analysis/answer/comparison.h"
#include "analysis/text.h"
#include "scenarios/loader/scenario.h"

namespace headrace {

struct StudyRow {
  StudyFigure published;
  std::optional<double> simulated;  // Nothing where a run was cut short, or does not define the figure.

  // Returns how far off it is, as a share of the published value: 0.05 is five hundredths above.
  double error() const;
  bool is_reproduced() const;
};

std::vector<StudyRow> study_rows(const Scenario& scenario, std::span<const ArmRuns> arms);

// Returns nothing of a scenario for which nothing is published.
std::string study_text(std::span<const StudyRow> rows, const Style& style, bool with_sources);
nlohmann::ordered_json study_tree(std::span<const StudyRow> rows);

}  // namespace headrace
