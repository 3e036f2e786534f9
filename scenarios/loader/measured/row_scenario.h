// The scenario of a measured row: the system's file beside the table, with what the row says of the run.
//
//   ScenarioRead read = scenario_of(row, "scenarios/validation");
//
// The file has one job that trains, or one of checkpoints alone. The row gives it workload, accelerators,
// hosts and DLIO overrides, or the operation. What a row says of batch, computation, cores and sizes must be
// what the scenario has then: else its measured figure would stand beside the prediction of another run.
#pragma once

#include <string>

#include "scenarios/loader/measured/measured_rows.h"
#include "scenarios/loader/read/read_scenario.h"
#include "scenarios/loader/scenario.h"

namespace headrace {

// Expects a row that has a scenario. Problems of the file name the row.
ScenarioRead scenario_of(const MeasuredRow& row, const std::string& folder);
ScenarioRead scenario_of(const CheckpointRow& row, const std::string& folder);

// Returns how the same scenario is read again, were it with a change: the system's file and the overrides.
// Expects what `scenario_of` read of the row.
ScenarioFile file_of(const MeasuredRow& row, const std::string& folder, const Scenario& scenario);
ScenarioFile file_of(const CheckpointRow& row, const std::string& folder, const Scenario& scenario);

}  // namespace headrace
