// PredictionWriter: what a server answered, written back behind its back.
//
// Its process writes whole blocks as they fill up, one at a time, and the rest
// when no more comes. A slow store delays the job's end, never an answer.
#pragma once

#include "models/storage/file_system.h"
#include "sim/change.h"
#include "sim/scope.h"
#include "sim/task.h"

namespace headrace {

class PredictionWriter {
 public:
  PredictionWriter(const Scope& scope, FileSystem& storage, const FileInfo& file, Bytes block,
                   Account& account = nobody());

  // Runs as its process; ends after finish() when all is written and the file is closed.
  Task<> run();

  void add(Bytes size);
  void finish();

  Bytes added() const { return added_; }
  Bytes written() const { return written_; }

 private:
  bool is_due() const { return added_ - written_ >= block_ || finished_; }

  FileSystem& storage_;
  FileInfo file_;
  Account& account_;
  Bytes block_;
  Bytes added_, written_;
  bool finished_ = false;
  Change due_;
};

}  // namespace headrace
