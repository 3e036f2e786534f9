// Source: a file of this tree as the tidy rules see it.
//
// Three views of the same lines: as written; the code alone, with comments and the insides of literals
// replaced by spaces, so that no rule trips over a word in a text; and the comments alone. Positions agree in
// all three. It is a scanner, not a compiler: macros are not expanded.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace headrace::tidy {

struct Source {
  std::string path;  // Relative to the root, with '/'.
  std::vector<std::string> lines;
  std::vector<std::string> code;
  std::vector<std::string> comments;
};

// Names the folders of the program.
inline constexpr std::string_view kHouse[] = {"sim/", "models/", "scenarios/loader/", "analysis/"};

// Tells whether a character may stand in a name.
bool is_word(char c);
// Returns the folder of a path, with its slash: "sim/" of "sim/link.h".
std::string_view folder_of(std::string_view path);
// Returns the name of a file without its ending: "link" of "sim/link.h".
std::string stem_of(std::string_view path);

Source make_source(std::string path, std::string_view text);

struct Include {
  std::size_t line;  // From one.
  std::string name;
  bool quoted;
};
std::vector<Include> includes_of(const Source& source);

struct Function {
  std::size_t line;  // Of its first line, from one.
  std::size_t length;
  std::string head;  // Its text up to the opening brace, blanks folded.
};
// Lambdas count as part of the function that holds them.
std::vector<Function> functions_of(const Source& source);

}  // namespace headrace::tidy
