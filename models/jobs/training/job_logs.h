// JobLogs: the log files of the ranks of a job, which wait for what they append.
//
//   JobLogs logs(setting, spec, layout);
//   if (logs.is_due(rank, step)) co_await logs.append(rank, account);
//   co_await logs.close(rank, account);
//
// A rank opens its file with its first record and keeps it open. Of a shared file each record lies behind all
// that were begun before it, as with O_APPEND; whose bytes may be written is the file system's to grant.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>

#include "models/jobs/job.h"
#include "models/jobs/training/log_result.h"
#include "models/jobs/training/log_spec.h"
#include "sim/task.h"

namespace headrace {

class JobLogs {
 public:
  JobLogs(const JobSetting& setting, const LogSpec& spec, const LayoutSpec& layout);

  // Tells whether a rank has a record to write behind a step; the first step of the job is 1.
  bool is_due(RankId rank, std::int64_t step) const { return spec_.writes(rank) && step % spec_.every == 0; }
  Task<> append(RankId rank, Account& account);
  Task<> close(RankId rank, Account& account);
  // Gives up what is open, of processes that have ended at once.
  void stop();

  LogResult result() const { return result_; }

 private:
  struct File {
    Bytes end;
  };
  struct Writer {
    Writer(FileSystem& client, std::size_t which) : storage(client), file(which) {}
    FileSystem& storage;
    std::size_t file;
    std::optional<HeldFile> open;
  };

  Simulation& sim_;
  LogSpec spec_;
  LayoutSpec layout_;
  std::int32_t set_;  // Set of its files.
  std::deque<File> files_;
  std::deque<Writer> writers_;  // By rank; the first alone, where it writes for all.
  LogResult result_;
};

}  // namespace headrace
