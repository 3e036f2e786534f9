// ProbeJob: processes that ask the storage as fast as it answers.
//
// Each process has `queue_depth` threads, which take its transfers or files in
// turn, each with a handle of its own. All begin together, once their first
// files are open; the rate is over the time from there to the end of the last
// transfer, or of the sync behind it: closing the files is not part of it.
//
// A process waits for its operations from the start until its last thread ends. Of several under way the time
// up to the next answer is what that one was for.
#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "models/jobs/job.h"
#include "models/jobs/job_spec.h"
#include "models/jobs/meeting.h"
#include "models/jobs/probe/probe_spec.h"
#include "models/jobs/rank_account.h"
#include "sim/task_group.h"

namespace headrace {

class ProbeJob final : public Job {
 public:
  ProbeJob(const Context& context, const ProbeSpec& what);
  ~ProbeJob() override;

  void begin() override;
  bool ended() const override;
  void stop() override;
  JobResult result() const override;
  Waited waited() const override;
  double done() const override;
  std::vector<ResourceResult> resources() const override { return {}; }

 private:
  class Popularity;
  struct Process {
    Seat seat;
    const Node* peer = nullptr;  // Of a process that sends.
    std::int64_t number = 0;
    std::int64_t begun = 0;             // Transfers or files.
    std::int64_t ready = 0, ended = 0;  // Threads.
    RankAccount account;
  };
  // Transfer: a part of a file that one operation moves.
  struct Transfer {
    std::int64_t turn = 0;  // Among all of the process.
    std::int64_t file = 0;  // Of the process.
    std::int64_t place = 0;
  };

  void pair();
  Task<> thread(Process& process);
  Task<> begin_together(Process& process);
  Task<> move(Process& process);
  Task<> visit_files(Process& process);
  Task<> visit(Process& process, FileInfo file);
  Task<> send(Process& process);
  Task<> open_for_transfers(Process& process, std::int64_t file, std::int64_t place,
                            std::optional<HeldFile>& held);
  Task<> close_after_transfers(Process& process, std::optional<HeldFile>& held);
  void lock_ahead(const Process& process, const Transfer& next, FileHandle handle);
  std::optional<Transfer> next_transfer(Process& process) const;
  Transfer transfer_at(const Process& process, std::int64_t turn) const;
  std::optional<std::int64_t> next_file(Process& process);
  bool may_begin(std::int64_t begun, std::int64_t of) const;
  FileInfo file_of(const Process& process, std::int64_t file) const;
  Bytes offset_of(const Process& process, const Transfer& transfer) const;
  Bytes length_at(std::int64_t place) const;
  void record(Time began, Bytes bytes);
  void add_time_budget(JobResult& result) const;

  Scope scope_;
  std::string name_;
  JobSpec spec_;
  ProbeSpec what_;
  std::int32_t set_;
  std::int64_t nodes_ = 0;
  std::int64_t transfers_of_file_;
  std::deque<Process> processes_;
  std::unique_ptr<Popularity> popularity_;
  RandomStream order_;
  Meeting together_;
  Time begun_, last_, ended_;  // last_: when the last operation, or the sync of what it wrote, was done.
  bool has_begun_ = false;
  std::int64_t operations_ = 0;
  Bytes bytes_;
  Histogram& latency_;
  TaskGroup threads_;
};

}  // namespace headrace
