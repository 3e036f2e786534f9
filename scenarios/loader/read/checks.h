// Checks: what spans several fields of a scenario: names that must exist, counts
// that must fit, and physics that looks doubtful (warnings).
#pragma once

#include <string>

#include "scenarios/loader/scenario.h"
#include "scenarios/loader/text/places.h"

namespace headrace {

void check_platform(const Scenario& scenario, const Places& places, Problems& problems);
void check_jobs(const Scenario& scenario, const Places& places, Problems& problems);
// Checks which nodes each job takes, and when it begins: no two jobs share a node.
void check_node_sets(const Scenario& scenario, const Places& places, Problems& problems);

// Tells of ports between nodes that send each other nothing.
void check_peer_ports(const Scenario& scenario, const Places& places, Problems& problems);

// Checks that the nodes of jobs that begin again after a failure come back.
void check_restarts(const Scenario& scenario, const Places& places, Problems& problems);

// Tells of file systems whose free space is not enough, or is looked at for nothing.
void check_space(const Scenario& scenario, const Places& places, Problems& problems);

// Tells of faults and loads that no job meets.
void check_disturbances(const Scenario& scenario, const Places& places, Problems& problems);

// Refuses to leave out the rest of epochs whose later steps are other steps than the first ones.
void check_until(const Scenario& scenario, const Places& places, Problems& problems);

}  // namespace headrace
