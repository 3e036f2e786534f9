// CheckpointStrategy: how checkpoints reach storage, and what training waits for.
//
//   auto writer = spec.strategy.make({})->writer(setting);   // checkpoint_writer.h
//
// What is written and when is CheckpointSpec's. A strategy is one source,
// checkpoint_<name>.cpp, and one line in checkpoint_strategy.cpp.
#pragma once

#include "models/registry.h"
#include "sim/units.h"

namespace headrace {

class CheckpointWriter;
struct CheckpointSetting;

// Needs of a strategy: what it asks of the nodes that a job runs on.
struct CheckpointNeeds {
  std::int64_t local_copies = 0;  // Checkpoints of its ranks that a node's local storage holds at once.
  bool links = false;             // That join the accelerators of a node with its storage.
  Bytes host_buffer;              // Of a rank, where its size was chosen; zero: as large as is needed.
  bool buffers_in_host = false;   // That its ranks keep checkpoints in host memory until they are written.
  std::int64_t stored_every = 1;  // Of so many checkpoints one comes to the job's storage.
};

class CheckpointStrategy {
 public:
  static constexpr std::string_view kMeaning = "how checkpoints reach storage, and what training waits for";
  struct Context {};
  static PolicyTable<CheckpointStrategy> table();

  virtual ~CheckpointStrategy() = default;
  virtual CheckpointNeeds needs() const { return {}; }
  virtual std::unique_ptr<CheckpointWriter> writer(const CheckpointSetting& setting) const = 0;
};

struct CheckpointingSpec {
  Chosen<CheckpointStrategy> strategy;

  void visit(Fields& f) { strategy.visit(f, Field{"strategy", CheckpointStrategy::kMeaning}); }
};

}  // namespace headrace
