// RunningJob: a job from its start until it ends, over the failures of its nodes.
//
//   RunningJob job(setting, spec);
//   job.start();
//   … run the simulation …
//   JobResult result = job.result();   // result.failure says whether a lost node ended it
//
// With `restart` it waits for its nodes and begins again; else it has ended. A node that was lost comes back
// with empty page caches. Leaves out that its clients lose what they had not yet written: the servers may see
// a little more than they would.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "models/jobs/job.h"
#include "models/jobs/job_spec.h"
#include "sim/completion.h"
#include "sim/task_group.h"

namespace headrace {

class RunningJob final : private Node::Tenant {
 public:
  RunningJob(const JobSetting& setting, const JobSpec& spec);
  RunningJob(const RunningJob&) = delete;
  RunningJob& operator=(const RunningJob&) = delete;

  // Starts the job at its start time, at which it fails if a node of its own is down.
  void start();

  // Return what the job found so far and what it uses; of one that a failure ended, as they were then.
  JobResult result() const;
  std::vector<ResourceResult> resources() const { return last_ ? last_->resources : job_->resources(); }
  Waited waited() const { return last_ ? last_->waited : job_->waited(); }
  double done() const { return last_ ? 1 : job_->done(); }  // Share of what it has to do, 0 to 1.
  // Says what Store::imbalance() does. A job that failed was cut in the middle of transfers.
  std::string imbalance() const { return last_ ? std::string() : job_->imbalance(); }

 private:
  struct Last {
    JobResult result;
    std::vector<ResourceResult> resources;
    Waited waited;
  };

  enum class State : std::uint8_t { before, running, down, over };

  Task<> begin_at_its_time();
  Task<> begin_when_all_is_back();
  void begin();
  void lose(const Node& node) override;
  void regain(const Node& node) override;
  void fail(const Node& node);
  void end_with(const JobFailure& failure);
  void begin_again();
  bool any_node_is_down() const;

  Simulation& sim_;
  std::string path_, group_;
  Duration start_;
  std::optional<RestartSpec> restart_;
  std::vector<Seat> seats_;
  std::vector<Node*> nodes_;  // Each once.
  std::unique_ptr<Job> job_;
  State state_ = State::before;
  Time begun_, failed_;  // At last.
  JobRestarts restarts_;
  std::set<const Node*> lost_;  // Since it last ran.
  std::int64_t losses_ = 0;
  Signaller all_back_;
  std::optional<Last> last_;
  TaskGroup waiting_;
};

}  // namespace headrace
