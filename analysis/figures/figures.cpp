#include "analysis/figures/figures.h"

#include <algorithm>

#include "analysis/answer/replications.h"

namespace headrace {

namespace {

double ratio(double part, double whole) { return whole > 0 ? part / whole : 0; }

double as_double(std::int64_t value) { return static_cast<double>(value); }

class FigureList {
 public:
  void add(std::string path, double value, const char* unit) {
    figures_.push_back({std::move(path), value, unit});
  }
  // In milliseconds: nothing for a histogram without values.
  void add_latency(const std::string& path, const Histogram& latency) {
    if (latency.count() == 0) return;
    add(path + ".mean", latency.mean() * 1e-6, "ms");
    for (const auto& [name, share] :
         {std::pair{".p50", 0.5}, std::pair{".p90", 0.9}, std::pair{".p99", 0.99}, std::pair{".p999", 0.999}})
      add(path + name, as_double(latency.quantile(share)) * 1e-6, "ms");
    add(path + ".max", as_double(latency.max()) * 1e-6, "ms");
  }

  std::vector<Figure> take() { return std::move(figures_); }

 private:
  std::vector<Figure> figures_;
};

void add_cache(FigureList& list, const CacheResult& cache) {
  list.add("cache.caches", as_double(cache.caches), "count");
  list.add("cache.hits", as_double(cache.hits), "count");
  list.add("cache.misses", as_double(cache.misses), "count");
  list.add("cache.evictions", as_double(cache.evictions), "count");
  list.add("cache.hit_rate", ratio(as_double(cache.hits), as_double(cache.hits + cache.misses)), "fraction");
  const double hit = as_double(cache.bytes_hit.count());
  const double missed = as_double(cache.bytes_missed.count());
  list.add("cache.bytes_hit", hit, "B");
  list.add("cache.bytes_missed", missed, "B");
  list.add("cache.byte_hit_rate", ratio(hit, hit + missed), "fraction");
}

void add_inference(FigureList& list, const InferenceResult& inference) {
  list.add("inference.servers", as_double(inference.servers), "count");
  list.add("inference.arrived", as_double(inference.arrived), "count");
  list.add("inference.completed", as_double(inference.completed), "count");
  list.add("inference.dropped", as_double(inference.dropped), "count");
  list.add("inference.held_back", as_double(inference.held_back), "count");
  list.add("inference.offered_per_second", inference.offered_per_second, "1/s");
  list.add("inference.requests_per_second", inference.completed_per_second, "1/s");
  list.add("inference.in_system", inference.in_system, "count");
  list.add("inference.in_system_max", inference.in_system_max, "count");
  list.add("inference.busy_share", inference.busy_share, "fraction");
  list.add("inference.batches", as_double(inference.batches), "count");
  list.add("inference.batch_mean", inference.batch_mean, "count");
  list.add("inference.model_load_seconds", inference.model_load.in_seconds(), "s");
  list.add("inference.model_read", as_double(inference.model_read.count()), "B");
  list.add("inference.bytes_read", as_double(inference.bytes_read.count()), "B");
  list.add("inference.predictions_written", as_double(inference.predictions_written.count()), "B");
  list.add_latency("inference.latency_ms", inference.latency);
  list.add_latency("inference.queue_wait_ms", inference.queue_wait);
}

void add_probe(FigureList& list, const ProbeResult& probe) {
  const double seconds = probe.window.in_seconds();
  list.add("probe.processes", as_double(probe.processes), "count");
  list.add("probe.operations", as_double(probe.operations), "count");
  list.add("probe.bytes", as_double(probe.bytes.count()), "B");
  list.add("probe.seconds", seconds, "s");
  list.add("probe.operations_per_second", ratio(as_double(probe.operations), seconds), "1/s");
  if (probe.bytes > Bytes())
    list.add("probe.gb_per_second", ratio(as_double(probe.bytes.count()) * 1e-9, seconds), "GB/s");
  list.add_latency("probe.latency_ms", probe.latency);
}

void add_interference(FigureList& list, const Interference& measured) {
  const double together = measured.together.in_seconds();
  const double alone = measured.alone.in_seconds();
  list.add("interference.seconds_alone", alone, "s");
  list.add("interference.time_ratio", alone > 0 ? together / alone : 1, "ratio");
  if (measured.au_alone > 0) {
    list.add("interference.au_percent_alone", measured.au_alone, "percent");
    list.add("interference.au_difference", measured.au_together - measured.au_alone, "percent");
  }
  if (measured.latency_p99_alone > Duration())
    list.add("interference.latency_p99_ratio",
             measured.latency_p99_together.in_seconds() / measured.latency_p99_alone.in_seconds(), "ratio");
}

// Of all checkpoints outside of epochs; means are of one that is read or written.
void add_checkpoints(FigureList& list, const JobResult& job) {
  double seconds = 0, of_kind[2] = {0, 0}, count[2] = {0, 0};
  for (const SpanResult& span : job.checkpoints) {
    const double own = (span.end - span.start).in_seconds();
    seconds += own;
    of_kind[span.read ? 1 : 0] += own;
    ++count[span.read ? 1 : 0];
  }
  list.add("checkpoint_seconds", seconds, "s");
  if (count[0] > 0) list.add("checkpoint_write_seconds", of_kind[0] / count[0], "s");
  if (count[1] > 0) list.add("checkpoint_read_seconds", of_kind[1] / count[1], "s");
}

void add_first_batch(FigureList& list, const JobResult& job) {
  if (job.epochs.empty()) return;
  double sum = 0;
  for (const EpochResult& epoch : job.epochs) sum += epoch.first_batch_mean.in_seconds();
  list.add("first_batch_seconds", sum / static_cast<double>(job.epochs.size()), "s");
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
  if (job.kind != "training" || !any) return {};
  double stalled = 0;
  double total = 0;
  for (const TimeBudgetRow& row : job.time_budget) {
    total += row.spent.in_seconds();
    if (row.cause == "checkpoint") stalled += row.spent.in_seconds();
  }
  return 100 * ratio(stalled, total);
}

std::optional<double> goodput_percent(const JobResult& job) {
  if (!job.kept_compute) return {};
  const double all = (job.end - job.start).in_seconds() * as_double(job.accelerators);
  if (all <= 0) return {};
  return 100 * job.kept_compute->in_seconds() / all;
}

bool is_durable(const SpanResult& span) {
  return !span.read && span.durable > Time() && span.durable != Time::never();
}

std::optional<double> cache_hit_rate(const JobResult& job) {
  if (!job.cache) return {};
  return ratio(as_double(job.cache->hits), as_double(job.cache->hits + job.cache->misses));
}

std::vector<Figure> figures_of_job(const RunResult& run, std::size_t index) {
  const JobResult& job = run.jobs.at(index);
  FigureList list;
  add_first_batch(list, job);
  if (const std::optional<double> stall = checkpoint_stall_percent(job))
    list.add("checkpoint_stall_percent", *stall, "percent");
  if (!job.checkpoints.empty()) add_checkpoints(list, job);
  if (const std::optional<double> kept = goodput_percent(job)) list.add("goodput_percent", *kept, "percent");
  if (job.restarts) {
    list.add("restarts.count", as_double(job.restarts->count), "count");
    list.add("restarts.lost_seconds", job.restarts->lost.in_seconds(), "s");
    list.add("restarts.down_seconds", job.restarts->down.in_seconds(), "s");
  }
  if (job.failure) {
    list.add("failure.seconds", job.failure->at.since_start().in_seconds(), "s");
    list.add("failure.lost_seconds", (job.failure->at - job.failure->saved).in_seconds(), "s");
  }
  if (job.cache) add_cache(list, *job.cache);
  if (job.inference) add_inference(list, *job.inference);
  if (job.probe) add_probe(list, *job.probe);
  if (const Interference* measured = interference_of(run, job.name)) add_interference(list, *measured);
  return list.take();
}

std::optional<double> find_job_figure(const RunResult& run, std::size_t index, std::string_view path) {
  const JobResult& job = run.jobs.at(index);
  if (path == "au_percent") return job.au_percent;
  if (path == "samples_per_second") return job.samples_per_second;
  if (path == "mib_per_second") return job.mib_per_second;
  if (path == "seconds") return (job.end - job.start).in_seconds();
  for (const Figure& figure : figures_of_job(run, index))
    if (figure.path == path) return figure.value;
  return {};
}

Spread figure_over(std::span<const RunResult> runs, std::size_t job, std::string_view path) {
  if (const std::optional<Spread> pooled = pooled_over(runs, job, path)) return *pooled;
  std::vector<double> values;
  for (const RunResult* run : runs_that_count(runs)) {
    if (job >= run->jobs.size()) continue;
    if (const std::optional<double> value = find_job_figure(*run, job, path)) values.push_back(*value);
  }
  return spread_of(values);
}

}  // namespace headrace
