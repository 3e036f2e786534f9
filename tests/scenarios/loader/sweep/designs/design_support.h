// The points of a design as rows of shares.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "scenarios/loader/sweep/designs/design.h"

namespace headrace {

inline const Design& design_named(std::string_view name) {
  return *std::find_if(designs().begin(), designs().end(), [&](const Design& d) { return d.name == name; });
}

inline DesignSetting setting_with(std::vector<std::int64_t> values, std::int64_t points = 0,
                                  std::uint64_t seed = 1) {
  DesignSetting setting;
  for (std::size_t i = 0; i < values.size(); ++i) setting.names.push_back("axis" + std::to_string(i));
  setting.values = std::move(values);
  setting.points = points;
  setting.seed = seed;
  return setting;
}

inline std::vector<std::vector<double>> rows_of(std::string_view name, const DesignSetting& setting) {
  const Design& design = design_named(name);
  std::vector<std::vector<double>> rows;
  for (std::int64_t point = 0; point < design.size(setting); ++point) {
    design.place(setting, point, rows.emplace_back(setting.names.size()));
  }
  return rows;
}

// The value of each axis as a digit: "01 02 …"; '-' of the scenario's own.
inline std::string values_of(std::string_view name, const DesignSetting& setting) {
  std::string text;
  for (const std::vector<double>& row : rows_of(name, setting)) {
    if (!text.empty()) text += ' ';
    for (std::size_t axis = 0; axis < row.size(); ++axis)
      text += row[axis] < 0 ? "-"
                            : std::to_string(static_cast<std::int64_t>(
                                  row[axis] * static_cast<double>(setting.values[axis])));
  }
  return text;
}

}  // namespace headrace
