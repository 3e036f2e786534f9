#include "analysis/version.h"

#include "analysis/revision.h"

namespace headrace {

const char* program_version() { return "0.1.0"; }

const char* program_revision() { return HEADRACE_REVISION; }

std::string compiler_version() {
#if defined(__clang__)
  return std::string("clang ") + __clang_version__;
#else
  return std::string("g++ ") + __VERSION__;
#endif
}

}  // namespace headrace
