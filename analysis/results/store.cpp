#include "analysis/results/store.h"

#include <filesystem>
#include <limits>
#include <nlohmann/json.hpp>
#include <system_error>

#include "analysis/errors.h"
#include "analysis/figures.h"
#include "analysis/results/schema.h"
#include "analysis/words.h"

namespace headrace {

namespace {

std::string with_folder(const std::string& path) {
  const std::filesystem::path folder = std::filesystem::path(path).parent_path();
  std::error_code error;
  if (!folder.empty()) std::filesystem::create_directories(folder, error);
  if (error) throw ResourceError(folder.string() + ": the folder cannot be made: " + error.message());
  return path;
}

std::int64_t to_integer(std::uint64_t value) {
  if (value > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()))
    throw InternalError("a count does not fit into 63 bits");
  return static_cast<std::int64_t>(value);
}

double as_double(std::int64_t value) { return static_cast<double>(value); }

class MetricWriter {
 public:
  MetricWriter(Database& database, std::int64_t run)
      : insert_(database.prepare("INSERT INTO metric VALUES (?, ?, ?, ?, ?, ?)")), run_(run) {}

  void add(std::string_view component, std::string_view metric, std::string_view statistic, double value,
           std::string_view unit) {
    insert_.run(run_, component, metric, statistic, value, unit);
  }

 private:
  Statement insert_;
  std::int64_t run_;
};

// Beside these a job has its histograms, which are among the run's rows.
void add_job_figures(MetricWriter& metrics, const RunResult& run, std::size_t index) {
  const JobResult& job = run.jobs[index];
  const std::string component = "jobs/" + job.name;
  const auto figure = [&](const char* metric, double value, const char* unit) {
    metrics.add(component, metric, "value", value, unit);
  };
  figure("au_percent", job.au_percent, "percent");
  figure("au_threshold_percent", job.au_threshold_percent, "percent");
  figure("au_passes", job.au_passes ? 1.0 : 0.0, "flag");
  figure("samples_per_second", job.samples_per_second, "1/s");
  figure("mib_per_second", job.mib_per_second, "MiB/s");
  figure("nodes", as_double(job.nodes), "count");
  figure("accelerators", as_double(job.accelerators), "count");
  figure("start", as_double(job.start.ns()), "ns");
  figure("duration", as_double((job.end - job.start).ns()), "ns");
  figure("checkpoint_size", as_double(job.checkpoint_size.count()), "B");
  for (const Figure& own : figures_of_job(run, index)) figure(own.path.c_str(), own.value, own.unit);
}

// Checkpoints of a job that does not train belong to no epoch.
void add_checkpoint_spans(MetricWriter& metrics, const JobResult& job) {
  for (const SpanResult& span : job.checkpoints) {
    const std::string component = "jobs/" + job.name +
                                  (span.read ? "/load_checkpoint/" : "/save_checkpoint/") +
                                  std::to_string(span.number);
    metrics.add(component, "start", "value", as_double(span.start.ns()), "ns");
    metrics.add(component, "duration", "value", as_double((span.end - span.start).ns()), "ns");
    metrics.add(component, "bytes", "value", as_double(span.bytes.count()), "B");
    if (span.read)
      metrics.add(component, "bytes_from_storage", "value", as_double(span.from_storage.count()), "B");
    if (is_durable(span)) metrics.add(component, "durable", "value", as_double(span.durable.ns()), "ns");
  }
}

void add_epochs(Database& database, std::int64_t run, const JobResult& job) {
  Statement insert = database.prepare("INSERT INTO epoch VALUES (?, ?, ?, ?, ?, ?)");
  for (const EpochResult& epoch : job.epochs) {
    const auto figure = [&](const std::string& metric, double value, const char* unit) {
      insert.run(run, job.name, epoch.epoch, metric, value, unit);
    };
    figure("start", as_double(epoch.start.ns()), "ns");
    figure("duration", as_double((epoch.end - epoch.start).ns()), "ns");
    figure("steps", as_double(epoch.steps), "count");
    figure("au_percent", epoch.au_percent, "percent");
    figure("samples_per_second", epoch.samples_per_second, "1/s");
    figure("mib_per_second", epoch.mib_per_second, "MiB/s");
    figure("first_batch_mean", as_double(epoch.first_batch_mean.ns()), "ns");
    figure("first_batch_max", as_double(epoch.first_batch_max.ns()), "ns");
    figure("bytes_delivered", as_double(epoch.delivered.count()), "B");
    figure("bytes_from_storage", as_double(epoch.from_storage.count()), "B");
    const auto spans = [&](const char* kind, const std::vector<SpanResult>& list) {
      for (const SpanResult& span : list) {
        const std::string name = kind + std::to_string(span.number);
        figure(name + "_start", as_double(span.start.ns()), "ns");
        figure(name + "_duration", as_double((span.end - span.start).ns()), "ns");
        if (span.bytes > Bytes()) figure(name + "_bytes", as_double(span.bytes.count()), "B");
        if (is_durable(span)) figure(name + "_durable", as_double(span.durable.ns()), "ns");
      }
    };
    spans("block", epoch.blocks);
    spans("checkpoint", epoch.checkpoints);
    spans("evaluation", epoch.evaluations);
  }
}

void add_time_budget(Database& database, std::int64_t run, const JobResult& job) {
  Statement insert = database.prepare("INSERT INTO time_budget VALUES (?, ?, ?, ?, ?)");
  for (const TimeBudgetRow& row : job.time_budget)
    insert.run(run, job.name, row.rank, row.cause, row.spent.ns());
}

}  // namespace

ResultStore::ResultStore(const std::string& path, const char* vfs)
    : database_(with_folder(path), Database::Access::write, vfs) {
  prepare_for_writing(database_);
}

ResultStore::~ResultStore() { finish_writing(database_); }

std::int64_t ResultStore::add_run(const RunResult& result, const Provenance& provenance) {
  database_
      .prepare(
          "INSERT INTO scenario VALUES (?, ?, ?) "
          "ON CONFLICT (hash) DO NOTHING")
      .run(result.scenario_hash, result.scenario, provenance.resolved_text);
  database_
      .prepare(
          "INSERT INTO run (scenario_hash, seed, replication, fidelity, revision, outcome, still_waiting, "
          "fingerprint,"
          " events, simulated_ns, started_at, wall_seconds) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
      .run(result.scenario_hash, result.seed, result.replication, provenance.fidelity, provenance.revision,
           outcome_word(result.outcome.end), nlohmann::json(result.outcome.still_waiting).dump(),
           fingerprint_text(result.outcome.fingerprint), to_integer(result.outcome.events),
           result.outcome.at.ns(), provenance.started_at, provenance.wall_seconds);
  return database_.last_row_id();
}

std::int64_t ResultStore::add(const RunResult& result, const Provenance& provenance) {
  Transaction transaction(database_);
  const std::int64_t run = add_run(result, provenance);
  MetricWriter metrics(database_, run);
  for (std::size_t i = 0; i < result.jobs.size(); ++i) {
    const JobResult& job = result.jobs[i];
    add_job_figures(metrics, result, i);
    add_checkpoint_spans(metrics, job);
    add_epochs(database_, run, job);
    add_time_budget(database_, run, job);
  }
  for (const ResourceResult& resource : result.resources) {
    const std::string component = "resource/" + resource.name;
    metrics.add(component, "utilisation", "mean", resource.utilisation_mean, "fraction");
    metrics.add(component, "utilisation", "max", resource.utilisation_max, "fraction");
    metrics.add(component, "concurrency", "value", resource.concurrency ? 1.0 : 0.0, "flag");
    metrics.add(component, "instances", "value", as_double(resource.instances), "count");
  }
  for (const MetricRow& row : result.rows)
    metrics.add(row.component, row.metric, row.statistic, row.value, unit_word(row.unit));
  transaction.commit();
  return run;
}

}  // namespace headrace
