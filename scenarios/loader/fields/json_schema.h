// JsonSchema: the scenario format as a JSON Schema (draft-07), for editors that
// complete and check while one types. Made from the same visit() lists as the
// reader. It sees unknown and missing keys, wrong types, words and units; bounds
// of quantities and what spans fields only `headrace check` sees.
#pragma once

#include <string>

namespace headrace {

std::string scenario_json_schema();

}  // namespace headrace
