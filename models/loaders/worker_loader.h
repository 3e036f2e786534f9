// WorkerLoader: workers that each make whole batches, delivered in order.
//
// Batch i is the task of worker i mod W, whatever the load. `ahead` batches a
// worker are handed out at first; each batch that the loop takes hands out one
// more. So with service times s and a loop that returns at R:
//   F(i) = max(F(i-W), R(i-ahead W)) + s(i),   R(i) = max(R(i-1) + c, F(i)).
// Out of order a batch that is made leaves at once, and the next is handed to a
// worker that has fewer than `ahead`.
// PyTorch's DataLoader is this loader; TensorFlow's reader of formats other
// than TFRecord is, too, with samples dealt to its threads in runs.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "models/loaders/batch_plan.h"
#include "models/loaders/busy_readers.h"
#include "models/loaders/dlio_order.h"
#include "models/loaders/hand_over.h"
#include "models/loaders/loader.h"
#include "models/loaders/next_use.h"
#include "models/loaders/sample_reader.h"
#include "models/loaders/watch.h"
#include "sim/change.h"
#include "sim/channel.h"
#include "sim/task_group.h"

namespace headrace {

struct WorkerPlan {
  std::int64_t workers = 0;  // 0: the loop reads for itself.
  std::int64_t ahead = 1;    // Batches in hand for each worker.
  bool runs = false;         // In DLIO's order each worker has a run of samples, not every W-th batch.
  bool pin = false;
  bool persistent = true;  // Else workers start in each epoch.
  bool spawns = false;     // Workers start one after another.
  bool in_order = true;
  std::int64_t threads = 1;  // Of a worker, that fetch samples of its batch at the same time.
};

// Returns what DLIO's own order of a data set is made of; with `in_runs` each worker has a run of samples.
DlioOrderSpec dlio_order_of(const LoaderContext& context, const Dataset& data, bool in_runs);

class WorkerLoader final : public DataLoader {
 public:
  WorkerLoader(const LoaderContext& context, const WorkerPlan& plan);

  void begin_epoch(std::int64_t epoch, std::int64_t left_out) override;
  Task<std::optional<Batch>> next() override;
  void end_epoch() override;
  std::int64_t ahead() const override { return plan_.workers * plan_.ahead; }
  std::int64_t in_hand() const override;
  double read_once_taken(std::int64_t batches) const override;
  double readers_busy() const override;

 private:
  // State that lives for one epoch; its processes go first.
  struct Epoch {
    Epoch(WorkerLoader& loader, std::int64_t epoch, std::int64_t left_out);

    std::int64_t number;
    std::unique_ptr<SampleOrder> order;
    BatchPlan plan;
    std::int64_t batches;
    std::int64_t first;  // Those before are left out.
    std::int64_t handed_out = 0;
    std::int64_t taken;
    std::deque<Channel<std::int64_t>> tasks;  // By worker.
    std::deque<Channel<Batch>> ready;         // By worker; out of order one for all of them.
    Channel<Batch> to_pin;
    std::map<std::int64_t, std::int64_t> owners;  // Workers of batches that the loop has not got.
    std::vector<std::int64_t> handed;             // How many of those each worker has.
    std::int64_t turn = 0;                        // Worker that is looked at first for the next batch.
    bool runs = false;                            // Spawned workers all run.
    Change started;
    TaskGroup processes;
  };

  // Fetched: what the threads of a worker have in common while they fetch the samples of a batch.
  struct Fetched {
    std::int64_t index = 0, next = 0;
    SampleId first = 0, last = 0;
  };
  using Threads = std::deque<SampleReaders>;

  void hand(std::int64_t worker, std::int64_t batch);
  std::int64_t worker_with_room();
  Threads threads_of(RandomStream& preprocess, Account& account);
  Task<> spawn_workers(std::int64_t workers);
  Task<> work(std::int64_t worker, Duration start);
  Task<> pin();
  Watch::Maker& pinning() { return watch_.maker(static_cast<std::size_t>(plan_.workers)); }
  std::size_t queue_of(std::int64_t batch) const;
  Bytes in_memory(const Batch& batch) const;
  Task<Batch> make_batch(Threads& threads, std::int64_t index, Account& account);
  Task<> fetch(SampleReaders& readers, Fetched& batch);
  std::int64_t threads_with_runs() const;

  LoaderContext context_;
  WorkerPlan plan_;
  const PytorchWorkSpec* pytorch_;  // Null under TensorFlow.
  Simulation& sim_;
  RandomStream handover_;
  std::vector<RandomStream> preprocess_;  // By worker; the rank's own where it has none.
  Bytes batch_tensor_;
  BusyReaders busy_;
  DlioOrders dlio_;
  const ShufflePolicy& orders_;
  std::optional<NextUse> future_;  // For a cache that looks ahead.
  Resource library_;               // Lock of containers, under TensorFlow, whose readers are threads.
  bool started_ = false;
  Watch watch_;  // The workers make batches, and the one that pins them.
  Threads own_threads_;
  std::unique_ptr<Epoch> epoch_;
};

}  // namespace headrace
