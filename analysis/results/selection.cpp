#include "analysis/results/selection.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <optional>
#include <set>
#include <utility>

#include "analysis/errors.h"
#include "analysis/results/axis_number.h"

namespace headrace {

namespace {

struct Word {
  std::string file, selector;
};

// Splits a word into a file and what is chosen of it. A file may have a colon in its name, and so may a
// value: the longest name that is there counts.
Word split(const std::string& word) {
  std::error_code ignored;
  if (std::filesystem::exists(word, ignored)) return {word, {}};
  for (std::size_t colon = word.rfind(':'); colon != std::string::npos && colon > 0;
       colon = word.rfind(':', colon - 1))
    if (std::filesystem::exists(word.substr(0, colon), ignored))
      return {word.substr(0, colon), word.substr(colon + 1)};
  const std::size_t first = word.find(':');
  return first == std::string::npos ? Word{word, {}} : Word{word.substr(0, first), word.substr(first + 1)};
}

// Returns the scenarios and sweeps, each by itself, in the order of their first runs.
std::vector<SelectedRuns> all_of(const std::string& file) {
  ResultReader reader(file);
  std::vector<SelectedRuns> scenarios;
  for (StoredRun& run : reader.runs()) {
    auto found = std::find_if(scenarios.begin(), scenarios.end(), [&](const SelectedRuns& one) {
      return one.scenario_hash == run.scenario_hash && one.sweep == run.sweep;
    });
    if (found == scenarios.end())
      found = scenarios.insert(
          scenarios.end(),
          {file, run.scenario, run.scenario_hash, reader.resolved_text(run.scenario_hash), run.sweep, {}});
    found->runs.push_back(std::move(run));
  }
  if (scenarios.empty()) throw InputError(file + " holds no runs");
  return scenarios;
}

// Returns the values of an axis, each once, from the least on.
std::vector<std::string> values_of(const SelectedRuns& scenario, const std::string& path) {
  std::vector<std::string> values;
  for (const StoredRun& run : scenario.runs)
    for (const auto& [axis, value] : run.parameters)
      if (axis == path && std::find(values.begin(), values.end(), value) == values.end())
        values.push_back(value);
  std::sort(values.begin(), values.end(), [](const std::string& a, const std::string& b) {
    const auto one = axis_number(a), other = axis_number(b);
    return one && other ? one->number < other->number : a < b;
  });
  return values;
}

std::string axes_text(const SelectedRuns& scenario) {
  constexpr std::size_t kMost = 8;
  std::string text;
  for (const auto& [path, ignored] : scenario.runs.front().parameters) {
    text += "\n    " + path + "=";
    const std::vector<std::string> values = values_of(scenario, path);
    for (std::size_t i = 0; i < std::min(values.size(), kMost); ++i) text += (i == 0 ? "" : ", ") + values[i];
    if (values.size() > kMost) text += ", and " + std::to_string(values.size() - kMost) + " more";
  }
  return text;
}

std::string list_of(const std::vector<SelectedRuns>& scenarios) {
  constexpr std::size_t kMost = 20;
  std::string text;
  for (std::size_t i = 0; i < std::min(scenarios.size(), kMost); ++i) {
    const SelectedRuns& one = scenarios[i];
    text += "\n  " + one.file + ":" + (one.sweep.empty() ? one.scenario_hash : one.sweep) + "  " +
            (one.sweep.empty() ? "" : "sweep of ") + one.scenario + ", runs " +
            std::to_string(one.runs.front().id);
    if (one.runs.size() > 1) text += " to " + std::to_string(one.runs.back().id);
    text += axes_text(one);
  }
  if (scenarios.size() > kMost) text += "\n  and " + std::to_string(scenarios.size() - kMost) + " more";
  return text;
}

std::optional<std::int64_t> number_of(const std::string& text) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

// Returns the scenario of a run; of a sweep only the runs of its point.
std::optional<SelectedRuns> with_run(const SelectedRuns& scenario, std::int64_t id) {
  const auto found = std::find_if(scenario.runs.begin(), scenario.runs.end(),
                                  [&](const StoredRun& run) { return run.id == id; });
  if (found == scenario.runs.end()) return std::nullopt;
  SelectedRuns selected = scenario;
  std::erase_if(selected.runs, [&](const StoredRun& run) { return run.parameters != found->parameters; });
  return selected;
}

using Conditions = std::vector<std::pair<std::string, std::string>>;

// "a={law: normal, mean: 1 ms},b=2": a piece without '=' is more of the value before it.
Conditions conditions_of(const std::string& selector) {
  Conditions conditions;
  std::size_t at = 0;
  while (at <= selector.size()) {
    const std::size_t end = std::min(selector.find(',', at), selector.size());
    const std::string piece = selector.substr(at, end - at);
    const std::size_t equals = piece.find('=');
    if (equals != std::string::npos)
      conditions.emplace_back(piece.substr(0, equals), piece.substr(equals + 1));
    else if (!conditions.empty())
      conditions.back().second += "," + piece;
    at = end + 1;
  }
  return conditions;
}

// Returns the axis that a condition names, whole or by an ending; empty where none or several have it.
std::string axis_named(const SelectedRuns& scenario, const std::string& name) {
  std::set<std::string> ending;
  for (const auto& [path, ignored] : scenario.runs.front().parameters) {
    if (path == name) return path;
    if (path.ends_with("." + name)) ending.insert(path);
  }
  return ending.size() == 1 ? *ending.begin() : std::string();
}

std::optional<SelectedRuns> with_values(const SelectedRuns& scenario, const Conditions& conditions) {
  SelectedRuns selected = scenario;
  for (const auto& [name, value] : conditions) {
    const std::string path = axis_named(scenario, name);
    std::erase_if(selected.runs, [&](const StoredRun& run) {
      return std::none_of(run.parameters.begin(), run.parameters.end(), [&](const auto& one) {
        return one.first == path && same_value(one.second, value);
      });
    });
  }
  if (selected.runs.empty()) return std::nullopt;
  return selected;
}

// Finds what a selector names: a run before a name before values before a hash, for a hash may start with
// digits alone.
std::vector<SelectedRuns> matching(const std::vector<SelectedRuns>& scenarios, const std::string& selector) {
  constexpr std::size_t kDigits = 4;
  const std::optional<std::int64_t> id = number_of(selector);
  const Conditions conditions = conditions_of(selector);
  std::vector<SelectedRuns> by_run, by_name, by_values, by_hash, by_base;
  for (const SelectedRuns& one : scenarios) {
    if (id)
      if (auto found = with_run(one, *id)) by_run.push_back(std::move(*found));
    if (one.scenario == selector) by_name.push_back(one);
    if (!conditions.empty())
      if (auto found = with_values(one, conditions)) by_values.push_back(std::move(*found));
    if (selector.size() < kDigits) continue;
    if ((one.sweep.empty() ? one.scenario_hash : one.sweep).starts_with(selector)) by_hash.push_back(one);
    if (!one.sweep.empty() && one.scenario_hash.starts_with(selector)) by_base.push_back(one);
  }
  for (std::vector<SelectedRuns>* found : {&by_run, &by_name, &by_values, &by_hash})
    if (!found->empty()) return std::move(*found);
  return by_base;
}

}  // namespace

bool same_value(const std::string& one, const std::string& other) {
  const auto number = axis_number(one), second = axis_number(other);
  if (!number || !second) return one == other;
  return number->number == second->number && std::string_view(number->unit) == second->unit;
}

SelectedRuns select_runs(const std::string& word) {
  const Word parts = split(word);
  const std::vector<SelectedRuns> scenarios = all_of(parts.file);
  if (parts.selector.empty()) {
    if (scenarios.size() == 1) return scenarios.front();
    throw UsageError(parts.file + " holds several scenarios; say which:" + list_of(scenarios));
  }
  const std::vector<SelectedRuns> found = matching(scenarios, parts.selector);
  if (found.empty())
    throw UsageError(parts.file + " has no run, scenario, hash or point '" + parts.selector +
                     "'; there are:" + list_of(scenarios));
  if (found.size() > 1)
    throw UsageError("'" + parts.selector + "' names several scenarios; say which:" + list_of(found));
  return found.front();
}

std::vector<SelectedRuns> select_both(const std::string& file) {
  if (const Word parts = split(file); !parts.selector.empty())
    throw UsageError(file + " is one side; name the other, too");
  std::vector<SelectedRuns> scenarios = all_of(file);
  if (scenarios.size() == 2) return scenarios;
  if (scenarios.size() == 1 && !scenarios.front().sweep.empty())
    throw UsageError(file + " holds one sweep; say which two points of it to compare, as " + file +
                     ":PATH=VALUE:" + list_of(scenarios));
  throw UsageError(file + " holds " + std::to_string(scenarios.size()) +
                   (scenarios.size() == 1 ? " scenario, and nothing to compare it with:"
                                          : " scenarios; say which two to compare:") +
                   list_of(scenarios));
}

}  // namespace headrace
