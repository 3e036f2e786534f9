#include "models/jobs/checkpoint/figures.h"

#include <algorithm>

#include "models/jobs/figure_value.h"

namespace headrace {

namespace {

using enum FigureNeeds;

FigureValue stall(const JobResult& job) { return where_known(checkpoint_stall_percent(job)); }

FigureValue time_in_all(const JobResult& job) {
  if (job.checkpoints.empty()) return {};
  double seconds = 0;
  for (const SpanResult& span : job.checkpoints) seconds += time_of_all(span).in_seconds();
  return seconds;
}

FigureValue time_of_rank_0(const JobResult& job) {
  if (job.checkpoints.empty()) return {};
  double seconds = 0;
  for (const SpanResult& span : job.checkpoints) seconds += (span.end - span.start).in_seconds();
  return seconds;
}

FigureValue mean_of(const JobResult& job, bool read) {
  double seconds = 0, count = 0;
  for (const SpanResult& span : job.checkpoints) {
    if (span.read != read) continue;
    seconds += (span.end - span.start).in_seconds();
    ++count;
  }
  return count > 0 ? FigureValue(seconds / count) : FigureValue();
}

FigureValue mean_write(const JobResult& job) { return mean_of(job, false); }
FigureValue mean_read(const JobResult& job) { return mean_of(job, true); }

FigureValue mean_until_durable(const JobResult& job) {
  double seconds = 0, count = 0;
  const auto add = [&](const std::vector<SpanResult>& spans) {
    for (const SpanResult& span : spans) {
      if (!is_durable(span)) continue;
      seconds += (span.durable - span.start).in_seconds();
      ++count;
    }
  };
  for (const EpochResult& epoch : job.epochs) add(epoch.checkpoints);
  add(job.checkpoints);
  return count > 0 ? FigureValue(seconds / count) : FigureValue();
}

constexpr FigureRow kCheckpointFigures[] = {
    {"checkpoint_stall_percent",
     "percent",
     "share of all ranks' time in checkpoints of a job that trains",
     Better::less,
     training_checkpoints,
     stall,
     {"checkpoint_all_seconds", "seconds"}},
    {"checkpoint_durable_seconds",
     "s",
     "time from the start of a checkpoint until all of it was on the job's storage, mean of those that came "
     "there",
     Better::less,
     written_checkpoints,
     mean_until_durable,
     {"checkpoint_write_seconds", "seconds"}},
    {"checkpoint_all_seconds",
     "s",
     "time until all ranks went on, in all checkpoints outside of epochs",
     Better::less,
     lone_checkpoints,
     time_in_all,
     {"checkpoint_stall_percent", "seconds"}},
    {"checkpoint_seconds",
     "s",
     "time of rank 0, as DLIO counts, in all checkpoints outside of epochs",
     Better::less,
     lone_checkpoints,
     time_of_rank_0,
     {"checkpoint_stall_percent", "seconds"}},
    {"checkpoint_write_seconds",
     "s",
     "time of rank 0 to write one of them, mean",
     Better::less,
     lone_writes,
     mean_write,
     {"checkpoint_seconds", "seconds"}},
    {"checkpoint_read_seconds",
     "s",
     "time of rank 0 to read one of them, mean",
     Better::less,
     lone_reads,
     mean_read,
     {"checkpoint_seconds", "seconds"}},
};

}  // namespace

std::span<const FigureRow> checkpoint_figures() { return kCheckpointFigures; }

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
  return 100 * ratio_or_zero(stalled, total);
}

bool is_durable(const SpanResult& span) {
  return !span.read && span.durable > Time() && span.durable != Time::never();
}

Duration time_of_all(const SpanResult& checkpoint) { return checkpoint.all_end - checkpoint.start; }

std::optional<double> bytes_per_second(const SpanResult& checkpoint) {
  if (checkpoint.durable == Time::never()) return {};
  const Duration span = std::max(checkpoint.all_end, checkpoint.durable) - checkpoint.start;
  if (span <= Duration()) return {};
  return figure_number(checkpoint.bytes) / span.in_seconds();
}

}  // namespace headrace
