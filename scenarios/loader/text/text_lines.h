// TextLines: the lines of a file of any length, compressed by gzip or not, in constant memory.
//
//   TextLines lines("run.pfw.gz");
//   while (lines.next()) … lines.line(), lines.number() …
//   if (!lines.fault().empty()) …                        // cut short, or not to be read
//
// Behind each line there are bytes that may be read, as simdjson needs them. A line that is longer than 16
// MiB is passed over, and counted.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace headrace {

class TextLines {
 public:
  static constexpr std::size_t kPadding = 64;  // Bytes behind a line.

  explicit TextLines(const std::string& path);
  // Reads a text that is there already.
  static TextLines of_text(std::string_view text);
  TextLines(TextLines&&) noexcept;
  TextLines& operator=(TextLines&&) noexcept;
  ~TextLines();

  // Goes to the next line; returns false behind the last one.
  bool next();
  std::string_view line() const { return line_; }
  std::int64_t number() const { return number_; }  // From 1.
  std::int64_t bytes() const { return bytes_; }    // Of the text, up to here.
  std::int64_t too_long() const { return too_long_; }
  // Returns why the lines end before the file does; empty: they do not.
  const std::string& fault() const { return fault_; }

 private:
  class Source;

  TextLines();
  bool fill();
  bool pass_over();

  std::unique_ptr<Source> source_;
  std::string buffer_;
  std::size_t begin_ = 0, end_ = 0;  // Of what is read and not yet given out.
  std::string_view line_;
  std::int64_t number_ = 0, bytes_ = 0, too_long_ = 0;
  bool at_end_ = false;
  std::string fault_;
};

}  // namespace headrace
