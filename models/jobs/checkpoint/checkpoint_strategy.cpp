// The table of checkpoint strategies: one line each. The first is the default: what DLIO does.

#include "models/jobs/checkpoint/checkpoint_strategy.h"

namespace headrace {

std::unique_ptr<Recipe<CheckpointStrategy>> sharded_checkpoints();
std::unique_ptr<Recipe<CheckpointStrategy>> direct_checkpoints();
std::unique_ptr<Recipe<CheckpointStrategy>> rank0_checkpoints();
std::unique_ptr<Recipe<CheckpointStrategy>> async_checkpoints();
std::unique_ptr<Recipe<CheckpointStrategy>> two_level_checkpoints();

PolicyTable<CheckpointStrategy> CheckpointStrategy::table() {
  static constexpr Registration<CheckpointStrategy> kTable[] = {
      {"sharded", "every rank writes its own files, and training waits for all of them", sharded_checkpoints},
      {"direct", "as sharded, straight out of the accelerators over the nodes' pcie (GPUDirect Storage)",
       direct_checkpoints},
      {"rank0", "the states of all ranks travel to rank 0, which writes them in one stream",
       rank0_checkpoints},
      {"async", "a copy in host memory is written while training goes on", async_checkpoints},
      {"two_level", "written to the node's own drives, and drained to the storage while training goes on",
       two_level_checkpoints},
  };
  return kTable;
}

}  // namespace headrace
