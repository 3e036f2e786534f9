#include "analysis/cli/call_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "analysis/cli/run_report.h"
#include "analysis/page/json.h"
#include "analysis/text.h"

namespace headrace {

ExitCode report_call(const Scenario& scenario, const CallPoints& points, Database& database,
                     const StoredCall& call, const AnswerForm& form, const Streams& streams) {
  std::vector<ArmRuns> arms;
  for (std::int64_t point = 0; point < points.size(); ++point) {
    if (points.is_beside(point)) continue;
    std::vector<RunResult> runs = stored_runs(points, point, database, call.hash);
    if (!runs.empty()) arms.push_back({points.scenario(point).arm, std::move(runs)});
  }
  const RunReport report{scenario, database.path(), call, form, streams};
  return scenario.arms.empty() ? report_runs(report, arms.at(0).runs) : report_arms(report, arms);
}

ExitCode report_shard(const CallPoints& points, const Ledger& ledger, const Shard& shard,
                      const AnswerForm& form, const Streams& streams) {
  const auto runs = static_cast<std::int64_t>(points.all_tasks(shard).size());
  const std::int64_t stored = runs - static_cast<std::int64_t>(points.tasks(ledger, shard).size());
  if (form.json)
    streams.out.write(json_text({{"schema", "headrace.shard/1"},
                                 {"shard", shard.index},
                                 {"shards", shard.count},
                                 {"runs", runs},
                                 {"runs_stored", stored},
                                 {"database", ledger.path()}}));
  else
    streams.out.write(fmt::format("shard {} of {}: {} of {} stored in {}\n", shard.index, shard.count, stored,
                                  count_noun(runs, "run"), ledger.path()));
  return stored == runs ? ExitCode::ok : ExitCode::interrupted;
}

std::vector<PublishedComparison> published_of_call(const CallPoints& points, Database& database,
                                                   const std::string& call, const Streams& streams,
                                                   ExitCode& code) {
  std::vector<PublishedComparison> all;
  for (std::int64_t point = 0; point < points.size(); ++point) {
    const Scenario& one = points.scenario(point);
    const std::vector<RunResult> runs = stored_runs(points, point, database, call);
    if (runs.empty() || runs.front().outcome.end != RunEnd::finished) {
      streams.err.write("headrace: " + one.jobs.front().first + " did not finish and is left out\n");
      const bool stalled = !runs.empty() && runs.front().outcome.end == RunEnd::stalled;
      code = stalled ? ExitCode::stalled : ExitCode::interrupted;
      continue;
    }
    for (PublishedComparison& comparison : compare_published(one, runs.front()))
      all.push_back(std::move(comparison));
  }
  return all;
}

bool any_misses(std::span<const PublishedComparison> found) {
  return std::any_of(found.begin(), found.end(),
                     [](const PublishedComparison& one) { return one.must_fit() && !one.fits(); });
}

void print_published(const Scenario& scenario, std::span<const PublishedComparison> found,
                     const AnswerForm& form, const Streams& streams) {
  const Style style(streams.out_colour());
  streams.out.write(
      style.bold(scenario.name) + "\n" +
      (found.empty() ? "  nothing is published of its jobs\n" : published_text(found, style, form.verbose)));
}

}  // namespace headrace
