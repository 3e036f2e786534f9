// Checks a run of DLIO before anything is fitted to it: whether it is long enough, whether it passed, whether
// a memory answered, and whether its files are of one run.
#pragma once

#include "scenarios/loader/benchmarks/dlio_run_reader.h"

namespace headrace {

// Adds the doubts and notes of a run, and warns of them.
void check_dlio_run(DlioRun& run, const OutputChoice& choice, Problems& problems);

}  // namespace headrace
