// DlioRankOutput: <rank>_output.json, the times of each step of a rank as DLIO writes them.
//
// For each epoch, by blocks of steps: the wait for a batch (load), that and the computation (proc), the
// computation, and the block's accelerator utilisation and samples a second by the job's DLIO version. Leaves
// out evaluations.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>

#include "analysis/page/dlio_output.h"

namespace headrace {

// The job must have kept the times of its steps.
nlohmann::ordered_json dlio_rank_output(const JobResult& job, const DlioMachine& machine, std::int64_t rank);

}  // namespace headrace
