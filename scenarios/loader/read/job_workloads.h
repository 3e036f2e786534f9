// JobWorkloads: gives each job its workload: its own, or that of the DLIO file
// it names, read with the job's overrides and by the rules of its DLIO version.
#pragma once

#include <memory>

#include "scenarios/loader/read/checks.h"
#include "scenarios/loader/text/file_finder.h"

namespace headrace {

// Files of workloads, of DLIO and recordings, that one scenario reads again and again, from any thread.
class WorkloadFiles;
std::shared_ptr<WorkloadFiles> make_workload_files();

void read_workloads(Scenario& scenario, const Places& places, const FileFinder& files, Problems& problems,
                    WorkloadFiles* cache = nullptr);

}  // namespace headrace
