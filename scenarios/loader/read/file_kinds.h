// FileKinds: which other file of headrace's was given where a scenario should stand.
#pragma once

#include <string>

#include "scenarios/loader/text/tree.h"

namespace headrace {

// Reports a DLIO file or a platform given as a scenario, with where it belongs, and says whether it is one.
bool report_other_kind_of_file(const Tree& root, const std::string& file, Problems& problems);

}  // namespace headrace
