#include "scenarios/loader/fields/prior_range.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "scenarios/loader/fields/field_writer.h"
#include "sim/units_text.h"

namespace headrace {
namespace {

bool has(std::string_view text, std::string_view word) { return text.find(word) != std::string_view::npos; }

double assumed(Quantity quantity) { return quantity == Quantity::time ? 3 : 2; }
double of_another_machine(Quantity quantity) { return quantity == Quantity::time ? 2 : 1.5; }

double rounded(double value, int digits) {
  if (value == 0) return 0;
  const double unit = std::pow(10, std::floor(std::log10(std::abs(value))) + 1 - digits);
  return unit < 1 ? std::round(value) : std::round(value / unit) * unit;
}

Duration scaled(Duration value, double times, int digits) {
  if (times == 1) return value;
  return Duration::nanoseconds(std::llround(rounded(static_cast<double>(value.ns()) * times, digits)));
}

// Returns the factor that a comment states behind its first tag.
std::optional<double> stated_factor(std::string_view comment) {
  constexpr std::string_view kWords = "] within a factor of ";
  const std::size_t tag = comment.find(']');
  if (tag == std::string_view::npos || !comment.substr(tag).starts_with(kWords)) return std::nullopt;
  const std::string_view number = comment.substr(tag + kWords.size());
  double factor = 0;
  const auto read = std::from_chars(number.data(), number.data() + number.size(), factor);
  return read.ec == std::errc() && factor > 1 ? std::optional(factor) : std::nullopt;
}

}  // namespace

std::optional<double> prior_factor(std::string_view source, Quantity quantity) {
  if (quantity == Quantity::number || !has(source, "prior")) return std::nullopt;
  const bool known = has(source, "[derived]") || has(source, "[measured]") || has(source, "[read]");
  return known ? of_another_machine(quantity) : assumed(quantity);
}

std::optional<double> given_factor(std::string_view comment, Quantity quantity) {
  const std::size_t tag = comment.find('[');
  if (tag == std::string_view::npos) return std::nullopt;
  const std::string_view first = comment.substr(tag);
  if (const std::optional<double> stated = stated_factor(first)) return stated;
  if (quantity == Quantity::number) return std::nullopt;
  if (first.starts_with("[assumed]")) return assumed(quantity);
  if (first.starts_with("[derived]")) return of_another_machine(quantity);
  return std::nullopt;
}

std::string scaled_text(Duration value, double times, int digits) {
  return text_of(scaled(value, times, digits));
}

std::string scaled_text(Bandwidth value, double times, int digits) {
  if (times == 1) return text_of(value);
  return text_of(Bandwidth::bytes_per_second(rounded(value.in_bytes_per_second() * times, digits)));
}

std::string scaled_text(const Distribution& value, double times, int digits) {
  return text_of(
      Distribution(value.law(), scaled(value.mean(), times, digits), scaled(value.spread(), times, digits)));
}

std::string scaled_text(double value, double times, int digits) {
  if (times == 1) return number_text(value);
  std::array<char, 64> text{};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), value * times,
                                 std::chars_format::general, digits);
  return {text.data(), end.ptr};
}

std::string scaled_text(WholeNumber value, double times, int) {
  return std::to_string(std::max(1LL, std::llround(value.value * times)));
}

std::string range_text(Duration value, double factor) {
  return scaled_text(value, 1 / factor) + " to " + scaled_text(value, factor);
}

std::string range_text(Bandwidth value, double factor) {
  return scaled_text(value, 1 / factor) + " to " + scaled_text(value, factor);
}

std::string range_text(double value, double factor) {
  return scaled_text(value, 1 / factor) + " to " + scaled_text(value, factor);
}

std::string range_text(WholeNumber value, double factor) {
  return scaled_text(value, 1 / factor) + " to " + scaled_text(value, factor);
}

std::string range_text(const Distribution& value, double factor) { return range_text(value.mean(), factor); }

}  // namespace headrace
