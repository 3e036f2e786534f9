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

// Changes the map that holds the sections. Each override has its mark, at which problems with it point.
void apply_dlio_overrides(const std::vector<std::string>& overrides, const std::vector<Mark>& marks,
                          Tree& workload, std::vector<NoEffect>& no_effect, Problems& problems);

// Warns of overrides of one list that change the same key.
void doubt_repeated_overrides(const std::vector<std::string>& overrides, const std::vector<Mark>& marks,
                              Problems& problems);

}  // namespace headrace
