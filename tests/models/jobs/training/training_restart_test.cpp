// TrainingJob and RunningJob together: what a failure undoes, and how the job goes on.

#include <gtest/gtest.h>

#include <cmath>
#include <utility>
#include <vector>

#include "tests/models/support/budget.h"
#include "tests/models/support/failing_machine.h"

namespace headrace {
namespace {

constexpr Duration kDelay = 3_s;
constexpr Duration kGone = 200_ms;

JobSpec with_restart(JobSpec job) {
  job.restart.emplace();
  job.restart->delay = kDelay;
  return job;
}

JobSpec training_by_steps(std::int64_t first, std::int64_t count) {
  JobSpec job = training(first, count);
  job.workload()->checkpoint.epochs_between = 100;
  job.workload()->checkpoint.steps_between = 3;
  return job;
}

JobSpec training_from_a_stream(std::int64_t first, std::int64_t count) {
  JobSpec job = training_by_steps(first, count);
  job.workload()->dataset.format = Format::tfrecord;
  job.workload()->loader.kind = LoaderKind::tensorflow;
  return job;
}

JobSpec training_with_a_cache(std::int64_t first, std::int64_t count) {
  JobSpec job = training_by_steps(first, count);
  job.cache.emplace();
  job.cache->capacity = 100_MiB;
  return job;
}

JobSpec training_with_gradients(std::int64_t first, std::int64_t count) {
  JobSpec job = training_by_steps(first, count);
  job.collectives.emplace();
  job.collectives->gradient_size = 10_MiB;
  job.workload()->evaluation.enabled = true;
  job.workload()->evaluation_files = 2 * count;
  return job;
}

JobSpec training_saved_behind(std::int64_t first, std::int64_t count) {
  JobSpec job = training_by_steps(first, count);
  job.checkpointing.strategy = Chosen<CheckpointStrategy>("async");
  job.workload()->checkpoint.model_size = 500_MiB;  // Longer on its way than to the next one.
  return job;
}

// Saved on a file system of its own, after imports that come again with each begin.
JobSpec training_apart(std::int64_t first, std::int64_t count) {
  JobSpec job = training(first, count);
  job.places.emplace().checkpoints.emplace().storage = "burst";
  job.startup.emplace().files = 30;
  return job;
}

Duration spent_on(const JobResult& job, Cause cause) {
  Duration sum;
  for (const TimeBudgetRow& row : job.time_budget)
    if (row.cause == cause) sum += row.spent;
  return sum;
}

// Whenever it fails: all is done in the end, no computation counts twice among what is kept, every instant of
// a rank has one cause, and it takes longer by the time it was down, at least.
TEST(TrainingRestart, DoesInTheEndWhatItWouldHaveDone) {
  for (const auto& make :
       {training, training_fed, training_by_steps, training_from_a_stream, training_with_a_cache,
        training_with_gradients, training_saved_behind, training_apart}) {
    FailingMachine whole;
    const RunningJob& undisturbed = whole.add("train", make(0, 2));
    const Duration length = whole.run().at.since_start();  // With what is still written behind it.
    const JobResult expected = undisturbed.result();
    EXPECT_EQ(*expected.kept_compute, spent_on(expected, Cause::compute));
    for (Duration at = 1_ms; at < length; at += 17'300_us) {
      FailingMachine machine(node_fails(1, at, kGone));
      const RunningJob& job = machine.add("train", with_restart(make(0, 2)));
      machine.run();
      const JobResult result = job.result();
      ASSERT_FALSE(result.failure);
      ASSERT_TRUE(result.restarts);
      ASSERT_EQ(result.restarts->count, 1);
      EXPECT_EQ(result.restarts->down, kGone + kDelay);
      EXPECT_EQ(*result.kept_compute, *expected.kept_compute);
      EXPECT_GE(spent_on(result, Cause::compute), *result.kept_compute);
      EXPECT_GE(spent_on(result, Cause::failure), 2 * result.restarts->down);
      for (const std::int64_t rank : {0, 1}) EXPECT_EQ(spent(result, rank), result.end.since_start());
      EXPECT_GE(result.end, expected.end + result.restarts->down);
      ASSERT_EQ(result.epochs.size(), expected.epochs.size());
      for (std::size_t e = 0; e < expected.epochs.size(); ++e) {
        EXPECT_EQ(result.epochs[e].steps, expected.epochs[e].steps);
        EXPECT_GE(result.epochs[e].blocks.size(), expected.epochs[e].blocks.size());
        EXPECT_EQ(result.epochs[e].evaluations.size(), expected.epochs[e].evaluations.size());
        EXPECT_GE(result.epochs[e].checkpoints.size(), expected.epochs[e].checkpoints.size());
      }
    }
  }
}

// Of twelve steps, saved behind each fourth: one that fails in the tenth has eight, and reads them back. Both
// ranks read what the first has written: it has it in memory, unless its node was lost.
TEST(TrainingRestart, GoesOnFromTheLastCheckpointOnTheStorage) {
  FailingMachine whole;
  const RunningJob& undisturbed = whole.add("train", training(0, 2));
  whole.run();
  const JobResult expected = undisturbed.result();
  const Time saved = expected.epochs[1].checkpoints.front().durable;
  const Duration failing = expected.epochs[2].start.since_start() + 150_ms;

  for (const std::int64_t lost : {0, 1}) {
    FailingMachine machine(node_fails(lost, failing, kGone));
    const RunningJob& job = machine.add("train", with_restart(training(0, 2)));
    machine.run();
    const JobResult result = job.result();
    EXPECT_EQ(result.restarts->lost, Time::at(failing) - saved);
    ASSERT_EQ(result.checkpoints.size(), 1u);
    EXPECT_TRUE(result.checkpoints.front().read);
    EXPECT_EQ(result.checkpoints.front().start, Time::at(failing + kGone + kDelay));
    EXPECT_EQ(result.checkpoints.front().from_storage, lost == 0 ? 20_MiB : 10_MiB);
    EXPECT_EQ(spent_on(result, Cause::compute) - *result.kept_compute, 2 * 100_ms);  // One step of each rank.
    EXPECT_EQ(result.epochs[0].end, expected.epochs[0].end);
    EXPECT_EQ(result.epochs[1].end, expected.epochs[1].end);
    EXPECT_GE(result.epochs[2].start, Time::at(failing + kGone + kDelay));
  }
}

// The checkpoint is read where it was written, and the imports that come before it are those of the first
// start again: the figures are that one's, the time is all of them.
TEST(TrainingRestart, ReadsACheckpointAtItsPlaceAfterItsImports) {
  FailingMachine whole;
  const RunningJob& undisturbed = whole.add("train", training_apart(0, 2));
  whole.run();
  const JobResult expected = undisturbed.result();
  const Duration failing = expected.epochs[2].start.since_start() + 150_ms;
  FailingMachine machine(node_fails(1, failing, kGone));
  const RunningJob& job = machine.add("train", with_restart(training_apart(0, 2)));
  machine.run();
  const JobResult result = job.result();
  ASSERT_EQ(result.checkpoints.size(), 1u);
  EXPECT_EQ(result.checkpoints.front().from_storage, 10_MiB) << "what the first node had is in its memory";
  EXPECT_EQ(result.startup->span, expected.startup->span);
  EXPECT_GT(2 * spent_on(result, Cause::startup), 3 * spent_on(expected, Cause::startup));
  EXPECT_GE(result.checkpoints.front().start, Time::at(failing + kGone + kDelay) + 30 * 500_us);
}

// Written without an fsync, a checkpoint is dirty pages of the first node when training goes on. A failure
// then takes it along, and the one before counts; one after the last page has left does not.
TEST(TrainingRestart, WhatIsInTheMemoryOfANodeAloneIsLostWithIt) {
  FailingMachine whole;
  const RunningJob& undisturbed = whole.add("train", training(0, 2));
  whole.run();
  const JobResult expected = undisturbed.result();
  const SpanResult &first = expected.epochs[0].checkpoints.front(),
                   &second = expected.epochs[1].checkpoints.front();
  const Duration behind = second.durable - second.all_end;
  EXPECT_GT(behind, 100_us);
  for (const auto& [failing, last] :
       {std::pair(second.all_end + behind / 2, first.durable), {second.durable + 1_us, second.durable}}) {
    FailingMachine machine(node_fails(0, failing.since_start(), kGone));
    const RunningJob& job = machine.add("train", with_restart(training(0, 2)));
    machine.run();
    EXPECT_EQ(job.result().restarts->lost, failing - last);
  }
}

TEST(TrainingRestart, WithoutACheckpointBeginsFromItsStart) {
  JobSpec spec = with_restart(training(0, 2));
  spec.workload()->checkpoint.enabled = false;
  FailingMachine machine(node_fails(0, 500_ms, kGone));
  const RunningJob& job = machine.add("train", spec);
  machine.run();
  EXPECT_EQ(job.result().restarts->lost, 500_ms);
  EXPECT_TRUE(job.result().checkpoints.empty());
  EXPECT_EQ(*job.result().kept_compute, 24 * 100_ms);
}

TEST(TrainingRestart, ReadsAnEarlierRunsCheckpointAgainWhereItHasNoneOfItsOwn) {
  JobSpec spec = with_restart(training(0, 2));
  spec.workload()->checkpoint.restore = true;
  FailingMachine machine(node_fails(0, 200_ms, kGone));
  const RunningJob& job = machine.add("train", spec);
  machine.run();
  ASSERT_EQ(job.result().checkpoints.size(), 2u);
  EXPECT_EQ(job.result().checkpoints[0].number, 1);
  EXPECT_EQ(job.result().checkpoints[1].number, 2);
}

// Also while it reads its last checkpoint back, and behind its last step.
TEST(TrainingRestart, IsLostAnyNumberOfTimes) {
  JobSpec spec = with_restart(training_saved_behind(0, 2));
  spec.restart->delay = Duration();
  for (const Duration between : {150_ms, 400_ms, 700_ms}) {
    DisturbanceSpec often = node_fails(0, 500_ms, 10_ms);
    for (int i = 1; i < 12; ++i)
      often.faults.emplace_back("loss" + std::to_string(i),
                                node_fails(i % 2, 500_ms + i * between, 10_ms).faults.front().second);
    FailingMachine machine(often);
    const RunningJob& job = machine.add("train", spec);
    machine.run();
    EXPECT_GE(job.result().restarts->count, 2);
    EXPECT_EQ(job.result().epochs.size(), 3u);
    EXPECT_EQ(*job.result().kept_compute, 24 * 100_ms);
  }
}

// A node that goes again while the job is set up: it waits for that one, too, and the whole delay once more.
TEST(TrainingRestart, WaitsForAllOfItsNodes) {
  DisturbanceSpec twice = node_fails(0, 500_ms, kGone);
  twice.faults.emplace_back("again", node_fails(1, 2_s, 5_s).faults.front().second);
  FailingMachine machine(twice);
  const RunningJob& job = machine.add("train", with_restart(training(0, 2)));
  machine.run();
  EXPECT_EQ(job.result().restarts->count, 1);
  EXPECT_EQ(job.result().restarts->down, 2_s + 5_s + kDelay - 500_ms);
}

TEST(TrainingRestart, WaitsForANodeThatIsDownAtItsStart) {
  FailingMachine machine(node_fails(0, 500_ms, 2_s));
  JobSpec spec = with_restart(training(0, 2));
  spec.start = 1_s;
  const RunningJob& job = machine.add("train", spec);
  machine.run();
  EXPECT_EQ(job.result().restarts->count, 1);
  EXPECT_EQ(job.result().restarts->lost, Duration());
  EXPECT_EQ(job.result().restarts->down, 1'500_ms + kDelay);
  EXPECT_EQ(job.result().epochs.size(), 3u);
  for (const std::int64_t rank : {0, 1})
    EXPECT_EQ(spent(job.result(), rank), job.result().end - Time::at(1_s));
}

DisturbanceSpec node_fails_at_random(Duration between, Duration repair) {
  DisturbanceSpec spec = node_fails(0, Duration());
  FaultSpec& fault = spec.faults.front().second;
  fault.mean_time_between = between;
  fault.mean_time_to_repair = repair;
  return spec;
}

TEST(TrainingRestart, GivesUpWhenItHasFailedTooOften) {
  FailingMachine machine(node_fails_at_random(300_ms, 10_ms));
  JobSpec spec = with_restart(training(0, 1));
  spec.workload()->checkpoint.enabled = false;
  spec.restart->delay = Duration();
  spec.restart->at_most = 2;
  const RunningJob& job = machine.add("train", spec);
  machine.run();
  ASSERT_TRUE(job.result().failure);
  EXPECT_EQ(job.result().restarts->count, 2);
  EXPECT_EQ(*job.result().kept_compute, Duration());
}

// Failures come exponentially, with a mean of M from the end of one to the next, and last D. A segment of L
// (steps and the checkpoint behind them) takes, where it is begun fresh, M (1 - q) + (1 - q) (D + E'), q =
// exp(-L / M); behind a failure it begins with reading the checkpoint back, R, and takes E' = (M + D) (exp((L
// + R) / M) - 1). (Daly 2006, with the restart beside the segment.)
TEST(TrainingRestart, TakesAsLongAsDalysFormulaSays) {
  constexpr std::int64_t kSteps = 1000;
  constexpr int kRuns = 12;
  const Duration between = 60_s, repair = 5_s;
  for (const std::int64_t steps_between : {5, 20, 50}) {
    JobSpec spec = training(0, 1);
    WorkloadSpec& work = *spec.workload();
    work.dataset.files = kSteps;
    work.dataset.record_length = 1_KiB;
    work.training.epochs = 1;
    work.training.computation_time = Distribution(1_s);
    work.checkpoint.epochs_between = 100;
    work.checkpoint.after_epoch = 100;
    work.checkpoint.steps_between = steps_between;
    work.checkpoint.model_size = 4_GiB;
    work.checkpoint.fsync = true;
    FailingMachine whole;
    const RunningJob& undisturbed = whole.add("train", spec);
    const auto segments = static_cast<double>(kSteps) / static_cast<double>(steps_between);
    const double segment = whole.run().at.since_start().in_seconds() / segments;
    ASSERT_EQ(undisturbed.result().epochs.front().checkpoints.size(), static_cast<std::size_t>(segments));

    spec.restart.emplace();
    spec.restart->delay = Duration();
    double sum = 0, squares = 0, read = 0, reads = 0;
    for (int run = 0; run < kRuns; ++run) {
      FailingMachine machine(node_fails_at_random(between, repair), static_cast<std::uint64_t>(run) + 1);
      const RunningJob& job = machine.add("train", spec);
      const double length = machine.run().at.since_start().in_seconds();
      sum += length;
      squares += length * length;
      for (const SpanResult& span : job.result().checkpoints)
        read += (span.end - span.start).in_seconds(), ++reads;
    }
    const double mean = sum / kRuns;
    const double error = std::sqrt((squares / kRuns - mean * mean) / (kRuns - 1));
    const double m = between.in_seconds(), d = repair.in_seconds();
    const double after_failure = (m + d) * (std::exp((segment + read / reads) / m) - 1);
    const double fails = 1 - std::exp(-segment / m);
    const double expected = segments * fails * (m + d + after_failure);
    EXPECT_NEAR(mean, expected, 3 * error) << steps_between;
    EXPECT_LT(error, 0.05 * expected);
  }
}

}  // namespace
}  // namespace headrace
