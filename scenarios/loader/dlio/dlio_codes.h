// The codes of the problems of DLIO files and overrides, E0201 to E0212, and
// what each means: for the list that explains all codes.
#pragma once

#include <span>
#include <string_view>

namespace headrace {

struct DlioCode {
  std::string_view code;
  std::string_view meaning;
};

std::span<const DlioCode> dlio_codes();

}  // namespace headrace
