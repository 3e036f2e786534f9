// The words of a benchmark's output: lines with their numbers, words between blanks, plain numbers.
//
//   for (OutputLines lines(text); lines.next();) use(lines.number(), lines.line());
#pragma once

#include <cmath>
#include <optional>
#include <string_view>
#include <vector>

#include "scenarios/loader/text/letters.h"
#include "scenarios/loader/text/numbers.h"

namespace headrace {

class OutputLines {
 public:
  explicit OutputLines(std::string_view text) : rest_(text) {}

  // Goes on to the next line; says whether there is one.
  bool next() {
    if (rest_.empty()) return false;
    line_ = take_line(rest_);
    ++number_;
    return true;
  }
  std::string_view line() const { return line_; }
  int number() const { return number_; }  // Number of the line, from 1.

 private:
  std::string_view rest_, line_;
  int number_ = 0;
};

// Returns the words of a line, which stand between blanks.
inline std::vector<std::string_view> words_of(std::string_view line) {
  std::vector<std::string_view> words;
  for (std::size_t begin = line.find_first_not_of(" \t\r"); begin != std::string_view::npos;) {
    const std::size_t end = line.find_first_of(" \t\r", begin);
    words.push_back(line.substr(begin, end - begin));
    begin = line.find_first_not_of(" \t\r", end);
  }
  return words;
}

// Returns a text that is a whole number from 0 on which a count may have, and nothing else.
inline std::optional<std::int64_t> output_count(std::string_view text) {
  constexpr double kMost = 1e15;
  const std::optional<double> value = finite_number(text);
  if (!value || *value < 0 || *value > kMost || std::floor(*value) != *value) return std::nullopt;
  return static_cast<std::int64_t>(*value);
}

}  // namespace headrace
