#include "scenarios/loader/sweep/sweep_parts.h"

#include <algorithm>

#include "scenarios/loader/read/assertion.h"
#include "scenarios/loader/sweep/sweep_units.h"

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
    std::vector<AxisSetting> settings = {{parameter.path, parameter.value, Mark()}};
    for (std::size_t i = 0; i < parts.axes.size(); ++i)
      if (parts.axes[i].path == parameter.path)
        settings = settings_of(parts.axes[i], parameter.value, parts.marks[i]);
    for (const AxisSetting& setting : settings) {
      const Mark& value = p < values.size() ? values[p] : setting.mark;
      auto change = parse_override_for(setting.path + "=" + setting.value, setting.mark, value, problems);
      if (change) changes.push_back(std::move(*change));
    }
  }
  MergedScenario::Read read = parts.scenario.read(changes, problems);
  check_assertions(read.scenario, read.places, problems);
  return read;
}

}  // namespace headrace
