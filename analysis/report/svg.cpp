#include "analysis/report/svg.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>
#include <map>
#include <set>

#include "analysis/text.h"

namespace headrace {

namespace {

constexpr double kWidth = 760, kRow = 26, kTop = 56, kBelow = 56, kLetter = 6.6;
constexpr std::array<const char*, 8> kColours = {"#0072B2", "#E69F00", "#009E73", "#CC79A7",
                                                 "#56B4E9", "#D55E00", "#F0E442", "#7A7F87"};
constexpr const char* kInk = "#1c2430";
constexpr const char* kSoft = "#55606e";
constexpr const char* kLine = "#d9dee5";

double number(const Cell& cell) {
  if (const auto* integer = std::get_if<std::int64_t>(&cell)) return static_cast<double>(*integer);
  const auto* real = std::get_if<double>(&cell);
  return real == nullptr ? 0 : *real;
}

bool is_number(const Cell& cell) { return cell.index() == 1 || cell.index() == 2; }

std::string label(const Cell& cell) {
  if (const auto* text = std::get_if<std::string>(&cell)) return *text;
  return is_number(cell) ? fmt::format("{:.4g}", number(cell)) : "";
}

// Names a column of a map: of a time three digits are enough.
std::string short_label(const Cell& cell) {
  return is_number(cell) ? fmt::format("{:.3g}", number(cell)) : label(cell);
}

// Writes text as XML has it, which knows no control characters.
std::string in_xml(std::string text) {
  std::replace_if(text.begin(), text.end(), [](unsigned char c) { return c < 0x20; }, ' ');
  return in_markup(text);
}

std::vector<std::string> distinct(const Plot& plot, std::size_t column) {
  std::vector<std::string> words;
  std::set<std::string> seen;
  for (const std::vector<Cell>& row : plot.rows)
    if (std::string word = label(row[column]); seen.insert(word).second) words.push_back(std::move(word));
  return words;
}

std::size_t place_of(const std::vector<std::string>& words, const std::string& word) {
  return static_cast<std::size_t>(std::find(words.begin(), words.end(), word) - words.begin());
}

// Axis: from values to places on the paper, and the round values that get a mark.
struct Axis {
  double low = 0, high = 1, from = 0, to = 1;
  bool logarithmic = false;

  double at(double value) const {
    const double share =
        logarithmic ? std::log(value / low) / std::log(high / low) : (value - low) / (high - low);
    return from + share * (to - from);
  }
  std::vector<double> marks() const {
    std::vector<double> all;
    if (logarithmic) {
      for (double mark = std::pow(10, std::ceil(std::log10(low) - 1e-9)); mark <= high * 1.0001; mark *= 10)
        all.push_back(mark);
      if (all.size() < 2) all = {low, high};
      return all;
    }
    const double rough = (high - low) / 5, power = std::pow(10, std::floor(std::log10(rough)));
    const double ratio = rough / power;
    const double step = power * (ratio > 5 ? 10 : ratio > 2 ? 5 : ratio > 1 ? 2 : 1);
    for (double mark = std::ceil(low / step - 1e-9) * step; mark <= high + step * 1e-6; mark += step)
      all.push_back(std::abs(mark) < step * 1e-6 ? 0 : mark);
    return all;
  }
};

// Returns an axis that holds all values of some columns, and with them zero where that is wanted.
Axis axis_over(const Plot& plot, std::initializer_list<std::size_t> columns, bool logarithmic,
               bool with_zero) {
  Axis axis{INFINITY, -INFINITY, 0, 1, logarithmic};
  for (const std::vector<Cell>& row : plot.rows)
    for (const std::size_t column : columns)
      if (is_number(row[column]) && (!logarithmic || number(row[column]) > 0)) {
        axis.low = std::min(axis.low, number(row[column]));
        axis.high = std::max(axis.high, number(row[column]));
      }
  if (!logarithmic && with_zero) axis.low = std::min(axis.low, 0.0);
  if (!(axis.low < axis.high)) {
    axis.low = logarithmic ? axis.low / 2 : axis.low - 1;
    axis.high = logarithmic ? axis.high * 2 : axis.high + 1;
  }
  return axis;
}

class Paper {
 public:
  Paper(const Plot& plot, double height) : height_(height) {
    add("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1:.0f}\" viewBox=\"0 0 {0} "
        "{1:.0f}\" "
        "font-family=\"Helvetica, Arial, sans-serif\" font-size=\"12\" role=\"img\">\n<title>{2}</title>\n"
        "<desc>{3}</desc>\n<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n",
        kWidth, height, in_xml(plot.title), in_xml(plot.says));
    text(16, 24, plot.title, "start", kInk, 15);
  }

  template <class... Args>
  void add(fmt::format_string<const Args&...> form, const Args&... args) {
    fmt::vformat_to(std::back_inserter(text_), form, fmt::make_format_args(args...));
  }
  void text(double x, double y, const std::string& said, const char* anchor, const char* colour = kSoft,
            int size = 12) {
    add("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\" fill=\"{}\" font-size=\"{}\">{}</text>\n", x, y,
        anchor, colour, size, in_xml(said));
  }
  void line(double x1, double y1, double x2, double y2, const char* colour, double width = 1) {
    add("<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" stroke=\"{}\" stroke-width=\"{}\"/>\n",
        x1, y1, x2, y2, colour, width);
  }
  void box(double x, double y, double width, double height, const std::string& colour) {
    add("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.2f}\" height=\"{:.1f}\" fill=\"{}\"/>\n", x, y, width,
        height, colour);
  }
  void dot(double x, double y, const char* colour) {
    add("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"4\" fill=\"{}\"/>\n", x, y, colour);
  }
  void across(const Axis& axis, const PlotColumn& column) {
    const double bottom = height_ - kBelow;
    for (const double mark : axis.marks()) {
      line(axis.at(mark), kTop, axis.at(mark), bottom, kLine);
      text(axis.at(mark), bottom + 16, fmt::format("{:.6g}", mark), "middle");
    }
    text((axis.from + axis.to) / 2, bottom + 36, column.heading(), "middle");
  }
  void upward(const Axis& axis, const PlotColumn& column, double left, double right) {
    for (const double mark : axis.marks()) {
      line(left, axis.at(mark), right, axis.at(mark), kLine);
      text(left - 6, axis.at(mark) + 4, fmt::format("{:.6g}", mark), "end");
    }
    text(left, kTop - 10, column.heading(), "start");
  }
  // Writes what the colours stand for, above the picture from the right.
  void legend(const std::vector<std::string>& parts, double y) {
    double x = 16;
    for (std::size_t i = 0; i < parts.size(); ++i) {
      const double width = 30 + kLetter * static_cast<double>(parts[i].size());
      if (x + width > kWidth && i > 0) {
        x = 16;
        y += 18;
      }
      box(x, y - 10, 12, 12, kColours[i % kColours.size()]);
      text(x + 18, y, parts[i], "start", kInk);
      x += width;
    }
  }
  std::string end() { return text_ + "</svg>\n"; }

 private:
  double height_;
  std::string text_;
};

double room_for(const std::vector<std::string>& names) {
  std::size_t longest = 0;
  for (const std::string& name : names) longest = std::max(longest, name.size());
  return std::min(320.0, 28 + kLetter * static_cast<double>(longest));
}

double legend_room(const std::vector<std::string>& parts) {
  double width = 0;
  for (const std::string& part : parts) width += 30 + kLetter * static_cast<double>(part.size());
  return 18 * (std::floor(width / (kWidth - 80)) + 1) + 8;
}

std::string bars(const Plot& plot) {
  const std::vector<std::string> names = distinct(plot, 0), parts = distinct(plot, 1);
  std::map<std::string, double> sums;
  for (const std::vector<Cell>& row : plot.rows) sums[label(row[0])] += number(row[2]);
  Axis axis{0, 0, room_for(names), kWidth - 32, false};
  for (const auto& [name, sum] : sums) axis.high = std::max(axis.high, sum);
  if (axis.high <= 0) axis.high = 1;
  const double below = legend_room(parts);
  Paper p(plot, kTop + kRow * static_cast<double>(names.size()) + kBelow + below);
  const double bottom = kTop + kRow * static_cast<double>(names.size());
  for (const double mark : axis.marks()) {
    p.line(axis.at(mark), kTop, axis.at(mark), bottom, kLine);
    p.text(axis.at(mark), bottom + 16, fmt::format("{:.6g}", mark), "middle");
  }
  p.text((axis.from + axis.to) / 2, bottom + 36, plot.columns[2].heading(), "middle");
  std::map<std::string, double> done;
  for (const std::vector<Cell>& row : plot.rows) {
    double& from = done[label(row[0])];
    const double y = kTop + kRow * static_cast<double>(place_of(names, label(row[0]))) + 3;
    p.box(axis.at(from), y, axis.at(from + number(row[2])) - axis.at(from), kRow - 6,
          kColours[place_of(parts, label(row[1])) % kColours.size()]);
    from += number(row[2]);
  }
  for (std::size_t i = 0; i < names.size(); ++i)
    p.text(axis.from - 8, kTop + kRow * (static_cast<double>(i) + 0.5) + 4, names[i], "end", kInk);
  p.legend(parts, bottom + kBelow);
  return p.end();
}

std::string lines(const Plot& plot) {
  const std::vector<std::string> parts = distinct(plot, 0);
  const double below = legend_room(parts);
  Paper p(plot, 420 + below);
  const double bottom = 420 - kBelow;
  Axis x = axis_over(plot, {1}, plot.logarithmic, false), y = axis_over(plot, {2, 3, 4}, false, true);
  x.from = 72, x.to = kWidth - 32, y.from = bottom, y.to = kTop;
  p.upward(y, plot.columns[2], x.from, x.to);
  for (const double mark : x.marks()) p.text(x.at(mark), bottom + 16, fmt::format("{:.6g}", mark), "middle");
  p.text((x.from + x.to) / 2, bottom + 36, plot.columns[1].heading(), "middle");
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const char* const colour = kColours[i % kColours.size()];
    std::string points;
    for (const std::vector<Cell>& row : plot.rows) {
      if (label(row[0]) != parts[i]) continue;
      points += fmt::format("{:.1f},{:.1f} ", x.at(number(row[1])), y.at(number(row[2])));
      if (is_number(row[3]))
        p.line(x.at(number(row[1])), y.at(number(row[3])), x.at(number(row[1])), y.at(number(row[4])), colour,
               1.5);
    }
    p.add("<polyline points=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"2\"/>\n", points, colour);
  }
  if (parts.size() > 1) p.legend(parts, bottom + kBelow);
  return p.end();
}

// Mixes from almost white to a deep blue.
std::string shade(double share) {
  const auto mix = [&](int from, int to) {
    return static_cast<int>(std::lround(from + std::clamp(share, 0.0, 1.0) * (to - from)));
  };
  return fmt::format("#{:02x}{:02x}{:02x}", mix(0xed, 0x0a), mix(0xf1, 0x3d), mix(0xf5, 0x6b));
}

std::string heat(const Plot& plot) {
  const std::vector<std::string> rows = distinct(plot, 0);
  std::vector<Cell> columns;
  for (const std::vector<Cell>& row : plot.rows)
    if (std::find(columns.begin(), columns.end(), row[1]) == columns.end()) columns.push_back(row[1]);
  if (std::all_of(columns.begin(), columns.end(), is_number))
    std::sort(columns.begin(), columns.end(),
              [](const Cell& a, const Cell& b) { return number(a) < number(b); });
  double most = plot.columns[2].unit == "%" ? 100 : 0;
  for (const std::vector<Cell>& row : plot.rows) most = std::max(most, number(row[2]));
  Paper p(plot, kTop + kRow * static_cast<double>(rows.size()) + kBelow + 26);
  const double left = room_for(rows), bottom = kTop + kRow * static_cast<double>(rows.size());
  const double width = (kWidth - 32 - left) / static_cast<double>(columns.size());
  std::map<std::string, std::size_t> places;
  for (std::size_t i = 0; i < columns.size(); ++i) places[label(columns[i])] = i;
  for (const std::vector<Cell>& row : plot.rows)
    p.box(left + width * static_cast<double>(places[label(row[1])]),
          kTop + kRow * static_cast<double>(place_of(rows, label(row[0]))), width + 0.3, kRow - 1,
          shade(most > 0 ? number(row[2]) / most : 0));
  for (std::size_t i = 0; i < rows.size(); ++i)
    p.text(left - 8, kTop + kRow * (static_cast<double>(i) + 0.5) + 4, rows[i], "end", kInk);
  const std::size_t every = columns.size() / 8 + 1;
  for (std::size_t i = 0; i < columns.size(); i += every)
    p.text(left + width * (static_cast<double>(i) + 0.5), bottom + 16, short_label(columns[i]), "middle");
  p.text((left + kWidth - 32) / 2, bottom + 36, plot.columns[1].heading(), "middle");
  for (int i = 0; i < 40; ++i) p.box(left + 4.0 * i, bottom + 50, 4.3, 12, shade(i / 39.0));
  p.text(left - 8, bottom + 60, "0", "end");
  p.text(left + 168, bottom + 60, fmt::format("{:.4g} {}", most, plot.columns[2].heading()), "start");
  return p.end();
}

std::string ranges(const Plot& plot) {
  const std::vector<std::string> names = distinct(plot, 0);
  Paper p(plot, kTop + kRow * static_cast<double>(plot.rows.size()) + kBelow);
  Axis axis = axis_over(plot, {1, 2, 3}, plot.logarithmic, false);
  axis.from = room_for(names), axis.to = kWidth - 48;
  p.across(axis, plot.columns[1]);
  for (std::size_t i = 0; i < plot.rows.size(); ++i) {
    const std::vector<Cell>& row = plot.rows[i];
    const double y = kTop + kRow * (static_cast<double>(i) + 0.5);
    p.text(axis.from - 12, y + 4, label(row[0]), "end", kInk);
    if (is_number(row[2])) p.line(axis.at(number(row[2])), y, axis.at(number(row[3])), y, kColours[0], 2);
    p.dot(axis.at(number(row[1])), y, kColours[0]);
  }
  return p.end();
}

std::string scatter(const Plot& plot) {
  const std::vector<std::string> parts = distinct(plot, 0);
  Paper p(plot, 560);
  // Axes of one unit are alike, and equal values lie on the diagonal.
  const bool alike = plot.columns[2].unit == plot.columns[3].unit;
  Axis x = alike ? axis_over(plot, {2, 3}, plot.logarithmic, false)
                 : axis_over(plot, {2}, plot.logarithmic, false);
  Axis y = alike ? x : axis_over(plot, {3}, plot.logarithmic, false);
  x.from = 72, x.to = kWidth - 32, y.from = 560 - kBelow, y.to = kTop;
  p.upward(y, plot.columns[3], x.from, x.to);
  p.across(x, plot.columns[2]);
  if (alike) p.line(x.at(x.low), y.at(x.low), x.at(x.high), y.at(x.high), kSoft);
  for (const std::vector<Cell>& row : plot.rows)
    if (!plot.logarithmic || (number(row[2]) > 0 && number(row[3]) > 0))
      p.dot(x.at(number(row[2])), y.at(number(row[3])),
            kColours[place_of(parts, label(row[0])) % kColours.size()]);
  p.legend(parts, 560 - 6);
  return p.end();
}

std::string spans(const Plot& plot) {
  const std::vector<std::string> names = distinct(plot, 0), parts = distinct(plot, 1);
  const double bottom = kTop + kRow * static_cast<double>(names.size());
  Paper p(plot, bottom + kBelow + legend_room(parts));
  Axis axis = axis_over(plot, {2, 3}, false, true);
  axis.from = room_for(names), axis.to = kWidth - 32;
  const double lane = (kRow - 6) / static_cast<double>(parts.size());
  for (const double mark : axis.marks())
    p.text(axis.at(mark), bottom + 16, fmt::format("{:.6g}", mark), "middle");
  p.text((axis.from + axis.to) / 2, bottom + 36, "time [" + plot.columns[2].unit + "]", "middle");
  for (const std::vector<Cell>& row : plot.rows) {
    const std::size_t part = place_of(parts, label(row[1]));
    const double y = kTop + kRow * static_cast<double>(place_of(names, label(row[0]))) + 3;
    const double from = axis.at(number(row[2]));
    p.box(from, y + lane * static_cast<double>(part), std::max(0.3, axis.at(number(row[3])) - from), lane,
          kColours[part % kColours.size()]);
  }
  for (std::size_t i = 0; i < names.size(); ++i)
    p.text(axis.from - 8, kTop + kRow * (static_cast<double>(i) + 0.5) + 4, names[i], "end", kInk);
  p.legend(parts, bottom + kBelow);
  return p.end();
}

std::string table(const Plot& plot) {
  Paper p(plot, kTop + kRow * static_cast<double>(plot.rows.size() + 1));
  for (std::size_t c = 0; c < plot.columns.size(); ++c) {
    const double x = 16 + (kWidth - 32) * static_cast<double>(c) / static_cast<double>(plot.columns.size());
    p.text(x, kTop + 10, plot.columns[c].heading(), "start");
    for (std::size_t r = 0; r < plot.rows.size(); ++r)
      p.text(x, kTop + 10 + kRow * static_cast<double>(r + 1), label(plot.rows[r][c]), "start", kInk);
  }
  return p.end();
}

std::string parallel(const Plot& plot) {
  Paper p(plot, 420);
  const double bottom = 420 - kBelow, top = kTop + 24;
  const auto last = static_cast<double>(plot.columns.size() - 1);
  std::vector<std::function<double(const Cell&)>> places;
  for (std::size_t c = 0; c < plot.columns.size(); ++c) {
    const double x = 80 + (kWidth - 160) * static_cast<double>(c) / last;
    p.line(x, top, x, bottom, kSoft);
    p.text(x, top - 10, plot.columns[c].heading(), "middle", kInk);
    if (std::all_of(plot.rows.begin(), plot.rows.end(), [&](const auto& row) { return is_number(row[c]); })) {
      Axis axis = axis_over(plot, {c}, false, false);
      axis.from = bottom, axis.to = top;
      for (const double mark : axis.marks())
        p.text(x - 6, axis.at(mark) + 4, fmt::format("{:.6g}", mark), "end");
      places.emplace_back([axis](const Cell& cell) { return axis.at(number(cell)); });
      continue;
    }
    const std::vector<std::string> words = distinct(plot, c);
    const double step = (bottom - top) / std::max<double>(1, static_cast<double>(words.size()) - 1);
    for (std::size_t w = 0; w < words.size(); ++w)
      p.text(x - 6, bottom - step * static_cast<double>(w) + 4, words[w], "end");
    places.emplace_back(
        [=](const Cell& cell) { return bottom - step * static_cast<double>(place_of(words, label(cell))); });
  }
  for (const std::vector<Cell>& row : plot.rows) {
    std::string points;
    for (std::size_t c = 0; c < row.size(); ++c)
      points += fmt::format("{:.1f},{:.1f} ", 80 + (kWidth - 160) * static_cast<double>(c) / last,
                            places[c](row[c]));
    p.add(
        "<polyline points=\"{}\" fill=\"none\" stroke=\"{}\" stroke-opacity=\"0.7\" stroke-width=\"1.5\"/>\n",
        points, kColours[0]);
  }
  return p.end();
}

}  // namespace

std::string svg_text(const Plot& plot) {
  switch (plot.kind) {
    case PlotKind::bars: return bars(plot);
    case PlotKind::lines: return lines(plot);
    case PlotKind::heat: return heat(plot);
    case PlotKind::ranges: return ranges(plot);
    case PlotKind::scatter: return scatter(plot);
    case PlotKind::spans: return spans(plot);
    case PlotKind::table: return table(plot);
    default: return parallel(plot);
  }
}

}  // namespace headrace
