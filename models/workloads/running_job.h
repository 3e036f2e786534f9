// RunningJob: a job from its start until it ends, or until a node that it runs on fails.
//
//   RunningJob job(setting, spec);
//   job.start();
//   … run the simulation …
//   JobResult result = job.result();   // result.failure says whether a node was lost
//
// A job that fails is not begun again. What its nodes' clients hold in memory is still written: the servers
// may see a little more than they would.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "models/workloads/job.h"
#include "sim/task_group.h"

namespace headrace {

class RunningJob final : private Node::Tenant {
 public:
  RunningJob(const JobSetting& setting, const JobSpec& spec);
  RunningJob(const RunningJob&) = delete;
  RunningJob& operator=(const RunningJob&) = delete;

  // It begins at its start time, and fails there where a node of its own is down.
  void start();

  // Of a job that failed: as they were then.
  JobResult result() const { return last_ ? last_->result : job_->result(); }
  std::vector<ResourceResult> resources() const { return last_ ? last_->resources : job_->resources(); }
  double done() const { return last_ ? 1 : job_->done(); }  // Share of what it has to do, 0 to 1.
  // As Store::imbalance(). A job that failed was cut in the middle of transfers.
  std::string imbalance() const { return last_ ? std::string() : job_->imbalance(); }

 private:
  struct Last {
    JobResult result;
    std::vector<ResourceResult> resources;
  };

  Task<> begin_at_its_time();
  void begin();
  void lose(const Node& node) override;
  void fail(const Node& node);

  Simulation& sim_;
  std::string path_, group_;
  Duration start_;
  std::vector<Node*> nodes_;  // Each once.
  std::unique_ptr<Job> job_;
  bool begun_ = false;
  std::optional<Last> last_;
  TaskGroup waiting_;
};

}  // namespace headrace
