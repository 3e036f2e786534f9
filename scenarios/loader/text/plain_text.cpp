#include "scenarios/loader/text/plain_text.h"

#include <cstdint>

#include "scenarios/loader/text/document.h"

namespace headrace {
namespace {

std::string hexadecimal(char c) {
  constexpr char kDigits[] = "0123456789ABCDEF";
  const auto byte = static_cast<unsigned char>(c);
  return std::string("0x") + kDigits[byte >> 4] + kDigits[byte & 15];
}

bool is_control(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return (byte < 0x20 && c != '\t' && c != '\n') || byte == 0x7F;
}

}  // namespace

std::size_t character_length(std::string_view text) {
  const auto byte = [&](std::size_t i) {
    return static_cast<std::uint32_t>(static_cast<unsigned char>(text[i]));
  };
  const std::uint32_t first = byte(0);
  if (first < 0x80) return 1;
  const std::size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
  if (first < 0xC2 || first > 0xF4 || text.size() < length) return 0;
  std::uint32_t code = first & (0x7Fu >> length);
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0) != 0x80) return 0;
    code = (code << 6) | (byte(i) & 0x3F);
  }
  const bool overlong = (length == 3 && code < 0x800) || (length == 4 && code < 0x10000);
  const bool surrogate = code >= 0xD800 && code <= 0xDFFF;
  return overlong || surrogate || code > 0x10FFFF ? 0 : length;
}

std::shared_ptr<const SourceText> plain_text(std::string_view text, std::string file, Problems& problems) {
  auto source = std::make_shared<SourceText>();
  source->file = std::move(file);
  const auto mark = [&](int line, std::size_t column) {
    return Mark{source, line, static_cast<int>(column), 1};
  };
  if (text.size() > kLongestText) {
    problems.add(mark(0, 0), "E0012", "the text is longer than 16 MiB");
    return nullptr;
  }
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  source->text.reserve(text.size());
  int line = 1;
  std::size_t line_start = 0;  // In source->text.
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t column = source->text.size() - line_start + 1;
    if (text[i] == '\r' && i + 1 < text.size() && text[i + 1] == '\n') ++i;
    const std::size_t length = character_length(text.substr(i));
    if (length == 0) {
      problems.add(mark(line, column), "E0002", "the byte " + hexadecimal(text[i]) + " is not UTF-8")
          .with_help("save the file as UTF-8");
      return nullptr;
    }
    if (is_control(text[i])) {
      problems
          .add(mark(line, column), "E0003", "the control character " + hexadecimal(text[i]) + " is no text")
          .with_help(text[i] == '\r' ? "lines end in LF or CR LF" : "");
      return nullptr;
    }
    source->text.append(text.substr(i, length));
    if (text[i] == '\n') {
      ++line;
      line_start = source->text.size();
    }
    i += length;
  }
  return source;
}

}  // namespace headrace
