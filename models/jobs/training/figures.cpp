#include "models/jobs/training/figures.h"

#include <algorithm>
#include <iterator>
#include <vector>

#include "models/jobs/checkpoint/figures.h"
#include "models/jobs/figure_value.h"

namespace headrace {

namespace {

using enum FigureNeeds;

bool trains(const JobResult& job) { return job.kind == JobKind::training; }

double seconds_of(const JobResult& job) { return (job.end - job.start).in_seconds(); }

FigureValue au(const JobResult& job) { return trains(job) ? FigureValue(job.au_percent) : FigureValue(); }

FigureValue utilisation(const JobResult& job) {
  return trains(job) ? FigureValue(utilisation_percent(job)) : FigureValue();
}

FigureValue delivered_samples(const JobResult& job) {
  if (!trains(job)) return {};
  if (seconds_of(job) <= 0) return std::optional<double>();
  return figure_number(job.samples_done) / seconds_of(job);
}

FigureValue delivered_mib(const JobResult& job) {
  FigureValue rate = delivered_samples(job);
  if (rate.number) *rate.number *= figure_number(job.record_length) / 1048576.0;
  return rate;
}

const Histogram* step_wait(const JobResult& job) { return trains(job) ? &job.step_wait : nullptr; }

FigureValue first_batch(const JobResult& job) {
  if (!trains(job) || job.epochs.empty()) return {};
  double sum = 0;
  for (const EpochResult& epoch : job.epochs) sum += epoch.first_batch_mean.in_seconds();
  return sum / static_cast<double>(job.epochs.size());
}

// Sums a number of bytes over the epochs that are done.
template <auto bytes>
FigureValue over_epochs(const JobResult& job) {
  if (!trains(job) || job.epochs.empty()) return {};
  double sum = 0;
  for (const EpochResult& epoch : job.epochs) sum += figure_number(epoch.*bytes);
  return sum;
}

FigureValue goodput(const JobResult& job) { return where_known(goodput_percent(job)); }

FigureValue failed_at(const JobResult& job) {
  return job.failure ? FigureValue(job.failure->at.since_start().in_seconds()) : FigureValue();
}

FigureValue lost_by_failure(const JobResult& job) {
  return job.failure ? FigureValue((job.failure->at - job.failure->saved).in_seconds()) : FigureValue();
}

FigureValue hit_rate(const JobResult& job) { return where_known(cache_hit_rate(job)); }

FigureValue byte_hit_rate(const JobResult& job) {
  if (!job.cache) return {};
  const double hit = figure_number(job.cache->bytes_hit);
  return ratio_or_zero(hit, hit + figure_number(job.cache->bytes_missed));
}

// Says how often a data set of a mixture was gone through: the one that was most often, or least.
template <bool most>
FigureValue epochs_of_sets(const JobResult& job) {
  if (!job.mixture || job.mixture->sets.empty()) return {};
  const auto fewer = [](const MixtureResult::Set& one, const MixtureResult::Set& other) {
    return one.epochs < other.epochs;
  };
  const auto [least, greatest] =
      std::minmax_element(job.mixture->sets.begin(), job.mixture->sets.end(), fewer);
  return (most ? greatest : least)->epochs;
}

const Histogram* log_records(const JobResult& job) { return job.logs ? &job.logs->records : nullptr; }

FigureValue log_records_written(const JobResult& job) {
  return job.logs ? FigureValue(static_cast<double>(job.logs->records.count())) : FigureValue();
}

FigureValue log_seconds(const JobResult& job) {
  if (!job.logs) return {};
  return ratio_or_zero(job.logs->spent.in_seconds(), figure_number(job.logs->writers));
}

FigureValue dropped_percent(const JobResult& job) {
  return job.source ? FigureValue(100 * job.source->dropped_share()) : FigureValue();
}

FigureValue held_up_seconds(const JobResult& job) {
  return job.source ? FigureValue(job.source->held_up.in_seconds()) : FigureValue();
}

constexpr FigureRow kTrainingFigures[] = {
    {"au_percent",
     "percent",
     "accelerator utilisation by the rule of the job's DLIO version, mean over epochs",
     Better::more,
     training,
     au,
     {"inference.busy_share", "checkpoint_seconds"}},
    {"utilisation_percent",
     "percent",
     "share of all ranks' time from the job's start to its end that was spent computing",
     Better::more,
     training,
     utilisation,
     {"inference.busy_share", "checkpoint_seconds"}},
    {"delivered_samples_per_second",
     "1/s",
     "samples of the steps that were done, over the time from the job's start to its end",
     Better::more,
     training,
     delivered_samples,
     {"samples_per_second", "checkpoint_seconds"}},
    {"delivered_mib_per_second",
     "MiB/s",
     "the same in bytes, of the nominal length of a sample",
     Better::more,
     training,
     delivered_mib,
     {"inference.requests_per_second", "checkpoint_seconds"}},
    {"first_batch_seconds",
     "s",
     "wait for the first batch of an epoch, mean over ranks and epochs",
     Better::less,
     training,
     first_batch,
     {"inference.model_load_seconds", "seconds"}},
    {"step_wait_ms.mean",
     "ms",
     "wait of a rank for the batch of a step, an epoch's first left out, mean",
     Better::less,
     training,
     {step_wait, FigureSource::kMean}},
    {"step_wait_ms.p50", "ms", "the same, median", Better::less, training, {step_wait, 0.5}},
    {"step_wait_ms.p90", "ms", "the same, 90th percentile", Better::less, training, {step_wait, 0.9}},
    {"step_wait_ms.p99", "ms", "the same, 99th percentile", Better::less, training, {step_wait, 0.99}},
    {"step_wait_ms.max",
     "ms",
     "the same, longest",
     Better::less,
     training,
     {step_wait, FigureSource::kGreatest}},
    {"goodput_percent",
     "percent",
     "share of all ranks' time spent in computation that no failure has undone",
     Better::more,
     training,
     goodput,
     {"inference.busy_share", "seconds"}},
    {"restarts.count",
     "count",
     "times that the job began again",
     Better::less,
     restarts,
     of_part<&JobResult::restarts, &JobRestarts::count>,
     {"seconds"}},
    {"restarts.lost_seconds",
     "s",
     "work that failures undid",
     Better::less,
     restarts,
     of_part<&JobResult::restarts, &JobRestarts::lost>,
     {"seconds"}},
    {"restarts.down_seconds",
     "s",
     "time from failures to the next begin of the ranks",
     Better::less,
     restarts,
     of_part<&JobResult::restarts, &JobRestarts::down>,
     {"seconds"}},
    {"failure.seconds",
     "s",
     "when the job lost a node and ended",
     Better::neither,
     failure,
     failed_at,
     {"seconds"}},
    {"failure.lost_seconds",
     "s",
     "work that was lost with it",
     Better::less,
     failure,
     lost_by_failure,
     {"seconds"}},
    {"cache.caches", "count", "caches of the job", Better::neither, cache,
     of_part<&JobResult::cache, &CacheResult::caches>},
    {"cache.hits", "count", "lookups that found their sample", Better::more, cache,
     of_part<&JobResult::cache, &CacheResult::hits>},
    {"cache.misses", "count", "lookups that did not", Better::less, cache,
     of_part<&JobResult::cache, &CacheResult::misses>},
    {"cache.evictions", "count", "samples that were given up for others", Better::less, cache,
     of_part<&JobResult::cache, &CacheResult::evictions>},
    {"cache.hit_rate", "fraction", "hits over lookups", Better::more, cache, hit_rate},
    {"cache.bytes_hit", "B", "bytes of the hits", Better::more, cache,
     of_part<&JobResult::cache, &CacheResult::bytes_hit>},
    {"cache.bytes_missed", "B", "bytes of the misses", Better::less, cache,
     of_part<&JobResult::cache, &CacheResult::bytes_missed>},
    {"cache.byte_hit_rate", "fraction", "bytes of hits over bytes of lookups", Better::more, cache,
     byte_hit_rate},
    {"shuffle.randomness", "fraction",
     "choice that is left to an epoch's order of samples: the logarithm of the number of orders that it may "
     "have after the epoch before, over that of all orders",
     Better::more, shuffle, of_part<&JobResult::shuffle, &ShuffleResult::randomness>},
    {"shuffle.bytes_exchanged", "B",
     "bytes that nodes sent each other of samples that changed hands between epochs", Better::less, shuffle,
     of_part<&JobResult::shuffle, &ShuffleResult::bytes_exchanged>},
    {"mixture.most_epochs", "count",
     "samples drawn from a data set of the mixture over those that it has, where that is most: above 1 some "
     "were "
     "repeated",
     Better::neither, mixture, epochs_of_sets<true>},
    {"mixture.least_epochs", "count", "the same, where it is least", Better::neither, mixture,
     epochs_of_sets<false>},
    {"logs.records", "count", "records that ranks appended to their logs", Better::neither, logs,
     log_records_written},
    {"logs.seconds", "s", "time that a rank which writes a log spent on it, mean over them", Better::less,
     logs, log_seconds},
    {"logs.record_ms.mean",
     "ms",
     "time of a record, mean",
     Better::less,
     logs,
     {log_records, FigureSource::kMean}},
    {"logs.record_ms.p99", "ms", "the same, 99th percentile", Better::less, logs, {log_records, 0.99}},
    {"logs.record_ms.max",
     "ms",
     "the same, longest",
     Better::less,
     logs,
     {log_records, FigureSource::kGreatest}},
    {"source.produced", "count", "samples that the source has produced: used, dropped and left together",
     Better::neither, source, of_part<&JobResult::source, &SourceResult::produced>},
    {"source.used", "count", "samples of the source that ranks have taken", Better::more, source,
     of_part<&JobResult::source, &SourceResult::used>},
    {"source.dropped", "count", "samples of the source that found its buffer full", Better::less, source,
     of_part<&JobResult::source, &SourceResult::dropped>},
    {"source.left", "count", "samples of the source that nobody has taken yet", Better::neither, source,
     of_part<&JobResult::source, &SourceResult::left>},
    {"source.dropped_percent", "percent", "share of what the source produced that was dropped", Better::less,
     source, dropped_percent},
    {"source.held_up_seconds", "s", "time in which the source waited for room", Better::less, source,
     held_up_seconds},
    {"read.bytes_delivered", "B", "bytes of the training set that readers were given, in all epochs",
     Better::neither, training, over_epochs<&EpochResult::delivered>},
    {"read.bytes_from_storage", "B",
     "bytes that came from the job's storage for them, read-ahead included; the rest was in memory or in a "
     "cache",
     Better::less, training, over_epochs<&EpochResult::from_storage>},
    {"tiers.bytes_from_above", "B", "bytes of the training set that came from the upper tier of the storage",
     Better::more, tiers, of_part<&JobResult::tiers, &TieredReads::from_above>},
    {"tiers.bytes_from_below", "B",
     "bytes of the training set that came from the lower tier, copies into the upper one included",
     Better::less, tiers, of_part<&JobResult::tiers, &TieredReads::from_below>},
};

}  // namespace

std::span<const FigureRow> workload_figures() {
  static const std::vector<FigureRow> kAll = [] {
    std::vector<FigureRow> rows(std::begin(kTrainingFigures), std::end(kTrainingFigures));
    const std::span<const FigureRow> of_checkpoints = checkpoint_figures();
    rows.insert(rows.end(), of_checkpoints.begin(), of_checkpoints.end());
    return rows;
  }();
  return kAll;
}

std::optional<double> goodput_percent(const JobResult& job) {
  const double all = seconds_of(job) * figure_number(job.accelerators);
  if (!job.kept_compute || all <= 0) return {};
  return 100 * job.kept_compute->in_seconds() / all;
}

std::optional<double> utilisation_percent(const JobResult& job) {
  const double all = seconds_of(job) * figure_number(job.accelerators);
  if (!trains(job) || all <= 0) return {};
  double computed = 0;
  for (const TimeBudgetRow& row : job.time_budget)
    if (row.cause == Cause::compute) computed += row.spent.in_seconds();
  return 100 * computed / all;
}

std::optional<bool> passes_au(const JobResult& job) {
  if (!job.au_percent || job.au_threshold_percent <= 0) return {};
  return *job.au_percent >= job.au_threshold_percent;
}

std::optional<double> cache_hit_rate(const JobResult& job) {
  if (!job.cache) return {};
  return ratio_or_zero(figure_number(job.cache->hits), figure_number(job.cache->hits + job.cache->misses));
}

}  // namespace headrace
