// Rules of a workload's loader: what of it a framework lacks, and what it cannot read.
#pragma once

#include <cstdint>

#include "models/jobs/job_spec.h"

namespace headrace {

void check_loader(const JobSpec& job, const WorkloadSpec& work, std::int64_t ranks, Check& check);

}  // namespace headrace
