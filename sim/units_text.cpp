#include "sim/units_text.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <iterator>
#include <limits>
#include <optional>

#include "sim/unit_tables.h"

namespace headrace {
namespace {

__extension__ using Wide = unsigned __int128;  // Holds 19 digits times the largest unit.

enum class Quantity { duration, bytes, bandwidth };
constexpr std::string_view kNouns[] = {"a duration", "an amount of bytes", "a bandwidth"};
std::string noun(Quantity quantity) { return std::string(kNouns[static_cast<std::size_t>(quantity)]); }

// Words that people write for a unit, and what they mean by them.
struct Habit {
  Quantity quantity;
  std::string_view word;
  std::string_view unit;
};
constexpr Habit kHabits[] = {
    {Quantity::duration, "sec", "s"},        {Quantity::duration, "secs", "s"},
    {Quantity::duration, "second", "s"},     {Quantity::duration, "seconds", "s"},
    {Quantity::duration, "msec", "ms"},      {Quantity::duration, "milliseconds", "ms"},
    {Quantity::duration, "usec", "us"},      {Quantity::duration, "microseconds", "us"},
    {Quantity::duration, "\u00B5s", "us"},   {Quantity::duration, "\u03BCs", "us"},
    {Quantity::duration, "nsec", "ns"},      {Quantity::duration, "nanoseconds", "ns"},
    {Quantity::duration, "m", "min"},        {Quantity::duration, "minutes", "min"},
    {Quantity::duration, "minute", "min"},   {Quantity::duration, "hour", "h"},
    {Quantity::duration, "hours", "h"},      {Quantity::duration, "hr", "h"},
    {Quantity::bytes, "byte", "B"},          {Quantity::bytes, "bytes", "B"},
    {Quantity::bytes, "k", "KiB"},           {Quantity::bytes, "K", "KiB"},
    {Quantity::bytes, "M", "MiB"},           {Quantity::bytes, "G", "GiB"},
    {Quantity::bytes, "T", "TiB"},           {Quantity::bandwidth, "bps", "bit/s"},
    {Quantity::bandwidth, "kbps", "kbit/s"}, {Quantity::bandwidth, "Mbps", "Mbit/s"},
    {Quantity::bandwidth, "Gbps", "Gbit/s"}, {Quantity::bandwidth, "Tbps", "Tbit/s"},
    {Quantity::bandwidth, "kBps", "kB/s"},   {Quantity::bandwidth, "MBps", "MB/s"},
    {Quantity::bandwidth, "GBps", "GB/s"},   {Quantity::bandwidth, "TBps", "TB/s"},
    {Quantity::bandwidth, "G", "GB/s"},      {Quantity::bandwidth, "M", "MB/s"}};
constexpr std::string_view kBits[] = {"bit", "kbit", "Mbit", "Gbit", "Tbit", "b", "kb", "Mb", "Gb", "Tb"};

template <class Table>
auto find_unit(const Table& table, std::string_view name) {
  const auto found =
      std::find_if(std::begin(table), std::end(table), [&](const auto& unit) { return unit.name == name; });
  return found == std::end(table) ? nullptr : &*found;
}

// The number that a quantity begins with.
struct Number {
  std::string_view text;      // "1.50e3"
  std::string_view mantissa;  // "1.50"
  int written_exponent = 0;   // 3
  std::string_view unit;
  std::size_t unit_offset = 0;
  std::uint64_t digits = 0;  // Its first 19 digits …
  int exponent = 0;          // … times ten to this …
  bool more = false;         // … and a little more.
};

bool is_digit(char c) { return c >= '0' && c <= '9'; }

QuantityError error(QuantityFault fault, std::size_t offset, std::size_t length, std::string sentence,
                    std::string_view suggestion = {}) {
  return {fault, offset, length, std::move(sentence), std::string(suggestion)};
}

std::string quoted(std::string_view text) { return "'" + std::string(text) + "'"; }

QuantityError not_a_number(std::string_view text, Quantity quantity) {
  return error(QuantityFault::not_a_number, 0, text.size(), quoted(text) + " is not " + noun(quantity));
}

// Digits, at most one point with digits on both sides, at most one exponent.
std::size_t scan_number(std::string_view text) {
  const auto digits_from = [&](std::size_t i) {
    while (i < text.size() && is_digit(text[i])) ++i;
    return i;
  };
  std::size_t end = digits_from(0);
  if (end + 1 < text.size() && text[end] == '.' && is_digit(text[end + 1])) end = digits_from(end + 1);
  if (end < text.size() && (text[end] == 'e' || text[end] == 'E')) {
    const std::size_t sign = end + 1 < text.size() && (text[end + 1] == '+' || text[end + 1] == '-') ? 1 : 0;
    const std::size_t exponent_end = digits_from(end + 1 + sign);
    if (exponent_end > end + 1 + sign) end = exponent_end;
  }
  return end;
}

int written_exponent(std::string_view text) {
  const bool negative = text[0] == '-';
  if (!is_digit(text[0])) text.remove_prefix(1);
  int exponent = 0;
  for (const char c : text) exponent = std::min(exponent * 10 + (c - '0'), 1'000'000);
  return negative ? -exponent : exponent;
}

void read_digits(Number& number) {
  const std::size_t e = number.text.find_first_of("eE");
  number.mantissa = number.text.substr(0, e);
  if (e != std::string_view::npos) number.written_exponent = written_exponent(number.text.substr(e + 1));
  number.exponent = number.written_exponent;
  bool behind_point = false;
  int kept = 0;
  for (const char c : number.mantissa) {
    if (c == '.') {
      behind_point = true;
      continue;
    }
    const auto digit = static_cast<std::uint64_t>(c - '0');
    if (kept < 19) {
      number.digits = number.digits * 10 + digit;
      if (number.digits > 0) ++kept;
      if (behind_point) --number.exponent;
    } else {
      number.more = number.more || digit > 0;
      if (!behind_point) ++number.exponent;
    }
  }
}

std::variant<Number, QuantityError> split(std::string_view text, Quantity quantity) {
  if (text.size() > 1 && text[0] == '-' && is_digit(text[1])) {
    return error(QuantityFault::negative, 0, text.size(), quoted(text) + " is negative");
  }
  if (text.empty() || !is_digit(text[0])) return not_a_number(text, quantity);
  if (text.size() > 1 && text[0] == '0' && is_digit(text[1])) {
    const std::size_t zeros = std::min(text.find_first_not_of('0'), scan_number(text));
    const std::size_t begin = zeros < text.size() && is_digit(text[zeros]) ? zeros : zeros - 1;
    return error(QuantityFault::leading_zeros, 0, scan_number(text),
                 quoted(text.substr(0, scan_number(text))) + " has leading zeros",
                 text.substr(begin, scan_number(text) - begin));
  }
  Number number;
  const std::size_t end = scan_number(text);
  number.text = text.substr(0, end);
  if (end < text.size() && std::string_view("._,'").find(text[end]) != std::string_view::npos) {
    return not_a_number(text, quantity);
  }
  number.unit_offset = std::min(text.find_first_not_of(' ', end), text.size());
  number.unit = text.substr(number.unit_offset);
  read_digits(number);
  return number;
}

bool is_amount(Quantity quantity, std::string_view unit) {
  switch (quantity) {
    case Quantity::duration: return find_unit(kDurationUnits, unit) != nullptr;
    case Quantity::bytes: return find_unit(kBytesUnits, unit) != nullptr;
    case Quantity::bandwidth: return find_unit(kRateUnits, unit) != nullptr;
  }
  return false;
}

bool is_any_amount(std::string_view unit) {
  return is_amount(Quantity::duration, unit) || is_amount(Quantity::bytes, unit) ||
         is_amount(Quantity::bandwidth, unit) ||
         std::find(std::begin(kBits), std::end(kBits), unit) != std::end(kBits);
}

std::string suggested_unit(std::string_view unit, Quantity quantity) {
  for (const Habit& habit : kHabits) {
    if (habit.quantity == quantity && habit.word == unit) return std::string(habit.unit);
  }
  if (quantity == Quantity::bandwidth) {
    const bool letter_bits = unit.ends_with('b');
    const std::string rate =
        (letter_bits ? std::string(unit.substr(0, unit.size() - 1)) + "bit" : std::string(unit)) + "/s";
    return is_amount(quantity, rate) ? rate : std::string();
  }
  if (quantity == Quantity::bytes && unit.ends_with("/s") &&
      is_amount(quantity, unit.substr(0, unit.size() - 2))) {
    return std::string(unit.substr(0, unit.size() - 2));
  }
  return {};
}

// Says why a number with this unit is not the quantity.
QuantityError unit_error(const Number& number, Quantity quantity) {
  if (number.unit.empty()) {
    return error(QuantityFault::no_unit, 0, number.text.size(), quoted(number.text) + " has no unit");
  }
  const std::string suggestion = suggested_unit(number.unit, quantity);
  if (is_any_amount(number.unit)) {
    return error(QuantityFault::other_quantity, number.unit_offset, number.unit.size(),
                 quoted(number.unit) + " is not " + noun(quantity), suggestion);
  }
  return error(QuantityFault::unknown_unit, number.unit_offset, number.unit.size(),
               quoted(number.unit) + " is not a unit of " + noun(quantity), suggestion);
}

struct Whole {
  std::int64_t amount = 0;
  std::optional<QuantityFault> fault;
};

// number x scale, to the nearest whole.
Whole whole_amount(const Number& number, std::uint64_t scale) {
  constexpr Wide kMost = static_cast<Wide>(std::numeric_limits<std::int64_t>::max());
  constexpr Wide kHarmless = 500'000;  // From here on, half a unit is a millionth.
  Wide value = static_cast<Wide>(number.digits) * scale;
  if (value == 0) return {};
  for (int i = 0; i < number.exponent; ++i) {
    if (value > kMost) return {0, QuantityFault::too_large};
    value *= 10;
  }
  Wide divisor = 1;
  for (int i = 0; i > number.exponent; --i) {
    if (divisor > value) return {0, QuantityFault::too_fine};
    divisor *= 10;
  }
  const Wide quotient = value / divisor;
  const Wide rest = value % divisor;
  if (quotient >= kMost) {
    return quotient == kMost && rest == 0 ? Whole{std::numeric_limits<std::int64_t>::max(), {}}
                                          : Whole{0, QuantityFault::too_large};
  }
  if ((rest != 0 || number.more) && quotient < kHarmless) return {0, QuantityFault::too_fine};
  return {static_cast<std::int64_t>(rest >= divisor - rest && rest != 0 ? quotient + 1 : quotient), {}};
}

template <class Table>
std::variant<std::int64_t, QuantityError> parse_whole(std::string_view text, const Table& table,
                                                      Quantity quantity) {
  auto parts = split(text, quantity);
  if (auto* wrong = std::get_if<QuantityError>(&parts)) return std::move(*wrong);
  const Number& number = std::get<Number>(parts);
  const WholeUnit* unit = find_unit(table, number.unit);
  if (unit == nullptr) return unit_error(number, quantity);
  const Whole whole = whole_amount(number, unit->scale);
  if (!whole.fault) return whole.amount;
  const char* smallest = quantity == Quantity::duration ? " is finer than 1 ns" : " is finer than 1 B";
  const bool fine = whole.fault == QuantityFault::too_fine;
  return error(*whole.fault, 0, text.size(), quoted(text) + (fine ? smallest : " is too large"));
}

}  // namespace

std::variant<Duration, QuantityError> parse_duration(std::string_view text) {
  auto parsed = parse_whole(text, kDurationUnits, Quantity::duration);
  if (auto* wrong = std::get_if<QuantityError>(&parsed)) return std::move(*wrong);
  return Duration::nanoseconds(std::get<std::int64_t>(parsed));
}

std::variant<Bytes, QuantityError> parse_bytes(std::string_view text) {
  auto parsed = parse_whole(text, kBytesUnits, Quantity::bytes);
  if (auto* wrong = std::get_if<QuantityError>(&parsed)) return std::move(*wrong);
  return Bytes::count(std::get<std::int64_t>(parsed));
}

std::variant<Bandwidth, QuantityError> parse_bandwidth(std::string_view text) {
  auto parts = split(text, Quantity::bandwidth);
  if (auto* wrong = std::get_if<QuantityError>(&parts)) return std::move(*wrong);
  const Number& number = std::get<Number>(parts);
  const RateUnit* unit = find_unit(kRateUnits, number.unit);
  if (unit == nullptr) return unit_error(number, Quantity::bandwidth);
  // One conversion, correctly rounded: the decimal prefix goes into the exponent, powers of two are exact.
  const std::string decimal =
      std::string(number.mantissa) + "e" + std::to_string(number.written_exponent + unit->decimal);
  double value = 0;
  const auto read = std::from_chars(decimal.data(), decimal.data() + decimal.size(), value);
  const double rate = std::ldexp(value, unit->binary);
  if (read.ec != std::errc() || !std::isfinite(rate)) {
    return error(QuantityFault::too_large, 0, text.size(), quoted(text) + " is too large or too small");
  }
  return Bandwidth::bytes_per_second(rate);
}

std::string number_text(double value) {
  char buffer[400];
  char* end = std::to_chars(buffer, buffer + sizeof buffer, value).ptr;
  return std::string(buffer, end);
}

}  // namespace headrace
