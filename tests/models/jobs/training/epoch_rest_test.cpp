#include <gtest/gtest.h>

#include <cmath>

#include "tests/models/support/budget.h"
#include "tests/models/support/test_machine.h"
#include "tests/models/support/training_rig.h"

namespace headrace {
namespace {

// A storage that is never waited for but at first.
ClusterSpec steady_machine(bool draws = false) {
  NodeSpec nodes = free_node();
  if (draws) nodes.host_work.pytorch.handover = Distribution(Law::exponential, 1_ms);
  LustreSpec lustre = exact_spec();
  lustre.client.max_cached_share = 0;
  return small_cluster(nodes, lustre);
}

JobSpec steady_job(std::int64_t steps, std::int64_t epochs = 1) {
  JobSpec job = npz_job(steps * 4 * 4, 50_ms);
  job.workload()->training.epochs = epochs;
  return job;
}

struct RestTold final : RestWatch {
  void begin_epoch() override { ++epochs; }
  void begin_rest() override { ++rests; }
  void end_rest(double work) override { more += work; }
  int epochs = 0, rests = 0;
  double more = 0;
};

JobResult run_until(const JobSpec& spec, const ClusterSpec& of, std::optional<double> half_width,
                    std::uint64_t seed = 1, RestTold* told = nullptr) {
  TrainingRig rig(spec, seed, of, half_width, told);
  JobResult result = rig.run();
  EXPECT_EQ(rig.outcome.end, RunEnd::finished);
  EXPECT_EQ(rig.job->imbalance(), "");
  return result;
}

double seconds_of(const EpochResult& epoch) { return (epoch.end - epoch.start).in_seconds(); }

// Law: where every step is like every other, an epoch whose rest is left out says what a whole one does, but
// for what storage requests draw while nobody waits for them.
TEST(EpochRest, SaysWhatWholeEpochsDo) {
  const JobResult whole = run_until(steady_job(1000, 2), steady_machine(), {});
  const JobResult cut = run_until(steady_job(1000, 2), steady_machine(), 0.001);
  ASSERT_EQ(cut.epochs.size(), 2u);
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_EQ(cut.epochs[i].step_time->simulated, 128);
    EXPECT_EQ(whole.epochs[i].step_time->simulated, 1000);
    EXPECT_EQ(cut.epochs[i].steps, 1000);
    EXPECT_NEAR(seconds_of(cut.epochs[i]), seconds_of(whole.epochs[i]), 2e-5 * seconds_of(whole.epochs[i]));
    EXPECT_NEAR(*cut.epochs[i].au_percent, *whole.epochs[i].au_percent, 0.001);
    EXPECT_NEAR(*cut.epochs[i].samples_per_second / *whole.epochs[i].samples_per_second, 1, 2e-5);
    EXPECT_EQ(cut.epochs[i].delivered, whole.epochs[i].delivered);
    EXPECT_EQ(cut.epochs[i].from_storage, whole.epochs[i].from_storage);
  }
  EXPECT_EQ(cut.samples_done, whole.samples_done);
  EXPECT_EQ(cut.kept_compute, whole.kept_compute);
  EXPECT_EQ(cut.step_wait.count(), whole.step_wait.count());
}

// The rows of a rank add up to its time to the nanosecond; those of its computing are what they would be, and
// all ranks together wait as long, within the noise of what is drawn.
TEST(EpochRest, TimeBudgetAddsUp) {
  const JobResult whole = run_until(steady_job(700), steady_machine(true), {});
  const JobResult cut = run_until(steady_job(700), steady_machine(true), 0.05);
  ASSERT_LT(cut.epochs[0].step_time->simulated, 700);
  Duration of_cut, of_whole;
  for (std::int64_t rank = 0; rank < 4; ++rank) {
    EXPECT_EQ(Time::at(spent(cut, rank)), cut.end);
    EXPECT_NEAR(spent(cut, rank, Cause::compute) / spent(whole, rank, Cause::compute), 1, 1e-9);
    of_cut += spent(cut, rank, Cause::barrier_wait);
    of_whole += spent(whole, rank, Cause::barrier_wait);
  }
  EXPECT_NEAR(of_cut / of_whole, 1, 0.15);
}

// Law: with hand-overs that are drawn, the time of whole epochs lies within what a cut one tells of nine in
// ten. What is told is of a step's mean time; the steps that were simulated are in both.
TEST(EpochRest, HoldsTheWholeEpochWithinWhatItTells) {
  constexpr std::uint64_t kSeeds = 40;
  int held = 0, cut = 0;
  for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
    const EpochResult whole = run_until(steady_job(1500), steady_machine(true), {}, seed).epochs[0];
    const EpochResult part = run_until(steady_job(1500), steady_machine(true), 0.01, seed).epochs[0];
    cut += part.step_time->simulated < 1500 ? 1 : 0;
    held += std::abs(seconds_of(part) / seconds_of(whole) - 1) <= *part.step_time->half_width ? 1 : 0;
  }
  EXPECT_GE(cut, 36);
  EXPECT_GE(held, 36);
}

// A worker has four steps of 50 ms for a batch of four files with one read each: of these 200 ms it takes
// some 60 with drives of 15 ms, and some 140 with drives of 35 ms, where a rare longer one would be late.
TEST(EpochRest, NothingIsLeftOutWhereBatchesAreNearlyLate) {
  const auto simulated = [](Duration latency) {
    LustreSpec lustre;
    lustre.client.max_cached_share = 0;
    lustre.ost.device.flash().read_latency = Distribution(latency);
    JobSpec spec = steady_job(300);
    spec.workload()->loader.prefetch_size = 4;
    return run_until(spec, small_cluster(free_node(), lustre), 0.05).epochs[0].step_time->simulated;
  };
  EXPECT_EQ(simulated(15_ms), 128);
  EXPECT_EQ(simulated(35_ms), 300);
}

// The work that is left out, over that which was done: 1,000 batches over 128 and the four in hand.
TEST(EpochRest, TellsHowMuchIsLeftOut) {
  RestTold told;
  run_until(steady_job(1000, 2), steady_machine(), 0.001, 1, &told);
  EXPECT_EQ(told.epochs, 2);
  EXPECT_EQ(told.rests, 2);
  EXPECT_NEAR(told.more, 2 * (1000.0 / 132 - 1), 1e-12);
}

TEST(EpochRest, ShortEpochsAreWhole) {
  const JobResult whole = run_until(steady_job(128), steady_machine(), {});
  const JobResult cut = run_until(steady_job(128), steady_machine(), 0.001);
  EXPECT_EQ(cut.epochs[0].step_time->simulated, 128);
  EXPECT_EQ(cut.end, whole.end);
}

// Checkpoints and evaluations come between epochs, and are simulated, with draws of their own.
TEST(EpochRest, WhatComesBetweenEpochsIsSimulated) {
  JobSpec spec = steady_job(500, 2);
  WorkloadSpec& work = *spec.workload();
  work.checkpoint.enabled = true;
  work.checkpoint.model_size = 50_MiB;
  work.evaluation.enabled = true;
  work.evaluation_files = 64;
  work.evaluation.evaluation_time = Distribution(5_ms);
  const JobResult whole = run_until(spec, steady_machine(), {});
  const JobResult cut = run_until(spec, steady_machine(), 0.001);
  ASSERT_EQ(cut.epochs[1].checkpoints.size(), 1u);
  EXPECT_EQ(cut.epochs[1].step_time->simulated, 128);
  const auto span = [](const SpanResult& one) { return (one.end - one.start).in_seconds(); };
  EXPECT_NEAR(span(cut.epochs[1].checkpoints[0]) / span(whole.epochs[1].checkpoints[0]), 1, 0.2);
  EXPECT_NEAR(span(cut.epochs[1].evaluations[0]) / span(whole.epochs[1].evaluations[0]), 1, 0.1);
  EXPECT_NEAR(cut.end.since_start() / whole.end.since_start(), 1, 2e-4);
}

}  // namespace
}  // namespace headrace
