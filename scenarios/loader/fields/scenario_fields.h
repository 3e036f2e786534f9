// The fields of a scenario as plain data.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "scenarios/loader/fields/field_reader.h"
#include "scenarios/loader/fields/field_tree.h"

namespace headrace {

FieldNode scenario_fields();

// Returns the fields of a job that say what it does, of which it has one: "dlio", and each kind of job.
std::vector<std::string> fields_of_work();

// Writes such a field in a sentence: "a 'dlio' file", "a 'workload'", "an 'inference'".
std::string a_field_of_work(std::string_view field);

// Finds what a field that is not known at this path is elsewhere. A name that many groups have says nothing,
// and no place is told.
StrayField find_stray(std::string_view path);

}  // namespace headrace
