// The fields of a scenario as plain data.
#pragma once

#include <string>
#include <string_view>

#include "scenarios/loader/fields/field_tree.h"

namespace headrace {

FieldNode scenario_fields();

// Returns the policies that have a parameter of this path, "partial, window"; empty for what is no parameter.
std::string policies_with(std::string_view path);

}  // namespace headrace
