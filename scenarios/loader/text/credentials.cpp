#include "scenarios/loader/text/credentials.h"

#include <algorithm>
#include <cstddef>

#include "scenarios/loader/text/letters.h"

namespace headrace {
namespace {

constexpr std::string_view kSecrets[] = {"access_key", "accesskey", "secret", "password",
                                         "passwd",     "api_key",   "apikey", "credential"};

bool is_word(char c) {
  return c == '_' || c == '-' || (lower(c) >= 'a' && lower(c) <= 'z') || (c >= '0' && c <= '9');
}
bool ends_line(char c) { return c == '\n' || c == '\r'; }

class Mask {
 public:
  explicit Mask(std::string_view text) : text_(text), out_(text) {}

  std::string result() {
    for (std::size_t at = 0; at < text_.size();) {
      if (text_.substr(at).starts_with("://")) {
        address(at + 3);
        at += 3;
      } else if (is_word(text_[at])) {
        std::size_t end = at;
        while (end < text_.size() && is_word(text_[end])) ++end;
        at = names_credential(text_.substr(at, end - at)) ? value_after(end) : end;
      } else {
        ++at;
      }
    }
    return out_;
  }

 private:
  // Blanks stay: what is indented must stay so, or the text means something else.
  void cover(std::size_t from, std::size_t to) {
    for (std::size_t i = from; i < to; ++i)
      if (!ends_line(out_[i]) && !is_blank(out_[i])) out_[i] = 'x';
  }

  std::size_t skip_blanks(std::size_t at) const {
    while (at < text_.size() && is_blank(text_[at])) ++at;
    return at;
  }

  std::size_t line_end(std::size_t at) const {
    return std::min(text_.find_first_of("\r\n", at), text_.size());
  }

  std::size_t indent_of(std::size_t at) const {
    const std::size_t line_break = at == 0 ? std::string_view::npos : text_.rfind('\n', at - 1);
    const std::size_t start = line_break == std::string_view::npos ? 0 : line_break + 1;
    return skip_blanks(start) - start;
  }

  // `at` is behind a secret's name; returns where reading goes on.
  std::size_t value_after(std::size_t at) {
    const std::size_t name = at;
    if (at < text_.size() && (text_[at] == '"' || text_[at] == '\'')) ++at;
    at = skip_blanks(at);
    if (at >= text_.size() || (text_[at] != ':' && text_[at] != '=')) return name;
    at = skip_blanks(at + 1);
    std::size_t end = is_open(at) ? at : value_end(at);
    if (end >= text_.size() || ends_line(text_[end]) || is_open(at)) end = block_end(end, indent_of(name));
    cover(at, end);
    return end;
  }

  // Tells whether the value may start on the lines below.
  bool is_open(std::size_t at) const {
    constexpr std::string_view kOpeners = "\r\n|>&!*#";
    return at >= text_.size() || kOpeners.find(text_[at]) != std::string_view::npos;
  }

  // Returns the end of the last line that is indented further than the key.
  std::size_t block_end(std::size_t at, std::size_t indent) const {
    std::size_t end = line_end(at);
    while (end < text_.size()) {
      const std::size_t next = text_.find_first_not_of("\r\n", end);
      if (next == std::string_view::npos || indent_of(next + 1) <= indent) break;
      end = line_end(next);
    }
    return end;
  }

  // Returns where a value ends: a plain one with its line, or at the comma or bracket of the flow map it may
  // stand in; a quoted one at its quote.
  std::size_t value_end(std::size_t at) const {
    const char quote = text_[at];
    if (quote == '"' || quote == '\'') {
      std::size_t end = at + 1;
      while (end < text_.size() && text_[end] != quote) end += text_[end] == '\\' ? 2 : 1;
      return std::min(end + 1, text_.size());
    }
    return std::min(text_.find_first_of(",}]\"'\r\n", at), text_.size());
  }

  void address(std::size_t at) {
    const std::size_t stop = std::min(text_.find_first_of("/ \t\r\n\"',}", at), text_.size());
    const std::size_t sign = text_.substr(0, stop).rfind('@');
    if (sign != std::string_view::npos && sign > at) cover(at, sign);
  }

  std::string_view text_;
  std::string out_;
};

}  // namespace

bool names_credential(std::string_view key) {
  std::string name(key);
  std::transform(name.begin(), name.end(), name.begin(), lower);
  const auto named = [&](std::string_view secret) { return name.find(secret) != std::string::npos; };
  return std::any_of(std::begin(kSecrets), std::end(kSecrets), named) || name.ends_with("token");
}

std::string without_credentials(std::string_view text) { return Mask(text).result(); }

}  // namespace headrace
