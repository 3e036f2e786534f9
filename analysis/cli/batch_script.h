// BatchScript: a script for Slurm beside the database, in place of the work that it has others do.
//
//   SlurmArray array;
//   array.verb = "run";
//   fill_in(array, scenarios, work, slurm_time);
//   fill_in_shards(array, work, std::min(slurm, tasks), &scenario);
//   return write_script(array.database, script_of(array), scenarios.files, "6 runs in 2 shards", streams);
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "analysis/cli/options/scenario_words.h"
#include "analysis/cli/options/work_options.h"
#include "analysis/errors.h"
#include "analysis/output.h"
#include "analysis/run/cluster/slurm.h"
#include "scenarios/loader/scenario.h"

namespace headrace {

// Fills in the program, where it stands, its scenarios and overrides, and its limits.
void fill_in(SlurmJob& job, const ScenarioWords& scenarios, const WorkOptions& work, Duration slurm_time);
// Fills in what an array has beside that. Runs a scenario, where there is one, for half a minute at most, if
// no limit says how much memory a task needs.
void fill_in_shards(SlurmArray& array, const WorkOptions& work, std::int64_t shards,
                    const Scenario* scenario);

// Writes a script beside a database, and says so and what it is for.
ExitCode write_script(const std::string& database, const std::string& text,
                      std::span<const std::string> scenarios, const std::string& what,
                      const Streams& streams);

}  // namespace headrace
