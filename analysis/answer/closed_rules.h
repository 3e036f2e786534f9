// ClosedRules: what a job would have to be for the closed division of MLPerf Storage v3.0, before it is run.
//
//   for (const ClosedRule& rule : closed_rules(scenario)) … rule.job, rule.holds, rule.sentence
//
// Rules of training: enough data for 500 steps and for five times the hosts' memory, and no other overrides
// than the division lets a submitter tune. Of checkpoints: ten written and ten read, durably, on as many
// ranks as the size of the model wants, four and more of them a host. Leaves out what only a run or its
// folder can show: utilisation, five runs in sequence, their seeds, the systems' descriptions.
#pragma once

#include <string>
#include <vector>

#include "scenarios/loader/scenario.h"

namespace headrace {

struct ClosedRule {
  std::string job;
  std::string rule;  // "data set", "tunables", "ranks", "hosts", "checkpoints", "fsync".
  bool holds = false;
  std::string sentence;
};

// Returns the rules for each job that trains or writes checkpoints, kept or not.
std::vector<ClosedRule> closed_rules(const Scenario& scenario);

}  // namespace headrace
