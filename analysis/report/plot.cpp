#include "analysis/report/plot.h"

#include <cctype>

namespace headrace {

std::string plot_word(std::string_view text) {
  std::string word;
  for (const char c : text) {
    const auto letter = static_cast<unsigned char>(c);
    if (std::isalnum(letter) != 0)
      word += static_cast<char>(std::tolower(letter));
    else if (!word.empty() && word.back() != '-')
      word += '-';
  }
  while (word.ends_with('-')) word.pop_back();
  return word.empty() ? "x" : word;
}

std::string short_name(const std::string& component) {
  constexpr std::string_view kStores = "file_systems/";
  const std::size_t at = component.find(kStores);
  return at == std::string::npos ? component
                                 : component.substr(0, at) + component.substr(at + kStores.size());
}

std::string shortened(const std::string& name, std::size_t most) {
  if (name.size() <= most) return name;
  std::size_t begin = name.size() - (most - 3);
  while (begin < name.size() && (name[begin] & 0xc0) == 0x80) ++begin;  // Within a letter of UTF-8.
  return "..." + name.substr(begin);
}

std::string in_markup(std::string_view text) {
  std::string safe;
  for (const char c : text) {
    switch (c) {
      case '<': safe += "&lt;"; break;
      case '>': safe += "&gt;"; break;
      case '&': safe += "&amp;"; break;
      case '"': safe += "&quot;"; break;
      default: safe += c;
    }
  }
  return safe;
}

}  // namespace headrace
