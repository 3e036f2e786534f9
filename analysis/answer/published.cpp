#include "analysis/answer/published.h"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "analysis/figures/figures.h"

namespace headrace {

double PublishedComparison::error() const {
  if (published.value == 0) return simulated == 0 ? 0 : HUGE_VAL;
  return simulated / published.value - 1;
}

bool PublishedComparison::fits() const { return std::abs(error()) <= kSheetTolerance; }

std::vector<PublishedComparison> compare_published(const Scenario& scenario, const RunResult& run) {
  std::vector<PublishedComparison> all;
  for (std::size_t i = 0; i < run.jobs.size(); ++i) {
    for (const auto& [name, job] : scenario.jobs) {
      if (name != run.jobs[i].name) continue;
      for (const PublishedFigure& published : job.published) {
        const std::optional<double> found = find_job_figure(run, i, published.figure);
        if (found) all.push_back({scenario.platform.name, name, published.figure, *found, published});
      }
    }
  }
  return all;
}

std::string published_text(std::span<const PublishedComparison> comparisons, const Style& style,
                           bool with_sources) {
  Table table({"job", "figure", "simulated", "published", "error %", "published by"});
  std::string sources, off;
  for (const PublishedComparison& one : comparisons) {
    table.add({one.job, one.figure, fmt::format("{:.4g}", one.simulated),
               fmt::format("{:.4g}", one.published.value), fmt::format("{:+.1f}", one.error() * 100),
               one.must_fit() ? "sheet" : "measured"});
    sources += wrap(one.published.source, "  " + one.job + ", " + one.figure + ": ", 4);
    if (one.must_fit() && !one.fits())
      off += style.bad(fmt::format("  {}: {} is {:+.1f} % off what the machine was built from", one.job,
                                   one.figure, one.error() * 100)) +
             "\n";
  }
  return table.text() + off + (with_sources ? sources : "");
}

nlohmann::ordered_json published_tree(const std::string& revision,
                                      std::span<const PublishedComparison> comparisons) {
  nlohmann::ordered_json rows = nlohmann::ordered_json::array();
  for (const PublishedComparison& one : comparisons)
    rows.push_back({{"platform", one.platform},
                    {"probe", one.job},
                    {"figure", one.figure},
                    {"simulated", one.simulated},
                    {"sheet", one.published.value},
                    {"by", kPublishedBy[static_cast<std::size_t>(one.published.by)]},
                    {"source", one.published.source},
                    {"error", one.error()}});
  return {{"schema", "headrace.probes/1"}, {"revision", revision}, {"probes", std::move(rows)}};
}

}  // namespace headrace
