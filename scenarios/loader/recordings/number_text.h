// Reads times out of the columns of a trace.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "scenarios/loader/text/letters.h"
#include "scenarios/loader/text/numbers.h"
#include "sim/units.h"

namespace headrace {

// Reads a decimal number of units of so many nanoseconds, exact to the nanosecond: "2.7599" of 1,000,000,000.
inline std::optional<Duration> time_of(std::string_view word, std::int64_t unit_ns) {
  const std::size_t point = word.find('.');
  const auto whole = whole_number(word.substr(0, point));
  constexpr std::int64_t kMost = std::int64_t{4} << 60;  // Of a clock that counts from 1970: 146 years.
  if (!whole || *whole < 0 || *whole > kMost / unit_ns) return std::nullopt;
  std::int64_t ns = *whole * unit_ns;
  std::int64_t weight = unit_ns;
  if (point == std::string_view::npos) return Duration::nanoseconds(ns);
  for (const char digit : word.substr(point + 1)) {
    if (digit < '0' || digit > '9') return std::nullopt;
    weight /= 10;
    ns += weight * (digit - '0');
  }
  return Duration::nanoseconds(ns);
}

}  // namespace headrace
