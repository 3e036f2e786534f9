// JobWorkloads: gives each job its workload: its own, or that of the DLIO file
// it names, read with the job's overrides and by the rules of its DLIO version.
#pragma once

#include <memory>

#include "scenarios/loader/read/checks.h"
#include "scenarios/loader/text/file_finder.h"

namespace headrace {

// DLIO files that one scenario reads again and again, from any thread.
class DlioCache;
std::shared_ptr<DlioCache> make_dlio_cache();

void read_workloads(Scenario& scenario, const Places& places, const FileFinder& files, Problems& problems,
                    DlioCache* cache = nullptr);

}  // namespace headrace
