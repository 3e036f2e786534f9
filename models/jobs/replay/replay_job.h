// ReplayJob: the processes of a recording, which do on this machine what they did where it was made.
//
// A process has a lane for each thread (replay_lanes.h). With `pace: think` a lane does its next operation as
// long after the end of the one before it as in the recording: what the application did between its calls
// takes as long here. Opens and closes that a recording lacks are made within that time. Left out is what
// processes waited for of each other, and of computation that overlaps with reading: where that set the pace,
// faster storage shortens a replay and not the run. Processes of a host are on one node, and hosts take the
// nodes in turn; where the job has more nodes than there are hosts, processes are spread over all of them.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "models/jobs/job.h"
#include "models/jobs/job_spec.h"
#include "models/jobs/rank_account.h"
#include "models/jobs/replay/replay_files.h"
#include "models/jobs/replay/replay_lanes.h"
#include "models/jobs/replay/replay_result.h"
#include "models/jobs/replay/replay_spec.h"
#include "sim/task_group.h"

namespace headrace {

class ReplayJob final : public Job {
 public:
  ReplayJob(const Context& context, const ReplaySpec& what);
  ~ReplayJob() override;

  void begin() override;
  bool ended() const override;
  void stop() override;
  JobResult result() const override;
  Waited waited() const override;
  double done() const override;
  std::vector<ResourceResult> resources() const override { return {}; }

 private:
  struct Process {
    const RecordedProcess* recorded = nullptr;
    ReplaySite site;
    RankAccount account;
    std::vector<ReplayLane> lanes;
    std::unordered_map<std::size_t, std::vector<std::size_t>> begun_by;  // Lanes, by the operation.
    std::size_t lanes_left = 0;
    int under_way = 0;  // Operations.
    Duration shift;     // Of its copy.
  };

  void add_process(std::size_t which, std::int64_t copy, const Seat& seat);
  void begin_lane(Process& process, std::size_t lane);
  Task<> follow(Process& process, std::size_t lane);
  Task<> wait_for(Process& process, const RecordedOperation& operation, Time from, Duration gap);
  Task<> perform(Process& process, const RecordedOperation& operation);
  Task<> name(Process& process, const RecordedOperation& operation);
  void begin_operation(Process& process);
  void end_operation(Process& process, const RecordedOperation& operation, Time began);

  Scope scope_;
  std::string name_;
  JobSpec spec_;
  ReplaySpec what_;
  std::int64_t nodes_ = 0;
  bool with_mpi_;  // Whether calls of MPI-IO are repeated.
  ReplayFiles files_;
  std::deque<Process> processes_;
  std::int64_t operations_ = 0;  // To be repeated.
  bool has_begun_ = false, any_ = false;
  Time first_, last_, ended_;  // First begin and last end of operations; when the last process was done.
  ReplayResult result_;
  Histogram& latency_;
  TaskGroup threads_;
};

}  // namespace headrace
