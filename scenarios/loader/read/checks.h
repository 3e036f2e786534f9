// Checks: what spans several fields of a scenario: names that must exist, counts
// that must fit, and physics that looks doubtful (warnings).
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "scenarios/loader/scenario.h"

namespace headrace {

// Where fields stood in the text, by path. A check of a field that was not read well is left out.
using Places = std::map<std::string, Mark>;

// Whether something at or below a path was refused, so that its values are not what the text says.
bool is_refused(std::string_view path, const Problems& problems);

void check_platform(const Scenario& scenario, const Places& places, Problems& problems);
// Stores that stand on others: those exist, and none stands on itself.
void check_tiers(const Scenario& scenario, const Places& places, Problems& problems);
// That what stores cache by does not look ahead: only a job knows what it will read.
void check_caches_of_stores(const Scenario& scenario, const Places& places, Problems& problems);
// What one node may keep of its job's storage in its memory.
Bytes memory_for_pages(const Scenario& scenario, const JobSpec& job, const NodeSpec& node);
void check_jobs(const Scenario& scenario, const Places& places, Problems& problems);
// Which nodes each job takes, and when it begins: no two jobs share a node.
void check_node_sets(const Scenario& scenario, const Places& places, Problems& problems);

// What disturbs the run: faults and background load, at places of the platform.
void check_disturbances(const Scenario& scenario, const Places& places, Problems& problems);

// What a job's workload asks for, against the machine it runs on: after DLIO files were read.
void check_workload(const Scenario& scenario, const std::string& job_name, const JobSpec& job,
                    const Places& places, Problems& problems);
// What its checkpoints ask for, likewise.
void check_checkpoints(const Scenario& scenario, const std::string& job_name, const JobSpec& job,
                       const Places& places, Problems& problems);
// What a probe asks for.
void check_probe(const std::string& job_name, const JobSpec& job, const Places& places, Problems& problems);
// That what others say of a job is of figures that it has: once all workloads are read.
void check_published(const Scenario& scenario, const Places& places, Problems& problems);

// What an inference job asks for: after its trace was read.
void check_inference(const Scenario& scenario, const std::string& job_name, const JobSpec& job,
                     const Places& places, Problems& problems);

// Jobs that begin again after a failure: those that train, whose nodes come back.
void check_restarts(const Scenario& scenario, const Places& places, Problems& problems);

// The caches and shuffles of all jobs, likewise.
void check_policies(const Scenario& scenario, const Places& places, Problems& problems);

}  // namespace headrace
