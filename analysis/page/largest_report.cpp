#include "analysis/page/largest_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "analysis/page/plan_words.h"

namespace headrace {

namespace {

using Json = nlohmann::ordered_json;

}  // namespace

std::string largest_sentence(const LargestAnswer& answer) {
  const LargestResult& found = answer.found;
  const std::string kind = answer.accelerator.empty() ? "accelerators" : "x " + answer.accelerator;
  if (!found.largest && found.stopped) return "interrupted before it was known how many are fed";
  const bool by_nodes = answer.raised == Raised::nodes;
  if (!found.largest)
    return std::string("not even one ") + (by_nodes ? "node" : "accelerator a node") + " meets " +
           answer.target.text;
  const std::string where =
      by_nodes
          ? fmt::format("{} on each of {}", answer.each, count_noun(*found.largest, "node"))
          : fmt::format("{} on {}", *found.largest,
                        answer.each == 1 ? "the node" : fmt::format("each of the {} nodes", answer.each));
  std::string text = fmt::format("{} {} are fed, {}: the most with {}", *found.largest * answer.each, kind,
                                 where, answer.target.text);
  if (found.at_the_end) return text + ", and as many as were asked for";
  const auto above = answer.notes.find(static_cast<std::size_t>(*found.largest + 1));
  if (above != answer.notes.end() && !above->second.limited_by.empty())
    text += "; then limited by " + above->second.limited_by;
  return text;
}

std::string largest_text(const LargestAnswer& answer, const Style& style) {
  std::string text = style.bold(answer.name) + "\n" + wrap(largest_sentence(answer)) + "\n";
  Table table({answer.raised == Raised::nodes ? "nodes" : "a node", "accelerators",
               last_name(answer.target.metric), "runs", "target", "limited by"});
  for (const CountMargin& one : answer.found.curve) {
    const auto note = answer.notes.find(static_cast<std::size_t>(one.count));
    std::string by = note == answer.notes.end() ? "" : without_details(note->second.limited_by);
    if (note != answer.notes.end() && !note->second.failure.empty()) by = note->second.failure;
    table.add({std::to_string(one.count), std::to_string(one.count * answer.each),
               figure_text(answer.target, one.margin), std::to_string(one.margin.count),
               std::string(one.meets ? "met" : "missed") + (one.clear ? "" : "?"), by});
  }
  text += table.text();
  if (!answer.sure.empty()) text += "\n" + wrap("With the largest count " + answer.sure + ".", "  ", 4);
  if (!answer.found.is_monotone) text += "\n  Not monotone: a count met the target above one that did not.\n";
  if (answer.found.stopped) text += "\n  Interrupted: the edge was not found.\n";
  text +=
      fmt::format("\n  {} runs, {} of them found in {}\n", answer.found.runs, answer.reused, answer.database);
  return text;
}

Json largest_tree(const LargestAnswer& answer) {
  const LargestResult& found = answer.found;
  const auto accelerators = [&](const std::optional<std::int64_t>& count) {
    return count ? Json(*count * answer.each) : Json(nullptr);
  };
  const bool by_nodes = answer.raised == Raised::nodes;
  Json tree = {{"schema", "headrace.plan/1"},
               {"scenario", answer.name},
               {"answer", largest_sentence(answer)},
               {"job", answer.job},
               {"raised", by_nodes ? "nodes" : "accelerators_per_node"},
               {"target", answer.target.text},
               {"largest_accelerators", accelerators(found.largest)},
               {"surely", accelerators(found.surely)},
               {"surely_not", accelerators(found.surely_not)},
               {"at_the_end", found.at_the_end},
               {"monotone", found.is_monotone},
               {"stopped", found.stopped},
               {"runs", found.runs},
               {"runs_reused", answer.reused},
               {"database", answer.database}};
  tree["how_sure"] = answer.sure;
  tree["curve"] = Json::array();
  for (const CountMargin& one : found.curve) {
    Json row = {{"nodes", by_nodes ? one.count : answer.each},
                {"accelerators", one.count * answer.each},
                {"meets", one.meets},
                {"clear", one.clear}};
    row["figure"] = estimate_tree(answer.target, one.margin);
    const auto note = answer.notes.find(static_cast<std::size_t>(one.count));
    if (note != answer.notes.end()) {
      row["limited_by"] = note->second.limited_by;
      if (!note->second.failure.empty()) row["failure"] = note->second.failure;
    }
    tree["curve"].push_back(std::move(row));
  }
  return tree;
}

}  // namespace headrace
