// ProblemCodes: what each code of a problem means. E00 texts and files, E01
// fields and their values, E02 DLIO files, E03 what spans fields, E04 sweeps, E05 what cannot be meant,
// E06 tables of measured rows, E07 system descriptions; W warnings, from W0051 on of what hardly can.
#pragma once

#include <string_view>
#include <vector>

namespace headrace {

struct ProblemCode {
  std::string_view code;
  std::string_view meaning;  // One sentence without a full stop.
};

std::vector<ProblemCode> problem_codes();  // By code.

}  // namespace headrace
