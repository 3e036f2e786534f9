// The fields of a scenario as plain data.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "scenarios/loader/fields/field_tree.h"

namespace headrace {

FieldNode scenario_fields();

// Returns the fields of a job that say what it does, of which it has one: "dlio", and each kind of job.
std::vector<std::string> fields_of_work();

// Writes such a field in a sentence: "a 'dlio' file", "a 'workload'", "an 'inference'".
std::string a_field_of_work(std::string_view field);

// Returns the policies that have a parameter of this path, "partial, window"; empty for what is no parameter.
std::string policies_with(std::string_view path);

}  // namespace headrace
