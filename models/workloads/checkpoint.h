// Checkpoint sizes and schedule: which files a rank writes, and when.
//
// A transformer's sizes follow DLIO: tensors are sharded one by one with
// integer division over tensor-parallel ranks, then, with ZeRO 3, over data
// parallel ones. A plain model is model_size bytes, written by rank 0 or by
// every rank. Leaves out asynchronous and multi-level checkpoints.
#pragma once

#include <cstdint>
#include <vector>

#include "models/storage/file_system.h"
#include "models/workloads/checkpoint_spec.h"
#include "sim/task.h"

namespace headrace {

// The sizes of the files that a rank writes; none for a rank that writes nothing.
std::vector<Bytes> checkpoint_files(const CheckpointSpec& spec, RankId rank, std::int64_t ranks);

// Of all ranks together.
Bytes checkpoint_size(const CheckpointSpec& spec, std::int64_t ranks);

// One rank's place in the sequence of checkpoints.
class CheckpointSchedule {
 public:
  CheckpointSchedule(const CheckpointSpec& spec, std::int64_t ranks) : spec_(spec), ranks_(ranks) {}

  // Told after each step, counted from 1 in its epoch: whether a checkpoint is due.
  bool after_step(std::int64_t step_of_epoch);
  bool after_epoch(std::int64_t epoch) const;

 private:
  CheckpointSpec spec_;
  std::int64_t ranks_;
  std::int64_t steps_ = 0;
};

// Creates, writes, syncs where asked, and closes each file; `first` names the first one.
Task<> write_checkpoint(FileSystem& storage, FileInfo first, std::vector<Bytes> files, bool fsync);
// Opens, reads whole and closes each.
Task<> read_checkpoint(FileSystem& storage, FileInfo first, std::vector<Bytes> files);

}  // namespace headrace
