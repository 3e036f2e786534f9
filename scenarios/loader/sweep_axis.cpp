#include "scenarios/loader/sweep_axis.h"

#include <algorithm>

#include "scenarios/loader/words.h"

namespace headrace {
namespace {

// A part of a text.
struct Part {
  std::size_t begin = 0, length = 0;
};

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// Between the commas that stand in no bracket and no quote, without the blanks around.
std::vector<Part> parts_of(std::string_view text, std::size_t begin) {
  std::vector<Part> parts;
  int depth = 0;
  char quote = 0;
  std::size_t from = begin;
  const auto end_part = [&](std::size_t to) {
    while (from < to && text[from] == ' ') ++from;
    std::size_t last = to;
    while (last > from && text[last - 1] == ' ') --last;
    parts.push_back({from, last - from});
    from = to + 1;
  };
  for (std::size_t i = begin; i < text.size(); ++i) {
    const char c = text[i];
    if (quote != 0) {
      if (c == quote) quote = 0;
    } else if (c == '"' || c == '\'') {
      quote = c;
    } else if (c == '[' || c == '{') {
      ++depth;
    } else if (c == ']' || c == '}') {
      --depth;
    } else if (c == ',' && depth == 0) {
      end_part(i);
    }
  }
  end_part(text.size());
  return parts;
}

bool is_range(std::string_view text) {
  if (text.empty()) return false;
  return (is_digit(text[0]) && text.find("..") != std::string_view::npos) || text.starts_with("log ");
}

Problem& refuse(const Mark& mark, const std::string& sentence, Problems& problems) {
  return problems.add(mark, "E0402", sentence)
      .with_help("an axis is key.path=1,2,4 or key.path=8..64:8 or key.path=log 10s..1h 8");
}

}  // namespace

bool is_axis(const std::string& word) {
  const std::size_t equals = word.find('=');
  if (equals == std::string::npos || (equals > 0 && word[equals - 1] == '+')) return false;
  const std::vector<Part> parts = parts_of(word, equals + 1);
  return parts.size() > 1 || is_range(std::string_view(word).substr(parts[0].begin));
}

std::optional<AxisText> parse_axis(const std::string& text, const Mark& mark, Problems& problems) {
  const std::size_t equals = text.find('=');
  const auto covered = static_cast<std::size_t>(mark.length);
  const bool has_parts = mark.line > 0 && (covered == text.size() || covered == text.size() + 2);
  const auto place = [&](Part part) {
    if (!has_parts) return mark;
    Mark at = mark;
    at.column += static_cast<int>(part.begin + (covered - text.size()) / 2);
    at.length = static_cast<int>(std::max<std::size_t>(part.length, 1));
    return at;
  };
  if (equals == std::string::npos || equals == 0) {
    refuse(mark, in_quotes(text) + (equals == 0 ? " names no field" : " has no '='"), problems);
    return std::nullopt;
  }
  if (text[equals - 1] == '+') {
    refuse(place({equals - 1, 2}), "an axis gives values with '=', not with '+='", problems);
    return std::nullopt;
  }
  AxisText read;
  read.axis.path = text.substr(0, equals);
  read.mark = place({0, equals});
  for (const Part& part : parts_of(text, equals + 1)) {
    if (part.length == 0) {
      refuse(place({part.begin == text.size() ? part.begin - 1 : part.begin, 1}), "a value is missing",
             problems);
      return std::nullopt;
    }
    read.axis.values.push_back(text.substr(part.begin, part.length));
    read.values.push_back(place(part));
  }
  return read;
}

}  // namespace headrace
