#include "analysis/figures/assertions.h"

#include <fmt/format.h>

#include <charconv>
#include <nlohmann/json.hpp>

#include "scenarios/loader/text/problems.h"

namespace headrace {

namespace {

using Json = nlohmann::ordered_json;

std::optional<double> find_item(const Json& list, std::string_view path) {
  std::size_t index = 0;
  const auto [end, error] = std::from_chars(path.data() + 1, path.data() + path.size(), index);
  if (error != std::errc() || end == path.data() + path.size() || *end != ']') return {};
  if (!list.is_array() || index >= list.size()) return {};
  path.remove_prefix(static_cast<std::size_t>(end - path.data()) + 1);
  if (path.starts_with('.')) path.remove_prefix(1);
  return find_figure(list[index], path);
}

bool compare(double value, const std::string& comparison, double bound) {
  if (comparison == ">=") return value >= bound;
  if (comparison == ">") return value > bound;
  if (comparison == "<=") return value <= bound;
  if (comparison == "<") return value < bound;
  return value == bound;
}

// Paths of all figures but those of single ranks.
void collect_paths(const Json& tree, const std::string& path, std::vector<std::string>& paths) {
  if (tree.is_number() || tree.is_boolean()) paths.push_back(path);
  if (!tree.is_object()) return;
  for (const auto& [key, value] : tree.items())
    collect_paths(value, path.empty() ? key : path + "." + key, paths);
}

std::string unknown_text(const Json& answer, const std::string& metric) {
  std::vector<std::string> paths;
  collect_paths(answer, {}, paths);
  const std::vector<std::string_view> candidates(paths.begin(), paths.end());
  const std::string nearest = nearest_word(metric, candidates);
  return "the answer has no such figure" + (nearest.empty() ? "" : "; did you mean '" + nearest + "'?");
}

}  // namespace

std::optional<double> find_figure(const Json& answer, std::string_view path) {
  if (path.empty()) {
    if (answer.is_boolean()) return answer.get<bool>() ? 1.0 : 0.0;
    if (answer.is_number()) return answer.get<double>();
    return {};
  }
  if (path.starts_with('[')) return find_item(answer, path);
  if (!answer.is_object()) return {};
  // A key may itself have dots in it, so each key that fits is tried.
  for (const auto& [key, value] : answer.items()) {
    if (!path.starts_with(key)) continue;
    std::string_view rest = path.substr(key.size());
    if (!rest.empty() && rest.front() != '.' && rest.front() != '[') continue;
    if (rest.starts_with('.')) rest.remove_prefix(1);
    if (const std::optional<double> found = find_figure(value, rest)) return found;
  }
  return {};
}

std::vector<AssertionOutcome> judge(std::span<const Assertion> assertions, const Json& answer) {
  std::vector<AssertionOutcome> outcomes;
  for (const Assertion& assertion : assertions) {
    const std::optional<double> value = find_figure(answer, assertion.metric);
    AssertionOutcome& outcome = outcomes.emplace_back();
    outcome.text = assertion.text;
    outcome.holds = value && compare(*value, assertion.comparison, assertion.bound);
    outcome.sentence =
        fmt::format("{} {} ({})", outcome.holds ? "PASS" : "FAIL", assertion.text,
                    value ? fmt::format("{:.6g}", *value) : unknown_text(answer, assertion.metric));
  }
  return outcomes;
}

}  // namespace headrace
