// Rows of a table for `headrace calibrate` from runs of DLIO.
//
//   calibration,run1: 36 accelerators on 18 nodes,jobs.train.nodes.count=18 …,jobs.train.au_percent == 94,
//
// The overrides set what tells runs of one scenario apart: nodes, accelerators, and in the job's list of
// overrides of its DLIO file the files, the epochs, the batch and the threads. All else is the scenario's.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "scenarios/loader/benchmarks/dlio_run_reader.h"
#include "scenarios/loader/benchmarks/probe_rows.h"

namespace headrace {

// Expects the name of the scenario's job that trains.
std::vector<ProbeRow> dlio_rows(std::span<const DlioRun> runs, std::string_view job);

// Tells what was run: "36 accelerators on 18 nodes, 126000 files, batch 7, 16 threads".
std::string shape_of(const DlioRun& run);

}  // namespace headrace
