#include "analysis/page/comparison_table.h"

#include <fmt/format.h>

#include <algorithm>

#include "analysis/answer/replications.h"
#include "analysis/figures/figures.h"
#include "analysis/text.h"
#include "analysis/words.h"

namespace headrace {

namespace {

struct Column {
  const char* heading;
  const char* path;
  double scale;
  int decimals;
  bool milliseconds = false;  // Written with a unit of their own, as in the answer's sentence.
};
constexpr Column kColumns[] = {
    {"AU %", "au_percent", 1, 1},
    {"samples/s", "samples_per_second", 1, 1},
    {"hits %", "cache.hit_rate", 100, 1},
    {"randomness", "shuffle.randomness", 1, 2},
    {"exchanged GB", "shuffle.bytes_exchanged", 1e-9, 2},
    {"from above GB", "tiers.bytes_from_above", 1e-9, 1},
    {"from below GB", "tiers.bytes_from_below", 1e-9, 1},
    {"stall %", "checkpoint_stall_percent", 1, 1},
    {"durable s", "checkpoint_durable_seconds", 1, 2},
    {"requests/s", "inference.requests_per_second", 1, 1},
    {"p50", "inference.latency_ms.p50", 1, 0, true},
    {"p99", "inference.latency_ms.p99", 1, 0, true},
    {"start s", "startup.seconds", 1, 2},
    {"checkpoints s", "checkpoint_all_seconds", 1, 2},
    {"operations/s", "probe.operations_per_second", 1, 1},
    {"GB/s", "probe.gb_per_second", 1, 2},
    {"operation ms", "probe.latency_ms.mean", 1, 3},
    {"dropped", "inference.dropped", 1, 0},
    {"time s", "seconds", 1, 1},
    {"x alone", "interference.time_ratio", 1, 2},
};

// Tells whether a column says something: it is not zero in every arm.
bool is_shown(const Column& column, std::span<const ArmRuns> arms, std::size_t job) {
  return std::any_of(arms.begin(), arms.end(), [&](const ArmRuns& arm) {
    const Spread spread = figure_over(arm.runs, job, column.path);
    return spread.count > 0 && spread.mean != 0;
  });
}

std::string cell_of(const Column& column, const ArmRuns& arm, std::size_t job) {
  const Spread spread = figure_over(arm.runs, job, column.path);
  if (spread.count == 0) return "-";
  if (column.milliseconds) return span_text(Duration::seconds(spread.mean * 1e-3));
  return fixed(spread.mean * column.scale, column.decimals);
}

std::string difference_cell(const Spread& difference) {
  if (difference.count == 0) return "-";
  if (difference.count == 1) return fmt::format("{:+.1f}", difference.mean);
  return fmt::format("{:+.1f} [{:+.1f}, {:+.1f}]", difference.mean, difference.low, difference.high);
}

std::string merit_word(const Merit& merit) {
  if (merit.path == "seconds") return "time";
  if (merit.each) return merit.words;
  for (const Column& column : kColumns)
    if (merit.path == column.path) return column.heading;
  return merit.path;
}

std::string job_table(const JobComparison& compared, std::span<const ArmRuns> arms, std::size_t job) {
  std::vector<Column> columns;
  for (const Column& column : kColumns)
    if (is_shown(column, arms, job)) columns.push_back(column);
  std::vector<std::string> headings = {compared.job + ": arm"};
  for (const Column& column : columns) headings.emplace_back(column.heading);
  headings.push_back(fmt::format("{} to {}, %", merit_word(compared.merit), arms.front().name));
  Table table(headings);
  for (std::size_t i = 0; i < arms.size(); ++i) {
    std::vector<std::string> cells = {arms[i].name};
    if (!finished(arms[i]))
      cells[0] +=
          fmt::format(" ({})", failed(arms[i]) ? "failed" : outcome_word(joint_outcome(arms[i].runs).end));
    for (const Column& column : columns) cells.push_back(cell_of(column, arms[i], job));
    cells.push_back(i == 0 ? "" : difference_cell(compared.differences[i]));
    table.add(cells);
  }
  return table.text();
}

}  // namespace

std::string interference_table(std::span<const RunResult> runs) {
  const RunResult& run = representative(runs);
  if (run.interference.empty()) return {};
  Table table(
      {"interference", "alone s", "together s", "times as long", "AU % alone", "AU % together", "p99 times"});
  for (std::size_t job = 0; job < run.jobs.size(); ++job) {
    const auto cell = [&](const char* path, int decimals) {
      const Spread spread = figure_over(runs, job, path);
      return spread.count == 0 ? std::string("-") : fixed(spread.mean, decimals);
    };
    const bool trains = run.jobs[job].kind == JobKind::training;
    table.add({run.jobs[job].name, cell("interference.seconds_alone", 1), cell("seconds", 1),
               cell("interference.time_ratio", 3), trains ? cell("interference.au_percent_alone", 1) : "-",
               trains ? cell("au_percent", 1) : "-", cell("interference.latency_p99_ratio", 3)});
  }
  return table.text();
}

std::string comparison_table(const Comparison& comparison, std::span<const ArmRuns> arms) {
  std::string text;
  for (std::size_t job = 0; job < comparison.jobs.size(); ++job)
    text += (job == 0 ? "" : "\n") + job_table(comparison.jobs[job], arms, job);
  return text;
}

}  // namespace headrace
