// PlanAnswer: what a plan found, and words for its designs and targets.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "analysis/planning/cheapest.h"
#include "analysis/run/plan_evaluator.h"
#include "scenarios/loader/sweep/plan.h"

namespace headrace {

struct PlanAnswer {
  const Plan& plan;
  const std::vector<PlanTarget>& targets;  // With the bounds that predictions had to reach.
  const CheapestResult& found;
  const std::map<std::size_t, PlanEvaluator::Note>& notes;  // By the runs of the evaluator.
  std::vector<SweepPoint> designs;  // By the points of the search; those that are no designs are empty.
  std::int64_t reused = 0;          // Runs that the database had.
  std::string database;
};

// Says a design in words: "12 appliances, nic.ports=2".
std::string design_words(const PlanAnswer& answer, std::size_t point);

// Says whether a design is "chosen", "met", "missed" or "unclear", or is "over rack_units".
std::string state_words(const PlanAnswer& answer, const KnownDesign& design);

// Says which need of a design is beyond its limit: "over rack_units", "too little capacity".
std::string over_words(const PlanAnswer& answer, std::size_t point);

// Says a target in words, with its situation and what was asked of predictions:
// "jobs.train.au_percent >= 90 (a prediction of 93.1) with server_lost".
std::string target_words(const PlanAnswer& answer, std::size_t number);

// Returns the last word of a target's figure: "au_percent".
std::string metric_word(const PlanTarget& target);

// Finds what a run said of a design in a situation; null where it was not run.
const PlanEvaluator::Note* note_of(const PlanAnswer& answer, std::size_t point, std::size_t situation);

// Returns the number of the target that a design is least sure to meet, and of equally sure ones of that
// which it meets by least of its bound.
std::size_t nearest_target(const PlanAnswer& answer, const KnownDesign& design);

// Returns by how much of its bound a design meets a target: 0.05 of 95 where 100 is allowed at most.
double relative_margin(const PlanTarget& target, const MarginEstimate& margin);

}  // namespace headrace
