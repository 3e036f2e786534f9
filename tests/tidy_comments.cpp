// The rule for comments on declarations: they begin with a verb or a noun, and so with their subject.
#include <algorithm>
#include <cctype>

#include "tests/tidy_rules.h"

namespace headrace::tidy {

namespace {

constexpr std::string_view kFragments[] = {
    "Also", "As",   "At",   "By",    "For",     "From",  "In",   "It",    "Its", "Likewise",
    "Of",   "On",   "One",  "Since", "That",    "Their", "They", "Those", "To",  "Until",
    "Up",   "What", "When", "Where", "Whether", "Which", "Who",  "Whose", "With"};

std::string_view without_blanks(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(' ');
  return begin == std::string_view::npos ? std::string_view() : text.substr(begin);
}

bool is_comment(const std::string& line) { return without_blanks(line).starts_with("//"); }

bool begins_with_fragment(std::string_view comment) {
  const std::string_view text = without_blanks(comment.substr(2));
  if (text.starts_with("The same")) return true;
  const auto end = std::find_if(text.begin(), text.end(),
                                [](char c) { return std::isalpha(static_cast<unsigned char>(c)) == 0; });
  const auto word = text.substr(0, static_cast<std::size_t>(end - text.begin()));
  return std::find(std::begin(kFragments), std::end(kFragments), word) != std::end(kFragments);
}

// Above a declaration: the first line of comments that code follows, but for those that open a file.
void look_at(const Source& source, Findings& findings) {
  for (std::size_t i = 1; i < source.lines.size(); ++i) {
    if (!is_comment(source.lines[i]) || is_comment(source.lines[i - 1])) continue;
    std::size_t after = i;
    while (after < source.lines.size() && is_comment(source.lines[after])) ++after;
    if (after == source.lines.size() || without_blanks(source.lines[after]).empty()) continue;
    if (begins_with_fragment(without_blanks(source.lines[i])))
      findings.push_back({source.path, i + 1, "a comment that begins with a fragment: name its subject"});
  }
}

}  // namespace

Findings check_comments(const std::vector<Source>& sources) {
  Findings findings;
  for (const Source& source : sources) {
    const bool is_ours = std::any_of(std::begin(kHouse), std::end(kHouse),
                                     [&](std::string_view floor) { return source.path.starts_with(floor); });
    if (is_ours && source.path.ends_with(".h")) look_at(source, findings);
  }
  return findings;
}

}  // namespace headrace::tidy
