// LargestReport: how many accelerators a storage feeds, for a terminal and for programs.
#pragma once

#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "analysis/planning/largest.h"
#include "analysis/run/accelerator_counts.h"
#include "analysis/run/plan_evaluator.h"
#include "analysis/text.h"

namespace headrace {

struct LargestAnswer {
  std::string name;  // Of the scenario.
  std::string job;
  std::string accelerator;
  Raised raised = Raised::nodes;
  std::int64_t each = 1;  // Accelerators of a count of one.
  Assertion target;
  const LargestResult& found;  // Of counts.
  const std::map<std::size_t, PlanEvaluator::Note>& notes;
  std::int64_t reused = 0;  // Runs that the database had.
  std::string database;
  std::string sure;  // Share of systems that would meet the target with the largest count; may be empty.
};

std::string largest_sentence(const LargestAnswer& answer);
std::string largest_text(const LargestAnswer& answer, const Style& style);
nlohmann::ordered_json largest_tree(const LargestAnswer& answer);

}  // namespace headrace
