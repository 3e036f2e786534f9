// DlioFolder: the folder that a run of DLIO leaves, of a simulated one.
//
//   write_dlio_files("results/first_run/dlio/train", job, dlio_machine(scenario, job.name));
//
// Files of a real run that stand there already are left alone, and are an error.
#pragma once

#include <string>

#include "analysis/page/dlio_output.h"

namespace headrace {

// Makes the folder, with summary.json, per_epoch_stats.json (old versions) or 0_per_epoch_stats.json,
// dlio_config/ for a job that has a file of DLIO, and, where times of steps were kept, <rank>_output.json and
// the epochs of all ranks.
void write_dlio_files(const std::string& folder, const JobResult& job, const DlioMachine& machine);

}  // namespace headrace
