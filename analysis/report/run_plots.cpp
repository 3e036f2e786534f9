#include "analysis/report/run_plots.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <functional>
#include <iterator>
#include <map>
#include <set>

#include "analysis/answer/latency.h"
#include "analysis/figures/figures.h"
#include "analysis/report/time_plots.h"

namespace headrace {

namespace {

constexpr std::int64_t kMostRanks = 64;  // Bars of ranks; of more, neighbours are one bar.

double seconds(Duration span) { return span.in_seconds(); }

// Sums up the time of some ranks for each cause, in the order of the causes.
std::map<Cause, double> spent_by(const JobResult& job, std::int64_t first, std::int64_t end) {
  std::map<Cause, double> spent;
  for (const TimeBudgetRow& row : by_cause(job.time_budget))
    if (row.rank >= first && row.rank < end) spent[row.cause] += seconds(row.spent);
  return spent;
}

std::int64_t ranks_of(const JobResult& job) {
  std::int64_t ranks = 0;
  for (const TimeBudgetRow& row : job.time_budget) ranks = std::max(ranks, row.rank + 1);
  return ranks;
}

// "batch_wait" is "batch wait".
std::string in_words(std::string_view word) {
  std::string text(word);
  std::replace(text.begin(), text.end(), '_', ' ');
  return text;
}

void add_spent(Plot& plot, const std::string& category, const JobResult& job, std::int64_t first,
               std::int64_t end) {
  for (const auto& [cause, spent] : spent_by(job, first, end))
    if (spent > 0)
      plot.rows.push_back({category, in_words(word(cause)), spent / static_cast<double>(end - first)});
}

Plot time_of_jobs(const RunResult& run) {
  Plot plot{"time-budget",
            "Where the time went",
            "Mean time of the ranks of each job. Compute is what was bought; all else is lost to something.",
            PlotKind::bars,
            {{"job", ""}, {"cause", ""}, {"time", "s"}},
            {}};
  for (const JobResult& job : run.jobs)
    if (const std::int64_t ranks = ranks_of(job); ranks > 0) add_spent(plot, job.name, job, 0, ranks);
  return plot;
}

// Tells whether a rank stood still meanwhile: its own computing and host work are no waits.
bool is_wait(const TimeBudgetRow& row) {
  return row.activity != Activity::none && row.cause != Cause::compute && row.cause != Cause::host;
}

// Joins the smallest parts of bars to "others" where there are more of them than colours.
void join_smallest(Plot& plot) {
  constexpr std::size_t kColours = 8;
  std::map<std::string, double> sums;
  for (const std::vector<Cell>& row : plot.rows)
    sums[std::get<std::string>(row[1])] += std::get<double>(row[2]);
  if (sums.size() <= kColours) return;
  std::vector<double> sizes;
  for (const auto& [part, sum] : sums) sizes.push_back(sum);
  std::sort(sizes.begin(), sizes.end(), std::greater<>());
  std::map<std::string, double> others;
  std::erase_if(plot.rows, [&](const std::vector<Cell>& row) {
    if (sums.at(std::get<std::string>(row[1])) > sizes[kColours - 1]) return false;
    others[std::get<std::string>(row[0])] += std::get<double>(row[2]);
    return true;
  });
  for (const auto& [category, sum] : others) plot.rows.push_back({category, "others", sum});
}

Plot waits_of_jobs(const RunResult& run) {
  Plot plot{"waits",
            "What the waiting was for",
            "What was done for ranks while they waited, as time of all of them.",
            PlotKind::bars,
            {{"wait", ""}, {"activity", ""}, {"time of all ranks", "s"}},
            {}};
  for (const JobResult& job : run.jobs) {
    std::map<std::pair<Cause, Activity>, double> spent;
    for (const TimeBudgetRow& row : job.time_budget)
      if (is_wait(row) && row.spent > Duration()) spent[{row.cause, row.activity}] += seconds(row.spent);
    for (const auto& [what, sum] : spent)
      plot.rows.push_back({job.name + ": " + in_words(word(what.first)), in_words(word(what.second)), sum});
  }
  return plot;
}

Plot time_of_ranks(const JobResult& job) {
  const std::int64_t ranks = ranks_of(job);
  const std::int64_t width = (ranks + kMostRanks - 1) / kMostRanks;
  Plot plot{"ranks-" + plot_word(job.name),
            "Rank by rank: " + job.name,
            width > 1 ? fmt::format("Mean time of {} neighbouring ranks a bar.", width)
                      : "Time of each rank. Unequal bars are stragglers, or unequal shares of the work.",
            PlotKind::bars,
            {{"rank", ""}, {"cause", ""}, {"time", "s"}},
            {}};
  for (std::int64_t first = 0; first < ranks; first += width) {
    const std::int64_t end = std::min(first + width, ranks);
    add_spent(plot, width > 1 ? fmt::format("{}-{}", first, end - 1) : std::to_string(first), job, first,
              end);
  }
  return plot;
}

// Draws how many of the values are no longer than each time.
Plot distributions(const RunResult& run) {
  constexpr double kShares[] = {0.01, 0.02, 0.05, 0.1,  0.2,  0.3,  0.4,   0.5,   0.6,
                                0.7,  0.8,  0.9,  0.95, 0.98, 0.99, 0.995, 0.999, 1};
  Plot plot{"distributions",
            "How long waits and requests took",
            "Share of the values that are no longer than a time. A steep line is steady; a long way to the "
            "right is a tail.",
            PlotKind::lines,
            {{"figure", ""}, {"time", "ms"}, {"share", "%"}, {"low", ""}, {"high", ""}},
            {},
            true};
  for (const JobResult& job : run.jobs) {
    std::set<const Histogram*> drawn;
    for (const FigureRow& row : figure_rows()) {
      if (!row.source.is_percentile()) continue;
      const Histogram* const values = row.source.histogram(job);
      if (values == nullptr || values->count() == 0 || !drawn.insert(values).second) continue;
      const std::string path(row.path.substr(0, row.path.rfind("_ms")));
      for (const double share : kShares)
        if (const auto ns = static_cast<double>(values->quantile(share)); ns > 0)
          plot.rows.push_back({job.name + ": " + in_words(path), ns / 1e6, share * 100, {}, {}});
    }
  }
  return plot;
}

Plot latencies(const RunResult& run) {
  Plot plot{"latencies",
            "Latency from the client to the drive",
            "Median, and the line to the 99th percentile of the worst instance. Operations are of the "
            "program, RPCs of the client below it.",
            PlotKind::ranges,
            {{"part", ""}, {"median", "ms"}, {"from", "ms"}, {"to the 99th percentile", "ms"}},
            {},
            true};
  for (const LatencyRow& row : latencies_of(run.rows)) {
    const double p50 = seconds(row.p50) * 1e3, p99 = seconds(row.p99) * 1e3;
    if (row.count == 0 || p50 <= 0) continue;
    plot.rows.push_back(
        {short_name(row.component) + ": " + in_words(row.metric), p50, p50, std::max(p50, p99)});
  }
  return plot;
}

// Gathers counters of bytes over equal components: "ost/3" and its siblings are "ost/*".
std::string without_numbers(const std::string& component) {
  std::string text;
  for (std::size_t i = 0; i < component.size(); ++i) {
    const bool digit = std::isdigit(static_cast<unsigned char>(component[i])) != 0;
    const bool begins = i == 0 || component[i - 1] == '/';
    if (!digit || !begins) {
      text += component[i];
      continue;
    }
    while (i + 1 < component.size() && component[i + 1] != '/') ++i;
    text += '*';
  }
  return text;
}

Plot bytes_moved(const RunResult& run) {
  constexpr double kSmall = 1e-3;
  Plot plot{"bytes",
            "Bytes by tier",
            "What passed each tier, all instances together, from what readers were given to what drives "
            "moved. Less than a thousandth of the most is left out.",
            PlotKind::bars,
            {{"tier", ""}, {"of", ""}, {"bytes", "GB"}},
            {}};
  std::vector<std::pair<std::string, double>> found;
  for (std::size_t i = 0; i < run.jobs.size(); ++i)
    for (const Figure& figure : figures_of_job(run, i))
      if (figure.row->unit == "B" && figure.validity != Validity::not_defined)
        found.emplace_back(run.jobs[i].name + ": " + in_words(figure.path()), figure.value);
  std::map<std::pair<std::string, std::string>, double> sums;
  for (const MetricRow& row : run.rows)
    if (row.unit == Unit::bytes && row.statistic == "total")
      sums[{without_numbers(row.component), row.metric}] += row.value;
  for (const auto& [name, sum] : sums)
    found.emplace_back(short_name(name.first) + ": " + in_words(name.second), sum);
  double most = 0;
  for (const auto& [name, sum] : found) most = std::max(most, sum);
  for (const auto& [name, sum] : found)
    if (sum > most * kSmall) plot.rows.push_back({name, "bytes", sum / 1e9});
  return plot;
}

Plot epochs(const JobResult& job, const char* id, const char* title, const PlotColumn& figure,
            const std::function<std::optional<double>(const EpochResult&)>& value) {
  Plot plot{std::string(id) + "-" + plot_word(job.name),
            std::string(title) + ": " + job.name,
            "One point an epoch.",
            PlotKind::lines,
            {{"figure", ""}, {"epoch", ""}, figure, {"low", ""}, {"high", ""}},
            {}};
  for (const EpochResult& epoch : job.epochs)
    if (const auto found = value(epoch)) plot.rows.push_back({figure.name, epoch.epoch, *found, {}, {}});
  return plot;
}

void add_epochs(std::vector<Plot>& plots, const JobResult& job) {
  if (job.epochs.size() < 2) return;  // One point is no course: it stands in the answer.
  plots.push_back(epochs(job, "epoch-time", "Time of each epoch", {"time", "s"},
                         [](const EpochResult& e) { return std::optional(seconds(e.end - e.start)); }));
  plots.push_back(epochs(job, "epoch-au", "Utilisation in each epoch", {"AU", "%"},
                         [](const EpochResult& e) { return e.au_percent; }));
  plots.push_back(epochs(
      job, "epoch-storage", "Read from the storage in each epoch", {"read", "GB"},
      [](const EpochResult& e) { return std::optional(static_cast<double>(e.from_storage.count()) / 1e9); }));
}

}  // namespace

std::vector<Plot> run_plots(const RunResult& run, const std::string& arm) {
  std::vector<Plot> plots = {time_of_jobs(run), waits_of_jobs(run)};
  for (Plot& plot : time_plots(run)) plots.push_back(std::move(plot));
  plots.push_back(distributions(run));
  plots.push_back(latencies(run));
  plots.push_back(bytes_moved(run));
  for (const JobResult& job : run.jobs) {
    add_epochs(plots, job);
    if (ranks_of(job) > 1) plots.push_back(time_of_ranks(job));
  }
  std::erase_if(plots, [](const Plot& plot) { return plot.rows.empty(); });
  for (Plot& plot : plots)
    if (plot.kind == PlotKind::bars) join_smallest(plot);
  for (Plot& plot : plots)
    if (!arm.empty()) plot.id += "-" + plot_word(arm);
  return plots;
}

}  // namespace headrace
