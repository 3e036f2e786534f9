// Reads the output of IOR 3 and 4: its text, or the JSON of `-O summaryFormat=JSON`.
//
// Columns are found by their names, as they moved between versions. Where the summary is missing, as in an
// output that was cut, the rows of the repetitions are taken.
#pragma once

#include "scenarios/loader/benchmarks/output_notes.h"

namespace headrace {

void read_ior(OutputNotes& notes);

}  // namespace headrace
