// JobWorkloads: gives each job its workload: its own, or that of the DLIO file
// it names, read with the job's overrides and by the rules of its DLIO version.
#pragma once

#include "scenarios/loader/checks.h"
#include "scenarios/loader/file_finder.h"

namespace headrace {

void read_workloads(Scenario& scenario, const Places& places, const FileFinder& files, Problems& problems);

}  // namespace headrace
