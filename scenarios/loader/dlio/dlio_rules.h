// Rules that span the keys of a DLIO file: what has no effect beside what,
// what DLIO refuses, and which sizes and laws follow from several keys.
#pragma once

#include <string>
#include <vector>

#include "models/jobs/job_spec.h"
#include "scenarios/loader/dlio/dlio_keys.h"
#include "scenarios/loader/text/tree.h"

namespace headrace {

// A key that the file gives, whose value is of the right kind.
struct DlioSaid {
  const DlioKey* key = nullptr;
  std::string path;  // As the file spells it.
  const Tree* value = nullptr;
  Mark key_mark;
  bool readable = true;  // False: its value was a problem of its own.
};

// Completes draft.spec; `said` is in the order of the file.
void apply_dlio_rules(const std::vector<DlioSaid>& said, DlioDraft& draft, std::vector<NoEffect>& no_effect,
                      Problems& problems);

}  // namespace headrace
