// Looks into plots: the one of an id, and its rows as texts.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "analysis/report/plot.h"

namespace headrace {

inline const Plot* plot_of(const std::vector<Plot>& plots, const std::string& id) {
  const auto found =
      std::find_if(plots.begin(), plots.end(), [&](const Plot& plot) { return plot.id == id; });
  return found == plots.end() ? nullptr : &*found;
}

// "train, compute, 368.8": numbers with six digits, nothing as "-".
inline std::string text_of(const std::vector<Cell>& row) {
  std::string text;
  for (const Cell& cell : row) {
    if (!text.empty()) text += ", ";
    if (const auto* word = std::get_if<std::string>(&cell))
      text += *word;
    else if (const auto* real = std::get_if<double>(&cell))
      text += fmt::format("{:.6g}", *real);
    else if (const auto* integer = std::get_if<std::int64_t>(&cell))
      text += std::to_string(*integer);
    else
      text += "-";
  }
  return text;
}

inline std::vector<std::string> rows_of(const Plot* plot) {
  std::vector<std::string> rows;
  if (plot != nullptr)
    for (const std::vector<Cell>& row : plot->rows) rows.push_back(text_of(row));
  return rows;
}

}  // namespace headrace
