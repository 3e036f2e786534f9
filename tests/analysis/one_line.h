// A text without its line breaks, to look for sentences in.
#pragma once

#include <sstream>
#include <string>

namespace headrace {

// Returns the words of a text with one blank between them.
inline std::string in_one_line(const std::string& text) {
  std::istringstream words(text);
  std::string line;
  for (std::string word; words >> word;) line += (line.empty() ? "" : " ") + word;
  return line;
}

}  // namespace headrace
