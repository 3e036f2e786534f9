#include <array>
#include <charconv>
#include <cmath>
#include <iterator>
#include <utility>

#include "sim/unit_tables.h"
#include "sim/units_text.h"

namespace headrace {
namespace {

std::string whole_text(std::int64_t amount, std::span<const WholeUnit> table, const WholeUnit& of_zero) {
  const WholeUnit* best = &table[0];
  if (amount == 0) best = &of_zero;
  for (const WholeUnit& unit : table) {
    const auto scale = static_cast<std::int64_t>(unit.scale);
    if (amount != 0 && amount % scale == 0) best = &unit;
  }
  return std::to_string(amount / static_cast<std::int64_t>(best->scale)) + " " + std::string(best->name);
}

// Shifting the decimal point is exact in text, though not in a double.
std::string shifted(double rate, int places) {
  char buffer[64];
  const auto* end = std::to_chars(buffer, buffer + sizeof buffer, rate, std::chars_format::scientific).ptr;
  const std::string_view text(buffer, static_cast<std::size_t>(end - buffer));
  const std::size_t e = text.find('e');
  int exponent = 0;
  const std::size_t sign = text[e + 1] == '+' ? 2 : 1;
  std::from_chars(text.data() + e + sign, text.data() + text.size(), exponent);
  exponent -= places;
  std::string digits(1, text[0]);
  if (e > 1) digits += text.substr(2, e - 2);
  if (exponent < 0) return "0." + std::string(static_cast<std::size_t>(-exponent - 1), '0') + digits;
  const auto whole = static_cast<std::size_t>(exponent) + 1;
  if (digits.size() <= whole) return digits + std::string(whole - digits.size(), '0');
  return digits.substr(0, whole) + "." + digits.substr(whole);
}

struct HumanUnit {
  double scale;
  std::string_view name;
};

// Writes a value in the largest unit of which there is at least one, once rounded to three digits.
std::string human(double value, std::span<const HumanUnit> units) {
  const HumanUnit* unit = &units[0];
  for (const HumanUnit& candidate : units) {
    if (value >= candidate.scale * 0.9995) unit = &candidate;
  }
  const double shown = value / unit->scale;
  const int decimals = shown >= 99.95 || shown == std::floor(shown) ? 0 : shown >= 9.995 ? 1 : 2;
  char buffer[400];
  const auto end =
      std::to_chars(buffer, buffer + sizeof buffer, shown, std::chars_format::fixed, decimals).ptr;
  return std::string(buffer, end) + " " + std::string(unit->name);
}

template <class Table, std::size_t... I>
constexpr auto names_of(const Table& table, std::index_sequence<I...>) {
  return std::array<std::string_view, sizeof...(I)>{table[I].name...};
}
constexpr auto kDurationNames =
    names_of(kDurationUnits, std::make_index_sequence<std::size(kDurationUnits)>());
constexpr auto kBytesNames = names_of(kBytesUnits, std::make_index_sequence<std::size(kBytesUnits)>());
constexpr auto kRateNames = names_of(kRateUnits, std::make_index_sequence<std::size(kRateUnits)>());

constexpr HumanUnit kHumanDurations[] = {{1, "ns"}, {1e3, "us"}, {1e6, "ms"}, {1e9, "s"}};
constexpr HumanUnit kHumanLongDurations[] = {{60e9, "min"}, {3600e9, "h"}};
constexpr HumanUnit kHumanBytes[] = {{1, "B"},        {0x1p10, "KiB"}, {0x1p20, "MiB"},
                                     {0x1p30, "GiB"}, {0x1p40, "TiB"}, {0x1p50, "PiB"}};
constexpr HumanUnit kHumanRates[] = {{1, "B/s"}, {1e3, "kB/s"}, {1e6, "MB/s"}, {1e9, "GB/s"}, {1e12, "TB/s"}};
constexpr double kLong = 120e9;  // From here on minutes and hours say more than seconds.

}  // namespace

std::string text_of(Duration span) { return whole_text(span.ns(), kDurationUnits, kDurationUnits[3]); }
std::string text_of(Bytes size) { return whole_text(size.count(), kBytesUnits, kBytesUnits[0]); }

std::string text_of(Bandwidth rate) {
  const double value = rate.in_bytes_per_second();
  std::string best = shifted(value, 0) + " B/s";
  for (const RateUnit& unit : kRateUnits) {
    if (unit.binary < 0) continue;
    const double amount = std::ldexp(value, -unit.binary) / std::pow(10.0, unit.decimal);
    if (amount < 1) continue;
    const std::string number = unit.binary > 0 ? shifted(amount, 0) : shifted(value, unit.decimal);
    std::string text = number + " " + std::string(unit.name);
    if (text.size() < best.size()) best = std::move(text);
  }
  return best;
}

std::string human_text(Duration span) {
  const auto ns = static_cast<double>(span.ns());
  return ns < kLong ? human(ns, kHumanDurations) : human(ns, kHumanLongDurations);
}
std::string human_text(Bytes size) { return human(static_cast<double>(size.count()), kHumanBytes); }
std::string human_text(Bandwidth rate) { return human(rate.in_bytes_per_second(), kHumanRates); }

std::span<const std::string_view> duration_units() { return kDurationNames; }
std::span<const std::string_view> bytes_units() { return kBytesNames; }
std::span<const std::string_view> bandwidth_units() { return kRateNames; }

}  // namespace headrace
