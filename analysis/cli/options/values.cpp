#include "analysis/cli/options/values.h"

#include <charconv>
#include <cmath>
#include <variant>

#include "analysis/errors.h"
#include "scenarios/loader/text/problems.h"
#include "sim/units_text.h"

namespace headrace {

namespace {

template <class T>
T quantity_of(const std::string& option, const std::string& text, T fallback,
              std::variant<T, QuantityError> (*parse)(std::string_view)) {
  if (text.empty()) return fallback;
  const std::variant<T, QuantityError> parsed = parse(text);
  if (const auto* error = std::get_if<QuantityError>(&parsed))
    throw UsageError("'" + text + "' is no value of " + option + ": " + error->sentence +
                     (error->suggestion.empty() ? "" : "; did you mean '" + error->suggestion + "'?"));
  const T value = std::get<T>(parsed);
  if (value <= T()) throw UsageError(option + " must be above zero, not '" + text + "'");
  return value;
}

}  // namespace

std::string suggestion(std::string_view word, std::span<const std::string_view> candidates) {
  const std::string nearest = nearest_word(word, candidates);
  return nearest.empty() ? std::string() : "; did you mean '" + nearest + "'?";
}

std::int64_t count_of(const std::string& option, const std::string& text) {
  std::int64_t value = 0;
  const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || rest != text.data() + text.size() || value < 1)
    throw UsageError("'" + text + "' is no value of " + option + ", which is a whole number from 1 on");
  return value;
}

double positive_of(const std::string& option, const std::string& text) {
  double value = 0;
  const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool whole = error == std::errc() && rest == text.data() + text.size();
  if (!whole || !(value > 0 && std::isfinite(value)))
    throw UsageError("'" + text + "' is no value of " + option + ", which is a number above 0");
  return value;
}

double percentage_of(const std::string& option, const std::string& text) {
  double value = 0;
  const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool whole = error == std::errc() && rest == text.data() + text.size();
  if (!whole || !(value > 0 && value <= 100))
    throw UsageError("'" + text + "' is no value of " + option + ", which is a percentage: above 0, to 100");
  return value;
}

Duration duration_of(const std::string& option, const std::string& text, Duration fallback) {
  return quantity_of(option, text, fallback, parse_duration);
}

Bytes bytes_of(const std::string& option, const std::string& text, Bytes fallback) {
  return quantity_of(option, text, fallback, parse_bytes);
}

}  // namespace headrace
