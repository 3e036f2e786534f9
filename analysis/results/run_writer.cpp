#include "analysis/results/run_writer.h"

#include <algorithm>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "analysis/errors.h"
#include "analysis/figures/figures.h"
#include "analysis/results/part_path.h"
#include "analysis/words.h"
#include "models/jobs/checkpoint/figures.h"
#include "models/jobs/figures.h"
#include "models/jobs/training/figures.h"

namespace headrace {

namespace {

std::int64_t to_integer(std::uint64_t value) {
  if (value > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()))
    throw InternalError("a count does not fit into 63 bits");
  return static_cast<std::int64_t>(value);
}

double as_double(std::int64_t value) { return static_cast<double>(value); }

class MetricWriter {
 public:
  MetricWriter(Statement& insert, std::int64_t run) : insert_(insert), run_(run) {}

  void add(std::string_view component, std::string_view metric, std::string_view statistic, double value,
           std::string_view unit) {
    insert_.run(run_, component, metric, statistic, value, unit);
  }

 private:
  Statement& insert_;
  std::int64_t run_;
};

// Adds a job's figures. Beside these it has its histograms, which are among the run's rows.
void add_job_figures(MetricWriter& metrics, const RunResult& run, std::size_t index) {
  const JobResult& job = run.jobs[index];
  const std::string component = "jobs/" + job.name;
  const auto figure = [&](std::string_view metric, double value, std::string_view unit) {
    metrics.add(component, metric, "value", value, unit);
  };
  if (job.au_threshold_percent > 0) figure("au_threshold_percent", job.au_threshold_percent, "percent");
  if (const auto passes = passes_au(job)) figure("au_passes", *passes ? 1.0 : 0.0, "flag");
  figure("nodes", as_double(job.nodes), "count");
  figure("accelerators", as_double(job.accelerators), "count");
  figure("start", as_double(job.start.ns()), "ns");
  figure("duration", as_double((job.end - job.start).ns()), "ns");
  figure("checkpoint_size", as_double(job.checkpoint_size.count()), "B");
  for (const Figure& own : figures_of_job(run, index))
    if (own.validity != Validity::not_defined && own.row->path != "seconds")  // Exact as the duration.
      figure(own.row->path, own.value, own.row->unit);
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

void add_epochs(Statement& insert, std::int64_t run, const JobResult& job) {
  for (const EpochResult& epoch : job.epochs) {
    const auto figure = [&](const std::string& metric, double value, const char* unit) {
      insert.run(run, job.name, epoch.epoch, metric, value, unit);
    };
    figure("start", as_double(epoch.start.ns()), "ns");
    figure("duration", as_double((epoch.end - epoch.start).ns()), "ns");
    figure("steps", as_double(epoch.steps), "count");
    if (epoch.au_percent) figure("au_percent", *epoch.au_percent, "percent");
    if (epoch.samples_per_second) figure("samples_per_second", *epoch.samples_per_second, "1/s");
    if (epoch.mib_per_second) figure("mib_per_second", *epoch.mib_per_second, "MiB/s");
    figure("first_batch_mean", as_double(epoch.first_batch_mean.ns()), "ns");
    figure("first_batch_max", as_double(epoch.first_batch_max.ns()), "ns");
    figure("bytes_delivered", as_double(epoch.delivered.count()), "B");
    figure("bytes_from_storage", as_double(epoch.from_storage.count()), "B");
    if (epoch.step_time) {
      figure("simulated_steps", as_double(epoch.step_time->simulated), "count");
      if (epoch.step_time->half_width) figure("step_half_width", *epoch.step_time->half_width, "fraction");
    }
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

void add_time_budget(Statement& insert, std::int64_t run, const JobResult& job) {
  for (const TimeBudgetRow& row : job.time_budget)
    insert.run(run, job.name, row.rank, word(row.cause), word(row.activity), row.spent.ns());
}

// Writes each member of a result under its path: "jobs/0/epochs/3/start".
class PartWriter final : public Parts {
 public:
  PartWriter(Statement& part, Statement& bucket, std::int64_t run)
      : part_(part), bucket_(bucket), run_(run) {}

  void part(std::string_view name, std::int64_t& value) override { part_.run(run_, path_.of(name), value); }
  void part(std::string_view name, double& value) override { part_.run(run_, path_.of(name), value); }
  void part(std::string_view name, std::string& value) override { part_.run(run_, path_.of(name), value); }
  void part(std::string_view name, Histogram& value) override {
    const Histogram::Content content = value.content();
    enter(name);
    add_bits("sum_high", content.sum_high);
    add_bits("sum_low", content.sum_low);
    add_bits("min", content.min);
    add_bits("max", content.max);
    for (std::size_t bucket = 0; bucket < content.counts.size(); ++bucket)
      if (content.counts[bucket] > 0)
        bucket_.run(run_, path_.text(), static_cast<std::int64_t>(bucket),
                    to_integer(content.counts[bucket]));
    leave();
  }

 private:
  void add_bits(const char* name, std::uint64_t value) {
    auto bits = static_cast<std::int64_t>(value);
    part(name, bits);
  }
  void word(std::string_view name, std::size_t& index, std::span<const std::string_view> words) override {
    std::string text(words[index]);
    part(name, text);
  }
  void enter(std::string_view name) override { path_.enter(name); }
  void leave() override { path_.leave(); }
  bool has_value(std::string_view name, bool there) override {
    std::int64_t flag = there ? 1 : 0;
    path_.enter(name);
    part("there", flag);
    path_.leave();
    return there;
  }
  std::size_t size(std::size_t there) override {
    auto count = static_cast<std::int64_t>(there);
    part("size", count);
    return there;
  }

  Statement &part_, &bucket_;
  std::int64_t run_;
  PartPath path_;
};

void add_series(Statement& insert, std::int64_t run, const std::vector<SeriesRow>& series) {
  for (const SeriesRow& row : series)
    insert.run(run, row.component, row.metric, row.start.ns(), row.length.ns(), row.value);
}

// Adds the shares of time over the ranks, as in the JSON answer: a row a cause, however many ranks there are.
void add_time_shares(MetricWriter& metrics, const JobResult& job) {
  std::map<std::string_view, std::int64_t> spent;
  std::int64_t total = 0;
  for (const TimeBudgetRow& row : job.time_budget) {
    spent[word(row.cause)] += row.spent.ns();
    total += row.spent.ns();
  }
  for (const auto& [cause, ns] : spent)
    metrics.add("jobs/" + job.name, "time_budget." + std::string(cause) + ".share", "value",
                total > 0 ? as_double(ns) / as_double(total) : 0, "fraction");
}

void add_resource(MetricWriter& metrics, const ResourceResult& resource) {
  const std::string component = "resource/" + resource.name;
  metrics.add(component, "utilisation", "mean", resource.utilisation_mean, "fraction");
  metrics.add(component, "utilisation", "max", resource.utilisation_max, "fraction");
  metrics.add(component, "concurrency", "value", resource.concurrency ? 1.0 : 0.0, "flag");
  metrics.add(component, "instances", "value", as_double(resource.instances), "count");
}

}  // namespace

RunWriter::RunWriter(Database& database)
    : database_(database),
      scenario_(database.prepare("INSERT INTO scenario VALUES (?1, ?2, ?3, fingerprint(?1, ?2, ?3))"
                                 " ON CONFLICT (hash) DO NOTHING")),
      run_(database.prepare(
          "INSERT INTO run (id, scenario_hash, seed, replication, fidelity, revision, outcome, still_waiting,"
          " fingerprint, events, simulated_ns, calibration_id, started_at, wall_seconds)"
          " VALUES ((SELECT ?1 WHERE ?1 > 0 AND NOT EXISTS (SELECT 1 FROM run WHERE id = ?1)),"
          " ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, nullif(?, ''), ?, ?)")),
      metric_(database.prepare("INSERT INTO metric VALUES (?, ?, ?, ?, ?, ?)")),
      epoch_(database.prepare("INSERT INTO epoch VALUES (?, ?, ?, ?, ?, ?)")),
      time_budget_(database.prepare("INSERT INTO time_budget VALUES (?, ?, ?, ?, ?, ?)")),
      series_(database.prepare("INSERT INTO series VALUES (?, ?, ?, ?, ?, ?)")),
      part_(database.prepare("INSERT INTO part VALUES (?, ?, ?)")),
      bucket_(database.prepare("INSERT INTO histogram VALUES (?, ?, ?, ?)")),
      answer_(database.prepare("INSERT INTO answer VALUES (?, ?, ?, ?, ?)")),
      sealer_(database) {}

std::int64_t RunWriter::add(const RunResult& result, const Provenance& provenance, RowChoice rows,
                            std::int64_t wanted_id) {
  const std::int64_t run = add_rows(result, provenance, rows, wanted_id);
  sealer_.seal(run);
  return run;
}

std::int64_t RunWriter::add_rows(const RunResult& result, const Provenance& provenance, RowChoice rows,
                                 std::int64_t wanted_id) {
  const bool own = provenance.base_hash.empty();
  const std::string& hash = own ? result.scenario_hash : provenance.base_hash;
  scenario_.run(hash, own ? result.scenario : provenance.base_name, provenance.resolved_text);
  run_.run(wanted_id, hash, result.seed, result.replication, provenance.fidelity, provenance.revision,
           outcome_word(result.outcome.end), nlohmann::json(result.outcome.still_waiting).dump(),
           fingerprint_text(result.outcome.fingerprint), to_integer(result.outcome.events),
           result.outcome.at.ns(), provenance.calibration_id, provenance.started_at, provenance.wall_seconds);
  const std::int64_t run = database_.last_row_id();
  MetricWriter metrics(metric_, run);
  for (std::size_t i = 0; i < result.jobs.size(); ++i) {
    add_job_figures(metrics, result, i);
    if (rows == RowChoice::figures) {
      add_time_shares(metrics, result.jobs[i]);
      continue;
    }
    add_checkpoint_spans(metrics, result.jobs[i]);
    add_epochs(epoch_, run, result.jobs[i]);
    add_time_budget(time_budget_, run, result.jobs[i]);
  }
  for (const ResourceResult& resource : result.resources) add_resource(metrics, resource);
  for (const SaidOfJob& said : provenance.answers)
    answer_.run(run, said.job, said.sentence, said.limited_by, said.help);
  if (rows == RowChoice::figures) {
    add_values(result, run);
    return run;
  }
  add_parts(result, run);
  add_series(series_, run, result.series);
  for (const MetricRow& row : result.rows)
    metrics.add(row.component, row.metric, row.statistic, row.value, unit_word(row.unit));
  return run;
}

void RunWriter::add_parts(const RunResult& result, std::int64_t run) {
  PartWriter parts(part_, bucket_, run);
  const_cast<RunResult&>(result).visit(parts);  // A writer of parts gives back what it was given.
}

// Adds the values behind each percentile, once for all percentiles of the same values: over several runs they
// are pooled.
void RunWriter::add_values(const RunResult& result, std::int64_t run) {
  PartWriter parts(part_, bucket_, run);
  for (const JobResult& job : result.jobs) {
    std::set<std::string> written;
    for (const FigureRow& row : figure_rows()) {
      if (!row.source.is_percentile()) continue;
      const Histogram* const values = row.source.histogram(job);
      if (values == nullptr || !written.insert(values_path(job.name, row.path)).second) continue;
      parts.part(values_path(job.name, row.path), const_cast<Histogram&>(*values));
    }
  }
}

}  // namespace headrace
