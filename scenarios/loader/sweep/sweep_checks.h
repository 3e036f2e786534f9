// SweepChecks: what may be wrong with a sweep before anything runs.
#pragma once

#include "scenarios/loader/sweep/sweep_parts.h"

namespace headrace {

// Checks that nothing that compares arms or runs jobs alone stands beside a sweep.
void check_beside_sweep(const Scenario& base, const Places& places, Problems& problems);

// Paths that meet, values that come twice, fields that all points share.
void check_axes(const std::vector<AxisText>& axes, Problems& problems);

// Checks what the design asks of its axes and of `points`, and gives ranges of whole numbers the step 1 where
// the design takes lists.
void check_design(SweepParts& parts, const std::vector<AxisText>& texts, const Places& places,
                  Problems& problems);

void check_precision(const Scenario& base, const SweepSpec& spec, const Places& places, Problems& problems);

// Each value of each axis by itself; of a long range some.
void try_values(const SweepParts& parts, const std::vector<AxisText>& texts, Problems& problems);

DesignSetting setting_of(const SweepParts& parts);

// Finds what the scenario itself has on each axis.
void find_base_values(SweepParts& parts, Problems& problems);

// Says whether two texts say the same: "4MiB" and "4 MiB".
bool is_same_value(const std::string& a, const std::string& b);

}  // namespace headrace
