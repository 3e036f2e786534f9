#include "analysis/terminal.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>

#include "scenarios/loader/text/plain_text.h"

namespace headrace {

namespace {

// Those of Style and of Problems.
constexpr std::array<std::string_view, 7> kColours = {"\x1b[0m",    "\x1b[1m",    "\x1b[31m",  "\x1b[32m",
                                                      "\x1b[1;31m", "\x1b[1;32m", "\x1b[1;35m"};
constexpr std::array<std::string_view, 2> kProgress = {"\r\x1b[K", "\r"};

struct Range {
  std::uint32_t first, last;
};

// Controls, marks of direction, and characters without width or of the plane of tags.
constexpr Range kObeyed[] = {
    {0x00, 0x08},     {0x0B, 0x1F},     {0x7F, 0x9F},     {0x061C, 0x061C}, {0x200B, 0x200F},
    {0x2028, 0x202E}, {0x2060, 0x206F}, {0xFEFF, 0xFEFF}, {0xFFF9, 0xFFFB}, {0xE0000, 0xE007F},
};

// Returns the code point of a character that is UTF-8.
std::uint32_t code_of(std::string_view character) {
  const auto byte = [&](std::size_t i) {
    return static_cast<std::uint32_t>(static_cast<unsigned char>(character[i]));
  };
  if (character.size() == 1) return byte(0);
  std::uint32_t code = byte(0) & (0x7Fu >> character.size());
  for (std::size_t i = 1; i < character.size(); ++i) code = (code << 6) | (byte(i) & 0x3F);
  return code;
}

// Escapes a character as JSON writes it: what lies above 16 bits is a pair.
std::string escaped(std::uint32_t code) {
  if (code < 0x10000) return fmt::format("\\u{:04x}", code);
  const std::uint32_t above = code - 0x10000;
  return fmt::format("\\u{:04x}\\u{:04x}", 0xD800 + (above >> 10), 0xDC00 + (above & 0x3FF));
}

bool is_obeyed(std::uint32_t code) {
  return std::any_of(std::begin(kObeyed), std::end(kObeyed),
                     [code](Range range) { return range.first <= code && code <= range.last; });
}

// Moves one character.
void move_one(std::string_view& from, std::string& to) {
  const std::size_t length = std::max<std::size_t>(character_length(from), 1);
  const std::string_view character = from.substr(0, length);
  const bool is_text = character_length(from) > 0;
  const std::uint32_t code = is_text ? code_of(character) : static_cast<unsigned char>(from.front());
  to += !is_text || is_obeyed(code) ? escaped(code) : std::string(character);
  from.remove_prefix(length);
}

bool move_mark(std::span<const std::string_view> marks, std::string_view& from, std::string& to) {
  for (const std::string_view mark : marks) {
    if (!from.starts_with(mark)) continue;
    to += mark;
    from.remove_prefix(mark.size());
    return true;
  }
  return false;
}

}  // namespace

std::string terminal_text(std::string_view text) {
  std::string shown;
  shown.reserve(text.size());
  while (!text.empty()) move_one(text, shown);
  return shown;
}

void TerminalSink::write(std::string_view text) {
  std::string shown;
  shown.reserve(text.size());
  if (is_terminal_) move_mark(kProgress, text, shown);
  while (!text.empty())
    if (!colour_ || !move_mark(kColours, text, shown)) move_one(text, shown);
  sink_.write(shown);
}

void TerminalSink::write_exact(std::string_view bytes) {
  if (is_terminal_) return write(bytes);
  sink_.write(bytes);
}

}  // namespace headrace
