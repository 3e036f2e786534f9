// TrainingJob: ranks that train, and a job that only writes and reads checkpoints.
//
// A rank is a process that reads like the benchmark it imitates: wait for a
// batch, compute, host work, barrier, checkpoint when due (rank.cpp).
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "models/loaders/loader.h"
#include "models/workloads/checkpoint.h"
#include "models/workloads/dlio_metrics.h"
#include "models/workloads/job.h"
#include "models/workloads/job_spec.h"
#include "sim/barrier.h"
#include "sim/channel.h"
#include "sim/task_group.h"

namespace headrace {

enum class Cause : std::uint8_t { compute, storage_wait, barrier_wait, host, checkpoint, evaluation };
inline constexpr std::string_view kCauses[] = {"compute", "storage_wait", "barrier_wait",
                                               "host",    "checkpoint",   "evaluation"};

class TrainingJob final : public Job {
 public:
  TrainingJob(const JobSetting& setting, const JobSpec& spec);
  ~TrainingJob() override;

  JobResult result() const override;
  double done() const override;
  std::vector<ResourceResult> resources() const override;

  // Steps of each rank and epoch: floor(samples / batch / ranks), as DLIO counts them.
  static std::int64_t steps_per_epoch(const WorkloadSpec& workload, std::int64_t ranks);

 protected:
  void begin() override;

 private:
  struct Rank;
  struct EpochTotals;

  Task<> train(Rank& rank);
  Task<> train_epoch(Rank& rank, std::int64_t epoch);
  Task<> step(Rank& rank, std::int64_t epoch, std::int64_t number);
  Task<> evaluate(Rank& rank, std::int64_t epoch);
  Task<> checkpoint(Rank& rank, std::int64_t epoch);
  Task<> checkpoints_only(Rank& rank);
  Task<> transfer_checkpoint(Rank& rank, std::int64_t number, bool reading);

  void begin_block(Rank& rank, std::int64_t epoch);
  void end_block(Rank& rank, std::int64_t epoch);
  void end_epoch(Rank& rank, std::int64_t epoch);
  void spend(Rank& rank, Cause cause);
  bool evaluates_after(std::int64_t epoch) const;
  FileInfo checkpoint_file(std::int64_t number, RankId writer) const;
  LoaderContext loader_context(const Scope& scope, RankId rank, const Dataset& data,
                               std::int64_t batch) const;

  Scope scope_;
  std::string name_;
  JobSpec spec_;
  WorkloadSpec work_;
  std::vector<Seat> seats_;
  std::int64_t ranks_on_node_;
  Dataset training_set_;
  std::optional<Dataset> evaluation_set_;
  std::int32_t checkpoint_set_;
  // Files of a checkpoint that the ranks before write; last, that all write.
  std::vector<std::int64_t> checkpoint_files_before_;
  std::int64_t steps_;
  std::int64_t evaluation_steps_ = 0;
  std::int64_t steps_done_ = 0;
  std::int64_t checkpoints_written_ = 0;
  Time ended_;
  Histogram& step_wait_;
  Histogram& first_batch_wait_;
  std::vector<EpochTotals> epochs_;
  std::vector<SpanResult> lone_checkpoints_;
  Barrier barrier_;
  Channel<Batch> missing_batches_;  // Never fed: who asks it waits for ever, and the stall report says so.
  std::vector<std::unique_ptr<Rank>> ranks_;
  TaskGroup processes_;
};

}  // namespace headrace
