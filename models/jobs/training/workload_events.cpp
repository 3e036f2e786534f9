// Estimates of a workload before it runs: events of the engine, and checkpoints.

#include <algorithm>
#include <cmath>

#include "models/formats/kinds.h"
#include "models/jobs/checkpoint/checkpoint.h"
#include "models/jobs/job_shape.h"

namespace headrace {
namespace {

// Measured on the shipped scenarios: events over what caused them.
constexpr double kEventsOfFile = 11.5;      // Opening, locking and closing.
constexpr double kEventsOfWrite = 4.7;      // A request to the storage that writes.
constexpr double kEventsOfLocalCopy = 2.1;  // A MiB that is written to drives of a node, and read back.
constexpr double kEventsOfWindow = 5.2;     // A window that the kernel reads around a page.
constexpr double kEventsOfHeldRead = 1.5;   // A read of a chunk that others brought into the page cache.
constexpr double kEventsOfSample = 0.5;     // In the loader.
constexpr double kEventsOfTransfer = 1.5;   // A read of a stream from its buffer.
constexpr double kEventsOfPiece = 3.2;      // A piece of gradients or activations over a port.
constexpr double kEventsOfPass = 3;         // A pass of a rank that shares a model.
constexpr double kEventsOfArrival = 1;      // A sample that a source produces.

constexpr double kPiece = 4 << 20;  // Bytes of that.
constexpr double kRowsOfAFile = 32;
constexpr double kRequestsOfARow = 2;        // At least.
constexpr std::int64_t kEpochsAlike = 1000;  // After those the caches hold what they will.

double as_number(std::int64_t count) { return static_cast<double>(count); }

double steps_of_run(const JobSpec& job, std::int64_t ranks) {
  const TrainingSpec& training = job.workload()->training;
  if (!training.enabled || ranks == 0) return 0;
  return as_number(steps_of_epoch(job, ranks)) * as_number(training.epochs);
}

// Counts the checkpoints that are written, and those that a job which does not train reads back. Where
// simulated time says how many, the run is taken to last as long as its computation.
double count_of_checkpoints(const JobSpec& job, std::int64_t ranks) {
  const WorkloadSpec& work = *job.workload();
  const CheckpointSpec& spec = work.checkpoint;
  if (!spec.enabled) return 0;
  const double read = work.training.enabled ? 0 : as_number(std::max<std::int64_t>(0, spec.reads));
  if (const auto written = checkpoints_written(job, ranks)) return as_number(*written) + read;
  return std::floor(steps_of_run(job, ranks) * as_number(job.micro_batches()) *
                    work.training.computation_time.mean().in_seconds() / spec.interval.in_seconds());
}

// Returns the share of samples that is not found in caches: `count` caches of so many bytes fill up as epochs
// go by, each with what its own ranks read, which is drawn anew in each epoch.
double share_missed(std::int64_t epochs, double count, double capacity, double data) {
  if (capacity <= 0 || data <= 0 || epochs <= 1) return 1;
  const double most = std::min(1.0, capacity / data);
  double missed = 0, others = 1;
  const std::int64_t counted = std::min(epochs, kEpochsAlike);
  for (std::int64_t epoch = 0; epoch < counted; ++epoch) {
    missed += 1 - std::min(most, 1 - others);
    others *= 1 - 1 / count;
  }
  return missed / as_number(counted);
}

// Returns how many samples one read brings, where a loader counts reads and not samples.
std::int64_t samples_of_read(const DatasetSpec& data) {
  if (data.format != Format::parquet) return 1;
  return ParquetFile(data.containers.parquet, data.record_length, data.samples_per_file).rows_in(0);
}

// ReadsOfSample: how many reads a sample takes of an open file, and how many bytes.
struct ReadsOfSample {
  double reads = 1, bytes = 0;
};

ReadsOfSample reads_of_sample(const DatasetSpec& data) {
  ReadsOfSample of{1, as_number(data.record_length.count())};
  const auto container = make_container(data.format, data.containers, ContainerWork());
  if (!container) return of;
  FileReads reads;
  container->opened(data.record_length, data.samples_per_file, reads);
  const std::int64_t middle = data.samples_per_file / 2;
  container->sample(std::max<std::int64_t>(0, middle - 1), reads);
  reads.clear();
  container->sample(middle, reads);
  of = {as_number(static_cast<std::int64_t>(reads.reads.size())), 0};
  for (const FileReads::Read& read : reads.reads) of.bytes += as_number(read.length.count());
  return of;
}

// Tells whether ranks read the samples of a file one after another.
bool reads_in_order(const JobSpec& job, const WorkloadSpec& work) {
  if (!work.loader.keep_files_open) return false;
  if (!job.shuffle) return work.loader.sample_shuffle == Shuffle::off && work.loader.own_runs;
  return job.shuffle->name() == "shards" || (job.shuffle->name() == "sequential" && work.loader.own_runs);
}

// Estimates the events of what ranks read of a data set, which a cache of samples or of pages may have.
double events_of_reads(const JobSpec& job, const DatasetSpec& set, const JobFacts::Ground& ground,
                       const JobFacts::Ground::Reading& from, double samples) {
  const WorkloadSpec& work = *job.workload();
  const ReadPattern pattern = cost_of(set.format).pattern;
  if (pattern == ReadPattern::none) return 0;
  const double length = as_number(set.record_length.count());
  const double requests = length / as_number(from.request.count());
  const double data = length * as_number(set.files) * as_number(set.samples_per_file);
  const std::int64_t epochs = work.training.epochs;
  const double in_pages = share_missed(epochs, as_number(ground.nodes), as_number(from.pages.count()), data);
  if (pattern == ReadPattern::row_groups) {
    const ParquetFile file(set.containers.parquet, set.record_length, set.samples_per_file);
    const double group = as_number(file.length_of(0).count()) / as_number(from.request.count());
    return samples / as_number(file.rows_in(0)) *
           (kEventsOfFile + in_pages * from.of_request * std::max(1.0, group));
  }
  if (pattern == ReadPattern::stream) {
    const double readers = set.files < ground.ranks ? as_number(ground.ranks) : 1;  // Of a file.
    return samples * (in_pages * from.of_request * requests +
                      readers * kEventsOfTransfer * length / as_number(work.loader.transfer_size.count()) +
                      kEventsOfFile / as_number(set.samples_per_file));
  }
  const bool shared = job.cache && job.cache->scope == CacheScope::node;
  const double in_cache = share_missed(epochs, as_number(shared ? ground.nodes : ground.ranks),
                                       job.cache ? as_number(job.cache->capacity.count()) : 0, data);
  const ReadsOfSample reads = reads_of_sample(set);
  const bool in_order = reads_in_order(job, work);
  const double of_file = 1 / as_number(set.samples_per_file);
  const double readers = as_number(ground.ranks * std::max<std::int64_t>(1, work.loader.read_threads));
  const double opened = !work.loader.keep_files_open ? 1
                        : in_order                   ? of_file
                                   : std::min(1.0, readers * as_number(set.files * epochs) / samples);
  const double files = std::max(opened, of_file) * kEventsOfFile;
  const double asked = reads.bytes / as_number(from.request.count());
  // Windows around pages of a database are asked for one by one; chunks of a sample find their pages there.
  const bool windows = set.format == Format::lmdb && set.containers.lmdb.read_around > 4_KiB;
  if (windows) return samples * (files + kEventsOfWindow * reads.reads);
  const double least = in_order ? 0.0 : 1.0;
  return samples * in_cache *
         (files + in_pages * from.of_request * std::max(least, asked) +
          kEventsOfHeldRead * std::max(0.0, reads.reads - least));
}

double events_of_gradients(const JobSpec& job, const JobFacts::Ground& ground, double steps) {
  if (!job.collectives || !job.collectives->contend || ground.nodes < 2) return 0;
  const double sent = 2 * as_number(job.collectives->sent().count());  // By a node, of a ring.
  return kEventsOfPiece * steps * as_number(ground.nodes) * sent / kPiece;
}

// Counts the ranks that read each sample: of a shared model those of its first and its last stage.
std::int64_t readers_of_sample(const JobSpec& job) {
  if (ranks_of_replica(job) == 1) return 1;
  const ParallelismSpec& parallelism = job.workload()->checkpoint.parallelism;
  const std::int64_t of_stage = job.step->readers == BatchReaders::all_of_tensor ? parallelism.tensor : 1;
  return parallelism.pipeline > 1 ? 2 * of_stage : of_stage;
}

// Returns the events of the passes of a shared model, and of what its stages send to other nodes.
double events_of_passes(const JobSpec& job, const JobFacts::Ground& ground, double steps) {
  if (ranks_of_replica(job) == 1) return 0;
  const double passes = 2 * steps * as_number(job.micro_batches()) * as_number(ground.ranks);
  const bool sends = job.workload()->checkpoint.parallelism.pipeline > 1 && ground.nodes > 1;
  const double pieces = sends ? std::ceil(as_number(job.step->activation_size.count()) / kPiece) : 0;
  return passes * (kEventsOfPass + kEventsOfPiece * pieces);
}

// Returns the events of writing a file of a checkpoint: by its requests, or by flows where it is long enough
// for rows (storage/lustre/client_rows.cpp).
double events_of_writing(const JobSpec& job, const JobFacts::Ground& ground, double file) {
  const double request = as_number(ground.of_checkpoints.count());
  if (!ground.flows || file < kRowsOfAFile * kRequestsOfARow * request)
    return kEventsOfWrite * file / request;
  const double stripes = as_number(job.place(Purpose::checkpoints).layout.stripe_count);
  return ground.of_row * kRowsOfAFile * stripes;
}

double events_of_checkpoints(const JobSpec& job, const WorkloadSpec& work, const JobFacts::Ground& ground) {
  const double count = count_of_checkpoints(job, ground.ranks);
  if (count == 0) return 0;
  const double size = as_number(checkpoint_size(work.checkpoint, ground.ranks).count());
  const double ranks = as_number(ground.ranks);
  double one = ranks * (kEventsOfFile + events_of_writing(job, ground, size / ranks));
  if (job.checkpointing.strategy.make({})->needs().local_copies > 0)
    one += kEventsOfLocalCopy * size / as_number((1_MiB).count());
  return count * one;
}

// Returns the events of records; a shared file has them under locks that go from client to client.
double events_of_logs(const JobSpec& job, const JobFacts::Ground& ground, double steps) {
  if (!job.logs) return 0;
  const double writers = job.logs->by == LogWriters::each_rank ? as_number(ground.ranks) : 1;
  const bool goes_to_servers = job.logs->shared || job.logs->sync;
  return (goes_to_servers ? kEventsOfFile : 1) * writers * std::floor(steps / as_number(job.logs->every));
}

}  // namespace

double WorkloadSpec::events_of(const JobSpec& job, const JobFacts::Ground& ground) {
  if (job.workload() == nullptr) return 0;
  const WorkloadSpec& work = *job.workload();
  const double steps = steps_of_run(job, ground.ranks);
  const double trained = steps * as_number(samples_of_step(job, ground.ranks));
  const std::int64_t asked = job.step && job.step->federated ? job.step->federated->participants : -1;
  const double taking_part = asked > 0 ? std::min(1.0, as_number(asked) / as_number(ground.ranks)) : 1;
  const double samples = trained * taking_part * as_number(readers_of_sample(job));
  double reads = 0;
  const std::vector<TrainingSet> sets = work.training_sets();
  for (std::size_t set = 0; set < sets.size(); ++set) {
    const double of_set = sets[set].share * samples;
    reads += kEventsOfSample * of_set / as_number(samples_of_read(sets[set].data)) +
             events_of_reads(job, sets[set].data, ground, ground.data[set], of_set);
  }
  if (job.source) reads += kEventsOfArrival * trained;
  return reads + events_of_gradients(job, ground, steps) + events_of_passes(job, ground, steps) +
         events_of_checkpoints(job, work, ground) + events_of_logs(job, ground, steps);
}

// Checkpoints that are read back find memory that was dropped before it.
JobFacts::CheckpointBytes WorkloadSpec::checkpoints_of(const JobSpec& job, std::int64_t ranks) {
  JobFacts::CheckpointBytes bytes;
  if (job.workload() == nullptr || !job.workload()->checkpoint.enabled) return bytes;
  const WorkloadSpec& work = *job.workload();
  const CheckpointSpec& spec = work.checkpoint;
  const double count = count_of_checkpoints(job, ranks);
  if (count == 0) return bytes;
  const double size = as_number(checkpoint_size(spec, ranks).count());
  if (work.training.enabled) return {size, size * count};
  bytes.one = spec.writes > 0 ? size : 0;
  bytes.all = size * as_number(std::max(spec.writes, spec.reads));
  return bytes;
}

JobFacts::Written WorkloadSpec::written_by(const JobSpec& job, std::int64_t ranks) {
  if (job.workload() == nullptr || !job.workload()->checkpoint.enabled) return {};
  const std::optional<std::int64_t> count = checkpoints_written(job, ranks);
  if (!count) return {true, std::nullopt};
  const std::int64_t stored = *count / job.checkpointing.strategy.make({})->needs().stored_every;
  const double size = as_number(checkpoint_size(job.workload()->checkpoint, ranks).count());
  return {stored > 0, as_number(stored) * size};
}

}  // namespace headrace
