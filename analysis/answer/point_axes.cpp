#include "analysis/answer/point_axes.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <set>

#include "analysis/errors.h"
#include "analysis/results/axis_number.h"

namespace headrace {

namespace {

using Runs = std::vector<AxisValues>;

std::set<std::string> paths_of(const Runs& runs) {
  std::set<std::string> paths;
  for (const AxisValues& run : runs)
    for (const auto& [path, value] : run) paths.insert(path);
  return paths;
}

void fill(Runs& runs, const std::set<std::string>& paths, std::string_view text) {
  std::optional<std::map<std::string, std::string>> leaves;
  for (AxisValues& run : runs)
    for (const std::string& path : paths) {
      if (run.contains(path)) continue;
      if (!leaves) leaves = config_leaves(text);
      if (const auto found = leaves->find(path); found != leaves->end()) run.emplace(path, found->second);
    }
}

// Returns each value once; nothing where a run does not have the axis.
std::map<AxisKey, std::string> values_of(const Runs& runs, const std::string& path) {
  std::map<AxisKey, std::string> values;
  for (const AxisValues& run : runs) {
    const auto found = run.find(path);
    if (found == run.end()) return {};
    values.emplace(axis_key(found->second), found->second);
  }
  return values;
}

std::string list_of(const std::map<AxisKey, std::string>& values) {
  std::string text;
  for (const auto& [key, value] : values) text += (text.empty() ? "" : ", ") + value;
  return text;
}

[[noreturn]] void refuse(const std::string& path, const char* varies, const char* silent,
                         const std::map<AxisKey, std::string>& values) {
  throw InputError(std::string(varies) + " has runs with " + path + " = " + list_of(values) + ", and " +
                   silent + " does not say its own: each would meet the same run. Name one, as FILE:" + path +
                   "=" + values.begin()->second);
}

}  // namespace

AxisKey axis_key(const std::string& value) {
  if (const auto number = axis_number(value)) return {false, number->number, number->unit};
  return {true, 0, value};
}

PointAxes align_axes(Runs& first, std::string_view first_text, Runs& second, std::string_view second_text) {
  std::set<std::string> paths = paths_of(first);
  paths.merge(paths_of(second));
  fill(first, paths, first_text);
  fill(second, paths, second_text);
  PointAxes axes;
  for (const std::string& path : paths) {
    const auto a = values_of(first, path), b = values_of(second, path);
    if (a.empty() && b.size() > 1) refuse(path, "B", "A", b);
    if (b.empty() && a.size() > 1) refuse(path, "A", "B", a);
    if (a.size() <= 1 && b.size() <= 1) {
      const bool same = !a.empty() && !b.empty() && a.begin()->first == b.begin()->first;
      if (!same) axes.differing.push_back({path, list_of(a), list_of(b)});
      if (same) axes.shared.push_back(path);
    } else {
      axes.shared.push_back(path);
    }
  }
  return axes;
}

std::vector<std::string> short_names(const std::vector<std::string>& paths, int keys) {
  const auto is_of_one = [&](const std::string& name) {
    return std::count_if(paths.begin(), paths.end(), [&](const std::string& path) {
             return path == name || path.ends_with("." + name);
           }) == 1;
  };
  std::vector<std::string> names;
  for (const std::string& path : paths) {
    std::size_t dot = path.rfind('.');
    for (int key = 1; dot != std::string::npos && dot > 0; ++key) {
      if (key >= keys && is_of_one(path.substr(dot + 1))) break;
      dot = path.rfind('.', dot - 1);
    }
    names.push_back(dot == std::string::npos ? path : path.substr(dot + 1));
  }
  return names;
}

}  // namespace headrace
