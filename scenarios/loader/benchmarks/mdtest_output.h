// Reads the text of mdtest 3 and 4: the mean rates of its summary.
//
// Left out are the phases of directories and trees, which no probe has. A rate of 0 is of a phase that was
// not run.
#pragma once

#include "scenarios/loader/benchmarks/output_notes.h"

namespace headrace {

void read_mdtest(OutputNotes& notes);

}  // namespace headrace
