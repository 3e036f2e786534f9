#include "scenarios/loader/sweep/sweep.h"

#include <algorithm>

#include "scenarios/loader/read/assertion.h"
#include "scenarios/loader/sweep/sweep_reader.h"
#include "scenarios/loader/sweep/sweep_units.h"
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
  const auto at = static_cast<std::size_t>(index);
  std::vector<std::string> values = parts_->values_at(parts_->has_places ? parts_->places[at] : index);
  SweepPoint point;
  point.index = index;
  for (std::size_t i = 0; i < values.size(); ++i)
    point.parameters.push_back({axes()[i].path, std::move(values[i])});
  return point;
}

std::vector<double> Sweep::coordinates(const SweepPoint& point) const {
  std::vector<double> all;
  for (std::size_t i = 0; i < axes().size(); ++i) {
    const SweepAxis& axis = axes()[i];
    const std::string& value = point.parameters[i].value;
    if (const auto amount = parse_amount(value); axis.is_range && amount) {
      all.push_back(axis.range.share_of(*amount));
      continue;
    }
    const auto found = std::find(axis.values.begin(), axis.values.end(), value);
    if (found == axis.values.end()) {
      all.push_back(kOfTheBase);
      continue;
    }
    const auto last = static_cast<double>(axis.values.size() - 1);
    all.push_back(last == 0 ? 0 : static_cast<double>(found - axis.values.begin()) / last);
  }
  return all;
}

ScenarioRead Sweep::scenario(const SweepPoint& point) const {
  ScenarioRead read;
  MergedScenario::Read at = read_point(*parts_, point, {}, read.problems);
  if (!read.problems.has_errors()) read.scenario = std::move(at.scenario);
  return read;
}

SweepRead read_sweep(std::string_view text, const std::string& file, const std::vector<std::string>& words) {
  SweepRead read;
  std::vector<std::string> fixed, axes;
  for (const std::string& word : words) (is_axis(word) ? axes : fixed).push_back(word);
  const std::vector<std::string> of_units = take_unit_words(text, fixed);
  axes.insert(axes.end(), of_units.begin(), of_units.end());
  const std::vector<Override> changes = parse_overrides(fixed, read.problems);
  FileFinder files(FileFinder::Disk::yes);
  const auto merged = MergedScenario::parse(text, file, changes, files, read.problems);
  if (!merged) return read;
  MergedScenario::Read base = merged->read({}, read.problems);
  check_assertions(base.scenario, base.places, read.problems);
  std::vector<std::string> known = axes;
  if (base.scenario.sweep)
    known.insert(known.end(), base.scenario.sweep->axes.begin(), base.scenario.sweep->axes.end());
  const std::vector<std::string> more = fixed_axes(fixed, known);
  axes.insert(axes.end(), more.begin(), more.end());
  const auto parts = read_sweep_parts(*merged, std::move(base), axes, read.problems);
  read.problems.sort_by_position();
  if (parts != nullptr && !read.problems.has_errors()) read.sweep.emplace(parts);
  return read;
}

SweepRead read_sweep_file(const std::string& path, const std::vector<std::string>& words) {
  SweepRead read;
  const auto file = FileFinder::read(path, read.problems);
  return file ? read_sweep(file->text, file->path, words) : read;
}

}  // namespace headrace
