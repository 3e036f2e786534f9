// The events of the engine that a workload is about to make, for an estimate.

#include <algorithm>
#include <cmath>

#include "models/formats/format.h"
#include "models/jobs/checkpoint/checkpoint.h"
#include "models/jobs/job_shape.h"

namespace headrace {
namespace {

// Measured on the shipped scenarios: events over what caused them.
constexpr double kEventsOfFile = 60;       // Opening, locking and closing.
constexpr double kEventsOfRead = 3;        // A request to the storage.
constexpr double kEventsOfWrite = 4.7;     // Likewise.
constexpr double kEventsOfSample = 2;      // In the loader.
constexpr double kEventsOfTransfer = 1.5;  // A read of a stream from its buffer.

double as_number(std::int64_t count) { return static_cast<double>(count); }

double steps_of_run(const WorkloadSpec& work, std::int64_t ranks) {
  if (!work.training.enabled || ranks == 0) return 0;
  return as_number(steps_of_epoch(work, ranks)) * as_number(work.training.epochs);
}

double count_of_checkpoints(const WorkloadSpec& work, double steps) {
  const CheckpointSpec& spec = work.checkpoint;
  if (!spec.enabled) return 0;
  if (!work.training.enabled)
    return as_number(std::max<std::int64_t>(0, spec.writes) + std::max<std::int64_t>(0, spec.reads));
  if (spec.steps_between > 0) return std::floor(steps / as_number(spec.steps_between));
  return std::floor(as_number(work.training.epochs) / as_number(spec.epochs_between));
}

double events_of_workload(const WorkloadSpec& work, std::int64_t ranks, double request) {
  double events = 0;
  const double steps = steps_of_run(work, ranks);
  if (work.training.enabled && ranks > 0) {
    const double samples = steps * as_number(work.loader.batch_size) * as_number(ranks);
    const double length = as_number(work.dataset.record_length.count());
    const ReadPattern pattern = cost_of(work.dataset.format).pattern;
    events = kEventsOfSample * samples;
    if (pattern != ReadPattern::none) events += kEventsOfRead * samples * std::max(1.0, length / request);
    if (pattern == ReadPattern::stream) {
      events += kEventsOfTransfer * samples * length / as_number(work.loader.transfer_size.count());
      events += kEventsOfFile * samples / as_number(work.dataset.samples_per_file) -
                kEventsOfRead * samples * std::max(0.0, 1 - length / request);
    } else if (pattern != ReadPattern::none) {
      events += kEventsOfFile * samples;
    }
  }
  const double count = count_of_checkpoints(work, steps);
  if (count == 0) return events;
  const double size = as_number(checkpoint_size(work.checkpoint, ranks).count());
  return events + count * (kEventsOfFile * as_number(ranks) + kEventsOfWrite * size / request);
}

}  // namespace

double WorkloadSpec::events_of(const JobSpec& job, std::int64_t ranks, Bytes request) {
  if (job.workload() == nullptr) return 0;
  return events_of_workload(*job.workload(), ranks, as_number(request.count()));
}

// Checkpoints that are read back find memory that was dropped before it.
JobFacts::CheckpointBytes WorkloadSpec::checkpoints_of(const JobSpec& job, std::int64_t ranks) {
  JobFacts::CheckpointBytes bytes;
  if (job.workload() == nullptr || !job.workload()->checkpoint.enabled) return bytes;
  const WorkloadSpec& work = *job.workload();
  const CheckpointSpec& spec = work.checkpoint;
  const double count = count_of_checkpoints(work, steps_of_run(work, ranks));
  if (count == 0) return bytes;
  const double size = as_number(checkpoint_size(spec, ranks).count());
  if (work.training.enabled) return {size, size * count};
  bytes.one = spec.writes > 0 ? size : 0;
  bytes.all = size * as_number(std::max(spec.writes, spec.reads));
  return bytes;
}

}  // namespace headrace
