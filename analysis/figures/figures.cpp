#include "analysis/figures/figures.h"

#include <algorithm>

#include "analysis/answer/replications.h"
#include "analysis/errors.h"

namespace headrace {

namespace {

double ratio(double part, double whole) { return whole > 0 ? part / whole : 0; }

double as_double(std::int64_t value) { return static_cast<double>(value); }

// The figures of one job, each with its row and what its job's state says of it.
class FigureList {
 public:
  explicit FigureList(const JobResult& job) : job_(job) {}

  void add(std::string_view path, std::optional<double> value) {
    const FigureRow* const row = find_figure_row(path);
    if (row == nullptr) throw InternalError("the table of figures has no row " + std::string(path));
    figures_.push_back({row, value.value_or(0), validity(*row, value.has_value())});
  }
  // Adds milliseconds: nothing for a histogram without values.
  void add_latency(const std::string& path, const Histogram& latency) {
    if (latency.count() == 0) return;
    add(path + ".mean", latency.mean() * 1e-6);
    for (const auto& [name, share] :
         {std::pair{".p50", 0.5}, std::pair{".p90", 0.9}, std::pair{".p99", 0.99}, std::pair{".p999", 0.999}})
      add(path + name, as_double(latency.quantile(share)) * 1e-6);
    add(path + ".max", as_double(latency.max()) * 1e-6);
  }

  std::vector<Figure> take() { return std::move(figures_); }

 private:
  Validity validity(const FigureRow& row, bool has_value) const {
    if (!has_value || job_.state == JobState::not_begun) return Validity::not_defined;
    const bool whole = job_.state == JobState::ended || row.needs == FigureNeeds::failure;
    return whole ? Validity::measured : Validity::cut_short;
  }

  const JobResult& job_;
  std::vector<Figure> figures_;
};

void add_cache(FigureList& list, const CacheResult& cache) {
  list.add("cache.caches", as_double(cache.caches));
  list.add("cache.hits", as_double(cache.hits));
  list.add("cache.misses", as_double(cache.misses));
  list.add("cache.evictions", as_double(cache.evictions));
  list.add("cache.hit_rate", ratio(as_double(cache.hits), as_double(cache.hits + cache.misses)));
  const double hit = as_double(cache.bytes_hit.count());
  const double missed = as_double(cache.bytes_missed.count());
  list.add("cache.bytes_hit", hit);
  list.add("cache.bytes_missed", missed);
  list.add("cache.byte_hit_rate", ratio(hit, hit + missed));
}

void add_inference(FigureList& list, const InferenceResult& inference) {
  list.add("inference.servers", as_double(inference.servers));
  list.add("inference.arrived", as_double(inference.arrived));
  list.add("inference.completed", as_double(inference.completed));
  list.add("inference.dropped", as_double(inference.dropped));
  list.add("inference.held_back", as_double(inference.held_back));
  list.add("inference.offered_per_second", inference.offered_per_second);
  list.add("inference.requests_per_second", inference.completed_per_second);
  list.add("inference.in_system", inference.in_system);
  list.add("inference.in_system_max", inference.in_system_max);
  list.add("inference.busy_share", inference.busy_share);
  list.add("inference.batches", as_double(inference.batches));
  list.add("inference.batch_mean", inference.batch_mean);
  list.add("inference.model_load_seconds", inference.model_load.in_seconds());
  list.add("inference.model_read", as_double(inference.model_read.count()));
  list.add("inference.bytes_read", as_double(inference.bytes_read.count()));
  list.add("inference.predictions_written", as_double(inference.predictions_written.count()));
  list.add_latency("inference.latency_ms", inference.latency);
  list.add_latency("inference.queue_wait_ms", inference.queue_wait);
}

void add_probe(FigureList& list, const ProbeResult& probe) {
  const double seconds = probe.window.in_seconds();
  list.add("probe.processes", as_double(probe.processes));
  list.add("probe.operations", as_double(probe.operations));
  list.add("probe.bytes", as_double(probe.bytes.count()));
  list.add("probe.seconds", seconds);
  list.add("probe.operations_per_second", ratio(as_double(probe.operations), seconds));
  if (probe.bytes > Bytes())
    list.add("probe.gb_per_second", ratio(as_double(probe.bytes.count()) * 1e-9, seconds));
  list.add_latency("probe.latency_ms", probe.latency);
}

void add_interference(FigureList& list, const Interference& measured) {
  const double together = measured.together.in_seconds();
  const double alone = measured.alone.in_seconds();
  list.add("interference.seconds_alone", alone);
  list.add("interference.time_ratio", alone > 0 ? together / alone : 1);
  if (measured.au_alone > 0) {
    list.add("interference.au_percent_alone", measured.au_alone);
    list.add("interference.au_difference", measured.au_together - measured.au_alone);
  }
  if (measured.latency_p99_alone > Duration())
    list.add("interference.latency_p99_ratio",
             measured.latency_p99_together.in_seconds() / measured.latency_p99_alone.in_seconds());
}

// Adds those of all checkpoints outside of epochs; means are of one that is read or written.
void add_checkpoints(FigureList& list, const JobResult& job) {
  double seconds = 0, of_all = 0, of_kind[2] = {0, 0}, count[2] = {0, 0};
  for (const SpanResult& span : job.checkpoints) {
    const double own = (span.end - span.start).in_seconds();
    seconds += own;
    of_all += time_of_all(span).in_seconds();
    of_kind[span.read ? 1 : 0] += own;
    ++count[span.read ? 1 : 0];
  }
  list.add("checkpoint_all_seconds", of_all);
  list.add("checkpoint_seconds", seconds);
  if (count[0] > 0) list.add("checkpoint_write_seconds", of_kind[0] / count[0]);
  if (count[1] > 0) list.add("checkpoint_read_seconds", of_kind[1] / count[1]);
}

void add_first_batch(FigureList& list, const JobResult& job) {
  if (job.epochs.empty()) return;
  double sum = 0;
  for (const EpochResult& epoch : job.epochs) sum += epoch.first_batch_mean.in_seconds();
  list.add("first_batch_seconds", sum / static_cast<double>(job.epochs.size()));
}

void add_training(FigureList& list, const JobResult& job) {
  const double seconds = (job.end - job.start).in_seconds();
  std::optional<double> rate, mib;
  if (seconds > 0) {
    rate = as_double(job.samples_done) / seconds;
    mib = *rate * as_double(job.record_length.count()) / 1048576.0;
  }
  list.add("au_percent", job.au_percent);
  list.add("utilisation_percent", utilisation_percent(job));
  list.add("delivered_samples_per_second", rate);
  list.add("delivered_mib_per_second", mib);
  add_first_batch(list, job);
}

}  // namespace

const Interference* interference_of(const RunResult& run, const std::string& job) {
  const auto found = std::find_if(run.interference.begin(), run.interference.end(),
                                  [&](const Interference& measured) { return measured.job == job; });
  return found == run.interference.end() ? nullptr : &*found;
}

std::optional<double> checkpoint_stall_percent(const JobResult& job) {
  const bool any = std::any_of(job.epochs.begin(), job.epochs.end(),
                               [](const EpochResult& epoch) { return !epoch.checkpoints.empty(); });
  if (job.kind != JobKind::training || !any) return {};
  double stalled = 0;
  double total = 0;
  for (const TimeBudgetRow& row : job.time_budget) {
    total += row.spent.in_seconds();
    if (row.cause == Cause::checkpoint) stalled += row.spent.in_seconds();
  }
  return 100 * ratio(stalled, total);
}

std::optional<double> goodput_percent(const JobResult& job) {
  const double all = (job.end - job.start).in_seconds() * as_double(job.accelerators);
  if (!job.kept_compute || all <= 0) return {};
  return 100 * job.kept_compute->in_seconds() / all;
}

std::optional<double> utilisation_percent(const JobResult& job) {
  const double all = (job.end - job.start).in_seconds() * as_double(job.accelerators);
  if (job.kind != JobKind::training || all <= 0) return {};
  double computed = 0;
  for (const TimeBudgetRow& row : job.time_budget)
    if (row.cause == Cause::compute) computed += row.spent.in_seconds();
  return 100 * computed / all;
}

std::optional<bool> passes_au(const JobResult& job) {
  if (!job.au_percent || job.au_threshold_percent <= 0) return {};
  return *job.au_percent >= job.au_threshold_percent;
}

bool is_streaming(const JobResult& job) { return job.inference && job.inference->mode == "streaming"; }

bool is_durable(const SpanResult& span) {
  return !span.read && span.durable > Time() && span.durable != Time::never();
}

Duration time_of_all(const SpanResult& checkpoint) { return checkpoint.all_end - checkpoint.start; }

std::optional<double> bytes_per_second(const SpanResult& checkpoint) {
  if (checkpoint.durable == Time::never()) return {};
  const Duration span = std::max(checkpoint.all_end, checkpoint.durable) - checkpoint.start;
  if (span <= Duration()) return {};
  return as_double(checkpoint.bytes.count()) / span.in_seconds();
}

std::optional<double> cache_hit_rate(const JobResult& job) {
  if (!job.cache) return {};
  return ratio(as_double(job.cache->hits), as_double(job.cache->hits + job.cache->misses));
}

std::vector<Figure> figures_of_job(const RunResult& run, std::size_t index) {
  const JobResult& job = run.jobs.at(index);
  FigureList list(job);
  list.add("seconds", (job.end - job.start).in_seconds());
  if (job.kind == JobKind::training || job.inference) {
    list.add("samples_per_second", job.samples_per_second);
    if (!is_streaming(job)) list.add("mib_per_second", job.mib_per_second);
  }
  if (job.kind == JobKind::training) add_training(list, job);
  if (const std::optional<double> stall = checkpoint_stall_percent(job))
    list.add("checkpoint_stall_percent", stall);
  if (!job.checkpoints.empty()) add_checkpoints(list, job);
  if (const std::optional<double> kept = goodput_percent(job)) list.add("goodput_percent", kept);
  if (job.restarts) {
    list.add("restarts.count", as_double(job.restarts->count));
    list.add("restarts.lost_seconds", job.restarts->lost.in_seconds());
    list.add("restarts.down_seconds", job.restarts->down.in_seconds());
  }
  if (job.failure) {
    list.add("failure.seconds", job.failure->at.since_start().in_seconds());
    list.add("failure.lost_seconds", (job.failure->at - job.failure->saved).in_seconds());
  }
  if (job.cache) add_cache(list, *job.cache);
  if (job.tiers) {
    list.add("tiers.bytes_from_above", as_double(job.tiers->from_above.count()));
    list.add("tiers.bytes_from_below", as_double(job.tiers->from_below.count()));
  }
  if (job.shuffle) {
    list.add("shuffle.randomness", job.shuffle->randomness);
    list.add("shuffle.bytes_exchanged", as_double(job.shuffle->bytes_exchanged.count()));
  }
  if (job.inference) add_inference(list, *job.inference);
  if (job.probe) add_probe(list, *job.probe);
  if (const Interference* measured = interference_of(run, job.name)) add_interference(list, *measured);
  return list.take();
}

std::optional<Figure> job_figure(const RunResult& run, std::size_t index, std::string_view path) {
  for (const Figure& figure : figures_of_job(run, index))
    if (figure.row->path == path) return figure;
  return {};
}

std::optional<double> find_job_figure(const RunResult& run, std::size_t index, std::string_view path) {
  const std::optional<Figure> found = job_figure(run, index, path);
  return found && found->validity == Validity::measured ? std::optional(found->value) : std::nullopt;
}

Spread figure_over(std::span<const RunResult> runs, std::size_t job, std::string_view path) {
  std::vector<double> values;
  for (const RunResult* run : runs_that_count(runs)) {
    if (job >= run->jobs.size()) continue;
    if (const std::optional<double> value = find_job_figure(*run, job, path)) values.push_back(*value);
  }
  if (values.size() > 1)
    if (const std::optional<Spread> pooled = pooled_over(runs, job, path)) return *pooled;
  return spread_of(values);
}

std::optional<Figure> joint_figure(std::span<const RunResult> runs, std::size_t job, std::string_view path) {
  std::optional<Figure> joint;
  for (const RunResult& run : runs) {
    if (job >= run.jobs.size()) return {};
    const std::optional<Figure> own = job_figure(run, job, path);
    if (!own) return {};
    if (!joint || own->validity != Validity::measured) joint = own;
    if (own->validity != Validity::measured) return joint;
  }
  if (joint && runs.size() > 1) joint->value = figure_over(runs, job, path).mean;
  return joint;
}

std::optional<Figure> named_figure(std::span<const RunResult> runs, std::string_view metric) {
  const std::vector<JobResult>& jobs = representative(runs).jobs;
  for (std::size_t job = 0; job < jobs.size(); ++job) {
    const std::string prefix = "jobs." + jobs[job].name + ".";
    if (!metric.starts_with(prefix)) continue;
    if (auto found = joint_figure(runs, job, metric.substr(prefix.size()))) return found;
  }
  return {};
}

}  // namespace headrace
