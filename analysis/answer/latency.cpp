#include "analysis/answer/latency.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <tuple>
#include <utility>

namespace headrace {

namespace {

std::string without_indices(const std::string& component) {
  std::string out;
  std::size_t at = 0;
  while (at <= component.size()) {
    const std::size_t end = std::min(component.find('/', at), component.size());
    const std::string part = component.substr(at, end - at);
    const bool index = !part.empty() && std::all_of(part.begin(), part.end(),
                                                    [](unsigned char c) { return std::isdigit(c) != 0; });
    if (at > 0) out += '/';
    out += index ? "*" : part;
    at = end + 1;
  }
  return out;
}

// The statistics of one histogram, as far as the rows had them.
struct Instance {
  double count = 0;
  double p50 = -1;
  double p99 = 0;
  double max = 0;
  bool is_time = false;
};

Duration rounded(double ns) { return Duration::seconds(ns * 1e-9); }

}  // namespace

std::vector<LatencyRow> latencies_of(std::span<const MetricRow> rows) {
  using Key = std::pair<std::string, std::string>;
  std::map<Key, Instance> instances;
  std::vector<Key> order;
  const MetricRow* before = nullptr;
  Instance* current = nullptr;
  for (const MetricRow& row : rows) {
    // The statistics of an instance follow each other, as a rule: they need not be looked up one by one.
    if (before == nullptr || row.component != before->component || row.metric != before->metric) {
      const auto [found, added] = instances.try_emplace(Key(row.component, row.metric));
      if (added) order.push_back(found->first);
      current = &found->second;
    }
    before = &row;
    Instance& instance = *current;
    if (row.statistic == "count") instance.count = row.value;
    if (row.unit != Unit::nanoseconds) continue;
    instance.is_time = true;
    if (row.statistic == "p50") instance.p50 = row.value;
    if (row.statistic == "p99") instance.p99 = row.value;
    if (row.statistic == "max") instance.max = row.value;
  }

  std::map<Key, std::size_t> groups;
  std::vector<LatencyRow> latencies;
  std::vector<double> weighted;
  for (const Key& key : order) {
    const Instance& instance = instances.at(key);
    if (!instance.is_time || instance.p50 < 0 || instance.count <= 0) continue;
    const auto [group, added] =
        groups.try_emplace(Key(without_indices(key.first), key.second), latencies.size());
    if (added) {
      LatencyRow& fresh = latencies.emplace_back();
      fresh.component = group->first.first;
      fresh.metric = key.second;
      weighted.push_back(0);
    }
    LatencyRow& row = latencies[group->second];
    ++row.instances;
    row.count += static_cast<std::int64_t>(instance.count);
    weighted[group->second] += instance.p50 * instance.count;
    row.p99 = std::max(row.p99, rounded(instance.p99));
    row.max = std::max(row.max, rounded(instance.max));
  }
  for (std::size_t i = 0; i < latencies.size(); ++i)
    latencies[i].p50 = rounded(weighted[i] / static_cast<double>(latencies[i].count));
  std::sort(latencies.begin(), latencies.end(), [](const LatencyRow& a, const LatencyRow& b) {
    return std::tie(a.component, a.metric) < std::tie(b.component, b.metric);
  });
  return latencies;
}

}  // namespace headrace
