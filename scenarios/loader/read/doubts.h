// Doubts: what a scenario may say and hardly means: figures that nothing can reach, sizes that a file system
// refuses, hardware that does not exist, buffers that no host holds.
//
// A thing that can be simulated is doubted by a warning that names the usual range and where that comes from;
// a figure that cannot be judged is an error. Only what the text says itself is doubted, never a default.
// What must be right for a scenario to be run at all is in checks.h.
#pragma once

#include <string>
#include <string_view>

#include "scenarios/loader/read/checks.h"

namespace headrace {

// Doubts bandwidths of ports, drives and memory that no product has.
void doubt_hardware(const Scenario& scenario, const Places& places, Problems& problems);

// Doubts times, layouts and names of jobs; after their workloads were read.
void doubt_jobs(const Scenario& scenario, const Places& places, Problems& problems);

// Compares what the loaders of a node hold with its memory; after the workloads were read.
void check_host_memory(const Scenario& scenario, const Places& places, Problems& problems);

// Finds where a job's workload says a field: in its own text, in an override of that DLIO key, or else the
// DLIO file or workload as a whole.
Mark place_of_setting(const std::string& job_path, const JobSpec& job, const std::string& field,
                      std::string_view dlio_key, const Places& places);

// Says why a comparison of that figure always comes out the same: "a percentage is never above 100, so this
// never holds"; empty where it may come out either way.
std::string why_pointless(std::string_view figure, std::string_view comparison, double number);

// Says whether a percentage that should be high is asked to be above a fraction.
bool is_fraction_of_percent(std::string_view figure, std::string_view comparison, double number);

}  // namespace headrace
