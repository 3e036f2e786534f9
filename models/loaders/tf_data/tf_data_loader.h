// TfDataLoader: a pipeline of tf.data: stages with bounded buffers, on the cores of the rank's node.
//
//   files -> interleave -> map -> repeat -> shuffle -> batch -> prefetch -> training loop
//
// Whoever asks for an element does the work of all stages up to the nearest that works ahead: a parallel
// interleave, a parallel map, the prefetch. A file that opens in o, with n samples of r to read and m to
// map, and steps of c, takes o + n (r + m + c) with none, and o + r + m + (n - 1) max(r + m, c) + c with a
// prefetch. Files are dealt to ranks as by Dataset.shard; a rank with too few begins them again. A cache
// keeps samples behind the reading or the map, as long as the job lives. A batch costs no copy. Leaves out
// the thread pool that calls share, a prefetch that grows, and stages in another order.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>

#include "models/loaders/loader.h"
#include "models/loaders/tf_data/stage.h"
#include "models/loaders/watch.h"
#include "sim/change.h"
#include "sim/task_group.h"

namespace headrace {

class TfDataLoader final : public DataLoader {
 public:
  explicit TfDataLoader(const LoaderContext& context);

  void begin_epoch(std::int64_t epoch, std::int64_t left_out) override;
  Task<std::optional<Batch>> next() override;
  void end_epoch() override;
  std::int64_t ahead() const override { return context_.spec.prefetch_size; }
  std::int64_t in_hand() const override { return static_cast<std::int64_t>(epoch_->ready.size()); }
  double read_once_taken(std::int64_t batches) const override;
  double readers_busy() const override { return setting_.busy.share_of(readers_); }

 private:
  // State that lives for one epoch; its process goes first.
  struct Epoch {
    Epoch(Simulation& sim, std::unique_ptr<Stage> last)
        : stages(std::move(last)), room(sim, "room for batches"), made(sim, "batches"), prefetch(sim) {}

    std::unique_ptr<Stage> stages;
    std::deque<Batch> ready;
    std::int64_t batches_made = 0, taken = 0;
    bool has_ended = false;
    Change room, made;
    TaskGroup prefetch;
  };

  std::unique_ptr<Stage> stages_of(std::int64_t epoch);
  Task<std::optional<Batch>> take(Epoch& epoch);
  Task<std::optional<Batch>> make_batch(Epoch& epoch, Account& account);
  Task<> prefetch(Epoch& epoch);

  LoaderContext context_;
  Simulation& sim_;
  InterleaveSpec interleave_;
  MapSpec map_;
  Parallelism reads_, maps_;
  std::int64_t readers_;
  std::int64_t steps_;
  RandomStream handover_, shuffle_;
  Watch watch_;  // The prefetch, the readers, who asks for the map, and its calls make batches.
  StageSetting setting_;
  std::int64_t left_out_ = 0;
  std::unique_ptr<Epoch> epoch_;
};

}  // namespace headrace
