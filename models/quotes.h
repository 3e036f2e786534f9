// Names within a message.
#pragma once

#include <string>
#include <string_view>

namespace headrace {

inline std::string in_quotes(std::string_view text) { return "'" + std::string(text) + "'"; }

template <class Words>
std::string joined(const Words& words) {
  std::string text;
  for (const auto& word : words) text += (text.empty() ? "" : ", ") + std::string(word);
  return text;
}

}  // namespace headrace
