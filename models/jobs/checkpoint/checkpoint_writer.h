// CheckpointWriter: a strategy at work for one job.
//
//   co_await writer.save(rank, number, account);   // what training waits for
//   co_await writer.settle(account);               // what is written behind it has ended
//
// It counts what was captured and what was stored, so that nothing is lost on
// the way. Leaves out what a copy in host memory takes from the page cache, and
// dirty pages of nodes that go on when another one fails: they count as lost, too.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "models/jobs/checkpoint/checkpoint.h"
#include "models/jobs/checkpoint/checkpoint_strategy.h"
#include "models/jobs/job.h"
#include "sim/scope.h"
#include "sim/task_group.h"

namespace headrace {

struct CaptureSpec {
  Bandwidth bandwidth = 25_GBps;

  void visit(Fields& f) {
    f.bandwidth({"bandwidth", "what one rank copies from its device to host memory",
                 "prior [assumed]: PCIe into pinned memory; pageable memory is 2-3 times slower"},
                bandwidth);
  }
};

struct SerialiseSpec {
  Bandwidth bandwidth = 1_GBps;

  void visit(Fields& f) {
    f.bandwidth({"bandwidth", "what one thread turns into the bytes of a file",
                 "prior [assumed]: torch.save 0.5-1.5 GB/s"},
                bandwidth);
  }
};

// Path of a rank's state before a file system sees it. DLIO has no device and writes what it has.
struct StatePathSpec {
  std::optional<CaptureSpec> capture;
  std::optional<SerialiseSpec> serialise;

  void visit(Fields& f) {
    f.group(Field{"capture",
                  "the copy from device to host; without it async and two_level copy at the default, and "
                  "the others not at all"},
            capture);
    f.group(Field{"serialise", "the thread that turns state into a file; without it, this takes no time"},
            serialise);
  }
};

struct CheckpointSetting {
  CheckpointSetting(Scope where, const std::vector<Seat>& seated, const CheckpointFiles& written,
                    std::int32_t local)
      : scope(std::move(where)), seats(seated), files(written), local_set(local) {}

  Scope scope;
  const std::vector<Seat>& seats;  // Both outlive the writer.
  const CheckpointFiles& files;
  std::int32_t local_set;  // The set of the files on local storage.
};

class CheckpointWriter {
 public:
  virtual ~CheckpointWriter() = default;
  CheckpointWriter(const CheckpointWriter&) = delete;
  CheckpointWriter& operator=(const CheckpointWriter&) = delete;

  // A rank's part of a checkpoint; ends when the rank may train on. Every rank takes part in every one. Its
  // account is told what it waits for.
  virtual Task<> save(RankId rank, std::int64_t number, Account& account) = 0;
  // Ends when nothing is written behind the ranks any more.
  Task<> settle(Account& account);

  // Returns when all of a checkpoint was on the job's storage: Time::never() where it is not.
  Time durable(std::int64_t number) const;
  bool idle() const;
  // Says what Store::imbalance() does, of a writer that is idle and between two checkpoints.
  std::string imbalance() const;

 protected:
  CheckpointWriter(const CheckpointSetting& setting, const StatePathSpec& path);

  // Names the processes that write behind the ranks; the group lives as long as the writer.
  void writes_behind(TaskGroup& group) { behind_ = &group; }
  // Returns what tells a rank that waits what the processes behind it do.
  Relay& behind_of(RankId rank) { return relays_[static_cast<std::size_t>(rank)]; }

  Task<> capture(RankId rank, Account& account);
  // A rank's files, serialised and written one after another on the node of the writing rank.
  Task<> write(FileSystem& storage, RankId writer, std::vector<FileInfo> files, bool fsync, Account& account);
  // A rank's part was written to the job's storage. Without an fsync that may mean the memory of its node:
  // until it is written back, a node that fails takes it along.
  void stored(RankId rank, std::int64_t number, FileSystem& storage);
  // Notes that a rank's part stays on local storage.
  void kept(RankId rank) { kept_ += setting_.files.size_of(rank); }

  const CheckpointFiles& files() const { return setting_.files; }
  const Seat& seat(RankId rank) const { return setting_.seats[static_cast<std::size_t>(rank)]; }
  FileSystem& storage_of(RankId rank) const { return seat(rank).at(Purpose::checkpoints); }
  RankId ranks() const { return static_cast<RankId>(setting_.seats.size()); }

  CheckpointSetting setting_;
  Simulation& sim_;

 private:
  struct Progress {
    Bytes safe;  // Bytes beyond the memory of any node.
    Time last;
  };

  Task<> write_back(RankId rank, std::int64_t number, FileSystem& storage);
  void safe(RankId rank, std::int64_t number);

  StatePathSpec path_;
  TaskGroup* behind_ = nullptr;
  std::deque<Relay> relays_;  // One a rank: what is written behind it.
  Bytes captured_, stored_, kept_;
  std::map<std::int64_t, Progress> checkpoints_;
  TaskGroup writing_back_;
};

}  // namespace headrace
