#include "scenarios/loader/recordings/strace_line.h"

#include <algorithm>
#include <utility>

#include "scenarios/loader/recordings/number_text.h"

namespace headrace {

namespace {

constexpr std::int64_t kSecond = 1'000'000'000;

// Reads a time in seconds that lies before the year 2106, so that a call that long still ends.
std::optional<Duration> seconds_of(std::string_view word) {
  const auto time = time_of(word, kSecond);
  constexpr Duration kLatest = Duration::seconds(1) * (std::int64_t{1} << 32);
  return time && *time <= kLatest ? time : std::nullopt;
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

std::string_view digits_of(std::string_view text) {
  const std::size_t sign = text.starts_with('-') ? 1 : 0;
  const auto* const end = std::find_if_not(text.begin() + sign, text.end(), is_digit);
  return text.substr(0, static_cast<std::size_t>(end - text.begin()));
}

// Returns a text without the escapes of C that strace writes: \n, \", \76, \x3e.
std::string unescaped(std::string_view text) {
  constexpr std::string_view kLetters = "abfnrtv", kMeant = "\a\b\f\n\r\t\v";
  std::string plain;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] != '\\' || at + 1 == text.size()) {
      plain += text[at];
      continue;
    }
    const char next = text[++at];
    if (const auto letter = kLetters.find(next); letter != std::string_view::npos) {
      plain += kMeant[letter];
      continue;
    }
    const bool is_hexadecimal = next == 'x';
    if (!is_hexadecimal && !is_digit(next)) {
      plain += next;
      continue;
    }
    const int base = is_hexadecimal ? 16 : 8;
    const std::size_t first = is_hexadecimal ? at + 1 : at;
    const std::string_view number = text.substr(first, is_hexadecimal ? 2 : 3);
    int value = 0;
    const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), value, base);
    if (error != std::errc()) continue;
    plain += static_cast<char>(value);
    at = first + static_cast<std::size_t>(end - number.data()) - 1;
  }
  return plain;
}

// ArgumentScan: where in a list of arguments a reader is: in quotes, brackets or the path of a descriptor.
class ArgumentScan {
 public:
  // Takes the next letter; returns whether it stands between arguments or ends them.
  bool take(char letter) {
    const char before = std::exchange(before_, letter);
    if (quoted_) {
      if (escaped_) {
        escaped_ = false;
      } else {
        escaped_ = letter == '\\';
        quoted_ = letter != '"';
      }
      return false;
    }
    if (in_path_) {
      in_path_ = letter != '>' || before == '-';  // The arrow between the ends of a socket.
      return false;
    }
    switch (letter) {
      case '"': quoted_ = true; return false;
      case '<': in_path_ = is_digit(before) || before == 'D'; return false;  // 3</a>, AT_FDCWD</a>.
      case '(':
      case '[':
      case '{': ++depth_; return false;
      case ')':
      case ']':
      case '}':
        if (depth_ == 0) return letter == ')';
        --depth_;
        return false;
      default: return letter == ',' && depth_ == 0;
    }
  }

 private:
  char before_ = ' ';
  int depth_ = 0;
  bool quoted_ = false, escaped_ = false, in_path_ = false;
};

// Takes "<0.000012>" from the end of a result.
std::optional<Duration> take_duration(std::string_view& result) {
  const std::size_t open = result.rfind('<');
  if (!result.ends_with('>') || open == std::string_view::npos) return std::nullopt;
  const auto took = seconds_of(result.substr(open + 1, result.size() - open - 2));
  if (took) result = trimmed(result.substr(0, open));
  return took;
}

}  // namespace

std::optional<StraceLine> strace_line(std::string_view line) {
  StraceLine read;
  line = trimmed(line);
  constexpr std::string_view kTask = "[pid";
  std::string_view word = take_word(line);
  if (word == kTask) {
    word = take_word(line);
    read.task = whole_number(word.substr(0, word.find(']')));
    if (!read.task) return std::nullopt;
    word = take_word(line);
  } else if (word.find('.') == std::string_view::npos) {
    read.task = whole_number(word);
    if (!read.task) return std::nullopt;
    word = take_word(line);
  }
  const auto time = word.find('.') == std::string_view::npos ? std::nullopt : seconds_of(word);
  if (!time) return std::nullopt;
  read.time = *time;
  read.text = trimmed(line);
  constexpr std::string_view kUnfinished = "<unfinished ...>", kResumed = " resumed>";
  if (read.text.starts_with("+++")) {
    read.kind = StraceLine::Kind::exited;
  } else if (read.text.ends_with(kUnfinished)) {
    read.kind = StraceLine::Kind::unfinished;
    read.text = trimmed(read.text.substr(0, read.text.size() - kUnfinished.size()));
  } else if (const std::size_t rest = read.text.find(kResumed);
             read.text.starts_with("<...") && rest != std::string_view::npos) {
    read.kind = StraceLine::Kind::resumed;
    read.text.remove_prefix(rest + kResumed.size());
  } else if (!read.text.starts_with("---")) {
    read.kind = StraceLine::Kind::call;
  }
  return read;
}

std::optional<StraceCall> strace_call(std::string_view text) {
  const std::size_t open = text.find('(');
  if (open == std::string_view::npos || open == 0) return std::nullopt;
  StraceCall call;
  call.name = text.substr(0, open);
  if (call.name.find_first_of(" <\"=") != std::string_view::npos) return std::nullopt;
  ArgumentScan scan;
  std::size_t begin = open + 1, at = begin;
  for (; at < text.size(); ++at) {
    if (!scan.take(text[at])) continue;
    call.arguments.push_back(trimmed(text.substr(begin, at - begin)));
    begin = at + 1;
    if (text[at] == ')') break;
  }
  if (at == text.size()) return std::nullopt;
  std::string_view rest = trimmed(text.substr(begin));
  if (!rest.starts_with('=')) return std::nullopt;
  rest.remove_prefix(1);
  call.result = trimmed(rest);
  call.took = take_duration(call.result);
  return call;
}

std::optional<std::int64_t> StraceCall::returned() const { return whole_number(digits_of(result)); }

StraceDescriptor strace_descriptor(std::string_view word) {
  StraceDescriptor descriptor;
  descriptor.number = whole_number(digits_of(word));
  const std::size_t open = word.find('<'), close = word.rfind('>');
  if (open != std::string_view::npos && close != std::string_view::npos && close > open)
    descriptor.path = unescaped(word.substr(open + 1, close - open - 1));
  return descriptor;
}

std::string strace_string(std::string_view word) {
  const std::size_t open = word.find('"'), close = word.rfind('"');
  if (open == std::string_view::npos || close == open) return {};
  return unescaped(word.substr(open + 1, close - open - 1));
}

}  // namespace headrace
