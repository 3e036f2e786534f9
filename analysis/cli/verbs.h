// The table of verbs, in the order of the program's help.
#pragma once

#include <span>

#include "analysis/cli/verb.h"

namespace headrace {

std::span<const VerbRow> verbs();

}  // namespace headrace
