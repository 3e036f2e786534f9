#include "models/workloads/running_job.h"

#include <gtest/gtest.h>

#include "models/cluster.h"
#include "models/storage/lustre/lustre_spec.h"
#include "tests/models/support/given_fields.h"

namespace headrace {
namespace {

// Three nodes of one rank on two OSTs.
ClusterSpec three_nodes() {
  ClusterSpec spec;
  NodeSpec node;
  node.count = 3;
  node.accelerators = 1;
  node.pcie.emplace();
  spec.nodes.emplace_back("clients", node);
  LustreSpec lustre;
  lustre.oss.count = lustre.ost.count = 2;
  spec.file_systems.emplace_back("scratch", FileSystemSpec(lustre));
  return spec;
}

JobSpec on_nodes(std::int64_t first, std::int64_t count) {
  JobSpec job;
  job.nodes.group = "clients";
  job.nodes.first = first;
  job.nodes.count = count;
  job.storage = "scratch";
  return job;
}

// Steps of 100 ms, and a checkpoint behind each epoch of 4.
JobSpec training(std::int64_t first, std::int64_t count) {
  JobSpec job = on_nodes(first, count);
  job.host.step_overhead = Distribution(Duration());
  WorkloadSpec& work = job.workload.emplace();
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

JobSpec training_fed(std::int64_t first, std::int64_t count) {
  JobSpec job = training(first, count);
  job.feed.emplace();
  job.checkpointing.strategy = Chosen<CheckpointStrategy>("async");
  return job;
}

JobSpec inference(std::int64_t first, std::int64_t count) {
  JobSpec job = on_nodes(first, count);
  InferenceSpec& serve = job.inference.emplace();
  serve.arrivals = chosen<ArrivalProcess>("poisson", {{"rate", 200}});
  serve.duration = 1_s;
  serve.service_time = Distribution(4_ms);
  serve.model_size = 100_MiB;
  serve.request_size = serve.reply_size = 10_KiB;
  serve.prediction_size = 1_MiB;
  return job;
}

JobSpec probe(std::int64_t first, std::int64_t count) {
  JobSpec job = on_nodes(first, count);
  ProbeSpec& write = job.probe.emplace();
  write.operation = ProbeOperation::write;
  write.file_size = 500_MiB;
  return job;
}

class Machine {
 public:
  explicit Machine(const DisturbanceSpec& disturbances = DisturbanceSpec(), std::uint64_t seed = 1)
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

DisturbanceSpec node_fails(std::int64_t number, Duration at, Duration lasting = Duration::max()) {
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

// Everything happens later by the start, and nothing else changes.
TEST(RunningJob, BeginsAtItsStart) {
  for (JobSpec spec : {training(0, 2), inference(0, 2), probe(0, 2)}) {
    Machine at_once, later;
    const RunningJob& early = at_once.add("one", spec);
    at_once.run();
    spec.start = 7_s;
    const RunningJob& late = later.add("one", spec);
    later.run();
    EXPECT_EQ(early.result().start, Time());
    EXPECT_EQ(late.result().start, Time::at(7_s));
    EXPECT_EQ(late.result().end, early.result().end + 7_s);
    EXPECT_GT(early.result().end, Time());
    EXPECT_FALSE(early.result().failure);
  }
}

// Whatever it is just doing: it ends there, the run goes on, and the machine loses no byte by it.
TEST(RunningJob, EndsWithTheFirstOfItsNodesThatFails) {
  for (const auto& make : {training, training_fed, inference, probe}) {
    for (Duration at = 1_ms; at < 900_ms; at += 17'300_us) {
      Machine machine(node_fails(1, at));
      const RunningJob& failing = machine.add("failing", make(0, 2));
      const RunOutcome outcome = machine.run();
      const JobResult result = failing.result();
      if (!result.failure) {
        EXPECT_LT(result.end, Time::at(at));
        continue;
      }
      EXPECT_EQ(outcome.at, Time::at(at));
      EXPECT_EQ(result.failure->at, Time::at(at));
      EXPECT_EQ(result.failure->node, "clients/1");
      EXPECT_EQ(result.end, Time::at(at));
      EXPECT_LE(result.failure->saved, Time::at(at));
    }
  }
}

// The others train on, on nodes and files of their own, until their end.
TEST(RunningJob, LeavesJobsOnOtherNodesAlone) {
  for (const auto& make : {training, inference, probe}) {
    Machine machine(node_fails(1, 20_ms));
    const RunningJob& failing = machine.add("failing", make(0, 2));
    const RunningJob& other = machine.add("other", training(2, 1));
    machine.run();
    EXPECT_TRUE(failing.result().failure);
    EXPECT_FALSE(other.result().failure);
    ASSERT_EQ(other.result().epochs.size(), 3u);
    for (const EpochResult& epoch : other.result().epochs) EXPECT_GE(epoch.delivered, 4_MiB);
  }
}

// Of three epochs of 400 ms and a little, the first two are finished and saved after 900 ms.
TEST(RunningJob, KeepsWhatItFoundAndSaysWhatIsLost) {
  Machine whole;
  const RunningJob& undisturbed = whole.add("train", training(0, 2));
  whole.run();
  const JobResult expected = undisturbed.result();
  ASSERT_EQ(expected.epochs.size(), 3u);
  const Time saved = expected.epochs[1].checkpoints.front().durable;
  const Duration into_the_third = (expected.epochs[2].start - Time()) + 200_ms;
  ASSERT_LT(saved, Time::at(into_the_third));

  Machine machine(node_fails(0, into_the_third));
  const RunningJob& job = machine.add("train", training(0, 2));
  machine.run();
  const JobResult result = job.result();
  ASSERT_TRUE(result.failure);
  ASSERT_EQ(result.epochs.size(), 2u);
  EXPECT_EQ(result.epochs[1].end, expected.epochs[1].end);
  EXPECT_EQ(result.failure->saved, saved);
  EXPECT_FALSE(job.resources().empty());
}

TEST(RunningJob, WithoutACheckpointEverythingIsLost) {
  JobSpec spec = training(0, 2);
  spec.workload->checkpoint.enabled = false;
  spec.start = 1_s;
  Machine machine(node_fails(0, 1500_ms));
  const RunningJob& job = machine.add("train", spec);
  machine.run();
  ASSERT_TRUE(job.result().failure);
  EXPECT_EQ(job.result().failure->saved, Time::at(1_s));
}

TEST(RunningJob, CannotBeginOnANodeThatIsDownAndCanOnceItIsBack) {
  for (const Duration lasting : {Duration(2_s), 500_ms}) {
    Machine machine(node_fails(1, 100_ms, lasting));
    JobSpec spec = training(0, 2);
    spec.start = 1_s;
    const RunningJob& job = machine.add("train", spec);
    machine.run();
    ASSERT_EQ(job.result().failure.has_value(), lasting == 2_s);
    EXPECT_EQ(job.result().epochs.size(), lasting == 2_s ? 0u : 3u);
  }
}

// Nobody else is there to keep the run going.
TEST(RunningJob, BeginsAlsoWhenAllOthersHaveEnded) {
  Machine machine;
  machine.add("first", training(0, 2));
  JobSpec second = training(2, 1);
  second.start = 100_s;
  const RunningJob& late = machine.add("second", second);
  machine.run();
  EXPECT_EQ(late.result().epochs.size(), 3u);
}

TEST(RunningJob, IsNotLostAfterItsEnd) {
  Machine whole;
  whole.add("train", training(0, 2));
  const Duration length = whole.run().at.since_start();
  Machine machine(node_fails(0, length + 1_ms));
  const RunningJob& job = machine.add("train", training(0, 2));
  JobSpec last = training(2, 1);  // The run goes on until then.
  last.start = 2 * length;
  machine.add("last", last);
  machine.run();
  EXPECT_FALSE(job.result().failure);
}

}  // namespace
}  // namespace headrace
