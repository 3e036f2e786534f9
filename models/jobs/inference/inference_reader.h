// SequentialReader: threads that read files from front to back in large pieces.
//
//   SequentialReader reader(scope, storage, pieces, threads);
//   reader.start();
//   while (reader.done() < wanted) co_await reader.progress().next();
//
// A thread decodes what it has read, on the node's cores, before it reads on.
// What is done is counted in order, in units of the source: a piece that is read
// before an earlier one counts when that one is read, too. Threads stay behind
// the limit.
#pragma once

#include <limits>
#include <memory>
#include <optional>
#include <vector>

#include "models/data/dataset.h"
#include "models/hardware/node.h"
#include "models/storage/file_system.h"
#include "sim/change.h"
#include "sim/scope.h"
#include "sim/task_group.h"

namespace headrace {

// Bytes of one file, and how many units of the source end at or before its first byte.
struct ReadPiece {
  FileInfo file;
  Bytes offset, length;
  std::int64_t before = 0;
  ThreadWork decode;  // Work of a core, once it is read.
};

class PieceSource {
 public:
  virtual ~PieceSource() = default;
  virtual std::optional<ReadPiece> next() = 0;  // In order.
  virtual std::int64_t units() const = 0;       // In all.
};

// Equal files, the first ones a byte longer where they cannot be equal. Units are bytes.
class FilePieces final : public PieceSource {
 public:
  FilePieces(const FileInfo& first, Bytes size, std::int64_t files, Bytes transfer);
  std::optional<ReadPiece> next() override;
  std::int64_t units() const override { return size_.count(); }

 private:
  Bytes size_of(std::int64_t file) const;

  FileInfo first_;
  Bytes size_;
  std::int64_t files_;
  Bytes transfer_;
  std::int64_t file_ = 0;
  Bytes offset_;  // In that file.
  Bytes before_;
};

// Samples [first, last) of a data set, decoded as its format says at what a core decodes of it. Units are
// samples. Those that are made in place are there without a piece.
class SamplePieces final : public PieceSource {
 public:
  SamplePieces(const Dataset& data, SampleId first, SampleId last, Bytes transfer, Bandwidth decode);
  std::optional<ReadPiece> next() override;
  std::int64_t units() const override { return last_ - first_; }

 private:
  const Dataset& data_;
  SampleId first_, last_;
  Bytes transfer_;
  Bandwidth decode_;
  SampleId run_;  // First sample of the run within one file that is being read.
  Bytes offset_;  // Read of that run.
};

class SequentialReader {
 public:
  // `node` decodes; null for pieces without decoding.
  SequentialReader(const Scope& scope, FileSystem& storage, std::unique_ptr<PieceSource> source,
                   std::int64_t threads, Node* node = nullptr);

  void start();

  // Returns how many of the source's units are read, in order, before the first that is not.
  std::int64_t done() const;
  Change& progress() { return progress_; }

  // A piece is begun only when fewer units than these lie before it.
  void set_limit(std::int64_t units);

  Bytes bytes() const { return bytes_; }
  // Returns what tells who waits what the threads do.
  Relay& moving() { return moving_; }

 private:
  static constexpr std::int64_t kNothing = std::numeric_limits<std::int64_t>::max();

  Task<> read(std::size_t thread);

  std::string path_;
  Simulation& sim_;
  FileSystem& storage_;
  Node* node_;
  std::unique_ptr<PieceSource> source_;
  std::optional<ReadPiece> next_;
  std::vector<std::int64_t> reading_;  // Units before the piece that a thread reads.
  std::int64_t limit_ = kNothing;
  Bytes bytes_;
  Relay moving_;
  Change progress_;
  Change room_;
  TaskGroup threads_;
};

}  // namespace headrace
