// Point axes: in which axes of sweeps the runs of two sides may be held against each other.
//
// Where both sides have one value of an axis and it is not the same, that is what is compared: A has one
// accelerator a node, B has two. In all other axes the two runs of a pair agree. What a side does not vary
// stands in its scenario. Where it does not either, the other side's values would all meet the same runs,
// and one pair would hide the others: that is refused.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/answer/config_difference.h"

namespace headrace {

using AxisValues = std::map<std::string, std::string>;  // Values by the path of their axis.

struct PointAxes {
  std::vector<std::string> shared;          // Paths in which the runs of a pair agree, in their order.
  std::vector<ConfigDifference> differing;  // Axes of one value a side, and not the same.
};

// Fills in the values of `first` and `second`, one map a run, from the resolved scenario of their side.
// Throws InputError where an axis of several values is unknown to the other side.
PointAxes align_axes(std::vector<AxisValues>& first, std::string_view first_text,
                     std::vector<AxisValues>& second, std::string_view second_text);

// Returns the shortest endings of paths, of so many keys or more, that name just one of them each:
// "read_threads", "cache.policy".
std::vector<std::string> short_names(const std::vector<std::string>& paths, int keys = 1);

// A value as it is compared and ordered: "1 MiB" and "1024 KiB" are one; numbers before words.
struct AxisKey {
  bool is_word = false;
  double number = 0;
  std::string word;  // The unit of a number.

  auto operator<=>(const AxisKey&) const = default;
};
AxisKey axis_key(const std::string& value);

}  // namespace headrace
