#include "analysis/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "analysis/terminal.h"

namespace headrace {

namespace {

constexpr std::size_t kGap = 2;
constexpr std::size_t kShortestName = 12;

std::string shortened(const std::string& text, std::size_t width) {
  if (text.size() <= width) return text;
  return text.substr(0, width - 3) + "...";
}

}  // namespace

Table::Table(std::vector<std::string> headings) { rows_.push_back(std::move(headings)); }

void Table::add(std::vector<std::string> cells) {
  cells.resize(rows_.front().size());
  rows_.push_back(std::move(cells));
}

std::string Table::text(std::size_t indent) const {
  std::vector<std::size_t> widths(rows_.front().size(), 0);
  for (const auto& row : rows_)
    for (std::size_t column = 0; column < row.size(); ++column)
      widths[column] = std::max(widths[column], row[column].size());
  std::size_t others = indent;
  for (std::size_t column = 1; column < widths.size(); ++column) others += kGap + widths[column];
  const std::size_t room = others + kShortestName < kWidth ? kWidth - others : kShortestName;
  widths[0] = std::min(widths[0], room);

  std::string text;
  for (const auto& row : rows_) {
    std::string line(indent, ' ');
    line += fmt::format("{:<{}}", shortened(row[0], widths[0]), widths[0]);
    for (std::size_t column = 1; column < row.size(); ++column)
      line += fmt::format("{:>{}}", row[column], kGap + widths[column]);
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + "\n";
  }
  return text;
}

std::string wrap(std::string_view text, std::string_view lead, std::size_t hanging) {
  std::string out(lead);
  std::size_t line_start = 0;
  bool first_word = true;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    const std::string_view word = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (!first_word) {
      if (out.size() - line_start + 1 + word.size() > kWidth) {
        out += '\n';
        line_start = out.size();
        out.append(hanging, ' ');
      } else {
        out += ' ';
      }
    }
    out += word;
    first_word = false;
  }
  return out + "\n";
}

std::string fixed(double value, int decimals) { return fmt::format("{:.{}f}", value, decimals); }

std::string grouped(double value) {
  if (std::abs(value) < 9.995) return fixed(value, 2);
  if (std::abs(value) < 99.95) return fixed(value, 1);
  std::string text = fixed(value, 0);
  const std::size_t first = text.front() == '-' ? 1 : 0;
  for (std::size_t at = text.size(); at > first + 3;) text.insert(at -= 3, 1, ',');
  return text;
}

std::string span_text(Duration span) {
  struct Step {
    double ns;
    const char* unit;
  };
  constexpr Step kSteps[] = {{1e9, "s"}, {1e6, "ms"}, {1e3, "us"}, {1, "ns"}};
  const double value = static_cast<double>(span.ns());
  if (value == 0) return "0 s";
  for (const Step& step : kSteps) {
    const double scaled = value / step.ns;
    // Rounding may carry 999.6 us to 1000 us; that is still read correctly.
    if (std::abs(scaled) < 1 && step.ns > 1) continue;
    const int decimals = std::abs(scaled) >= 99.95 || step.ns == 1 ? 0 : std::abs(scaled) >= 9.995 ? 1 : 2;
    return fmt::format("{:.{}f} {}", scaled, decimals, step.unit);
  }
  return "0 s";
}

std::string gibibytes_text(double bytes) {
  constexpr double kKibi = 1024;
  if (bytes >= kKibi * kKibi * kKibi) return fmt::format("{:.1f} GiB", bytes / (kKibi * kKibi * kKibi));
  if (bytes >= kKibi * kKibi) return fmt::format("{:.1f} MiB", bytes / (kKibi * kKibi));
  if (bytes >= kKibi) return fmt::format("{:.1f} KiB", bytes / kKibi);
  return fmt::format("{:.0f} B", bytes);
}

std::string count_noun(std::int64_t count, std::string_view noun) {
  const bool is_epoch = noun.ends_with("och");
  const bool hisses = noun.ends_with('s') || noun.ends_with('x') || noun.ends_with("sh") ||
                      (noun.ends_with("ch") && !is_epoch);
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : hisses ? "es" : "s");
}

std::string Style::painted(const char* code, std::string_view text) const {
  return colour_ ? fmt::format("\x1b[{}m{}\x1b[0m", code, terminal_text(text)) : std::string(text);
}

}  // namespace headrace
