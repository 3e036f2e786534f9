// SampleSource: produces samples at times of its own into a bounded buffer, from which ranks take batches.
//
//   source.begin();
//   co_await source.take(batch_size);    // ends when so many were there for this rank
//   source.result().dropped;
//
// Samples that find the buffer full are dropped, or the source waits and its later ones are as much later.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>

#include "models/jobs/training/source_result.h"
#include "models/jobs/training/source_spec.h"
#include "sim/completion.h"
#include "sim/scope.h"
#include "sim/task.h"
#include "sim/task_group.h"

namespace headrace {

class SampleSource {
 public:
  SampleSource(const Scope& scope, const SourceSpec& spec);

  // Begins to produce; a source that has begun goes on.
  void begin();
  Task<> take(std::int64_t samples);

  SourceResult result() const;
  // Says what of its samples is unaccounted for.
  std::string imbalance() const;

 private:
  struct Taker {
    Signaller done;
    std::int64_t samples = 0;
  };

  Task<> produce();
  void serve();

  Simulation& sim_;
  SourceSpec spec_;
  std::unique_ptr<ArrivalProcess> arrivals_;
  PartId arriving_;
  bool has_begun_ = false;
  SourceResult counts_;
  std::int64_t held_ = 0;            // In the buffer.
  Time full_since_ = Time::never();  // Never: it does not wait for room.
  std::deque<Taker> takers_;
  Signaller room_;
  TaskGroup processes_;
};

}  // namespace headrace
