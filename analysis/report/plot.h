// Plot: one figure of a report: a table, and how it is drawn of it.
//
//   Plot plot{"epochs", "Each epoch", "…", PlotKind::lines, {{"figure", ""}, {"epoch", ""}, …}, {}};
//   plot.rows.push_back({"AU", 1.0, 94.4, {}, {}});
//
// The page, `--plot` as SVG and as CSV all take the same table, so that they cannot disagree. The places of
// the columns say what they are for; the names and units are for people.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/results/row_output.h"

namespace headrace {

enum class PlotKind : std::uint8_t {
  bars,      // category, part, value: a bar a category, of its parts
  lines,     // series, x, y, low, high: the last two where there is an interval
  heat,      // row, column, value
  ranges,    // category, value, low, high
  scatter,   // group, label, x, y: of one unit both axes are alike
  spans,     // row, part, begin, end, count: a lane a part in each row
  table,     // what columns say; it is drawn as it is
  parallel,  // an axis a column; the last one is what lines are coloured by
};
inline constexpr std::array<std::string_view, 8> kPlotKinds = {"bars",    "lines", "heat",  "ranges",
                                                               "scatter", "spans", "table", "parallel"};

struct PlotColumn {
  std::string name, unit;  // The unit is empty of words and counts.

  std::string heading() const { return unit.empty() ? name : name + " [" + unit + "]"; }
};

struct Plot {
  std::string id;     // "time-budget-train": what `--plot` takes; unique in a report.
  std::string title;  // "Where the time of train went"
  std::string says;   // A sentence below the title: what is drawn, and how it is read.
  PlotKind kind = PlotKind::bars;
  std::vector<PlotColumn> columns;
  std::vector<std::vector<Cell>> rows;
  bool logarithmic = false;  // The axis of values, of lines that of x.
};

// Makes a word of an id: "Two Levels!" is "two-levels".
std::string plot_word(std::string_view text);

// Returns the name of a component as figures write it: "file_systems/scratch/ost/0" is "scratch/ost/0".
std::string short_name(const std::string& component);

// Returns a name of so many bytes at most, three at least: of a longer one the end, behind "...".
std::string shortened(const std::string& name, std::size_t most);

// Writes text so that no reader of HTML or XML takes any of it for markup.
std::string in_markup(std::string_view text);

}  // namespace headrace
