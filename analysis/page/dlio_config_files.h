// DlioConfigFiles: the folder dlio_config that Hydra leaves beside a run of DLIO, of a simulated one.
//
//   write_dlio_config("out/train/dlio_config", job, machine);   // config.yaml, overrides.yaml, hydra.yaml
//
// config.yaml is the workload as it was simulated, overrides.yaml what the job gave in place of its file's
// values; lists that the job took from other files are in config.yaml alone. Of hydra.yaml there is what
// names the folder and repeats the overrides.
#pragma once

#include <string>

#include "analysis/page/dlio_output.h"

namespace headrace {

// Makes the folder and its files, of a job that has a file of DLIO.
void write_dlio_config(const std::string& folder, const JobResult& job, const DlioMachine& machine);

// Returns the lines of overrides.yaml, each with this indent.
std::string dlio_overrides_text(const DlioMachine& machine, const std::string& indent);

}  // namespace headrace
