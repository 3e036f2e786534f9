#include "models/jobs/running_job.h"

#include <gtest/gtest.h>

#include "tests/models/support/failing_machine.h"

namespace headrace {
namespace {

// Everything happens later by the start, and nothing else changes.
TEST(RunningJob, BeginsAtItsStart) {
  for (JobSpec spec : {training(0, 2), inference(0, 2), probe(0, 2)}) {
    FailingMachine at_once, later;
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
      FailingMachine machine(node_fails(1, at));
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
    FailingMachine machine(node_fails(1, 20_ms));
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
  FailingMachine whole;
  const RunningJob& undisturbed = whole.add("train", training(0, 2));
  whole.run();
  const JobResult expected = undisturbed.result();
  ASSERT_EQ(expected.epochs.size(), 3u);
  const Time saved = expected.epochs[1].checkpoints.front().durable;
  const Duration into_the_third = (expected.epochs[2].start - Time()) + 200_ms;
  ASSERT_LT(saved, Time::at(into_the_third));

  FailingMachine machine(node_fails(0, into_the_third));
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
  spec.workload()->checkpoint.enabled = false;
  spec.start = 1_s;
  FailingMachine machine(node_fails(0, 1500_ms));
  const RunningJob& job = machine.add("train", spec);
  machine.run();
  ASSERT_TRUE(job.result().failure);
  EXPECT_EQ(job.result().failure->saved, Time::at(1_s));
}

TEST(RunningJob, CannotBeginOnANodeThatIsDownAndCanOnceItIsBack) {
  for (const Duration lasting : {Duration(2_s), 500_ms}) {
    FailingMachine machine(node_fails(1, 100_ms, lasting));
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
  FailingMachine machine;
  machine.add("first", training(0, 2));
  JobSpec second = training(2, 1);
  second.start = 100_s;
  const RunningJob& late = machine.add("second", second);
  machine.run();
  EXPECT_EQ(late.result().epochs.size(), 3u);
}

TEST(RunningJob, IsNotLostAfterItsEnd) {
  FailingMachine whole;
  whole.add("train", training(0, 2));
  const Duration length = whole.run().at.since_start();
  FailingMachine machine(node_fails(0, length + 1_ms));
  const RunningJob& job = machine.add("train", training(0, 2));
  JobSpec last = training(2, 1);  // The run goes on until then.
  last.start = 2 * length;
  machine.add("last", last);
  machine.run();
  EXPECT_FALSE(job.result().failure);
}

}  // namespace
}  // namespace headrace
