#include "scenarios/loader/import/counted_words.h"

#include <charconv>

#include "scenarios/loader/text/letters.h"

namespace headrace {
namespace {

bool is_digit_letter(char c) { return c >= '0' && c <= '9'; }

// Takes a number with thousands' commas away from the front of a text.
std::optional<double> take_number(std::string_view& text) {
  std::string digits;
  std::size_t at = 0;
  for (; at < text.size() && digits.size() < 32; ++at) {
    const bool is_inner = at > 0 && at + 1 < text.size() && is_digit_letter(text[at + 1]);
    if (is_digit_letter(text[at]) || (text[at] == '.' && is_inner))
      digits += text[at];
    else if (text[at] != ',' || !is_inner)
      break;
  }
  double value = 0;
  const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (digits.empty() || read.ec != std::errc() || read.ptr != digits.data() + digits.size())
    return std::nullopt;
  text.remove_prefix(at);
  return value;
}

void skip_blanks(std::string_view& text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
}

// Returns where the next counted thing begins, or the end: behind ", ", "; " or " + " outside of brackets.
std::size_t end_of_first(std::string_view text) {
  int depth = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '(') ++depth;
    if (text[at] == ')' && depth > 0) --depth;
    if (depth == 0 && (text[at] == ',' || text[at] == ';' || text[at] == '+')) return at;
  }
  return text.size();
}

// Reads a number with a multiple, "3.3 M", at the front of a text, and takes it away.
std::optional<double> take_multiple(std::string_view& text) {
  const std::optional<double> number = take_number(text);
  if (!number) return std::nullopt;
  skip_blanks(text);
  double times = 1;
  if (text.starts_with("M ")) times = 1e6;
  if (text.starts_with("k ")) times = 1e3;
  if (times != 1) text.remove_prefix(2);
  return *number * times;
}

}  // namespace

std::optional<CountedWords> counted_words(std::string_view text) {
  text = trimmed(text);
  CountedWords words;
  const std::optional<double> count = take_number(text);
  if (!count || !text.starts_with(" x ")) return std::nullopt;
  text.remove_prefix(3);
  const std::optional<double> amount = take_number(text);
  if (!amount || !text.starts_with(' ')) return std::nullopt;
  text.remove_prefix(1);
  words.count = *count;
  words.amount = *amount;
  words.unit = text.substr(0, text.find_first_of(" ,;("));
  text.remove_prefix(words.unit.size());
  const std::size_t end = end_of_first(text);
  words.rest = trimmed(text.substr(0, end));
  if (end < text.size()) words.others = trimmed(text.substr(end + 1));
  return words;
}

std::optional<FirstNumber> first_number(std::string_view text) {
  text = trimmed(text);
  const std::optional<double> number = take_number(text);
  if (!number) return std::nullopt;
  const char next = text.empty() ? ' ' : lower(text.front());
  if ((next >= 'a' && next <= 'z') || next == '.') return std::nullopt;  // Such as "1e9".
  return FirstNumber{*number, trimmed(text).empty()};
}

std::optional<std::pair<double, double>> pair_before(std::string_view text, std::string_view unit) {
  for (std::size_t at = 0; at < text.size(); ++at) {
    const bool begins = is_digit_letter(text[at]) && (at == 0 || text[at - 1] == ' ' || text[at - 1] == '(');
    if (!begins) continue;
    std::string_view rest = text.substr(at);
    const std::optional<double> first = take_multiple(rest);
    skip_blanks(rest);
    if (!first || !rest.starts_with("/ ")) continue;
    rest.remove_prefix(2);
    const std::optional<double> second = take_multiple(rest);
    skip_blanks(rest);
    if (second && rest.starts_with(unit)) return std::pair(*first, *second);
  }
  return std::nullopt;
}

std::optional<double> number_between(std::string_view text, std::string_view before, std::string_view after) {
  for (std::size_t at = text.find(before); at != std::string_view::npos; at = text.find(before, at + 1)) {
    std::string_view rest = text.substr(at + before.size());
    const std::optional<double> number = take_number(rest);
    if (number && rest.starts_with(after)) return number;
  }
  return std::nullopt;
}

}  // namespace headrace
