// Stage: a part of a tf.data pipeline, which makes one element after another.
//
//   while (const std::optional<Element> element = co_await stage.next(account)) …
//
// Who asks does the work, in its own process and on its own account, as threads of TensorFlow do. A stage
// with parallel calls has processes of its own, from the first time that it is asked: what they have in
// hand is bounded by the number of calls. One process asks at a time.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "models/io.h"
#include "models/loaders/busy_readers.h"
#include "models/loaders/loader.h"
#include "models/loaders/tf_data/tf_data_spec.h"
#include "models/loaders/watch.h"
#include "sim/task.h"

namespace headrace {

struct Element {
  SampleId sample = 0;
  std::int64_t place = 0;  // Among the samples of the rank's files.
  Bytes length;            // Of what was read of it.
};

class Stage {
 public:
  virtual ~Stage() = default;
  // Makes the next element; nothing when there are no more. The account is told what the time went to.
  virtual Task<std::optional<Element>> next(Account& account) = 0;
};

// Parallelism: how many calls of a stage there may be at once. AUTOTUNE is a model in two phases: one call
// for the first elements, then as many as the node runs threads.
class Parallelism {
 public:
  Parallelism(std::int64_t calls, std::int64_t threads, std::int64_t autotune_after)
      : calls_(calls), threads_(threads), after_(autotune_after) {}

  bool none() const { return calls_ == kNoCalls; }
  std::int64_t most() const { return calls_ == kAutotune ? threads_ : calls_; }
  // Returns how many there may be once so many elements have been begun.
  std::int64_t after(std::int64_t begun) const { return calls_ == kAutotune && begun < after_ ? 1 : most(); }

 private:
  std::int64_t calls_, threads_, after_;
};

// Kept: which samples of a rank's files lie in the memory of its process, behind the stage that a cache
// follows. What lies there is handed on without a copy.
class Kept {
 public:
  void keep(std::int64_t place) {
    const auto at = static_cast<std::size_t>(place);
    if (at >= kept_.size()) kept_.resize(std::max(at + 1, 2 * kept_.size()));
    kept_[at] = true;
  }
  bool has(std::int64_t place) const {
    const auto at = static_cast<std::size_t>(place);
    return at < kept_.size() && kept_[at];
  }

 private:
  std::vector<bool> kept_;
};

// StageSetting: what the stages of a rank's pipeline have in common. It outlives them.
struct StageSetting {
  StageSetting(const LoaderContext& where, Watch& who)
      : context(where), watch(who), busy(where.scope), preprocess(where.scope.random("preprocess")) {}

  // Returns the batch for which the rank needs the element of this number, from 0, of an epoch: a shuffle
  // buffer is full before it gives the first one.
  std::int64_t batch_of(std::int64_t element) const {
    return std::max<std::int64_t>(0, element - std::max<std::int64_t>(0, shuffle_buffer - 1)) /
           context.batch_size;
  }

  const LoaderContext& context;
  Watch& watch;
  std::int64_t shuffle_buffer = 0;
  Kept kept;
  BusyReaders busy;
  RandomStream preprocess;  // Drawn from in the order in which samples are asked for.
};

}  // namespace headrace
