// Checkpoint sizes and schedule: which files a rank writes, and when.
//
// A transformer's sizes follow DLIO: tensors are sharded one by one with
// integer division over tensor-parallel ranks, then, with ZeRO 3, over data
// parallel ones. A plain model is model_size bytes, written by rank 0 or by
// every rank. How they are written is a strategy's (checkpoint_strategy.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "models/jobs/checkpoint/checkpoint_spec.h"
#include "models/storage/file_system.h"
#include "sim/task.h"

namespace headrace {

// The sizes of the files that a rank writes; none for a rank that writes nothing.
std::vector<Bytes> checkpoint_files(const CheckpointSpec& spec, RankId rank, std::int64_t ranks);

// Returns the size of a checkpoint of all ranks together.
Bytes checkpoint_size(const CheckpointSpec& spec, std::int64_t ranks);

// A run of files in a checkpoint, counted from the first of their writer.
struct CheckpointPart {
  CheckpointPart(RankId whose, std::size_t from, std::vector<Bytes> of)
      : writer(whose), first(from), files(std::move(of)) {}

  RankId writer;
  std::size_t first;
  std::vector<Bytes> files;
};

// The files of all ranks of a job and their numbers: without gaps, checkpoint after checkpoint and rank after
// rank, so that they are dealt to the targets in turn and no two share a number.
class CheckpointFiles {
 public:
  CheckpointFiles(const CheckpointSpec& spec, std::int64_t ranks, std::int32_t set, const LayoutSpec& layout);

  const std::vector<Bytes>& of(RankId rank) const { return files_[static_cast<std::size_t>(rank)]; }
  Bytes size_of(RankId rank) const;
  Bytes size() const { return size_; }  // Of one checkpoint.
  bool fsync() const { return spec_.fsync; }

  // A rank's first file of a checkpoint; its others follow. Of a rank without files: where they would be.
  FileInfo first(std::int64_t number, RankId rank) const;
  // Returns what a rank reads to train on: its own files, and of those that only another replica wrote, that
  // one's.
  std::vector<CheckpointPart> restored_by(RankId rank) const;

 private:
  CheckpointSpec spec_;
  std::int32_t set_;
  LayoutSpec layout_;
  std::vector<std::vector<Bytes>> files_;   // Of each rank.
  std::vector<std::int64_t> files_before_;  // Files of the ranks before; last, of all.
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
// Opens, reads whole and closes each; `first` names the first one.
Task<> read_files(FileSystem& storage, FileInfo first, std::vector<Bytes> files, Account& account = nobody());

}  // namespace headrace
