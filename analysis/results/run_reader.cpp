#include "analysis/results/run_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <unordered_map>
#include <variant>

#include "analysis/errors.h"
#include "analysis/results/part_path.h"
#include "analysis/results/reader.h"
#include "analysis/results/schema_version.h"
#include "analysis/words.h"

namespace headrace {

namespace {

using Value = std::variant<std::int64_t, double, std::string>;

[[noreturn]] void refuse(const Database& database, std::int64_t run, const std::string& what) {
  throw InputError(fmt::format("{}: run {} cannot be read back: {}", database.path(), run, what));
}

class PartReader final : public Parts {
 public:
  PartReader(Database& database, std::int64_t run)
      : database_(database),
        run_(run),
        buckets_(database.prepare("SELECT bucket, count FROM histogram WHERE run = ? AND path = ?")) {
    Statement rows = database.prepare("SELECT path, value FROM part WHERE run = ?");
    rows.bind(1, run);
    while (rows.step()) {
      Value& value = values_[rows.text(0)];
      switch (rows.kind(1)) {
        case Statement::Kind::integer: value = rows.integer(1); break;
        case Statement::Kind::real: value = rows.real(1); break;
        default: value = rows.text(1);
      }
    }
  }

  // Tells whether the run was kept whole.
  bool whole() const { return values_.contains("arm"); }
  // Tells whether the run has a histogram of this path.
  bool has_histogram(const std::string& path) const { return values_.contains(path + "/min"); }

  void part(std::string_view name, std::int64_t& value) override { take(name, value); }
  void part(std::string_view name, double& value) override { take(name, value); }
  void part(std::string_view name, std::string& value) override { take(name, value); }
  void part(std::string_view name, Histogram& value) override {
    enter(name);
    Histogram::Content content;
    content.sum_high = bits("sum_high");
    content.sum_low = bits("sum_low");
    content.min = bits("min");
    content.max = bits("max");
    buckets_.bind(1, run_);
    buckets_.bind(2, path_.text());
    while (buckets_.step()) {
      const std::int64_t bucket = buckets_.integer(0);
      if (bucket < 0 || bucket >= kMostBuckets) refuse(database_, run_, "a histogram has no such bucket");
      const auto index = static_cast<std::size_t>(bucket);
      if (index >= content.counts.size()) content.counts.resize(index + 1);
      content.counts[index] = static_cast<std::uint64_t>(buckets_.integer(1));
    }
    buckets_.reset();
    value = Histogram::of(std::move(content));
    leave();
  }

 private:
  static constexpr std::int64_t kMostBuckets =
      std::int64_t{64} * 64;  // Of 64 bits, 64 for each power of two.

  template <class T>
  void take(std::string_view name, T& value) {
    const std::string path = path_.of(name);
    const auto found = values_.find(path);
    const T* const there = found == values_.end() ? nullptr : std::get_if<T>(&found->second);
    if (there == nullptr) refuse(database_, run_, "it has no '" + path + "' of the kind that belongs there");
    value = *there;
  }
  std::int64_t integer(std::string_view name) {
    std::int64_t value = 0;
    take(name, value);
    return value;
  }
  std::uint64_t bits(std::string_view name) { return static_cast<std::uint64_t>(integer(name)); }

  void word(std::string_view name, std::size_t& index, std::span<const std::string_view> words) override {
    std::string text;
    take(name, text);
    const auto found = std::find(words.begin(), words.end(), text);
    if (found == words.end()) refuse(database_, run_, "'" + text + "' is no word of " + path_.of(name));
    index = static_cast<std::size_t>(found - words.begin());
  }
  void enter(std::string_view name) override { path_.enter(name); }
  void leave() override { path_.leave(); }
  // Nothing stands in the place of an optional part that the headrace which stored the run did not know.
  bool has_value(std::string_view name, bool /*there*/) override {
    path_.enter(name);
    const bool known = values_.contains(path_.of("there"));
    const bool there = known && integer("there") != 0;
    path_.leave();
    return there;
  }
  std::size_t size(std::size_t /*there*/) override {
    const std::int64_t count = integer("size");
    // Every item has a part at least.
    if (count < 0 || count > static_cast<std::int64_t>(values_.size()))
      refuse(database_, run_, path_.text() + " has no such size");
    return static_cast<std::size_t>(count);
  }

  Database& database_;
  std::int64_t run_;
  Statement buckets_;
  std::unordered_map<std::string, Value> values_;
  PartPath path_;
};

template <class Enum>
Enum parse_word(const Database& database, std::int64_t run, const std::string& text,
                std::span<const std::string_view> words) {
  const auto found = std::find(words.begin(), words.end(), text);
  if (found == words.end()) refuse(database, run, "'" + text + "' is no word that is known");
  return static_cast<Enum>(found - words.begin());
}

void read_outcome(Database& database, std::int64_t id, RunResult& run) {
  const std::optional<StoredRun> row = find_run(database, id);
  if (!row) refuse(database, id, "there is none");
  run.scenario = row->scenario;
  run.scenario_hash = row->scenario_hash;
  run.seed = row->seed;
  run.replication = row->replication;
  run.outcome.end = run_end_of(row->outcome);
  run.outcome.at = Time::at(Duration::nanoseconds(row->simulated_ns));
  run.outcome.events = static_cast<std::uint64_t>(row->events);
  run.outcome.fingerprint = row->fingerprint;
  run.outcome.still_waiting = row->still_waiting;
}

// Reads the jobs' time budgets. The rows of a rank and cause stand side by side, in the order of their enums,
// as jobs write them.
void read_time_budgets(Database& database, std::int64_t id, RunResult& run) {
  Statement rows =
      database.prepare("SELECT rank, cause, activity, ns FROM time_budget WHERE run = ? AND job = ?");
  for (JobResult& job : run.jobs) {
    rows.bind(1, id);
    rows.bind(2, job.name);
    while (rows.step())
      job.time_budget.push_back({rows.integer(0), parse_word<Cause>(database, id, rows.text(1), kCauses),
                                 parse_word<Activity>(database, id, rows.text(2), kActivities),
                                 Duration::nanoseconds(rows.integer(3))});
    rows.reset();
    std::sort(job.time_budget.begin(), job.time_budget.end(),
              [](const TimeBudgetRow& a, const TimeBudgetRow& b) {
                return std::tuple(a.rank, a.cause, a.activity) < std::tuple(b.rank, b.cause, b.activity);
              });
  }
}

void read_series(Database& database, std::int64_t id, RunResult& run) {
  Statement rows = database.prepare(
      "SELECT component, metric, window_start_ns, window_length_ns, value FROM series WHERE run = ?"
      " ORDER BY window_start_ns, component, metric");
  rows.bind(1, id);
  while (rows.step())
    run.series.push_back({rows.text(0), rows.text(1), Time::at(Duration::nanoseconds(rows.integer(2))),
                          Duration::nanoseconds(rows.integer(3)), rows.real(4)});
}

// Reads the model's own rows; what RunWriter derives has the statistic "value" or is a resource's.
void read_metrics(Database& database, std::int64_t id, RunResult& run) {
  Statement rows = database.prepare(
      "SELECT component, metric, statistic, value, unit FROM metric WHERE run = ? AND statistic <> 'value'"
      " AND component NOT GLOB 'resource/*' ORDER BY component, metric, statistic");
  rows.bind(1, id);
  while (rows.step())
    run.rows.push_back({rows.text(0), rows.text(1), rows.text(2), rows.real(3), unit_of(rows.text(4))});
}

}  // namespace

RunResult read_run(Database& database, std::int64_t run) {
  RunResult result;
  read_outcome(database, run, result);
  if (database.integer("PRAGMA user_version") < kFirstVersionOfParts)
    refuse(database, run, "an older headrace stored it; run it anew");
  PartReader parts(database, run);
  if (!parts.whole()) refuse(database, run, "figures alone were kept of it, as of every point of a sweep");
  result.visit(parts);
  read_time_budgets(database, run, result);
  read_series(database, run, result);
  read_metrics(database, run, result);
  return result;
}

std::optional<Histogram> read_values(Database& database, std::int64_t run, std::string_view job,
                                     std::string_view percentile) {
  PartReader parts(database, run);
  const std::string path = values_path(job, percentile);
  if (!parts.has_histogram(path)) return {};
  Histogram values;
  parts.part(path, values);
  return values;
}

}  // namespace headrace
