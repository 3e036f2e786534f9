#include "scenarios/loader/sweep.h"

#include <algorithm>

#include "scenarios/loader/assertion.h"
#include "scenarios/loader/sweep_parts.h"
#include "sim/check.h"

namespace headrace {

const std::string& Sweep::name() const { return parts_->base.name; }
const std::string& Sweep::hash() const { return parts_->hash; }
const std::string& Sweep::design_text() const { return parts_->text; }
const std::vector<SweepAxis>& Sweep::axes() const { return parts_->axes; }
const SweepSpec& Sweep::spec() const { return parts_->spec; }
const Scenario& Sweep::base() const { return parts_->base; }
std::int64_t Sweep::size() const { return parts_->size; }

SweepPoint Sweep::point(std::int64_t index) const {
  HEADRACE_CHECK(index >= 0 && index < size());
  const std::int64_t place = parts_->places.empty() ? index : parts_->places[static_cast<std::size_t>(index)];
  return point_of(*parts_, index, place);
}

ScenarioRead Sweep::scenario(const SweepPoint& point) const {
  ScenarioRead read;
  std::vector<Override> changes;
  for (const SweepParameter& parameter : point.parameters) {
    Mark mark;
    for (std::size_t i = 0; i < axes().size(); ++i)
      if (axes()[i].path == parameter.path) mark = parts_->marks[i];
    auto change = parse_override_for(parameter.path + "=" + parameter.value, mark, read.problems);
    if (change) changes.push_back(std::move(*change));
  }
  MergedScenario::Read at = parts_->scenario.read(changes, read.problems);
  check_assertions(at.scenario, at.places, read.problems);
  if (!read.problems.has_errors()) read.scenario = std::move(at.scenario);
  return read;
}

SweepRead read_sweep(std::string_view text, const std::string& file, const std::vector<std::string>& words) {
  SweepRead read;
  std::vector<std::string> fixed, axes;
  for (const std::string& word : words) (is_axis(word) ? axes : fixed).push_back(word);
  const std::vector<Override> changes = parse_overrides(fixed, read.problems);
  FileFinder files(FileFinder::Disk::yes);
  const auto merged = MergedScenario::parse(text, file, changes, files, read.problems);
  if (!merged) return read;
  const auto parts = read_sweep_parts(*merged, merged->read({}, read.problems), axes, read.problems);
  read.problems.sort_by_position();
  if (parts != nullptr && !read.problems.has_errors()) read.sweep.emplace(parts);
  return read;
}

SweepRead read_sweep_file(const std::string& path, const std::vector<std::string>& words) {
  SweepRead read;
  const auto source = std::make_shared<const SourceText>(SourceText{path, {}});
  const auto file = FileFinder::read(path, Mark{source}, read.problems);
  return file ? read_sweep(file->text, path, words) : read;
}

}  // namespace headrace
