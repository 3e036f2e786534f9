#include "scenarios/loader/text/syntax_lines.h"

#include <algorithm>
#include <optional>
#include <string_view>

namespace headrace {
namespace {

// Line: one with words in it, without its comment.
struct Line {
  int number = 0;
  std::size_t indent = 0;
  std::string_view words;

  bool is_item() const { return words == "-" || words.starts_with("- "); }
  // Finds the ':' that ends the key of a plain line "key: value".
  std::size_t colon() const {
    if (words.find_first_of("\"'{[") == 0) return std::string_view::npos;
    const std::size_t at = words.find(": ");
    if (at != std::string_view::npos) return at;
    return words.ends_with(':') ? words.size() - 1 : std::string_view::npos;
  }
  bool has_key() const { return colon() != std::string_view::npos; }
  bool has_value() const { return has_key() && colon() + 1 < words.size(); }
};

std::optional<Line> line_at(std::string_view text, int number) {
  std::size_t begin = 0;
  for (int i = 1; i < number; ++i) {
    begin = text.find('\n', begin);
    if (begin++ == std::string_view::npos) return std::nullopt;
  }
  std::string_view words = text.substr(begin, text.find('\n', begin) - begin);
  const std::size_t indent = words.find_first_not_of(' ');
  if (indent == std::string_view::npos || words[indent] == '#') return std::nullopt;
  words = words.substr(indent, words.find(" #") - indent);
  words = words.substr(0, words.find_last_not_of(" \r\t") + 1);
  return Line{number, indent, words};
}

std::optional<Line> line_before(std::string_view text, int number) {
  while (--number > 0)
    if (auto line = line_at(text, number)) return line;
  return std::nullopt;
}

std::optional<Line> line_after(std::string_view text, int number) {
  const auto lines = static_cast<int>(std::count(text.begin(), text.end(), '\n')) + 1;
  while (++number <= lines)
    if (auto line = line_at(text, number)) return line;
  return std::nullopt;
}

Problem& add(const Mark& failure, const Line& line, std::string sentence, Problems& problems) {
  const Mark mark{failure.source, line.number, static_cast<int>(line.indent) + 1,
                  static_cast<int>(line.words.size())};
  return problems.add(mark, "E0004", std::move(sentence));
}

// "seed 1" above another key.
bool report_key_without_colon(const Mark& failure, const Line& above, const std::optional<Line>& second,
                              Problems& problems) {
  const bool goes_on = second && second->has_value() && second->indent < above.indent;
  if (above.has_key() || above.is_item() || goes_on) return false;
  if (above.words.find_first_of("\"'{}[],") < above.words.find(' ')) return false;
  const std::size_t space = above.words.find(' ');
  const std::string key(above.words.substr(0, space));
  const std::string rest(space == std::string_view::npos ? "" : above.words.substr(space));
  if (const std::size_t colon = key.find(':'); colon != std::string::npos) {  // "seed:1"
    add(failure, above, "no blank stands behind the ':' of '" + key + "'", problems)
        .hint("did you mean '" + key.substr(0, colon) + ": " + key.substr(colon + 1) + rest + "'?");
    return true;
  }
  add(failure, above, "no ':' stands behind '" + key + "'", problems)
      .hint("did you mean '" + key + ":" + rest + "'?");
  return true;
}

}  // namespace

bool report_by_lines(const Mark& failure, bool misplaced_colon, Problems& problems) {
  const std::string_view text = failure.source->text;
  const auto line = line_at(text, failure.line);
  const auto above = line_before(text, failure.line);
  if (!line || !above) return false;
  const auto second = line_before(text, above->number);
  if (!line->has_key()) return !misplaced_colon && report_key_without_colon(failure, *line, above, problems);
  const auto below = line_after(text, failure.line);
  const bool left_alone = second && above->has_value() && above->indent < line->indent &&
                          second->indent == line->indent && second->has_key() &&
                          (!below || below->indent != above->indent);
  if (left_alone) {
    add(failure, *above, "this key stands further left than those above and below it", problems)
        .with_help("keys of one map stand in one column");
    return true;
  }
  if (!misplaced_colon || above->indent > line->indent) return false;
  if (report_key_without_colon(failure, *above, second, problems)) return true;
  if (!above->has_value() || above->indent == line->indent) return false;
  add(failure, *line, "this line stands deeper than the key above it, which has its value already", problems)
      .with_help("keys of one map stand in one column");
  return true;
}

}  // namespace headrace
