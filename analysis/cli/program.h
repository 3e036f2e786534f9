// The program, from its arguments to its exit code.
#pragma once

#include <string>
#include <vector>

#include "analysis/output.h"

namespace headrace {

// Runs what the words, without the program's own name, ask for: no exception leaves it.
int run_program(const std::vector<std::string>& words, const Streams& streams);

}  // namespace headrace
