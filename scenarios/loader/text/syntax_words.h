// SyntaxWords: what the YAML library says about a broken text, in words that
// tell what to change.
#pragma once

#include <string_view>

#include "scenarios/loader/text/problems.h"

namespace headrace {

// `open`: where the innermost list or map began that was not yet closed; may be null.
void report_syntax(const Mark& mark, std::string_view library_says, const Mark* open, Problems& problems);

}  // namespace headrace
