#include "analysis/answer/config_difference.h"

#include <utility>

#include "analysis/errors.h"
#include "scenarios/loader/text/document.h"

namespace headrace {

namespace {

using Leaves = std::vector<std::pair<std::string, std::string>>;

void add_leaves(const Tree& tree, const std::string& path, Leaves& leaves) {
  switch (tree.kind) {
    case Tree::Kind::null: leaves.emplace_back(path, "null"); break;
    case Tree::Kind::scalar: leaves.emplace_back(path, tree.scalar); break;
    case Tree::Kind::sequence:
      if (tree.items.empty()) leaves.emplace_back(path, "[]");
      for (std::size_t i = 0; i < tree.items.size(); ++i)
        add_leaves(tree.items[i], path + "[" + std::to_string(i) + "]", leaves);
      break;
    case Tree::Kind::map:
      if (tree.entries.empty()) leaves.emplace_back(path, "{}");
      for (const Tree::Entry& entry : tree.entries)
        add_leaves(entry.value, path.empty() ? entry.key : path + "." + entry.key, leaves);
      break;
  }
}

Leaves leaves_of(std::string_view text) {
  Problems problems;
  const Tree tree = parse_document(text, "resolved scenario", problems);
  if (problems.errors() > 0) throw InputError("a stored scenario cannot be read: " + problems.text(false));
  Leaves leaves;
  add_leaves(tree, {}, leaves);
  return leaves;
}

}  // namespace

std::map<std::string, std::string> config_leaves(std::string_view resolved_text) {
  const Leaves leaves = leaves_of(resolved_text);
  return {leaves.begin(), leaves.end()};
}

std::vector<ConfigDifference> config_differences(std::string_view first, std::string_view second) {
  const Leaves of_first = leaves_of(first), of_second = leaves_of(second);
  const std::map<std::string, std::string> in_first(of_first.begin(), of_first.end());
  const std::map<std::string, std::string> in_second(of_second.begin(), of_second.end());
  std::vector<ConfigDifference> differences;
  for (const auto& [path, value] : of_first) {
    const auto found = in_second.find(path);
    const std::string other = found == in_second.end() ? std::string() : found->second;
    if (found == in_second.end() || other != value) differences.push_back({path, value, other});
  }
  for (const auto& [path, value] : of_second)
    if (!in_first.contains(path)) differences.push_back({path, {}, value});
  return differences;
}

}  // namespace headrace
