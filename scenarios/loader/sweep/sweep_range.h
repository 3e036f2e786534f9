// SweepRange: values of a field between two ends, in equal steps or equal ratios.
//
//   8..64:8        0.1..0.9:0.1       1 MiB..64 MiB:1 MiB     log 10s..1h 8      without steps: 1..8, log
//   1s..1h
//
// Steps are counted in whole nanoseconds, bytes or decimals, so that they meet the end exactly. Ratios are
// rounded to four digits, places between the ends to six, and to what the field takes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "scenarios/loader/text/problems.h"

namespace headrace {

// A number or a quantity, exactly.
struct Amount {
  enum class Kind : std::uint8_t { number, duration, bytes, bandwidth };

  Kind kind = Kind::number;
  std::int64_t count = 0;  // Nanoseconds, bytes, bytes a second, or 10^-decimals of a number.
  int decimals = 0;

  double value() const;      // In s, B, B/s.
  std::string text() const;  // As a field takes it.
};

std::optional<Amount> parse_amount(std::string_view text);
std::string_view unit_of(Amount::Kind kind);  // "s", "B", "B/s"; empty of numbers.

struct SweepRange {
  Amount low, high;
  bool log = false;
  bool whole = false;  // Of a field that takes whole numbers.

  // Return the value at a share of the range from 0 to 1, and the share of a value that was so made.
  std::string at(double share, int digits = 6) const;
  double share_of(const Amount& amount) const;
};

// A range of a text, and its values where it has steps.
struct RangeText {
  SweepRange range;
  bool has_steps = false;
  std::vector<std::string> values;
};

bool is_range(std::string_view text);

// `mark` covers the text where it stands there letter by letter.
std::optional<RangeText> parse_range(std::string_view text, bool whole, const Mark& mark, Problems& problems);

}  // namespace headrace
