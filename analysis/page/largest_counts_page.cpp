#include "analysis/page/largest_counts_page.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "analysis/page/json.h"
#include "analysis/page/validation_page.h"

namespace headrace {

namespace {

std::string_view role_name(RowRole role) { return kRowRoles[static_cast<std::size_t>(role)]; }

std::string line_label(const LargestCount& one) {
  return fmt::format("{} {}", role_name(one.row.role).substr(0, 1), one.row.name());
}

std::string counts_table(std::span<const LargestCount> counts) {
  Table table({"row", "AU %", "threshold", "submitted", "largest", "ratio", "runs"});
  for (const LargestCount& one : counts) {
    const std::optional<double> ratio = one.ratio();
    table.add({line_label(one), fixed(one.row.au_percent.value_or(0), 1), fixed(one.threshold_percent, 0),
               std::to_string(one.row.accelerators),
               one.largest ? (one.at_least ? ">= " : "") + std::to_string(*one.largest) : "stopped",
               ratio ? fixed(*ratio, 2) : "-", std::to_string(one.runs + one.reused)});
  }
  return table.empty() ? "" : table.text() + "\n";
}

std::string limits_of(std::span<const LargestCount> counts) {
  std::string text;
  for (const LargestCount& one : counts) {
    if (one.limit.empty()) continue;
    text += wrap(one.limit, fmt::format("  {}: {}", line_label(one), one.at_least ? "so far " : ""), 4);
  }
  return text.empty() ? "" : "Limited by, with the next larger count:\n" + text + "\n";
}

std::string count_scores_table(std::span<const CountScore> scores) {
  Table table({"largest counts", "rows", ">= 0.9 x submitted", "share %", "> 2 x", "limit named"});
  for (const CountScore& score : scores)
    table.add({std::string(role_name(score.role)) + (score.workload.empty() ? "" : " " + score.workload),
               std::to_string(score.rows), std::to_string(score.enough),
               fixed(100.0 * static_cast<double>(score.enough) / static_cast<double>(score.rows), 0),
               std::to_string(score.far_above), std::to_string(score.named)});
  return table.empty() ? "" : table.text() + "\n";
}

constexpr std::string_view kCountsLegend =
    "c: calibration rows, v: validation rows. largest: the most accelerators on the row's own nodes with "
    "which the predicted AU meets the threshold; >=: it does with twice the submitted number and one more a "
    "node, where the search ends, and what limits there is said in place of the next count. A submitted "
    "number "
    "is a lower bound, as submitters stop where they pass: a ratio below 0.9 is a wrong prediction, and one "
    "above 2 is worth something only with a limit other than the accelerators themselves. Up to the "
    "submitted number an accelerator reads as many samples as in the row; above it the data set stays, or "
    "grows so that each has 500 steps.";

nlohmann::ordered_json count_tree(const LargestCount& one) {
  const MeasuredRow& row = one.row;
  nlohmann::ordered_json tree = row_head(row);
  tree["au_percent"] = value_or_null(row.au_percent);
  tree["au_threshold_percent"] = one.threshold_percent;
  tree["largest_accelerators"] = one.largest ? nlohmann::ordered_json(*one.largest) : nullptr;
  tree["at_least"] = one.at_least;
  tree["ratio"] = value_or_null(one.ratio());
  tree["limited_by"] = one.limit;
  tree["names_limit"] = one.names_limit();
  tree["searched"] = nlohmann::ordered_json::array();
  for (const CountedAu& searched : one.searched)
    tree["searched"].push_back(
        {{"accelerators", searched.accelerators}, {"au_percent", value_or_null(searched.au_percent)}});
  tree["runs"] = one.runs + one.reused;
  tree["runs_reused"] = one.reused;
  tree["source"] = row.source;
  return tree;
}

}  // namespace

std::string largest_counts_text(const std::string& set, std::span<const LargestCount> counts,
                                const Style& style) {
  const std::string rows = count_noun(static_cast<std::int64_t>(counts.size()), "row");
  return style.bold(set) +
         fmt::format(": {} measured at most {:g} points above the AU threshold\n\n", rows, kNearThreshold) +
         counts_table(counts) + limits_of(counts) + count_scores_table(score_counts(counts)) +
         wrap(kCountsLegend);
}

nlohmann::ordered_json largest_counts_tree(const std::string& set, std::span<const LargestCount> counts) {
  nlohmann::ordered_json rows = nlohmann::ordered_json::array(), scores = rows;
  for (const LargestCount& one : counts) rows.push_back(count_tree(one));
  for (const CountScore& score : score_counts(counts))
    scores.push_back({{"role", role_name(score.role)},
                      {"workload", score.workload},
                      {"rows", score.rows},
                      {"enough", score.enough},
                      {"above_twice", score.far_above},
                      {"limit_named", score.named}});
  return {{"set", set}, {"rows", std::move(rows)}, {"scores", std::move(scores)}};
}

}  // namespace headrace
