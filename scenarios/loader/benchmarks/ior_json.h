// Reads the JSON of `ior -O summaryFormat=JSON`.
#pragma once

#include "scenarios/loader/benchmarks/output_notes.h"

namespace headrace {

// Says whether the text is such JSON.
bool read_ior_json(OutputNotes& notes);

}  // namespace headrace
