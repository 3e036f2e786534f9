// TrainingRig: a job that trains on a small machine with a Lustre of its own.
//
//   TrainingRig rig(npz_job(200, 20_ms));
//   const JobResult result = rig.run();
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "models/cluster.h"
#include "models/jobs/job_spec.h"
#include "models/storage/lustre/lustre_spec.h"
#include "tests/models/support/free_host.h"

namespace headrace {

// Two nodes of two ranks, and two targets.
inline ClusterSpec small_cluster(NodeSpec nodes = free_node(), LustreSpec lustre = {}) {
  ClusterSpec spec;
  nodes.count = 2;
  nodes.accelerators = 2;
  nodes.pcie.emplace();
  spec.nodes.emplace_back("clients", nodes);
  lustre.oss.count = lustre.ost.count = 2;
  spec.file_systems.emplace_back("scratch", FileSystemSpec(lustre));
  return spec;
}

inline JobSpec npz_job(std::int64_t files, Duration compute) {
  JobSpec job;
  job.dlio_version = DlioVersion::v1_0;
  job.host.step_jitter = 0;  // Every step is as long as the other.
  job.nodes.group = "clients";
  job.storage = "scratch";
  WorkloadSpec& work = job.work.give(WorkloadSpec());
  work.dataset.format = Format::npz;
  work.dataset.files = files;
  work.dataset.record_length = 1_MiB;
  work.loader.kind = LoaderKind::pytorch;
  work.loader.batch_size = 4;
  work.loader.read_threads = 4;
  work.training.computation_time = Distribution(compute);
  return job;
}

class TrainingRig {
 public:
  // Makes a job on a machine; steady epochs end once the mean time of their steps is known within a
  // half-width, where one is given.
  explicit TrainingRig(const JobSpec& spec, std::uint64_t seed = 1,
                       const ClusterSpec& machine = small_cluster(), std::optional<double> half_width = {},
                       RestWatch* rest = nullptr)
      : sim(seed), cluster(Scope(sim, metrics), machine) {
    JobSetting setting(Scope(sim, metrics).part("jobs/train"), "train", 0, cluster.seats(spec),
                       cluster.file_sets());
    setting.rest = rest;
    if (half_width) setting.until.emplace().half_width = *half_width;
    job = spec.work.make({setting, spec});
    job->begin();
  }
  JobResult run() {
    outcome = sim.run();
    return job->result();
  }

  Simulation sim;
  Metrics metrics;
  Cluster cluster;
  std::unique_ptr<Job> job;
  RunOutcome outcome;
};

}  // namespace headrace
