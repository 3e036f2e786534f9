#include "analysis/page/summary_tables.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string_view>

#include "analysis/answer/latency.h"
#include "analysis/answer/replications.h"
#include "analysis/figures/figures.h"
#include "analysis/text.h"
#include "analysis/words.h"
#include "models/jobs/checkpoint/figures.h"

namespace headrace {

namespace {

constexpr std::size_t kFirstRows = 12;
constexpr std::size_t kLastRows = 3;
constexpr std::size_t kResourceRows = 12;
constexpr std::size_t kLatencyRows = 10;

// True where a row of a long table is left out.
bool left_out(std::size_t index, std::size_t count, bool all) {
  return !all && count > kFirstRows + kLastRows + 1 && index >= kFirstRows && index < count - kLastRows;
}

void add_gap(Table& table, std::size_t index, std::size_t count) {
  if (index == kFirstRows) table.add({fmt::format("... {} more", count - kFirstRows - kLastRows)});
}

std::string checkpoints_cell(const EpochResult& epoch) {
  if (epoch.checkpoints.empty()) return "-";
  Duration longest;
  for (const SpanResult& span : epoch.checkpoints) longest = std::max(longest, time_of_all(span));
  if (epoch.checkpoints.size() == 1) return span_text(longest);
  return fmt::format("{}, up to {}", epoch.checkpoints.size(), span_text(longest));
}

std::string seconds(Duration span) { return fixed(span.in_seconds(), 1); }

struct CauseTime {
  Cause cause = Cause::compute;
  std::int64_t ranks = 0;
  Duration sum;
  Duration longest;
  std::int64_t longest_rank = 0;
};

std::vector<CauseTime> time_by_cause(const JobResult& job) {
  std::vector<CauseTime> causes;
  for (const TimeBudgetRow& row : by_cause(job.time_budget)) {
    auto found =
        std::find_if(causes.begin(), causes.end(), [&](const CauseTime& c) { return c.cause == row.cause; });
    if (found == causes.end()) {
      found = causes.emplace(causes.end());
      found->cause = row.cause;
      found->longest_rank = row.rank;
    }
    ++found->ranks;
    found->sum += row.spent;
    if (row.spent <= found->longest) continue;
    found->longest = row.spent;
    found->longest_rank = row.rank;
  }
  return causes;
}

std::string cause_text(std::string cause) {
  std::replace(cause.begin(), cause.end(), '_', ' ');
  return cause;
}

// Adds a row for each thing that a waiting was for, the longest first; what takes less than a thousandth of
// all time is left out.
void add_activities(Table& table, const JobResult& job, const CauseTime& cause, double total) {
  std::map<Activity, Duration> sums;
  for (const TimeBudgetRow& row : job.time_budget)
    if (row.cause == cause.cause && row.activity != Activity::none) sums[row.activity] += row.spent;
  std::vector<std::pair<Activity, Duration>> sorted(sums.begin(), sums.end());
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const auto& a, const auto& b) { return a.second > b.second; });
  for (const auto& [activity, sum] : sorted)
    if (sum.in_seconds() >= 0.001 * total)
      table.add({"  " + cause_text(std::string(word(activity))), seconds(sum / cause.ranks),
                 fixed(sum.in_seconds() / total * 100, 1)});
}

// Shortens the path of a component: what kind of thing it is shows in its own name.
std::string short_name(std::string_view component) {
  for (const std::string_view kind : {"jobs/", "file_systems/"})
    if (component.starts_with(kind)) component.remove_prefix(kind.size());
  return std::string(component);
}

std::string cell(const std::optional<double>& value, int decimals) {
  return value ? fixed(*value, decimals) : "-";
}

}  // namespace

std::string epoch_table(const JobResult& job, bool all) {
  Table table(
      {"epoch", "time s", "steps", "AU %", "samples/s", "MiB/s", "first batch s", "longest s", "checkpoint"});
  for (std::size_t i = 0; i < job.epochs.size(); ++i) {
    if (left_out(i, job.epochs.size(), all)) {
      add_gap(table, i, job.epochs.size());
      continue;
    }
    const EpochResult& epoch = job.epochs[i];
    table.add({std::to_string(epoch.epoch), seconds(epoch.end - epoch.start), std::to_string(epoch.steps),
               cell(epoch.au_percent, 1), cell(epoch.samples_per_second, 1), cell(epoch.mib_per_second, 0),
               fixed(epoch.first_batch_mean.in_seconds(), 2), fixed(epoch.first_batch_max.in_seconds(), 2),
               checkpoints_cell(epoch)});
  }
  if (job.epochs.size() > 1)
    table.add({"mean", "", "", cell(job.au_percent, 1), cell(job.samples_per_second, 1),
               cell(job.mib_per_second, 0)});
  return table.text();
}

std::string checkpoint_table(const JobResult& job, bool all) {
  const bool any_durable = std::any_of(job.checkpoints.begin(), job.checkpoints.end(), is_durable);
  std::vector<std::string> headings = {"checkpoint", "time s", "GiB", "GiB/s"};
  if (any_durable) headings.emplace_back("durable after s");
  Table table(headings);
  for (std::size_t i = 0; i < job.checkpoints.size(); ++i) {
    if (left_out(i, job.checkpoints.size(), all)) {
      add_gap(table, i, job.checkpoints.size());
      continue;
    }
    const SpanResult& span = job.checkpoints[i];
    const double gibibytes = static_cast<double>(span.bytes.count()) / (1024.0 * 1024.0 * 1024.0);
    const std::optional<double> rate = bytes_per_second(span);
    table.add({fmt::format("{} {}", span.read ? "load" : "save", span.number),
               fixed(time_of_all(span).in_seconds(), 2), fixed(gibibytes, 2),
               rate ? fixed(*rate / (1024.0 * 1024.0 * 1024.0), 2) : "-",
               is_durable(span) ? fixed((span.durable - span.start).in_seconds(), 2) : ""});
  }
  return table.text();
}

std::string time_budget_table(const JobResult& job) {
  const std::vector<CauseTime> causes = time_by_cause(job);
  double total = 0;
  for (const CauseTime& cause : causes) total += cause.sum.in_seconds();
  Table table({"where the ranks' time went", "mean s", "share %", "longest s", "rank"});
  for (const CauseTime& cause : causes) {
    if (cause.sum <= Duration()) continue;
    table.add({cause_text(std::string(word(cause.cause))), seconds(cause.sum / cause.ranks),
               fixed(cause.sum.in_seconds() / total * 100, 1), seconds(cause.longest),
               std::to_string(cause.longest_rank)});
    add_activities(table, job, cause, total);
  }
  return table.text();
}

std::string resource_table(const RunResult& run, bool all) {
  std::vector<ResourceResult> resources = run.resources;
  std::stable_sort(resources.begin(), resources.end(), [](const ResourceResult& a, const ResourceResult& b) {
    return a.utilisation_mean > b.utilisation_mean;
  });
  Table table({"how busy each resource was", "kind", "instances", "mean %", "busiest %"});
  const std::size_t shown = all ? resources.size() : std::min(resources.size(), kResourceRows);
  for (std::size_t i = 0; i < shown; ++i)
    table.add({resources[i].name,
               resources[i].disturbed     ? "slowed"
               : resources[i].concurrency ? "in flight"
                                          : "capacity",
               std::to_string(resources[i].instances), fixed(resources[i].utilisation_mean * 100, 1),
               fixed(resources[i].utilisation_max * 100, 1)});
  if (shown < resources.size())
    table.add({fmt::format("... {} less busy (--verbose)", resources.size() - shown)});
  return table.text();
}

std::string latency_table(const RunResult& run, bool all) {
  Table table({"how long it took", "instances", "count", "p50", "p99", "max"});
  const std::vector<LatencyRow> rows = latencies_of(run.rows);
  const std::size_t shown = all ? rows.size() : std::min(rows.size(), kLatencyRows);
  for (std::size_t i = 0; i < shown; ++i)
    table.add({short_name(rows[i].component) + ": " + cause_text(rows[i].metric),
               std::to_string(rows[i].instances), std::to_string(rows[i].count), span_text(rows[i].p50),
               span_text(rows[i].p99), span_text(rows[i].max)});
  if (shown < rows.size()) table.add({fmt::format("... {} more (--verbose)", rows.size() - shown)});
  return table.empty() ? std::string() : table.text();
}

std::string replication_table(std::span<const RunResult> runs, std::size_t job) {
  Table table({representative(runs).jobs[job].name + ": replication", "seed", "outcome", "AU %", "samples/s",
               "MiB/s", "time s"});
  for (const RunResult& run : runs) {
    if (job >= run.jobs.size()) continue;
    const JobResult& result = run.jobs[job];
    table.add({std::to_string(run.replication), std::to_string(run.seed), outcome_word(run.outcome.end),
               cell(result.au_percent, 2), cell(result.samples_per_second, 2), cell(result.mib_per_second, 0),
               seconds(result.end - result.start)});
  }
  const auto add = [&](const char* name, double Spread::* part) {
    const auto over = [&](const char* path, int decimals) {
      const Spread spread = figure_over(runs, job, path);
      return spread.count == 0 ? std::string("-") : fixed(spread.*part, decimals);
    };
    table.add({name, "", "", over("au_percent", 2), over("samples_per_second", 2), over("mib_per_second", 0),
               over("seconds", 1)});
  };
  add("mean", &Spread::mean);
  add("standard deviation", &Spread::stdev);
  add("95 % interval, low", &Spread::low);
  add("95 % interval, high", &Spread::high);
  return table.text();
}

}  // namespace headrace
