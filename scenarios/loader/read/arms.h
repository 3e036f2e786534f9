// Arms: the scenarios that are run in place of one that compares, or beside one
// that asks for interference.
//
// An arm is the scenario read once more with overrides of its own, so it meets
// the same checks. Every arm has the scenario's seed, and so the same draws.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "scenarios/loader/read/checks.h"
#include "scenarios/loader/read/overrides.h"
#include "scenarios/loader/scenario.h"

namespace headrace {

// Reads the scenario with overrides behind those of the command line; nothing where it has errors.
using ReadArm = std::function<std::optional<Scenario>(const std::vector<Override>&, Problems&)>;

// Fills scenario.arms from scenario.compare. Problems of an arm that the scenario has as well are said once.
void read_arms(Scenario& scenario, const Places& places, const ReadArm& read_arm, Problems& problems);

// Returns what must hold in one arm, as its own scenario would say it: "arms.lru.jobs.train.seconds < 9"
// without "arms.lru.".
std::vector<std::string> assertions_of_arm(const Scenario& scenario, const std::string& arm);

// Each job with the machine to itself.
std::vector<Scenario> jobs_by_themselves(const Scenario& scenario);

// Fills scenario.alone, and that of each arm, where measure.alone asks for it.
void add_jobs_alone(Scenario& scenario);

// Decides what `auto` fidelity stands for in arms and jobs alone, once for all of them.
void share_fidelity(Scenario& scenario);

}  // namespace headrace
