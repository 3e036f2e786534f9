// TrainingJob: ranks that train, and a job that only writes and reads checkpoints.
//
// A rank is a process that reads like the benchmark it imitates: wait for a
// batch, compute, host work, barrier, checkpoint when due (rank.cpp).
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "models/jobs/checkpoint/checkpoint.h"
#include "models/jobs/checkpoint/checkpoint_writer.h"
#include "models/jobs/job.h"
#include "models/jobs/job_spec.h"
#include "models/jobs/meeting.h"
#include "models/jobs/startup/startup.h"
#include "models/jobs/training/accelerator_feed.h"
#include "models/jobs/training/dlio_metrics.h"
#include "models/jobs/training/federation.h"
#include "models/jobs/training/gradient_exchange.h"
#include "models/jobs/training/job_caches.h"
#include "models/jobs/training/job_logs.h"
#include "models/jobs/training/sample_exchange.h"
#include "models/jobs/training/sample_source.h"
#include "models/jobs/training/shared_model.h"
#include "models/jobs/training/steady_epoch.h"
#include "models/jobs/training/training_sets.h"
#include "models/jobs/training/workload_spec.h"
#include "models/loaders/loader.h"
#include "models/loaders/shared_prefix.h"
#include "sim/channel.h"
#include "sim/task_group.h"

namespace headrace {

class TrainingJob final : public Job {
 public:
  TrainingJob(const Context& context, const WorkloadSpec& work);
  ~TrainingJob() override;

  void begin() override;
  bool ended() const override;
  void stop() override;
  void begin_again() override;
  Saved saved() const override;
  JobResult result() const override;
  Waited waited() const override;
  double done() const override;
  std::vector<ResourceResult> resources() const override;
  std::string imbalance() const override;

 private:
  struct Rank;
  struct Books;
  struct EpochTotals;
  // Batches of a step: the waits for them, and their computation.
  struct Batches {
    Duration load, computed;
  };

  Task<> start_up(Rank& rank);
  Task<> train(Rank& rank);
  Task<> train_epoch(Rank& rank, std::int64_t epoch);
  Task<> train_steps(Rank& rank, std::int64_t epoch);
  // Returns what the job's framework costs a node for each step.
  const Distribution& step_overhead(const HostWorkSpec& work) const;
  // Draws how late a rank ends a step, of which so much was computation.
  Duration late(Rank& rank, Duration computation) const;
  Task<> step(Rank& rank, std::int64_t epoch, bool first);
  // Draws what a batch of a rank computes, of which so many are left in the step.
  Duration computation_of(Rank& rank, std::int64_t left) const;
  Task<Batches> compute_batches(Rank& rank, bool first);
  Task<> end_step(Rank& rank, Cause waits);
  Task<> load_batch(Rank& rank, bool first);
  Task<> work_of_host(Rank& rank, Duration computation);
  Task<Duration> shared_passes(Rank& rank, bool first);
  static bool is_at_data(const Rank& rank);
  bool reads(const Rank& rank) const;
  Task<> load_shared(Rank& rank, bool first);
  Task<> receive(Rank& rank, Pass pass);
  Task<> compute_pass(Rank& rank, Duration span, bool last);
  Task<> federated_round(Rank& rank, std::int64_t epoch, bool first);
  Task<> pass_model(Rank& rank);
  void rate_rounds(EpochResult& epoch, const EpochTotals& totals) const;
  Task<std::optional<Batch>> next_fed(Rank& rank);
  void begin_steps(const Rank& rank, std::int64_t epoch);
  bool rest_is_like_it(Rank& rank);
  void count_stock();
  Task<> leave_out_rest(Rank& rank, std::int64_t epoch);
  void extend(EpochTotals& totals);
  Task<> compute_and_sum(Rank& rank, Duration span);
  Task<> write_log(Rank& rank);
  Task<> hand_on(Rank& rank);
  Task<> evaluate(Rank& rank, std::int64_t epoch);
  Task<> meet(Rank& rank, Cause waits);
  Task<> checkpoint(Rank& rank, std::int64_t epoch);
  Task<> checkpoints_only(Rank& rank);
  Task<> restore(Rank& rank, std::int64_t number);
  Task<> read_checkpoint(Rank& rank, std::int64_t number);
  Task<> prepare_reading(Rank& rank);
  Task<> transfer_checkpoint(Rank& rank, std::int64_t number, bool reading);

  void write_checkpoints_anew();
  void share_anew();
  void exchange_anew();
  void load_anew();
  void spawn_ranks();
  void mark(Rank& rank, std::int64_t number);
  bool has_ended(const Books& books) const;
  std::size_t mark_on_storage(const Rank& rank) const;
  void roll_back_epochs();
  void begin_block(Rank& rank, std::int64_t epoch);
  void end_block(Rank& rank, std::int64_t epoch);
  void add_reads(EpochResult& epoch);
  void end_epoch(Rank& rank, std::int64_t epoch);
  void end_rank(Rank& rank);
  void spend(Rank& rank, Cause cause) { spend(rank, cause, sim_.now()); }
  void spend(Rank& rank, Cause cause, Time until);
  bool evaluates_after(std::int64_t epoch) const;
  RankId owner_read_by(RankId rank) const;
  void note_durable(std::vector<SpanResult>& spans) const;
  void note_durable(JobResult& result) const;
  ReadTally read_of_checkpoints();
  void add_time_budget(JobResult& result) const;
  std::unique_ptr<AcceleratorFeed> feed_of(const std::string& path, Rank& rank, Cause copies) const;
  bool copies_batches() const { return spec_.feed && spec_.feed->path == FeedPath::memory; }
  LoaderContext loader_context(const Scope& scope, RankId rank, Purpose purpose, Account& account) const;
  ShufflePolicy::Context shuffle_context() const;
  void mix_sets();
  std::vector<std::int64_t> samples_done_by_set() const;
  void hand_samples_on();
  ShuffleResult shuffle_result() const;
  StepResult step_result() const;
  TieredReads tier_reads() const;

  Scope scope_;
  std::string name_;
  JobSpec spec_;
  WorkloadSpec work_;
  std::vector<Seat> seats_;
  std::int32_t local_set_;  // Of checkpoints on the drives of the nodes.
  std::int64_t ranks_on_node_;
  double jitter_;
  PartId compute_, host_work_, evaluation_, pause_, rest_of_epoch_, model_;  // Parts whose times these are.
  TrainingSets training_sets_;
  std::optional<Dataset> evaluation_set_;
  CheckpointFiles checkpoint_files_;
  std::int64_t steps_;          // Of an epoch.
  std::int64_t micro_batches_;  // Of a step.
  std::int64_t evaluation_steps_ = 0;
  std::int64_t steps_done_ = 0;
  std::int64_t ranks_ended_ = 0;
  std::int64_t begins_ = 0;  // Again, after failures.
  Time ended_;
  std::optional<UntilSpec> until_;
  RestWatch* rest_;
  SteadyEpoch steady_;
  std::pair<std::int64_t, std::int64_t> steady_of_;  // Epoch and begin that it is of.
  Histogram half_wait_;                              // The step waits of the last half of its steps.
  Histogram& step_wait_;
  Histogram& first_batch_wait_;
  ReadTally epochs_read_, checkpoints_read_;  // What is in results already.
  Bytes cache_hits_;                          // The same of the caches.
  std::vector<EpochTotals> epochs_;
  std::vector<SpanResult> lone_checkpoints_;
  Meeting barrier_;
  Channel<Batch> missing_batches_;  // Never fed: who asks it waits for ever, and the stall report says so.
  std::unique_ptr<CheckpointWriter> writer_;  // Null while the job is down.
  std::unique_ptr<ShufflePolicy> shuffle_;    // Order of training; null: DLIO's own of a lone data set.
  const MixedOrders* mixed_ = nullptr;        // The same, where it mixes data sets.
  std::unique_ptr<JobCaches> caches_;
  std::vector<std::unique_ptr<GradientExchange>> exchanges_;  // Of the same part of the model; none: nothing.
  std::unique_ptr<SharedModel> shared_;                       // Null: each rank has a model of its own.
  std::optional<Federation> federation_;                      // Nothing: all ranks take part in each step.
  std::optional<SampleSource> source_;                        // Nothing: samples are there from the start.
  std::optional<SampleExchange> handed_on_;                   // Nothing: no sample goes from rank to rank.
  std::optional<Startup> startup_;                            // Nothing: ranks are ready at once.
  std::vector<std::unique_ptr<SharedPrefix>> prefixes_;       // By group of tasks; none: nothing is shared.
  std::optional<RandomStream> rounds_;                        // Nothing: each rank draws its computation.
  std::optional<JobLogs> logs_;                               // Nothing: ranks write none.
  std::vector<std::unique_ptr<Rank>> ranks_;
  TaskGroup processes_;
};

}  // namespace headrace
