// AxisNumber: the value of a sweep's axis as a number, so that results can be
// plotted over it.
#pragma once

#include <optional>
#include <string_view>

namespace headrace {

struct AxisNumber {
  double number = 0;
  const char* unit = "";  // "s", "B", "B/s"; empty: it has none.
};

// "1 MiB" is 1048576 B, "8" is 8; nothing for a word such as "lru".
std::optional<AxisNumber> axis_number(std::string_view value);

}  // namespace headrace
