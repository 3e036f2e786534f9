// Places: where fields stood in a text, and which of them were refused.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "scenarios/loader/text/problems.h"

namespace headrace {

// Marks by path, of fields that were read well. A check of a field that was not is left out.
using Places = std::map<std::string, Mark>;

// Returns where a path stood; no place where it is not known.
Mark place_in(const Places& places, const std::string& path);

// Returns whether something at or below a path was refused, so that its values are not what the text says.
bool is_refused(std::string_view path, const Problems& problems);

}  // namespace headrace
