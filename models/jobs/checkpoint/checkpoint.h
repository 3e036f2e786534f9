// Checkpoint sizes and schedule: which files a rank writes, and when.
//
// A transformer's sizes follow DLIO: tensors are sharded one by one with
// integer division over tensor-parallel ranks, then, with ZeRO 3, over data
// parallel ones. A plain model is model_size bytes, written by rank 0 or by
// every rank. How they are written is a strategy's (checkpoint_strategy.h).
#pragma once

#include <cstdint>
#include <vector>

#include "models/jobs/checkpoint/checkpoint_spec.h"
#include "models/storage/file_system.h"
#include "sim/task.h"

namespace headrace {

// The sizes of the files that a rank writes; none for a rank that writes nothing.
std::vector<Bytes> checkpoint_files(const CheckpointSpec& spec, RankId rank, std::int64_t ranks);

// Returns the size of a checkpoint of all ranks together.
Bytes checkpoint_size(const CheckpointSpec& spec, std::int64_t ranks);

// The files of all ranks of a job and their numbers: without gaps, checkpoint after checkpoint, and in each
// the first files of all ranks, then their second ones. Ranks that begin together create them in that order,
// so files of an earlier run lie on the targets as those of this run do.
class CheckpointFiles {
 public:
  CheckpointFiles(const CheckpointSpec& spec, std::int64_t ranks, std::int32_t set, const LayoutSpec& layout);

  // Returns the sizes of a rank's files.
  const std::vector<Bytes>& sizes_of(RankId rank) const { return sizes_[static_cast<std::size_t>(rank)]; }
  Bytes size_of(RankId rank) const;
  Bytes size() const { return size_; }  // Of one checkpoint.
  bool fsync() const { return spec_.fsync; }
  std::int32_t set() const { return set_; }

  // Returns a rank's files of a checkpoint, as it writes them.
  std::vector<FileInfo> of(std::int64_t number, RankId rank) const;
  // Returns what a rank reads to train on: its own files, and of those that only another replica wrote, that
  // one's.
  std::vector<FileInfo> restored_by(std::int64_t number, RankId rank) const;

 private:
  CheckpointSpec spec_;
  std::int32_t set_;
  LayoutSpec layout_;
  std::vector<std::vector<Bytes>> sizes_;          // Sizes of each rank's files.
  std::vector<std::vector<std::int64_t>> places_;  // Numbers of the same in the first checkpoint.
  std::int64_t count_ = 0;                         // Files of a checkpoint.
  Bytes size_;
};

// Place of one rank in the sequence of checkpoints.
class CheckpointSchedule {
 public:
  CheckpointSchedule(const CheckpointSpec& spec, std::int64_t ranks) : spec_(spec), ranks_(ranks) {}

  void begin(Time now) { last_ = now; }
  // Told after each step, counted from 1 in its epoch, at the instant when all ranks have ended it: whether a
  // checkpoint is due.
  bool after_step(std::int64_t step_of_epoch, Time now);
  bool after_epoch(std::int64_t epoch) const;

 private:
  bool steps_are_due(std::int64_t step_of_epoch) const;

  CheckpointSpec spec_;
  std::int64_t ranks_;
  std::int64_t steps_ = 0;
  Time last_;  // When the last checkpoint began; at first, training.
};

// Creates, writes, syncs where asked, and closes a file.
Task<> write_file(FileSystem& storage, FileInfo file, bool fsync, Account& account = nobody());
// Opens, reads whole and closes each.
Task<> read_files(FileSystem& storage, std::vector<FileInfo> files, Account& account = nobody());

}  // namespace headrace
