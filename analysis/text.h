// Text: numbers, tables and paragraphs for a terminal, in plain ASCII.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "sim/units.h"

namespace headrace {

inline constexpr std::size_t kWidth = 100;  // Columns that no line of a summary passes.

// A table with a heading line. The first column stands left, the others right.
class Table {
 public:
  explicit Table(std::vector<std::string> headings);

  void add(std::vector<std::string> cells);
  bool empty() const { return rows_.size() == 1; }

  // Long names in the first column are cut so that lines keep within kWidth.
  std::string text(std::size_t indent = 2) const;

 private:
  std::vector<std::vector<std::string>> rows_;  // The headings first.
};

// A paragraph broken at spaces. The first line opens with `lead`, the others are indented by `hanging`.
std::string wrap(std::string_view text, std::string_view lead = {}, std::size_t hanging = 0);

std::string fixed(double value, int decimals);
std::string grouped(double value);         // "1,234"; below 100 with decimals: "56.7", "1.23".
std::string span_text(Duration span);      // Three digits and a unit: "204 s", "3.20 s", "512 us".
std::string gibibytes_text(double bytes);  // "104.7 GiB"; smaller ones in MiB, KiB or B.
std::string count_noun(std::int64_t count, std::string_view noun);  // "1 file", "2 files".

// Escape sequences only where colour is wanted.
class Style {
 public:
  explicit Style(bool colour) : colour_(colour) {}

  std::string bold(std::string_view text) const { return painted("1", text); }
  std::string good(std::string_view text) const { return painted("32", text); }
  std::string bad(std::string_view text) const { return painted("31", text); }

 private:
  std::string painted(const char* code, std::string_view text) const;

  bool colour_;
};

}  // namespace headrace
