// JobResult: what a job found, in the terms of its benchmark.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "models/jobs/job_kind.h"
#include "models/jobs/kind_result.h"
#include "models/jobs/no_effect.h"
#include "models/jobs/startup/startup_result.h"
#include "models/jobs/time_budget.h"
#include "models/jobs/training/log_result.h"
#include "models/jobs/training/mixture_result.h"
#include "models/jobs/training/source_result.h"
#include "models/jobs/training/step_result.h"
#include "models/parts.h"
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

  void visit(Parts& p) {
    p.part("number", number);
    p.part("start", start);
    p.part("end", end);
    p.part("all_end", all_end);
    p.part("file_number", file_number);
    p.part("durable", durable);
    p.part("bytes", bytes);
    p.part("from_storage", from_storage);
    p.part("read", read);
  }
};

// StepTime: how long a step of an epoch takes, by the last half of those that were simulated.
struct StepTime {
  std::int64_t simulated = 0;        // Steps; what is left of the epoch was taken to be like their last half.
  std::int64_t ahead = 0;            // Batches that a rank may have in hand.
  std::optional<double> half_width;  // Of the mean's 95 % interval, as a share of it; nothing: too few steps.

  void visit(Parts& p) {
    p.part("simulated", simulated);
    p.part("ahead", ahead);
    p.part("half_width", half_width);
  }
};

// RankSteps: the steps of one rank in a block of steps, as DLIO writes them to <rank>_output.json.
struct RankSteps {
  std::int64_t rank = 0;
  std::int64_t block = 1;
  Time start, end;
  std::vector<Duration> load, compute;  // Waits for the batch of each step, and computations of each.

  void visit(Parts& p) {
    p.part("rank", rank);
    p.part("block", block);
    p.part("start", start);
    p.part("end", end);
    p.part("load", load);
    p.part("compute", compute);
  }
};

struct EpochResult {
  std::int64_t epoch = 1;
  Time start, end;
  std::int64_t steps = 0;  // Of each rank.
  // Figures by the rule of the job's DLIO version: mean over ranks, sum over ranks, and that times the
  // nominal record length. Nothing where the rule counts no step of a block, or no time of it.
  std::optional<double> au_percent, samples_per_second, mib_per_second;
  Duration first_batch_mean, first_batch_max;  // Over ranks: wait for the first batch of the epoch.
  Bytes delivered;                             // Of the training set, to the readers of all ranks.
  Bytes from_storage;  // And what came from the job's storage for them; the rest was in memory or in a cache.
  std::vector<SpanResult> blocks;
  std::vector<SpanResult> checkpoints;
  std::vector<SpanResult> evaluations;
  std::optional<StepTime> step_time;  // Nothing: it was stored by a headrace that did not know it.
  std::vector<RankSteps> rank_steps;  // Empty where the job does not keep them.

  void visit(Parts& p) {
    p.part("epoch", epoch);
    p.part("start", start);
    p.part("end", end);
    p.part("steps", steps);
    p.part("au_percent", au_percent);
    p.part("samples_per_second", samples_per_second);
    p.part("mib_per_second", mib_per_second);
    p.part("first_batch_mean", first_batch_mean);
    p.part("first_batch_max", first_batch_max);
    p.part("delivered", delivered);
    p.part("from_storage", from_storage);
    p.part("blocks", blocks);
    p.part("checkpoints", checkpoints);
    p.part("evaluations", evaluations);
    p.part("step_time", step_time);
    p.part("rank_steps", rank_steps);
  }
};

// Tally of all caches of a job together.
struct CacheResult {
  std::string policy, tier;
  std::int64_t caches = 0;
  std::int64_t hits = 0, misses = 0, evictions = 0;
  Bytes bytes_hit, bytes_missed;

  void visit(Parts& p) {
    p.part("policy", policy);
    p.part("tier", tier);
    p.part("caches", caches);
    p.part("hits", hits);
    p.part("misses", misses);
    p.part("evictions", evictions);
    p.part("bytes_hit", bytes_hit);
    p.part("bytes_missed", bytes_missed);
  }
};

// TieredReads: the sources of the training set, of a job whose storage is made of two tiers: into the nodes'
// memory, and of the lower tier also for copies in the upper one.
struct TieredReads {
  std::string above, below;  // Names of the file systems.
  Bytes from_above, from_below;

  void visit(Parts& p) {
    p.part("above", above);
    p.part("below", below);
    p.part("from_above", from_above);
    p.part("from_below", from_below);
  }
};

// The order in which a job's samples are read.
struct ShuffleResult {
  std::string policy;
  double randomness = 0;  // As in shuffle/randomness.h.
  Bytes bytes_exchanged;  // What nodes sent each other of samples that changed hands between epochs.

  void visit(Parts& p) {
    p.part("policy", policy);
    p.part("randomness", randomness);
    p.part("bytes_exchanged", bytes_exchanged);
  }
};

// A job that lost nodes, and began again from its last checkpoint each time.
struct JobRestarts {
  std::int64_t count = 0;
  // Time from when its last checkpoint was on the storage, or from its last begin, to each failure.
  Duration lost;
  Duration down;  // From each failure to the next begin of its ranks.

  void visit(Parts& p) {
    p.part("count", count);
    p.part("lost", lost);
    p.part("down", down);
  }
};

// A node that the job ran on was lost; nothing of the job is found after that.
struct JobFailure {
  Time at;
  std::string node;  // "clients/3"
  Time saved;        // Of its last checkpoint, when it was on the job's storage; without one since it last
                     // began, that time.

  void visit(Parts& p) {
    p.part("at", at);
    p.part("node", node);
    p.part("saved", saved);
  }
};

// How busy a resource was that the job may use, over the time that the job's own ranks waited.
struct ResourceUse {
  std::string resource;              // ResourceResult::name.
  double while_waiting = 0;          // Mean of its instances.
  double busiest_while_waiting = 0;  // Use of the busiest one.

  void visit(Parts& p) {
    p.part("resource", resource);
    p.part("while_waiting", while_waiting);
    p.part("busiest_while_waiting", busiest_while_waiting);
  }
};

// How far a job was when its result was taken.
enum class JobState : std::uint8_t { not_begun, running, ended, failed };
inline constexpr std::string_view kJobStates[] = {"not_begun", "running", "ended", "failed"};

// PlacesResult: what a job that names places keeps on which file systems, also below those that it names.
struct PlacesResult {
  struct Of {
    std::string purpose;  // A word of kPurposes; "local" for its local storage.
    std::string file_system;

    void visit(Parts& p) {
      p.part("purpose", purpose);
      p.part("file_system", file_system);
    }
  };
  std::vector<Of> all;

  void visit(Parts& p) { p.part("all", all); }
};

struct JobResult {
  std::string name;
  JobState state = JobState::ended;
  std::string model;
  std::string kind{JobKind::training};  // "training", "checkpoint", or the name of its row in Job::table().
  std::string dlio_version;
  std::string accelerator;  // Their model; may be empty.
  std::vector<ResourceUse> uses;
  std::int64_t nodes = 0;
  std::int64_t accelerators = 0;  // Ranks.
  std::int64_t files_train = 0, files_evaluation = 0;
  std::int64_t samples_per_file = 0;  // 0: data sets are mixed, each with its own.
  Bytes record_length;                // Nominal, of a sample; of a mixture the mean.
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
  AnyKindResult found;  // What only its kind finds, such as an InferenceResult; of a workload nothing.
  std::optional<CacheResult> cache;
  std::optional<ShuffleResult> shuffle;
  std::optional<MixtureResult> mixture;
  std::optional<TieredReads> tiers;
  std::optional<StartupResult> startup;
  std::optional<LogResult> logs;
  std::optional<SourceResult> source;    // Nothing: samples were there from the start.
  std::optional<StepResult> step;        // Nothing: one batch of each rank.
  std::optional<PlacesResult> places;    // Nothing: all of its files are at its storage.
  std::optional<Duration> kept_compute;  // Of a job that trains, all ranks: what no failure has undone.
  std::optional<JobRestarts> restarts;   // Of a job that begins again when it loses a node.
  std::optional<JobFailure> failure;     // Nothing: it ended by itself, or was stopped with the run.

  // Returns what only one kind of job finds: find<ProbeResult>(); null for a job of another kind.
  template <class Own>
  const Own* find() const {
    return found.as<Own>();
  }
  template <class Own>
  Own* find() {
    return found.as<Own>();
  }

  // Leaves out the time budget, whose rows are many and all alike.
  void visit(Parts& p) {
    p.part("name", name);
    p.choice("state", state, kJobStates);
    p.part("model", model);
    p.choice("kind", kind, JobKind::all());
    p.part("dlio_version", dlio_version);
    p.part("accelerator", accelerator);
    p.part("uses", uses);
    p.part("nodes", nodes);
    p.part("accelerators", accelerators);
    p.part("files_train", files_train);
    p.part("files_evaluation", files_evaluation);
    p.part("samples_per_file", samples_per_file);
    p.part("record_length", record_length);
    p.part("au_threshold_percent", au_threshold_percent);
    p.part("au_percent", au_percent);
    p.part("samples_per_second", samples_per_second);
    p.part("mib_per_second", mib_per_second);
    p.part("samples_done", samples_done);
    p.part("start", start);
    p.part("end", end);
    p.part("drained", drained);
    p.part("epochs", epochs);
    p.part("checkpoints", checkpoints);
    p.part("checkpoint_size", checkpoint_size);
    p.part("step_wait", step_wait);
    p.part("no_effect", no_effect);
    found.visit(p, kind);
    p.part("cache", cache);
    p.part("shuffle", shuffle);
    p.part("mixture", mixture);
    p.part("tiers", tiers);
    p.part("startup", startup);
    p.part("logs", logs);
    p.part("source", source);
    p.part("step", step);
    p.part("places", places);
    p.part("kept_compute", kept_compute);
    p.part("restarts", restarts);
    p.part("failure", failure);
  }
};

}  // namespace headrace
