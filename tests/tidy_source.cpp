#include "tests/tidy_source.h"

#include <algorithm>
#include <cctype>
#include <regex>
#include <utility>

namespace headrace::tidy {

namespace {

std::vector<std::string> split_lines(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    lines.emplace_back(text.substr(0, end));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  return lines;
}

// Writes each character into the view it belongs to; the other view holds a space at that place.
class Scanner {
 public:
  explicit Scanner(std::string_view text)
      : text_(text), code_(text.size(), ' '), comments_(text.size(), ' ') {
    for (std::size_t i = 0; i < text_.size(); ++i) {
      if (text_[i] == '\n') code_[i] = comments_[i] = '\n';
    }
    while (at_ < text_.size()) step();
  }

  const std::string& code() const { return code_; }
  const std::string& comments() const { return comments_; }

 private:
  void step() {
    const std::string_view rest = text_.substr(at_);
    const char before = at_ > 0 ? text_[at_ - 1] : ' ';
    if (rest.starts_with("//")) {
      copy_until(comments_, text_.find('\n', at_));
    } else if (rest.starts_with("/*")) {
      copy_until(comments_, after("*/", at_ + 2));
    } else if (rest.starts_with("R\"") && !is_word(before)) {
      const std::size_t open = text_.find('(', at_);
      if (open == std::string_view::npos) return copy_until(code_, at_ + 1);
      const std::string close = ")" + std::string(text_.substr(at_ + 2, open - at_ - 2)) + "\"";
      skip_until(after(close, open));
    } else if (rest.front() == '"' || (rest.front() == '\'' && !is_word(before))) {
      skip_literal(rest.front());
    } else {
      copy_until(code_, at_ + 1);
    }
  }

  void skip_literal(char quote) {
    code_[at_] = quote;
    std::size_t end = at_ + 1;
    while (end < text_.size() && text_[end] != quote && text_[end] != '\n') end += text_[end] == '\\' ? 2 : 1;
    if (end < text_.size() && text_[end] == quote) code_[end++] = quote;
    skip_until(end);
  }

  std::size_t after(std::string_view mark, std::size_t from) const {
    const std::size_t found = text_.find(mark, from);
    return found == std::string_view::npos ? found : found + mark.size();
  }

  void copy_until(std::string& view, std::size_t end) {
    for (end = std::min(end, text_.size()); at_ < end; ++at_) view[at_] = text_[at_];
  }

  void skip_until(std::size_t end) { at_ = std::min(end, text_.size()); }

  std::string_view text_;
  std::string code_;
  std::string comments_;
  std::size_t at_ = 0;
};

std::string folded(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (std::isspace(static_cast<unsigned char>(c)) == 0) {
      out += c;
    } else if (!out.empty() && out.back() != ' ') {
      out += ' ';
    }
  }
  if (!out.empty() && out.back() == ' ') out.pop_back();
  return out;
}

enum class Scope { names, type, function, braces };

// Says what an opening brace starts, from the text before it and the scope it stands in.
Scope scope_of(const std::string& head, Scope around) {
  static const std::regex kNames(R"(^(inline )?namespace\b|^extern ")");
  static const std::regex kType(R"(^(template ?<.*> ?)?(typedef |static |constexpr )*)"
                                R"((class|struct|union|enum)\b(\s*alignas\([^)]*\))?[^()]*$)");
  static const std::regex kMember(R"(\)( noexcept)? ?:[^:].*[\w>]$)");  // An initializer `member_{`.
  if (around == Scope::function || around == Scope::braces) return Scope::braces;
  if (std::regex_search(head, kNames)) return Scope::names;
  if (std::regex_search(head, kType)) return Scope::type;
  const auto opened = std::count(head.begin(), head.end(), '(');
  if (opened == 0 || opened > std::count(head.begin(), head.end(), ')')) return Scope::braces;
  return std::regex_search(head, kMember) ? Scope::braces : Scope::function;
}

// Follows the braces of a file and remembers each function.
class Outline {
 public:
  explicit Outline(const Source& source) {
    bool directive = false;
    for (std::size_t i = 0; i < source.code.size(); ++i) {
      const std::string line = folded(source.code[i]);
      directive = directive || line.starts_with("#");
      if (!directive) {
        for (const char c : line) character(c, i + 1);
        head_ += ' ';
      }
      directive = directive && line.ends_with("\\");
    }
  }

  std::vector<Function> functions;

 private:
  struct Open {
    Scope scope;
    std::string head;
    std::size_t line;
  };

  void character(char c, std::size_t line) {
    const Scope around = open_.empty() ? Scope::names : open_.back().scope;
    if (c == '{') {
      const std::string head = folded(head_);
      const Scope scope = scope_of(head, around);
      open_.push_back({scope, head, head_line_ == 0 ? line : head_line_});
      if (scope == Scope::braces) return;
      restart();
    } else if (c == '}') {
      if (open_.empty()) return;
      const Open closed = std::move(open_.back());
      open_.pop_back();
      if (closed.scope == Scope::function)
        functions.push_back({closed.line, line - closed.line + 1, closed.head});
      if (closed.scope == Scope::braces) {
        head_ += '}';  // What follows an initializer's braces is no longer its member's name.
      } else {
        restart();
      }
    } else if (around == Scope::names || around == Scope::type) {
      head_character(c, line);
    }
  }

  void head_character(char c, std::size_t line) {
    if (c == ';') return restart();
    if (head_line_ == 0 && c != ' ') head_line_ = line;
    head_ += c;
    if (c == ':' && at_label()) restart();
  }

  // `public:` is no part of what follows it.
  bool at_label() const {
    const std::string head = folded(head_);
    return head == "public:" || head == "private:" || head == "protected:";
  }

  void restart() {
    head_.clear();
    head_line_ = 0;
  }

  std::vector<Open> open_;
  std::string head_;
  std::size_t head_line_ = 0;
};

}  // namespace

Source make_source(std::string path, std::string_view text) {
  const Scanner scanner(text);
  return {std::move(path), split_lines(text), split_lines(scanner.code()), split_lines(scanner.comments())};
}

std::vector<Include> includes_of(const Source& source) {
  static const std::regex kInclude(R"(^\s*#\s*include\s*([<"])([^>"]+)[>"])");
  std::vector<Include> includes;
  for (std::size_t i = 0; i < source.lines.size(); ++i) {
    std::smatch match;
    if (source.code[i].find('#') == std::string::npos) continue;
    if (!std::regex_search(source.lines[i], match, kInclude)) continue;
    includes.push_back({i + 1, match[2], match[1] == "\""});
  }
  return includes;
}

std::vector<Function> functions_of(const Source& source) { return Outline(source).functions; }

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

std::string_view folder_of(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string_view::npos ? std::string_view() : path.substr(0, slash + 1);
}

std::string stem_of(std::string_view path) {
  const std::string_view name = path.substr(folder_of(path).size());
  return std::string(name.substr(0, name.rfind('.')));
}

}  // namespace headrace::tidy
