#include "scenarios/loader/text/scalars.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <span>

#include "scenarios/loader/text/words.h"
#include "sim/units_text.h"

namespace headrace {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

std::string_view without_sign(std::string_view text) { return text.starts_with('-') ? text.substr(1) : text; }

bool has_leading_zero(std::string_view digits) {
  return digits.size() > 1 && digits[0] == '0' && is_digit(digits[1]);
}

// Digits, perhaps with a point and an exponent, each with digits on both sides.
bool is_decimal(std::string_view text) {
  std::size_t i = 0;
  const auto digits = [&] {
    const std::size_t begin = i;
    while (i < text.size() && is_digit(text[i])) ++i;
    return i > begin;
  };
  if (!digits()) return false;
  if (i < text.size() && text[i] == '.') {
    ++i;
    if (!digits()) return false;
  }
  if (i < text.size() && (text[i] == 'e' || text[i] == 'E')) {
    ++i;
    if (i < text.size() && (text[i] == '+' || text[i] == '-')) ++i;
    if (!digits()) return false;
  }
  return i == text.size();
}

// Faults that whole numbers and numbers share.
std::optional<ScalarFault> number_fault(const Tree& scalar, const char* what) {
  const std::string_view text = scalar.scalar;
  const std::string_view digits = without_sign(text);
  if (scalar.quoted) {
    return ScalarFault{"E0106", in_quotes(text) + " in quotes is a text, not " + what, "",
                       "write the number without quotes"};
  }
  if (has_leading_zero(digits) && is_decimal(digits)) {
    std::string_view rest = digits;
    while (has_leading_zero(rest)) rest.remove_prefix(1);
    return ScalarFault{"E0105", in_quotes(text) + " has leading zeros",
                       did_you_mean((text.size() > digits.size() ? "-" : "") + std::string(rest)),
                       "other programs read such a number in octal"};
  }
  return std::nullopt;
}

const char* code_of(QuantityFault fault) {
  switch (fault) {
    case QuantityFault::not_a_number: return "E0104";
    case QuantityFault::leading_zeros: return "E0105";
    case QuantityFault::no_unit: return "E0120";
    case QuantityFault::unknown_unit: return "E0121";
    case QuantityFault::too_large: return "E0122";
    case QuantityFault::other_quantity: return "E0123";
    case QuantityFault::too_fine: return "E0124";
    case QuantityFault::negative: return "E0125";
  }
  return "E0104";
}

// Lists the units one would choose from, without the second spelling of bits.
std::string units_help(std::string_view noun, std::span<const std::string_view> units) {
  std::string help = std::string(noun) + " takes ";
  bool first = true;
  for (const std::string_view unit : units) {
    if (unit.ends_with("b/s")) continue;
    help += (first ? "" : ", ") + std::string(unit);
    first = false;
  }
  return help + "   (headrace show units)";
}

template <class T>
std::optional<ScalarFault> read_quantity(const Tree& scalar, std::variant<T, QuantityError> parsed, T& value,
                                         std::string_view noun, std::span<const std::string_view> units) {
  if (const T* right = std::get_if<T>(&parsed)) {
    value = *right;
    return std::nullopt;
  }
  const QuantityError& error = std::get<QuantityError>(parsed);
  ScalarFault fault{code_of(error.fault),    error.sentence, "",
                    units_help(noun, units), error.offset,   error.length};
  std::string better = error.suggestion;
  if (better.empty() && error.fault == QuantityFault::unknown_unit) {
    better = nearest_word(std::string_view(scalar.scalar).substr(error.offset, error.length), units);
  }
  fault.nearest = did_you_mean(better);
  if (error.fault == QuantityFault::too_fine) fault.help = "write a whole number of the smallest unit";
  return fault;
}

}  // namespace

std::optional<ScalarFault> read_scalar(const Tree& scalar, std::int64_t& value) {
  const std::string_view text = scalar.scalar;
  const std::string_view digits = without_sign(text);
  if (auto fault = number_fault(scalar, "a whole number")) return fault;
  if (digits.empty() || !std::all_of(digits.begin(), digits.end(), is_digit)) {
    return ScalarFault{"E0104", in_quotes(text) + " is not a whole number", "", ""};
  }
  std::int64_t read = 0;
  if (std::from_chars(text.data(), text.data() + text.size(), read).ec != std::errc()) {
    return ScalarFault{"E0122", in_quotes(text) + " is too large", "", ""};
  }
  value = read;
  return std::nullopt;
}

std::optional<ScalarFault> read_scalar(const Tree& scalar, double& value) {
  const std::string_view text = scalar.scalar;
  if (auto fault = number_fault(scalar, "a number")) return fault;
  if (!is_decimal(without_sign(text))) {
    // "0.9 s" and "90 %", but not "1,5" or "0x10".
    const std::string_view digits = without_sign(text);
    const std::size_t behind = std::min(digits.find_first_not_of("0123456789."), digits.size());
    const bool has_unit = behind > 0 && digits.substr(behind).find_first_of(" %/") == 0;
    return ScalarFault{"E0104", in_quotes(text) + " is not a number", "",
                       has_unit ? "it is written without a unit" : ""};
  }
  double read = 0;
  if (std::from_chars(text.data(), text.data() + text.size(), read).ec != std::errc()) {
    return ScalarFault{"E0122", in_quotes(text) + " is too large or too small", "", ""};
  }
  value = read;
  return std::nullopt;
}

std::optional<ScalarFault> read_scalar(const Tree& scalar, bool& value) {
  const std::string& text = scalar.scalar;
  if (!scalar.quoted && (text == "true" || text == "false")) {
    value = text == "true";
    return std::nullopt;
  }
  constexpr std::string_view kTrue[] = {"yes", "on", "y", "1", "True", "TRUE"};
  constexpr std::string_view kFalse[] = {"no", "off", "n", "0", "False", "FALSE"};
  constexpr std::string_view kBoth[] = {"true", "false"};
  std::string better = nearest_word(text, kBoth);
  if (std::find(std::begin(kTrue), std::end(kTrue), text) != std::end(kTrue)) better = "true";
  if (std::find(std::begin(kFalse), std::end(kFalse), text) != std::end(kFalse)) better = "false";
  const bool is_text = scalar.quoted && (text == "true" || text == "false");
  return ScalarFault{"E0110",
                     in_quotes(text) + (is_text ? " in quotes is a text, not" : " is not") + " true or false",
                     is_text ? "" : did_you_mean(better), is_text ? "write it without quotes" : ""};
}

std::optional<ScalarFault> read_scalar(const Tree& scalar, std::string& value) {
  if (scalar.scalar.empty()) return ScalarFault{"E0111", "the text is empty", "", "leave the key out"};
  if (!scalar.quoted && needs_quotes(scalar.scalar)) {
    return ScalarFault{"E0103", in_quotes(scalar.scalar) + " is not a text",
                       "did you mean '\"" + scalar.scalar + "\"'?",
                       "a number, true or false needs quotes where a text stands"};
  }
  value = scalar.scalar;
  return std::nullopt;
}

std::optional<ScalarFault> read_scalar(const Tree& scalar, Duration& value) {
  return read_quantity(scalar, parse_duration(scalar.scalar), value, "a duration", duration_units());
}
std::optional<ScalarFault> read_scalar(const Tree& scalar, Bytes& value) {
  return read_quantity(scalar, parse_bytes(scalar.scalar), value, "an amount of bytes", bytes_units());
}
std::optional<ScalarFault> read_scalar(const Tree& scalar, Bandwidth& value) {
  return read_quantity(scalar, parse_bandwidth(scalar.scalar), value, "a bandwidth", bandwidth_units());
}

Problem& add_fault(const Tree& scalar, const ScalarFault& fault, Problems& problems) {
  Mark mark = scalar.mark;
  // Only a word that stands in the text as it is has parts to point at: no escapes, no line breaks, no alias.
  const bool as_written = !scalar.quoted && static_cast<std::size_t>(mark.length) == scalar.scalar.size();
  if (fault.length > 0 && as_written) {
    mark.column += static_cast<int>(fault.offset);
    mark.length = static_cast<int>(fault.length);
  }
  return problems.add(std::move(mark), fault.code, fault.sentence).hint(fault.nearest).with_help(fault.help);
}

bool needs_quotes(std::string_view word) {
  constexpr std::string_view kWords[] = {
      "true", "True", "TRUE",  "false", "False", "FALSE", "null",  "Null",  "NULL", "~",    ".inf",
      ".Inf", ".INF", "-.inf", "-.Inf", "-.INF", "+.inf", "+.Inf", "+.INF", ".nan", ".NaN", ".NAN"};
  if (word.empty() || std::find(std::begin(kWords), std::end(kWords), word) != std::end(kWords)) return true;
  if (word.starts_with('+') || word.starts_with('-')) word.remove_prefix(1);
  if (word.starts_with("0x") || word.starts_with("0o")) {
    const std::string_view digits = word.substr(2);
    return !digits.empty() && digits.find_first_not_of("0123456789abcdefABCDEF") == std::string_view::npos;
  }
  if (word.starts_with('.')) return word.size() > 1 && is_decimal(word.substr(1));
  const std::size_t e = word.find_first_of("eE");
  const bool point_last = e == std::string_view::npos ? word.ends_with('.') : e > 0 && word[e - 1] == '.';
  if (!point_last) return is_decimal(word);
  std::string filled(word);
  filled.insert(e == std::string_view::npos ? filled.size() : e, "0");
  return is_decimal(filled);
}

}  // namespace headrace
