#include "analysis/results/axis_number.h"

#include <charconv>
#include <cmath>

#include "sim/units_text.h"

namespace headrace {

std::optional<AxisNumber> axis_number(std::string_view value) {
  double number = 0;
  const char* const begin = value.data();
  const char* const end = begin + value.size();
  const auto [rest, error] = std::from_chars(begin, end, number);
  if (error != std::errc() || !std::isfinite(number)) return {};
  if (rest == end) return AxisNumber{number, ""};
  // No text is two of these: each has units of its own.
  if (const auto span = parse_duration(value); const Duration* found = std::get_if<Duration>(&span))
    return AxisNumber{static_cast<double>(found->ns()) / 1e9, "s"};
  if (const auto size = parse_bytes(value); const Bytes* found = std::get_if<Bytes>(&size))
    return AxisNumber{static_cast<double>(found->count()), "B"};
  if (const auto rate = parse_bandwidth(value); const Bandwidth* found = std::get_if<Bandwidth>(&rate))
    return AxisNumber{found->in_bytes_per_second(), "B/s"};
  return {};
}

}  // namespace headrace
