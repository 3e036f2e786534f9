#include "scenarios/loader/sweep/sweep_parts.h"

#include <algorithm>

#include "scenarios/loader/read/assertion.h"

namespace headrace {

std::vector<std::string> SweepParts::values_at(std::int64_t place) const {
  std::vector<double> shares(axes.size());
  design().place(setting, place, shares);
  std::vector<std::string> all;
  for (std::size_t i = 0; i < shares.size(); ++i) {
    const SweepAxis& axis = axes[i];
    if (shares[i] == kOfTheBase) {
      all.push_back(base_values[i]);
    } else if (axis.is_range) {
      all.push_back(axis.range.at(shares[i]));
    } else {
      const auto value = static_cast<std::size_t>(shares[i] * static_cast<double>(axis.values.size()));
      all.push_back(axis.values[std::min(value, axis.values.size() - 1)]);
    }
  }
  return all;
}

MergedScenario::Read read_point(const SweepParts& parts, const SweepPoint& point,
                                const std::vector<Mark>& values, Problems& problems) {
  std::vector<Override> changes;
  for (std::size_t p = 0; p < point.parameters.size(); ++p) {
    const SweepParameter& parameter = point.parameters[p];
    Mark path;
    for (std::size_t i = 0; i < parts.axes.size(); ++i)
      if (parts.axes[i].path == parameter.path) path = parts.marks[i];
    const Mark& value = p < values.size() ? values[p] : path;
    auto change = parse_override_for(parameter.path + "=" + parameter.value, path, value, problems);
    if (change) changes.push_back(std::move(*change));
  }
  MergedScenario::Read read = parts.scenario.read(changes, problems);
  check_assertions(read.scenario, read.places, problems);
  return read;
}

}  // namespace headrace
