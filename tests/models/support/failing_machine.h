// FailingMachine: three nodes on a small Lustre, jobs for them, and the loss of one of them. For tests of
// what jobs make of failures.
#pragma once

#include <gtest/gtest.h>

#include <deque>
#include <string>

#include "models/cluster.h"
#include "models/jobs/inference/inference_spec.h"
#include "models/jobs/probe/probe_spec.h"
#include "models/jobs/running_job.h"
#include "models/storage/lustre/lustre_spec.h"
#include "tests/models/support/free_host.h"
#include "tests/models/support/given_fields.h"

namespace headrace {

// Three nodes of one rank on two OSTs, where beginning again takes time. A second file system is there for
// who names it.
inline ClusterSpec three_nodes() {
  ClusterSpec spec;
  NodeSpec node = free_node();
  node.host_work.pytorch.worker_start = 30_ms;
  node.count = 3;
  node.accelerators = 1;
  node.pcie.emplace();
  spec.nodes.emplace_back("clients", node);
  LustreSpec lustre;
  lustre.oss.count = lustre.ost.count = 2;
  spec.file_systems.emplace_back("scratch", FileSystemSpec(lustre));
  spec.file_systems.emplace_back("burst", FileSystemSpec(lustre));
  return spec;
}

inline JobSpec on_nodes(std::int64_t first, std::int64_t count) {
  JobSpec job;
  job.nodes.group = "clients";
  job.nodes.first = first;
  job.nodes.count = count;
  job.storage = "scratch";
  return job;
}

// Steps of 100 ms, and a checkpoint behind each epoch of 4.
inline JobSpec training(std::int64_t first, std::int64_t count) {
  JobSpec job = on_nodes(first, count);
  WorkloadSpec& work = job.work.give(WorkloadSpec());
  work.dataset.format = Format::npz;
  work.dataset.files = 4 * count;
  work.dataset.record_length = 1_MiB;
  work.loader.kind = LoaderKind::pytorch;
  work.loader.read_threads = 2;
  work.training.epochs = 3;
  work.training.computation_time = Distribution(100_ms);
  work.checkpoint.enabled = true;
  work.checkpoint.model_size = 10_MiB;
  return job;
}

inline JobSpec training_fed(std::int64_t first, std::int64_t count) {
  JobSpec job = training(first, count);
  job.feed.emplace();
  job.checkpointing.strategy = Chosen<CheckpointStrategy>("async");
  return job;
}

inline JobSpec inference(std::int64_t first, std::int64_t count) {
  JobSpec job = on_nodes(first, count);
  InferenceSpec& serve = job.work.give(InferenceSpec());
  serve.arrivals = chosen<ArrivalProcess>("poisson", {{"rate", 200}});
  serve.duration = 1_s;
  serve.service_time = Distribution(4_ms);
  serve.model_size = 100_MiB;
  serve.request_size = serve.reply_size = 10_KiB;
  serve.prediction_size = 1_MiB;
  return job;
}

inline JobSpec probe(std::int64_t first, std::int64_t count) {
  JobSpec job = on_nodes(first, count);
  ProbeSpec& write = job.work.give(ProbeSpec());
  write.operation = ProbeOperation::write;
  write.file_size = 500_MiB;
  return job;
}

class FailingMachine {
 public:
  explicit FailingMachine(const DisturbanceSpec& disturbances = DisturbanceSpec(), std::uint64_t seed = 1)
      : sim_(seed), cluster_(Scope(sim_, metrics_), three_nodes(), FidelitySpec(), disturbances) {}

  RunningJob& add(const std::string& name, const JobSpec& spec) {
    const JobSetting setting(Scope(sim_, metrics_).part("jobs").part(name), name,
                             static_cast<std::int32_t>(jobs_.size()), cluster_.seats(spec),
                             cluster_.file_sets());
    return jobs_.emplace_back(setting, spec);
  }
  RunOutcome run() {
    for (RunningJob& job : jobs_) job.start();
    const RunOutcome outcome = sim_.run();
    EXPECT_EQ(outcome.end, RunEnd::finished);
    EXPECT_EQ(cluster_.imbalance(), "");
    for (const RunningJob& job : jobs_) {
      EXPECT_EQ(job.imbalance(), "");
      EXPECT_EQ(job.done(), 1);
    }
    return outcome;
  }

 private:
  Simulation sim_;
  Metrics metrics_;
  Cluster cluster_;
  std::deque<RunningJob> jobs_;
};

// At a given time.
inline DisturbanceSpec node_fails(std::int64_t number, Duration at, Duration lasting = Duration::max()) {
  FaultSpec fault;
  fault.kind = Chosen<Fault>("node_failure");
  fault.nodes = "clients";
  fault.number(Part::node) = number;
  fault.at = at;
  fault.lasting = lasting;
  DisturbanceSpec spec;
  spec.faults = {{"loss", fault}};
  return spec;
}

}  // namespace headrace
