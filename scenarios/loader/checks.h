// Checks: what spans several fields of a scenario: names that must exist, counts
// that must fit, and physics that looks doubtful (warnings).
#pragma once

#include <map>
#include <string>

#include "scenarios/loader/scenario.h"

namespace headrace {

// Where fields stood in the text, by path. A check of a field that was not read well is left out.
using Places = std::map<std::string, Mark>;

void check_platform(const Scenario& scenario, const Places& places, Problems& problems);
void check_jobs(const Scenario& scenario, const Places& places, Problems& problems);

// What a job's workload asks for, against the machine it runs on: after DLIO files were read.
void check_workload(const Scenario& scenario, const std::string& job_name, const JobSpec& job,
                    const Places& places, Problems& problems);

}  // namespace headrace
