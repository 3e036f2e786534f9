// RankRig: a job of a few ranks, without a file system of its own.
#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <vector>

#include "models/cluster.h"
#include "models/jobs/job_spec.h"
#include "tests/models/support/free_host.h"
#include "tests/models/support/recording_file_system.h"

namespace headrace {

// Rig of so many ranks on each node, on a store of fixed delays. The job may be stopped once, and begun again
// at the same time.
class RankRig {
 public:
  RankRig(const JobSpec& spec, std::int64_t ranks, const NodeSpec& node = free_node(),
          std::int64_t ranks_on_node = 1, std::optional<Time> stopped_at = {})
      : network(Scope(sim, metrics, "network"), NetworkSpec()), storage(sim, 1_ms, 1_ms, 1_GBps, 1_ms) {
    std::vector<Seat> seats;
    for (std::int64_t r = 0; r < ranks; ++r) {
      Seat seat;
      const std::int64_t number = r / ranks_on_node;
      if (r % ranks_on_node == 0)
        nodes.emplace_back(Scope(sim, metrics, "node/" + std::to_string(number)), node, network,
                           static_cast<NodeId>(number), number);
      seat.node = &nodes.back();
      seat.accelerator = r % ranks_on_node;
      seat.storage = &storage;
      seats.push_back(seat);
    }
    job = spec.work.make({JobSetting(Scope(sim, metrics, "jobs/train"), "train", 0, seats, sets), spec});
    job->begin();
    if (stopped_at) {
      RunLimits limits;
      limits.until = *stopped_at;
      sim.run(limits);
      job->stop();
      job->begin_again();
    }
    outcome = sim.run();
    result = job->result();
  }

  Simulation sim;
  Metrics metrics;
  Network network;
  std::deque<Node> nodes;
  RecordingFileSystem storage;
  FileSets sets;
  std::unique_ptr<Job> job;
  RunOutcome outcome;
  JobResult result;
};

// Makes a job that reads nothing, in steps of 100 ms.
inline JobSpec synthetic(std::int64_t files, std::int64_t batch) {
  JobSpec job;
  job.dlio_version = DlioVersion::v1_0;
  job.host.step_jitter = 0;
  WorkloadSpec& work = job.work.give(WorkloadSpec());
  work.dataset.format = Format::synthetic;
  work.dataset.files = files;
  work.loader.kind = LoaderKind::pytorch;
  work.loader.batch_size = batch;
  work.training.computation_time = Distribution(100_ms);
  return job;
}

}  // namespace headrace
