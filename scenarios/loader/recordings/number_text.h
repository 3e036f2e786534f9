// Reads numbers out of the columns of a trace, without a copy and without the locale.
#pragma once

#include <charconv>
#include <cstdint>
#include <optional>
#include <string_view>

#include "sim/units.h"

namespace headrace {

// Takes the next word of a line, between spaces and tabs; empty at its end.
inline std::string_view take_word(std::string_view& line) {
  std::size_t begin = 0;
  while (begin < line.size() && (line[begin] == ' ' || line[begin] == '\t')) ++begin;
  std::size_t end = begin;
  while (end < line.size() && line[end] != ' ' && line[end] != '\t') ++end;
  const std::string_view word = line.substr(begin, end - begin);
  line.remove_prefix(end);
  return word;
}

inline std::optional<std::int64_t> whole_number(std::string_view word) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (error != std::errc() || end != word.data() + word.size() || word.empty()) return std::nullopt;
  return value;
}

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
