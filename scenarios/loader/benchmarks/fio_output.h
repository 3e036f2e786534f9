// Reads the JSON of fio 3, `--output-format=json` or `json+`, one or several of them in a text.
//
// A run is the jobs of one name and group: clones, of one host or of several. Left out are jobs that read and
// write at once, that trim, that are held back by a rate, and that ran beside others of their group.
#pragma once

#include "scenarios/loader/benchmarks/output_notes.h"

namespace headrace {

void read_fio(OutputNotes& notes);

}  // namespace headrace
