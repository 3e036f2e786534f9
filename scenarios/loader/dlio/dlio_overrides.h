// Hydra's overrides, applied to the tree of a DLIO file before it is read.
//
// key=value changes a key of the file, +key=value adds one that it lacks,
// ++key=value does either, ~key removes. Keys begin with `workload.`; a choice
// of the workload file (workload=unet3d_h100) and Hydra's own settings have no
// effect here and are listed. Sweeps and interpolations are refused.
#pragma once

#include <string>
#include <vector>

#include "models/jobs/job_spec.h"
#include "scenarios/loader/text/tree.h"

namespace headrace {

// `workload` is the map that holds the sections. Problems point at the override's own text where `mark`
// stands in a source that holds it, and else at `mark`.
void apply_dlio_overrides(const std::vector<std::string>& overrides, const Mark& mark, Tree& workload,
                          std::vector<NoEffect>& no_effect, Problems& problems);

}  // namespace headrace
