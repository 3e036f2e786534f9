// DlioConfig: a workload as a file of DLIO's says it, of the form that Hydra leaves beside a run.
//
//   dlio_config_text(workload, DlioVersion::v1_0)   // "workload:\n  model: unet3d\n  framework: …"
//
// Read again by the same version it is the same workload. Keys are spelled as the version spells them. Leaves
// out the columns of Parquet files, of which a workload keeps no more than how many are read, and where.
#pragma once

#include <string>

#include "models/jobs/training/workload_spec.h"

namespace headrace {

std::string dlio_config_text(const WorkloadSpec& workload, DlioVersion version);

}  // namespace headrace
