// BatchPlan: which positions of a rank's order make up which batch of an epoch.
//
// Batches take consecutive positions, and what fills no batch is dropped. With
// `threads`, each of them has a run of consecutive positions of its own, and
// their batches come in turn; the batches that do not fill a round lie behind
// all runs.
#pragma once

#include <cstdint>
#include <optional>

namespace headrace {

class BatchPlan {
 public:
  BatchPlan(std::int64_t samples, std::int64_t batch_size, std::int64_t threads = 0)
      : batch_size_(batch_size), batches_(samples / batch_size), threads_(threads) {
    if (threads_ > 0) run_ = batches_ / threads_;
  }

  std::int64_t batches() const { return batches_; }

  std::int64_t position(std::int64_t batch, std::int64_t place) const {
    if (run_ == 0 || batch / threads_ == run_) return batch * batch_size_ + place;
    return (batch % threads_ * run_ + batch / threads_) * batch_size_ + place;
  }
  // Returns which sample of the epoch a position is, in the order of reading: batch x batch size + place in
  // it. Nothing for one that is dropped.
  std::optional<std::int64_t> turn(std::int64_t position) const {
    const std::int64_t at = position / batch_size_;
    if (at >= batches_) return std::nullopt;
    if (run_ == 0 || at >= run_ * threads_) return position;
    return (at % run_ * threads_ + at / run_) * batch_size_ + position % batch_size_;
  }

 private:
  std::int64_t batch_size_, batches_, threads_;
  std::int64_t run_ = 0;  // Batches of a thread's run.
};

}  // namespace headrace
