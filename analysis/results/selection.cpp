#include "analysis/results/selection.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <optional>

#include "analysis/errors.h"

namespace headrace {

namespace {

struct Word {
  std::string file, selector;
};

// A file may have a colon in its name: one that is there counts first.
Word split(const std::string& word) {
  std::error_code ignored;
  const std::size_t colon = word.rfind(':');
  if (colon == std::string::npos || std::filesystem::exists(word, ignored)) return {word, {}};
  return {word.substr(0, colon), word.substr(colon + 1)};
}

// One scenario each, in the order of their first runs.
std::vector<SelectedRuns> all_of(const std::string& file) {
  ResultReader reader(file);
  std::vector<SelectedRuns> scenarios;
  for (StoredRun& run : reader.runs()) {
    auto found = std::find_if(scenarios.begin(), scenarios.end(), [&](const SelectedRuns& one) {
      return one.scenario_hash == run.scenario_hash;
    });
    if (found == scenarios.end())
      found = scenarios.insert(
          scenarios.end(),
          {file, run.scenario, run.scenario_hash, reader.resolved_text(run.scenario_hash), {}});
    found->runs.push_back(std::move(run));
  }
  if (scenarios.empty()) throw InputError(file + " holds no runs");
  return scenarios;
}

std::string list_of(const std::vector<SelectedRuns>& scenarios) {
  constexpr std::size_t kMost = 20;
  std::string text;
  for (std::size_t i = 0; i < std::min(scenarios.size(), kMost); ++i) {
    const SelectedRuns& one = scenarios[i];
    text += "\n  " + one.file + ":" + one.scenario_hash + "  " + one.scenario + ", runs " +
            std::to_string(one.runs.front().id);
    if (one.runs.size() > 1) text += " to " + std::to_string(one.runs.back().id);
  }
  if (scenarios.size() > kMost) text += "\n  and " + std::to_string(scenarios.size() - kMost) + " more";
  return text;
}

bool has_run(const SelectedRuns& scenario, std::int64_t id) {
  return std::any_of(scenario.runs.begin(), scenario.runs.end(),
                     [&](const StoredRun& run) { return run.id == id; });
}

std::optional<std::int64_t> number_of(const std::string& text) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

// A run before a name before a hash, for a hash may start with digits alone.
std::vector<SelectedRuns> matching(const std::vector<SelectedRuns>& scenarios, const std::string& selector) {
  constexpr std::size_t kDigits = 4;
  const std::optional<std::int64_t> id = number_of(selector);
  std::vector<SelectedRuns> by_run, by_name, by_hash;
  for (const SelectedRuns& one : scenarios) {
    if (id && has_run(one, *id)) by_run.push_back(one);
    if (one.scenario == selector) by_name.push_back(one);
    if (selector.size() >= kDigits && one.scenario_hash.starts_with(selector)) by_hash.push_back(one);
  }
  return !by_run.empty() ? by_run : !by_name.empty() ? by_name : by_hash;
}

}  // namespace

SelectedRuns select_runs(const std::string& word) {
  const Word parts = split(word);
  const std::vector<SelectedRuns> scenarios = all_of(parts.file);
  if (parts.selector.empty()) {
    if (scenarios.size() == 1) return scenarios.front();
    throw UsageError(parts.file + " holds several scenarios; say which:" + list_of(scenarios));
  }
  const std::vector<SelectedRuns> found = matching(scenarios, parts.selector);
  if (found.empty())
    throw UsageError(parts.file + " has no run, scenario or hash '" + parts.selector +
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
  throw UsageError(file + " holds " + std::to_string(scenarios.size()) +
                   (scenarios.size() == 1 ? " scenario, and nothing to compare it with:"
                                          : " scenarios; say which two to compare:") +
                   list_of(scenarios));
}

}  // namespace headrace
