// The critical path of one run, as `headrace explain` prints it: by part, by kind, and what bound when.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "analysis/answer/blame.h"

namespace headrace {

std::string blame_text(const Blame& blame);

// Returns the same for programs (README.md).
nlohmann::ordered_json blame_tree(const Blame& blame);

}  // namespace headrace
