// Version: which headrace this is, for results and for bug reports.
#pragma once

#include <string>

namespace headrace {

const char* program_version();  // "0.1.0"
const char*
program_revision();  // The git revision it was built from; "-dirty" with changes, "unknown" without git.
std::string compiler_version();  // "g++ 12.2.0"

}  // namespace headrace
