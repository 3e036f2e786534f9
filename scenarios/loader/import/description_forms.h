// DescriptionForms: the readers of each form of system description.
#pragma once

#include "scenarios/loader/import/description_part.h"

namespace headrace {

// Reads the JSON of MLPerf Storage v1.0: `networks`, `nodes`, `benchmark_hosts`, `storage_system`.
DescribedSystem read_system_json(const DescriptionPart& root, DescriptionNotes& notes);

// Reads the facts of a v3.0 description: `clients`, `servers`, `storage_software`, `protocol`, …
DescribedSystem read_system_facts(const DescriptionPart& root, DescriptionNotes& notes);

}  // namespace headrace
