#include "analysis/page/scaled_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

namespace headrace {

namespace {

using Json = nlohmann::ordered_json;

double percent_of(double seconds, double recorded) { return 100 * (seconds / recorded - 1); }

bool is_kept(const ScaledPage& page, std::size_t loader) {
  const auto& kept = page.answer.kept;
  return std::find(kept.begin(), kept.end(), loader) != kept.end();
}

std::string unsure_text(const ScaledPage& page) {
  std::string text;
  for (std::size_t i = 1; i < page.evidence.loaders.size(); ++i)
    text += wrap(fmt::format("{}: {:+.1f} % at the recorded ranks{}", page.evidence.loaders[i],
                             percent_of(page.evidence.seconds[i], page.evidence.recorded_seconds),
                             is_kept(page, i) ? "" : ", which contradicts the recording: left out"),
                 "  ", 4);
  return text;
}

}  // namespace

std::string scaled_text(const ScaledPage& page, const Style& style) {
  const ScaleEvidence& evidence = page.evidence;
  std::string text = style.bold("scaled from " + page.recording) + "\n";
  text +=
      wrap(fmt::format(
               "recorded: {} on {}, batch {}, {} from the first read of the data to the last; the inferred "
               "workload takes {} there ({:+.1f} %)",
               count_noun(page.ranks, "rank"), count_noun(page.nodes, "node"), page.batch,
               span_text(Duration::seconds(evidence.recorded_seconds)),
               span_text(Duration::seconds(evidence.seconds.front())),
               percent_of(evidence.seconds.front(), evidence.recorded_seconds)),
           "  ", 2);
  text += "\nassumed\n";
  for (const std::string& assumption : page.assumptions) text += wrap(assumption, "  ", 4);
  if (evidence.loaders.size() > 1) text += "\nnot sure, so run as well\n" + unsure_text(page);
  Table table({"ranks", "nodes", "files", "batch", "seconds", "from", "to", "samples/s", "AU %"});
  for (const ScaledRow& row : page.answer.rows)
    table.add({std::to_string(row.ranks), std::to_string(row.nodes), std::to_string(row.files),
               std::to_string(row.batch), grouped(row.seconds), grouped(row.low), grouped(row.high),
               grouped(row.samples_per_second), fixed(row.utilisation_percent, 1)});
  text += "\n" + table.text();
  text += wrap(fmt::format("from and to hold every loader that fits the recording, widened by what the "
                           "workload misses there ({:.1f} %) and by {:.1f} % for each doubling of ranks or "
                           "batch",
                           100 * std::expm1(std::abs(page.answer.missed)), 100 * ScaledAnswer::kOfDoubling),
               "  ", 2);
  for (const std::string& one : page.left_out) text += wrap(one, "  ", 4);
  return text;
}

Json scaled_tree(const ScaledPage& page) {
  Json loaders = Json::array(), rows = Json::array();
  for (std::size_t i = 0; i < page.evidence.loaders.size(); ++i)
    loaders.push_back({{"what", i == 0 ? "as inferred" : page.evidence.loaders[i]},
                       {"seconds", page.evidence.seconds[i]},
                       {"fits", is_kept(page, i)}});
  for (const ScaledRow& row : page.answer.rows)
    rows.push_back({{"ranks", row.ranks},
                    {"nodes", row.nodes},
                    {"files", row.files},
                    {"batch", row.batch},
                    {"seconds", row.seconds},
                    {"low", row.low},
                    {"high", row.high},
                    {"samples_per_second", row.samples_per_second},
                    {"utilisation_percent", row.utilisation_percent}});
  return {{"schema", "headrace.scaled/1"},
          {"recorded",
           {{"ranks", page.ranks},
            {"nodes", page.nodes},
            {"batch", page.batch},
            {"seconds", page.evidence.recorded_seconds}}},
          {"missed_percent", percent_of(page.evidence.seconds.front(), page.evidence.recorded_seconds)},
          {"assumptions", page.assumptions},
          {"loaders", std::move(loaders)},
          {"points", std::move(rows)},
          {"left_out", page.left_out}};
}

}  // namespace headrace
