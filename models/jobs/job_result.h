// JobResult: what a job found, in the terms of its benchmark.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "models/jobs/job_kind.h"
#include "models/jobs/job_spec.h"
#include "models/jobs/time_budget.h"
#include "sim/metrics.h"
#include "sim/units.h"

namespace headrace {

// A span of a DLIO block or checkpoint within an epoch.
struct SpanResult {
  std::int64_t number = 1;       // block1, block2, …; save_ckpt1, …
  Time start, end;               // Of a checkpoint: while rank 0 could not train.
  Time all_end;                  // When the last rank could train on after a checkpoint.
  std::int64_t file_number = 0;  // Of a checkpoint that was written: of its files on the storage.
  Time durable;        // Of a checkpoint: when all was on the job's storage; Time::never(): not yet.
  Bytes bytes;         // Checkpoints only.
  Bytes from_storage;  // Of one that was read: what came from there, and not from the nodes' memory.
  bool read = false;
};

struct EpochResult {
  std::int64_t epoch = 1;
  Time start, end;
  std::int64_t steps = 0;  // Of each rank.
  // By the rule of the job's DLIO version: mean over ranks, sum over ranks, and that times the nominal record
  // length. Nothing where the rule counts no step of a block, or no time of it.
  std::optional<double> au_percent, samples_per_second, mib_per_second;
  Duration first_batch_mean, first_batch_max;  // Over ranks: wait for the first batch of the epoch.
  Bytes delivered;                             // Of the training set, to the readers of all ranks.
  Bytes from_storage;  // And what came from the job's storage for them; the rest was in memory or in a cache.
  std::vector<SpanResult> blocks;
  std::vector<SpanResult> checkpoints;
  std::vector<SpanResult> evaluations;
};

// What became of the requests of an inference job. A request of an offline job is a sample of its data set.
// Rates and means are over the window from the first request after the warm-up to the last reply; the two
// histograms leave out the warm-up. Always arrived = completed + dropped + inside.
struct InferenceResult {
  std::string mode = "streaming";  // offline, streaming
  std::int64_t servers = 0;
  std::int64_t arrived = 0, completed = 0, dropped = 0;
  std::int64_t inside = 0;     // Waiting or in service at the end; zero unless the run was stopped.
  std::int64_t held_back = 0;  // Of the arrived: found the queue full, and stopped their source meanwhile.
  double offered_per_second = 0;
  double completed_per_second = 0;
  Duration window;
  Histogram latency;         // From arrival to reply. Empty in an offline job.
  Histogram queue_wait;      // From arrival to the start of its batch. Empty in an offline job.
  double in_system = 0;      // Mean number of requests waiting, on their way and in service.
  double in_system_max = 0;  // Of the whole run.
  std::int64_t batches = 0;
  double batch_mean = 0;  // Requests of a batch.
  double busy_share = 0;  // Of the servers in the window: mean share of time in service.
  Duration model_load;    // Slowest server, from the job's start until it could answer.
  Bytes model_read;       // By all servers together.
  Bytes bytes_read;       // The data set of an offline job.
  Bytes predictions_written;
};

// What a probe of the storage measured, from when all of its processes were ready to the last end.
struct ProbeResult {
  std::string operation;
  std::int64_t processes = 0;
  std::int64_t operations = 0;  // Transfers, files or messages.
  Bytes bytes;
  Duration window;
  Histogram latency;  // Of an operation.
};

// Of all caches of a job together.
struct CacheResult {
  std::string policy, tier;
  std::int64_t caches = 0;
  std::int64_t hits = 0, misses = 0, evictions = 0;
  Bytes bytes_hit, bytes_missed;
};

// Where the training set came from, of a job whose storage is made of two tiers: into the nodes' memory, and
// of the lower tier also for copies in the upper one.
struct TieredReads {
  std::string above, below;  // Names of the file systems.
  Bytes from_above, from_below;
};

// The order in which a job's samples are read.
struct ShuffleResult {
  std::string policy;
  double randomness = 0;  // As in shuffle/randomness.h.
  Bytes bytes_exchanged;  // What nodes sent each other of samples that changed hands between epochs.
};

// A job that lost nodes, and began again from its last checkpoint each time.
struct JobRestarts {
  std::int64_t count = 0;
  // From when its last checkpoint was on the storage, or from its last begin, to each failure.
  Duration lost;
  Duration down;  // From each failure to the next begin of its ranks.
};

// A node that the job ran on was lost; nothing of the job is found after that.
struct JobFailure {
  Time at;
  std::string node;  // "clients/3"
  Time saved;        // Of its last checkpoint, when it was on the job's storage; without one since it last
                     // began, that time.
};

// How far a job was when its result was taken.
enum class JobState : std::uint8_t { not_begun, running, ended, failed };
inline constexpr std::string_view kJobStates[] = {"not_begun", "running", "ended", "failed"};

struct JobResult {
  std::string name;
  JobState state = JobState::ended;
  std::string model;
  JobKind kind = JobKind::training;
  std::string dlio_version;
  std::string accelerator;        // Their model; may be empty.
  std::vector<std::string> uses;  // Owners of the resources that the job uses: ResourceResult::owner.
  std::int64_t nodes = 0;
  std::int64_t accelerators = 0;  // Ranks.
  std::int64_t files_train = 0, files_evaluation = 0, samples_per_file = 0;
  Bytes record_length;  // Nominal, of a sample.
  double au_threshold_percent = 0;
  // Means over epochs, of jobs that train; nothing where an epoch has none. Of inference: in its window.
  std::optional<double> au_percent, samples_per_second, mib_per_second;
  std::int64_t samples_done = 0;  // Trained on, in steps that no failure has undone.
  Time start, end;                // The end of a job that runs still is now.
  Time drained;  // When its last checkpoint was on its storage; its end where nothing was left to drain.
  std::vector<EpochResult> epochs;
  std::vector<TimeBudgetRow> time_budget;
  std::vector<SpanResult> checkpoints;  // Outside of epochs: of a job that does not train, and a restore.
  Bytes checkpoint_size;                // One checkpoint, all ranks.
  Histogram step_wait;                  // Wait for a batch, all ranks and steps but an epoch's first.
  std::vector<NoEffect> no_effect;
  std::optional<InferenceResult> inference;
  std::optional<ProbeResult> probe;
  std::optional<CacheResult> cache;
  std::optional<ShuffleResult> shuffle;
  std::optional<TieredReads> tiers;
  std::optional<Duration> kept_compute;  // Of a job that trains, all ranks: what no failure has undone.
  std::optional<JobRestarts> restarts;   // Of a job that begins again when it loses a node.
  std::optional<JobFailure> failure;     // Nothing: it ended by itself, or was stopped with the run.
};

}  // namespace headrace
