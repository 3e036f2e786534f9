#include "analysis/report/time_plots.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <set>
#include <span>
#include <string>

namespace headrace {

namespace {

constexpr std::string_view kResource = "resource/";
constexpr std::string_view kPerSecond = "_per_second";

// Returns the middle of a window, in seconds.
double middle(const SeriesRow& row) {
  return row.start.since_start().in_seconds() + row.length.in_seconds() / 2;
}

Plot waiting(std::span<const SeriesRow> series) {
  Plot plot{"waiting",
            "Ranks that waited",
            "How many ranks waited for something at once, mean of each window of the run.",
            PlotKind::lines,
            {{"of", ""}, {"time", "s"}, {"ranks that wait", ""}, {"low", ""}, {"high", ""}},
            {}};
  for (const SeriesRow& row : series)
    if (row.metric == "ranks_waiting") plot.rows.push_back({"all jobs", middle(row), row.value, {}, {}});
  return plot;
}

Plot use(std::span<const SeriesRow> series) {
  Plot plot{"use",
            "How busy each resource was",
            "Share of the time for which the mean instance was busy, window by window. A row that is full "
            "throughout has no room left.",
            PlotKind::heat,
            {{"resource", ""}, {"time", "s"}, {"busy", "%"}},
            {}};
  for (const SeriesRow& row : series)
    if (row.component.starts_with(kResource))
      plot.rows.push_back({row.component.substr(kResource.size()), middle(row), row.value * 100});
  return plot;
}

// "file_systems/scratch/ost/3/device" is one of "file_systems/scratch/ost/*/device".
std::string kin_of(const std::string& component) {
  const auto digit = [](unsigned char c) { return std::isdigit(c) != 0 || c == '-'; };
  std::string kin;
  for (std::size_t at = 0; at <= component.size();) {
    const std::size_t end = std::min(component.find('/', at), component.size());
    const std::string piece = component.substr(at, end - at);
    if (at > 0) kin += '/';
    kin += !piece.empty() && std::all_of(piece.begin(), piece.end(), digit) ? "*" : piece;
    at = end + 1;
  }
  return kin;
}

// Returns the metrics that count bytes, under their names without numbers.
std::set<std::string> metrics_of_bytes(const RunResult& run) {
  std::set<std::string> names;
  for (const MetricRow& row : run.rows)
    if (row.unit == Unit::bytes) names.insert(kin_of(row.metric));
  return names;
}

Plot instances(const std::string& kin, std::string metric, const std::set<std::string>& of_bytes) {
  const bool rate = metric.ends_with(kPerSecond);
  const std::string id = "series-" + plot_word(kin) + "-" + plot_word(metric);
  if (rate) metric.resize(metric.size() - kPerSecond.size());
  const bool bytes = of_bytes.contains(metric);
  std::replace(metric.begin(), metric.end(), '_', ' ');
  return {id,
          metric + ": " + short_name(kin),
          "One row an instance, mean of each window. Rows unlike each other are unequal shares.",
          PlotKind::heat,
          {{"instance", ""}, {"time", "s"}, {metric, bytes ? (rate ? "GB/s" : "GB") : (rate ? "1/s" : "")}},
          {}};
}

}  // namespace

std::vector<Plot> time_plots(const RunResult& run) {
  std::vector<Plot> plots = {waiting(run.series), use(run.series)};
  const std::set<std::string> of_bytes = metrics_of_bytes(run);
  std::map<std::pair<std::string, std::string>, Plot> of_instances;
  for (const SeriesRow& row : run.series) {
    if (row.component == "jobs" || row.component.starts_with(kResource)) continue;
    const std::pair key(kin_of(row.component), kin_of(row.metric));
    Plot& plot = of_instances.try_emplace(key, instances(key.first, key.second, of_bytes)).first->second;
    const double scale = plot.columns.back().unit.starts_with("GB") ? 1e-9 : 1;
    // A metric with a number tells one instance from another, too: "window_waiting/3".
    const std::string own = row.metric == key.second ? "" : " " + row.metric;
    plot.rows.push_back({short_name(row.component) + own, middle(row), row.value * scale});
  }
  for (auto& [key, plot] : of_instances) plots.push_back(std::move(plot));
  return plots;
}

}  // namespace headrace
