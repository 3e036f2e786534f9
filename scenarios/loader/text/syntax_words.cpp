#include "scenarios/loader/text/syntax_words.h"

#include <optional>
#include <string>

#include "scenarios/loader/text/letters.h"
#include "scenarios/loader/text/syntax_lines.h"

namespace headrace {
namespace {

struct Rewording {
  std::string_view library;
  const char* code;
  const char* sentence;
  const char* help;
};
constexpr Rewording kRewordings[] = {
    {"illegal tab", "E0005", "a tab indents this line", "indent with spaces"},
    {"end of sequence flow", "E0004", "this '[' is never closed", "lists are written [a, b]"},
    {"end of map flow", "E0004", "this '{' is never closed", "maps are written {key: value, key: value}"},
    {"end of map", "E0004", "this does not continue the map above",
     "keys of one map stand in one column; a quoted value ends its line"},
    {"end of sequence", "E0004", "this does not continue the list above",
     "items of one list stand in one column"},
    {"illegal map value", "E0004", "a ':' cannot stand here",
     "check the indentation of the line; a text with ': ' in it needs quotes"},
    {"illegal map key", "E0004", "a key cannot stand here", "check the indentation of the line"},
    {"illegal block entry", "E0004", "a '- item' cannot stand here",
     "put it on a line of its own, or write [item]"},
    {"illegal flow end", "E0004", "a closing bracket without an opening one", ""},
    {"unknown token", "E0004", "a value cannot begin with this character", "put the value in quotes"},
    {"illegal EOF", "E0004", "the text ends in the middle of a value", ""},
    {"unknown escape", "E0004", "an unknown escape in a text in double quotes",
     "write '\\\\' for a backslash"},
    {"the referenced anchor", "E0015", "no anchor of this name stands above",
     "an alias *name needs an anchor &name"},
    {"bad file", "E0010", "nested too deeply", ""},
};

// Finds the tab that indents the line of a failure, if there is one.
std::optional<Mark> indenting_tab(const Mark& failure) {
  const std::string& text = failure.source->text;
  std::size_t begin = 0;
  for (int line = 1; line < failure.line; ++line) begin = text.find('\n', begin) + 1;
  for (std::size_t i = begin; i < text.size() && is_blank(text[i]); ++i) {
    if (text[i] == '\t') return Mark{failure.source, failure.line, static_cast<int>(i - begin) + 1, 1};
  }
  return std::nullopt;
}

}  // namespace

void report_syntax(const Mark& mark, std::string_view library_says, const Mark* open, Problems& problems) {
  if (const auto tab = mark.line > 0 ? indenting_tab(mark) : std::nullopt) {
    problems.add(*tab, "E0005", "a tab indents this line").with_help("indent with spaces");
    return;
  }
  const bool colon = library_says.find("illegal map value") != std::string_view::npos;
  const bool map_ends = library_says.find("end of map") != std::string_view::npos &&
                        library_says.find("flow") == std::string_view::npos;
  if ((colon || map_ends) && report_by_lines(mark, colon, problems)) return;
  for (const Rewording& words : kRewordings) {
    if (library_says.find(words.library) == std::string_view::npos) continue;
    const bool unclosed = words.library.ends_with("flow");
    problems.add(unclosed && open != nullptr ? *open : mark, words.code, words.sentence)
        .with_help(words.help);
    return;
  }
  problems.add(mark, "E0004", "this is not YAML: " + std::string(library_says));
}

}  // namespace headrace
