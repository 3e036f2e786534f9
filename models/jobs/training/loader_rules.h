// Rules of a workload's loader: what of it a framework lacks, and what it cannot read.
#pragma once

#include "models/jobs/job_shape.h"

namespace headrace {

void check_loader(const JobSpec& job, const WorkloadSpec& work, const JobShape& shape, Check& check);

}  // namespace headrace
