#include <gtest/gtest.h>

#include "models/cluster.h"
#include "models/jobs/figures.h"
#include "models/jobs/inference/inference_spec.h"
#include "models/jobs/job_shape.h"
#include "models/jobs/probe/probe_spec.h"
#include "models/jobs/replay/replay_spec.h"
#include "models/storage/local/local_spec.h"
#include "tests/models/jobs/replay/replay_support.h"

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
JobSpec one_training() {
  JobSpec job;
  job.nodes.group = "clients";
  job.storage = "scratch";
  WorkloadSpec& work = job.work.give(WorkloadSpec());
  work.dataset.format = Format::synthetic;
  work.dataset.files = 2;
  work.loader.kind = LoaderKind::pytorch;
  work.loader.read_threads = 0;
  return job;
}

JobSpec one_inference() {
  JobSpec job = one_training();
  job.work = {};
  InferenceSpec& serve = job.work.give(InferenceSpec());
  serve.arrivals.emplace("regular");
  serve.requests = 3;
  serve.service_time = Distribution(10_ms);
  return job;
}

JobResult run_alone(const JobSpec& spec) {
  Simulation sim(1);
  Metrics metrics;
  Cluster cluster(Scope(sim, metrics), one_node());
  const Scope scope = Scope(sim, metrics).part("jobs/one");
  const auto job =
      spec.work.make({JobSetting(scope, "one", 0, cluster.seats(spec), cluster.file_sets()), spec});
  job->begin();
  EXPECT_EQ(job->done(), 0);
  EXPECT_EQ(sim.run().end, RunEnd::finished);
  EXPECT_EQ(job->done(), 1);
  EXPECT_EQ(job->imbalance(), "");
  return job->result();
}

JobSpec one_probe() {
  JobSpec job = one_training();
  job.work = {};
  ProbeSpec& what = job.work.give(ProbeSpec());
  what.operation = ProbeOperation::create;
  what.processes_per_node = 3;
  what.files_per_process = 2;
  return job;
}

JobSpec one_replay() {
  JobSpec job = one_training();
  job.work = {};
  ReplaySpec& what = job.work.give(ReplaySpec());
  what.recorded =
      std::make_shared<const Recording>(recording_of({recorded(IoOperation::read, 0_ms, 1_ms, 0, 1_MiB)}));
  return job;
}

JobSpec checkpoints() {
  JobSpec job = one_training();
  job.workload()->training.enabled = false;
  job.workload()->checkpoint.enabled = true;
  job.workload()->checkpoint.writes = 1;
  job.workload()->checkpoint.model_size = 1_MiB;
  return job;
}

// Returns the jobs of a row; who adds one says here what it must have.
std::vector<JobSpec> of_row(std::string_view row) {
  if (row == "workload") return {one_training(), checkpoints()};
  if (row == "inference") return {one_inference()};
  if (row == "probe") return {one_probe()};
  if (row == "replay") return {one_replay()};
  ADD_FAILURE() << "no job of the kind " << row;
  return {};
}

TEST(JobKinds, MakeTheJobThatTheSpecAsksFor) {
  for (const auto& row : Job::table())
    for (const JobSpec& spec : of_row(row.name)) {
      const JobResult result = run_alone(spec);
      EXPECT_EQ(result.kind, spec.facts().kind);
      EXPECT_EQ(result.found.get() != nullptr, spec.facts().found != nullptr) << result.kind;
      EXPECT_TRUE(spec.facts().events != nullptr) << result.kind;
      EXPECT_TRUE(result.found.get() == nullptr || result.found.get()->measured()) << result.kind;
    }
}

// Who reads a stored result makes what belongs to it by the name of its kind, that of its row.
TEST(JobKinds, AreTheNamesOfTheirResults) {
  for (const auto& row : Job::table())
    EXPECT_TRUE(row.name == "workload" || row.recipe()->facts().kind == row.name) << row.name;
  for (const auto& row : Job::table())
    EXPECT_EQ(empty_kind_result(row.name) != nullptr, row.recipe()->facts().found != nullptr) << row.name;
  EXPECT_EQ(empty_kind_result("no such kind"), nullptr);
  EXPECT_EQ(empty_kind_result(JobKind::training), nullptr);
}

// The figure by which points are ranked is one of the kind's own, and a job that ran has it.
TEST(JobKinds, HaveTheirHeadline) {
  for (const auto& row : Job::table())
    for (const JobSpec& spec : of_row(row.name)) {
      const JobFacts facts = spec.facts();
      const FigureRow* const headline = find_figure_row(facts.headline);
      ASSERT_NE(headline, nullptr) << row.name;
      EXPECT_TRUE(is_of_kind(*headline, facts)) << row.name;
      EXPECT_NE(headline->better, Better::neither) << row.name << ": points are ranked by it";
      EXPECT_TRUE(value_of(*headline, run_alone(spec)).number) << row.name;
      EXPECT_FALSE(facts.does.empty() || facts.title.empty() || facts.headline_words.empty()) << row.name;
    }
}

TEST(JobKinds, SayHowManyRanksANodeHas) {
  NodeSpec group;
  group.accelerators = 8;
  JobSpec spec = one_training();
  EXPECT_EQ(shape_of(spec, group).ranks_on_node, 8);
  spec.accelerators_per_node = 2;
  EXPECT_EQ(shape_of(spec, group).ranks_on_node, 2);
  EXPECT_EQ(shape_of(one_probe(), group).ranks_on_node, 3);
}

// A scenario that says nothing of a job's work is refused elsewhere.
TEST(JobKinds, ASpecThatSaysNothingIsToTrain) { EXPECT_TRUE(JobSpec().facts().trains); }

}  // namespace
}  // namespace headrace
