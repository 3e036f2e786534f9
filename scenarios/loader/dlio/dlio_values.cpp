#include "scenarios/loader/dlio/dlio_values.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdio>

namespace headrace {
namespace {

constexpr std::string_view kTrue[] = {"true", "True", "TRUE", "yes", "Yes", "YES", "on", "On", "ON"};
constexpr std::string_view kFalse[] = {"false", "False", "FALSE", "no", "No", "NO", "off", "Off", "OFF"};
constexpr std::string_view kFlagWords[] = {"True", "False", "true", "false", "yes", "no"};

bool is_digit(char c) { return c >= '0' && c <= '9'; }

std::string_view without_sign(std::string_view text) {
  return !text.empty() && (text[0] == '+' || text[0] == '-') ? text.substr(1) : text;
}

bool is_whole(std::string_view text) {
  text = without_sign(text);
  return !text.empty() && std::all_of(text.begin(), text.end(), is_digit);
}

enum class Notation { decimal, odd, none };

// Tells how a text is written as a number. Odd: it begins as a number and goes on as something else, or means
// different numbers to different readers.
Notation notation(std::string_view text) {
  text = without_sign(text);
  const bool begins =
      !text.empty() && (is_digit(text[0]) || (text[0] == '.' && text.size() > 1 && is_digit(text[1])));
  if (!begins) return Notation::none;
  if (text.size() > 1 && text[0] == '0' && is_digit(text[1])) return Notation::odd;
  double number = 0;
  const auto parsed = std::from_chars(text.data(), text.data() + text.size(), number);
  return parsed.ptr == text.data() + text.size() ? Notation::decimal : Notation::odd;
}

// Reads a number; infinite where it is too large for a double.
double to_double(std::string_view text) {
  const std::string_view digits = without_sign(text);
  double number = 0;
  const auto parsed = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  if (parsed.ec == std::errc::result_out_of_range) {
    const std::size_t exponent = digits.find_first_of("eE");
    const bool tiny = exponent != std::string_view::npos && digits.substr(exponent + 1).starts_with('-');
    number = tiny ? 0 : HUGE_VAL;
  }
  return text[0] == '-' ? -number : number;
}

std::string plain(double number) {
  char text[32];
  std::snprintf(text, sizeof text, "%.15g", number);
  return text;
}

bool within(double number, const DlioBounds& bounds) {
  return number >= bounds.low && number <= bounds.high && !(bounds.no_zero && number == 0);
}

}  // namespace

std::string shown(const Tree& value) {
  constexpr std::size_t kLongest = 40;
  switch (value.kind) {
    case Tree::Kind::null: return "nothing";
    case Tree::Kind::sequence: return "a list";
    case Tree::Kind::map: return "a map";
    case Tree::Kind::scalar: break;
  }
  if (value.scalar.size() <= kLongest) return "'" + value.scalar + "'";
  std::size_t end = kLongest;
  while (end > 0 && (static_cast<unsigned char>(value.scalar[end]) & 0xC0) == 0x80) --end;
  return "'" + value.scalar.substr(0, end) + "…'";
}

Problem& DlioValues::wrong_kind(const Tree& value, const std::string& path, std::string_view wanted) {
  const std::string quotes = value.kind == Tree::Kind::scalar && value.quoted ? " in quotes" : "";
  return problems_
      .add(value.mark, "E0203",
           "'" + path + "' wants " + std::string(wanted) + ", not " + shown(value) + quotes)
      .at(path);
}

Problem& DlioValues::out_of_range(const Tree& value, const std::string& path, std::string_view wanted,
                                  const DlioBounds& bounds) {
  const std::string from = bounds.no_zero ? "-1 or " + std::string(wanted) + " from 1"
                                          : std::string(wanted) + " from " + plain(bounds.low);
  return problems_
      .add(value.mark, "E0204",
           "'" + path + "' wants " + from + " to " + plain(bounds.high) + ", not " + shown(value))
      .at(path);
}

bool DlioValues::is_number(const Tree& value, const std::string& path, std::string_view wanted) {
  const bool scalar = value.kind == Tree::Kind::scalar && !value.quoted;
  const Notation form = scalar ? notation(value.scalar) : Notation::none;
  if (form == Notation::odd) {
    problems_
        .add(value.mark, "E0212", "'" + path + "' wants " + std::string(wanted) + ", not " + shown(value))
        .at(path)
        .with_help("DLIO's numbers are bare decimals, times in seconds and sizes in bytes");
  } else if (form == Notation::none) {
    wrong_kind(value, path, wanted);
  }
  return form == Notation::decimal;
}

std::optional<std::int64_t> DlioValues::integer(const Tree& value, const std::string& path,
                                                const DlioBounds& bounds) {
  constexpr std::string_view kWanted = "a whole number";
  if (!is_number(value, path, kWanted)) return std::nullopt;
  if (!is_whole(value.scalar)) {
    wrong_kind(value, path, kWanted);
    return std::nullopt;
  }
  const std::string_view text = value.scalar.starts_with('+') ? without_sign(value.scalar) : value.scalar;
  std::int64_t number = 0;
  const auto parsed = std::from_chars(text.data(), text.data() + text.size(), number);
  if (parsed.ec != std::errc() || !within(static_cast<double>(number), bounds)) {
    out_of_range(value, path, kWanted, bounds);
    return std::nullopt;
  }
  return number;
}

std::optional<double> DlioValues::number(const Tree& value, const std::string& path, const DlioBounds& bounds,
                                         std::string_view wanted) {
  if (!is_number(value, path, wanted)) return std::nullopt;
  const double number = to_double(value.scalar);
  if (!within(number, bounds)) {
    out_of_range(value, path, wanted, bounds);
    return std::nullopt;
  }
  return number;
}

std::optional<bool> DlioValues::flag(const Tree& value, const std::string& path) {
  if (value.kind == Tree::Kind::scalar && !value.quoted) {
    const std::string_view text = value.scalar;
    if (std::find(std::begin(kTrue), std::end(kTrue), text) != std::end(kTrue)) return true;
    if (std::find(std::begin(kFalse), std::end(kFalse), text) != std::end(kFalse)) return false;
  }
  Problem& problem = wrong_kind(value, path, "True or False");
  const std::string nearest = value.kind == Tree::Kind::scalar ? nearest_word(value.scalar, kFlagWords) : "";
  if (!nearest.empty()) problem.hint("did you mean '" + nearest + "'?");
  return std::nullopt;
}

std::optional<std::string> DlioValues::text(const Tree& value, const std::string& path) {
  if (value.kind == Tree::Kind::scalar) return value.scalar;
  wrong_kind(value, path, "a text");
  return std::nullopt;
}

std::optional<std::vector<std::int64_t>> DlioValues::integers(const Tree& value, const std::string& path) {
  if (value.kind != Tree::Kind::sequence) {
    wrong_kind(value, path, "a list of whole numbers");
    return std::nullopt;
  }
  std::vector<std::int64_t> numbers;
  for (const Tree& item : value.items) {
    if (item.kind == Tree::Kind::null) {
      wrong_kind(value, path, "whole numbers alone");
      return std::nullopt;
    }
    const auto number = integer(item, path, {1, 1e15});
    if (!number) return std::nullopt;
    numbers.push_back(*number);
  }
  return numbers;
}

std::optional<std::size_t> DlioValues::word(const Tree& value, const std::string& path,
                                            std::span<const std::string_view> words) {
  if (value.kind != Tree::Kind::scalar) {
    wrong_kind(value, path, "a word");
    return std::nullopt;
  }
  const auto found = std::find(words.begin(), words.end(), value.scalar);
  if (found != words.end()) return static_cast<std::size_t>(found - words.begin());
  std::string known;
  for (const std::string_view word : words) known += (known.empty() ? "" : ", ") + std::string(word);
  Problem& problem = problems_.add(value.mark, "E0205", "'" + path + "' has no value " + shown(value))
                         .at(path)
                         .with_help("one of: " + known);
  const std::string nearest = nearest_word(value.scalar, words);
  if (!nearest.empty()) problem.hint("did you mean '" + nearest + "'?");
  return std::nullopt;
}

std::optional<Distribution> DlioValues::law(const Tree& value, const std::string& path) {
  if (value.kind == Tree::Kind::map && !value.entries.empty()) return law_of_parts(value, path);
  if (value.kind == Tree::Kind::map) return Distribution(Duration());
  const auto seconds = number(value, path, {0, 1e9}, "a number of seconds");
  if (!seconds) return std::nullopt;
  return Distribution(Duration::seconds(*seconds));
}

}  // namespace headrace
