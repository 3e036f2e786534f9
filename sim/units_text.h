// UnitsText: quantities as people write them: "80 us", "64 KiB", "200 Gbit/s".
//
// A unit is required, also for zero. Decimal and binary prefixes are what they
// say (kB is not KiB), B is bytes, bits appear only in rates. Reading is exact
// decimal arithmetic. An amount finer than 1 ns or 1 B is rounded to the nearest
// where that changes less than a millionth of it, and refused otherwise. What
// text_of writes reads back as the same value, always; human_text rounds to
// three digits and is for people only.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <variant>

#include "sim/units.h"

namespace headrace {

enum class QuantityFault : std::uint8_t {
  not_a_number,
  leading_zeros,
  negative,
  no_unit,
  unknown_unit,
  other_quantity,
  too_large,
  too_fine
};

struct QuantityError {
  QuantityFault fault = QuantityFault::not_a_number;
  std::size_t offset = 0, length = 0;  // The part of the text that is wrong.
  std::string sentence;                // "'Gbit' is not a bandwidth"
  std::string suggestion;              // What to write in place of that part; may be empty.
};

std::variant<Duration, QuantityError> parse_duration(std::string_view text);
std::variant<Bytes, QuantityError> parse_bytes(std::string_view text);
std::variant<Bandwidth, QuantityError> parse_bandwidth(std::string_view text);

// Writes an amount in the largest unit in which the amount is whole; a rate in the unit that is shortest.
std::string text_of(Duration span);
std::string text_of(Bytes size);
std::string text_of(Bandwidth rate);

// "1.23 ms", "140 MiB", "12.3 GB/s": three significant digits, none behind a whole number.
std::string human_text(Duration span);
std::string human_text(Bytes size);
std::string human_text(Bandwidth rate);

// Writes a plain number, "0.9": the shortest decimal that reads back as the same.
std::string number_text(double value);

// The units each quantity takes, smallest first.
std::span<const std::string_view> duration_units();
std::span<const std::string_view> bytes_units();
std::span<const std::string_view> bandwidth_units();

}  // namespace headrace
