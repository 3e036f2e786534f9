// PartText: all parts of a run as lines, so that two runs can be told apart member by member.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "analysis/results/part_path.h"
#include "scenarios/loader/run_result.h"

namespace headrace {

class PartText final : public Parts {
 public:
  void part(std::string_view name, std::int64_t& value) override { add(name, fmt::format("{}", value)); }
  void part(std::string_view name, double& value) override { add(name, fmt::format("{:a}", value)); }
  void part(std::string_view name, std::string& value) override { add(name, "'" + value + "'"); }
  void part(std::string_view name, Histogram& value) override {
    const Histogram::Content content = value.content();
    std::string text = fmt::format("{} {} {} {} {}", value.count(), content.sum_high, content.sum_low,
                                   content.min, content.max);
    for (std::size_t i = 0; i < content.counts.size(); ++i)
      if (content.counts[i] > 0) text += fmt::format(" {}:{}", i, content.counts[i]);
    add(name, text);
  }

  std::vector<std::string> lines;

 private:
  void add(std::string_view name, const std::string& value) { lines.push_back(path_.of(name) + "=" + value); }
  void word(std::string_view name, std::size_t& index, std::span<const std::string_view> words) override {
    add(name, std::string(words[index]));
  }
  void enter(std::string_view name) override { path_.enter(name); }
  void leave() override { path_.leave(); }
  bool has_value(std::string_view name, bool there) override {
    add(name, there ? "there" : "absent");
    return there;
  }
  std::size_t size(std::size_t there) override {
    add("size", std::to_string(there));
    return there;
  }

  PartPath path_;
};

// All that a run says, in an order that does not depend on where it was read from.
inline std::vector<std::string> lines_of(RunResult run) {
  PartText parts;
  run.visit(parts);
  std::vector<std::string>& lines = parts.lines;
  lines.push_back(fmt::format("{} {} {} {} {} {} {} {}", run.scenario, run.scenario_hash, run.seed,
                              run.replication, static_cast<int>(run.outcome.end), run.outcome.at.ns(),
                              run.outcome.events, run.outcome.fingerprint));
  lines.insert(lines.end(), run.outcome.still_waiting.begin(), run.outcome.still_waiting.end());
  for (const JobResult& job : run.jobs)
    for (const TimeBudgetRow& row : job.time_budget)
      lines.push_back(fmt::format("budget {} {} {} {} {}", job.name, row.rank, word(row.cause),
                                  word(row.activity), row.spent.ns()));
  for (const SeriesRow& row : run.series)
    lines.push_back(fmt::format("series {} {} {} {} {:a}", row.component, row.metric, row.start.ns(),
                                row.length.ns(), row.value));
  for (const MetricRow& row : run.rows)
    lines.push_back(fmt::format("row {} {} {} {:a} {}", row.component, row.metric, row.statistic, row.value,
                                static_cast<int>(row.unit)));
  std::sort(lines.begin(), lines.end());
  return lines;
}

}  // namespace headrace
