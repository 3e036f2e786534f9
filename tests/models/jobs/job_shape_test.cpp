#include "models/jobs/job_shape.h"

#include <gtest/gtest.h>

#include "models/jobs/checkpoint/checkpoint.h"
#include "models/jobs/probe/probe_spec.h"
#include "tests/models/support/recording_check.h"

namespace headrace {
namespace {

NodeSpec group_of(std::int64_t nodes, std::int64_t accelerators) {
  NodeSpec group;
  group.count = nodes;
  group.accelerators = accelerators;
  return group;
}

JobSpec job_on(std::int64_t first, std::int64_t nodes, std::int64_t accelerators) {
  JobSpec job;
  job.nodes.first = first;
  job.nodes.count = nodes;
  job.accelerators_per_node = accelerators;
  return job;
}

// Ranks = nodes x accelerators of a node; -1 means all of the group, and all of the node.
TEST(JobShape, IsTheGroupsWhereTheJobLeavesIt) {
  const NodeSpec group = group_of(3, 4);
  EXPECT_EQ(shape_of(job_on(0, -1, -1), group).ranks, 12);
  EXPECT_EQ(shape_of(job_on(1, -1, -1), group).nodes, 2);
  EXPECT_EQ(shape_of(job_on(0, 2, -1), group).ranks, 8);
  EXPECT_EQ(shape_of(job_on(0, 2, 1), group).ranks, 2);
  EXPECT_EQ(shape_of(job_on(0, 0, 1), group).nodes, 0);
}

TEST(JobShape, IsJudgedOnNodesThatThereAre) {
  RecordingCheck check;
  check.own_machine.nodes.emplace_back("clients", group_of(3, 4));
  JobSpec job;
  job.nodes.group = "servers";
  EXPECT_EQ(judged_nodes(job, check), nullptr);
  job.nodes.group = "clients";
  EXPECT_EQ(judged_nodes(job, check), &check.own_machine.nodes[0].second);
  check.refused = true;
  EXPECT_EQ(judged_nodes(job, check), nullptr);
}

TEST(JobShape, OfAProbeIsItsProcesses) {
  JobSpec job = job_on(0, 2, -1);
  job.work.give(ProbeSpec()).processes_per_node = 5;
  const JobShape shape = shape_of(job, group_of(3, 4));
  EXPECT_EQ(shape.ranks_on_node, 5);
  EXPECT_EQ(shape.ranks, 10);
}

// v3.0: files = P floor(F / P). Main: files = u floor(F / u), u = samples per file x batch x P, which is a
// number of samples: of two samples a file it leaves out up to twice as many as it must.
TEST(JobShape, FilesAreDealtByTheVersion) {
  DatasetSpec set;
  set.files = 29;
  EXPECT_EQ(files_dealt(DlioVersion::v2_0, set, 3, 4), 29);
  EXPECT_EQ(files_dealt(DlioVersion::v1_0, set, 3, 4), 29);
  EXPECT_EQ(files_dealt(DlioVersion::mlperf_v3_0, set, 3, 4), 28);
  EXPECT_EQ(files_dealt(DlioVersion::main, set, 3, 4), 24);
  set.samples_per_file = 2;
  EXPECT_EQ(files_dealt(DlioVersion::mlperf_v3_0, set, 3, 4), 28);
  EXPECT_EQ(files_dealt(DlioVersion::main, set, 3, 4), 24);
  set.files = 23;
  EXPECT_EQ(files_dealt(DlioVersion::main, set, 3, 4), 0);
}

TEST(JobShape, StepsAreDliosFloor) {
  JobSpec job;
  WorkloadSpec& work = job.work.give(WorkloadSpec());
  work.dataset.files = 168;
  work.loader.batch_size = 4;
  EXPECT_EQ(steps_of_epoch(job, 16), 2);  // 128 of 168 files.
  work.dataset.files = 60'000;
  work.loader.batch_size = 7;
  EXPECT_EQ(steps_of_epoch(job, 15), 571);  // 59,955 files.
  work.dataset.files = 10;
  work.dataset.samples_per_file = 31'353;
  work.loader.batch_size = 48;
  EXPECT_EQ(steps_of_epoch(job, 32), 204);
  work.loader.batch_size = 96;
  EXPECT_EQ(steps_of_epoch(job, 32), 102);
  work.training.total_training_steps = 100;
  EXPECT_EQ(steps_of_epoch(job, 32), 100);
  work.training.total_training_steps = 0;  // As -1: no limit.
  EXPECT_EQ(steps_of_epoch(job, 32), 102);
  EXPECT_EQ(samples_of_step(job, 32), 96 * 32);
}

// Of k batches in a step, an epoch has floor(samples / (k x batch x ranks)) steps.
TEST(JobShape, AStepTakesItsMicroBatches) {
  JobSpec job;
  WorkloadSpec& work = job.work.give(WorkloadSpec());
  work.dataset.files = 1000;
  work.loader.batch_size = 3;
  job.step.emplace().micro_batches = 5;
  EXPECT_EQ(samples_of_step(job, 4), 60);
  EXPECT_EQ(steps_of_epoch(job, 4), 16);
  work.training.total_training_steps = 10;
  EXPECT_EQ(steps_of_epoch(job, 4), 10);
  work.checkpoint.enabled = true;
  work.checkpoint.steps_between = 4;
  EXPECT_EQ(checkpoints_written(job, 4), 2);
}

// As many as CheckpointSchedule says: 250 steps of 4 ranks in each of 3 epochs.
TEST(JobShape, CountsTheCheckpointsOfARun) {
  JobSpec job;
  WorkloadSpec& work = job.work.give(WorkloadSpec());
  CheckpointSpec& spec = work.checkpoint;
  EXPECT_EQ(checkpoints_written(job, 4), 0);
  spec.enabled = true;
  work.dataset.files = 1000;
  work.loader.batch_size = 1;
  work.training.epochs = 3;
  const auto scheduled = [&] {
    CheckpointSchedule schedule(spec, 4);
    std::int64_t count = 0;
    for (std::int64_t epoch = 1; epoch <= 3; ++epoch) {
      for (std::int64_t step = 1; step <= 250; ++step) count += schedule.after_step(step, Time()) ? 1 : 0;
      count += schedule.after_epoch(epoch) ? 1 : 0;
    }
    return count;
  };
  for (const std::int64_t after : {1, 2, 3, 4}) {
    for (const std::int64_t between : {1, 2, 3}) {
      spec.after_epoch = after;
      spec.epochs_between = between;
      EXPECT_EQ(checkpoints_written(job, 4), scheduled()) << after << " " << between;
    }
  }
  for (const StepCounter counter : {StepCounter::run, StepCounter::epoch, StepCounter::global_batch}) {
    for (const std::int64_t between : {1, 2, 7, 100, 300, 1000}) {
      spec.step_counter = counter;
      spec.steps_between = between;
      EXPECT_EQ(checkpoints_written(job, 4), scheduled()) << between;
    }
  }
  spec.interval = 10_s;
  EXPECT_EQ(checkpoints_written(job, 4), std::nullopt);
  work.training.enabled = false;
  EXPECT_EQ(checkpoints_written(job, 4), 0);
  spec.writes = 5;
  EXPECT_EQ(checkpoints_written(job, 4), 5);
}

}  // namespace
}  // namespace headrace
