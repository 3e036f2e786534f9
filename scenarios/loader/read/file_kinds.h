// FileKinds: which other file of headrace's was given where a scenario should stand.
#pragma once

#include <string>

#include "scenarios/loader/text/tree.h"

namespace headrace {

// Say whether a text is a platform, or a DLIO workload file, by its keys.
bool is_platform_file(const Tree& root);
bool is_dlio_file(const Tree& root);

// Reports a DLIO file or a platform given as a scenario, with where it belongs, and says whether it is one.
bool report_other_kind_of_file(const Tree& root, const std::string& file, Problems& problems);

}  // namespace headrace
