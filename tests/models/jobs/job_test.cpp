#include "models/jobs/job.h"

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

TEST(Job, IsOfTheKindThatItsSpecSays) {
  EXPECT_EQ(run(training()).kind, "training");
  EXPECT_EQ(run(inference()).kind, "inference");
}

}  // namespace
}  // namespace headrace
