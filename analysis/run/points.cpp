#include "analysis/run/points.h"

namespace headrace {

namespace {

std::string first_error(const Problems& problems) {
  for (const Problem& problem : problems.all())
    if (problem.severity == Severity::error)
      return (problem.path.empty() ? "" : problem.path + ": ") + problem.sentence;
  return "the scenario refuses the values";
}

}  // namespace

PreparedPoint prepared(ScenarioRead read, std::vector<std::string> values) {
  PreparedPoint point;
  point.values = std::move(values);
  if (read.scenario)
    point.scenario = std::make_shared<const Scenario>(std::move(*read.scenario));
  else
    point.refusal = first_error(read.problems);
  return point;
}

PreparedPoint SweepPoints::prepare(std::int64_t point) const {
  const SweepPoint at = sweep_.point(point);
  std::vector<std::string> values;
  for (const SweepParameter& parameter : at.parameters) values.push_back(parameter.value);
  return prepared(sweep_.scenario(at), std::move(values));
}

const PrecisionSpec* SweepPoints::precision() const {
  return sweep_.spec().precision ? &*sweep_.spec().precision : nullptr;
}

}  // namespace headrace
