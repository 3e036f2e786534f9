#include "models/jobs/kinds.h"

#include <gtest/gtest.h>

#include "models/cluster.h"
#include "models/storage/local/local_spec.h"

namespace headrace {
namespace {

ClusterSpec one_node() {
  ClusterSpec spec;
  NodeSpec node;
  node.accelerators = 1;
  spec.nodes.emplace_back("clients", node);
  spec.file_systems.emplace_back("scratch", FileSystemSpec(LocalSpec()));
  return spec;
}

// Two steps of 100 ms that read nothing.
JobSpec training() {
  JobSpec job;
  job.nodes.group = "clients";
  job.storage = "scratch";
  job.host.step_overhead = Distribution(Duration());
  WorkloadSpec& work = job.workload.emplace();
  work.dataset.format = Format::synthetic;
  work.dataset.files = 2;
  work.loader.kind = LoaderKind::pytorch;
  work.loader.read_threads = 0;
  return job;
}

JobSpec inference() {
  JobSpec job = training();
  job.workload.reset();
  InferenceSpec& serve = job.inference.emplace();
  serve.arrivals.emplace("regular");
  serve.requests = 3;
  serve.service_time = Distribution(10_ms);
  return job;
}

JobResult run(const JobSpec& spec) {
  Simulation sim(1);
  Metrics metrics;
  Cluster cluster(Scope(sim, metrics), one_node());
  const Scope scope = Scope(sim, metrics).part("jobs/one");
  const auto job = make_job(JobSetting(scope, "one", 0, cluster.seats(spec), cluster.file_sets()), spec);
  job->begin();
  EXPECT_EQ(job->done(), 0);
  EXPECT_EQ(sim.run().end, RunEnd::finished);
  EXPECT_EQ(job->done(), 1);
  EXPECT_EQ(job->imbalance(), "");
  return job->result();
}

JobSpec probe() {
  JobSpec job = training();
  job.workload.reset();
  ProbeSpec& what = job.probe.emplace();
  what.operation = ProbeOperation::create;
  what.processes_per_node = 3;
  what.files_per_process = 2;
  return job;
}

JobSpec checkpoints() {
  JobSpec job = training();
  job.workload->training.enabled = false;
  job.workload->checkpoint.enabled = true;
  job.workload->checkpoint.writes = 1;
  job.workload->checkpoint.model_size = 1_MiB;
  return job;
}

JobSpec of_kind(JobKind kind) {
  switch (kind) {
    case JobKind::training: return training();
    case JobKind::checkpoint: return checkpoints();
    case JobKind::inference: return inference();
    case JobKind::probe: return probe();
  }
  return {};
}

TEST(JobKinds, StandInTheOrderOfTheirNames) {
  const std::span<const JobKindRow> rows = job_kinds();
  ASSERT_EQ(rows.size(), std::size(kJobKinds));
  for (std::size_t i = 0; i < rows.size(); ++i) EXPECT_EQ(static_cast<std::size_t>(rows[i].kind), i);
}

TEST(JobKinds, MakeTheJobThatTheSpecAsksFor) {
  for (const JobKindRow& row : job_kinds()) {
    const JobSpec spec = of_kind(row.kind);
    EXPECT_EQ(&kind_of(spec), &row) << name_of(row.kind);
    EXPECT_EQ(run(spec).kind, row.kind) << name_of(row.kind);
  }
}

TEST(JobKinds, SayHowManyRanksANodeHas) {
  NodeSpec group;
  group.accelerators = 8;
  JobSpec spec = training();
  EXPECT_EQ(kind_of(spec).ranks_on_node(spec, group), 8);
  spec.accelerators_per_node = 2;
  EXPECT_EQ(kind_of(spec).ranks_on_node(spec, group), 2);
  const JobSpec measures = probe();
  EXPECT_EQ(kind_of(measures).ranks_on_node(measures, group), 3);
}

// A scenario that says nothing of a job's work is refused elsewhere.
TEST(JobKinds, ASpecThatSaysNothingIsToTrain) { EXPECT_EQ(kind_of(JobSpec()).kind, JobKind::training); }

}  // namespace
}  // namespace headrace
