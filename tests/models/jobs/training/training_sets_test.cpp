#include "models/jobs/training/training_sets.h"

#include <gtest/gtest.h>

#include <deque>

#include "tests/models/support/recording_file_system.h"
#include "tests/models/support/training_rig.h"

namespace headrace {
namespace {

MixedSetSpec set_of(double weight, Format format, std::int64_t files, Bytes length) {
  MixedSetSpec set;
  set.weight = weight;
  set.data.format = format;
  set.data.files = files;
  set.data.record_length = length;
  return set;
}

// Batches of 4 samples, of which 3 are text and 1 an image; 4 ranks make 25 steps of 400 samples.
JobSpec mixed_job() {
  JobSpec job = npz_job(1, 20_ms);
  WorkloadSpec& work = *job.workload();
  MixtureSpec& mixture = work.mixture.emplace();
  mixture.sets.emplace_back("text", set_of(3, Format::npz, 300, 1'000'000_B));
  mixture.sets.emplace_back("images", set_of(1, Format::npy, 100, 250'000_B));
  return job;
}

ClusterSpec two_file_systems() {
  ClusterSpec machine = small_cluster();
  machine.file_systems.emplace_back("flash", machine.file_systems.front().second);
  return machine;
}

const MixtureResult::Set& set_of(const JobResult& result, std::size_t number) {
  return result.mixture.value().sets.at(number);
}

// Conservation: bytes that the readers were given = samples x size, of each set, at its own file system.
TEST(TrainingSets, AreReadByTheirSharesWhereTheyAre) {
  JobSpec job = mixed_job();
  job.places.emplace().datasets.emplace_back("images", FilePlaceSpec{"flash", {}});
  TrainingRig rig(job, 1, two_file_systems());
  const JobResult result = rig.run();
  ASSERT_EQ(rig.outcome.end, RunEnd::finished);
  EXPECT_EQ(result.epochs.at(0).steps, 25);
  EXPECT_EQ(set_of(result, 0).samples, 300);
  EXPECT_EQ(set_of(result, 1).samples, 100);
  EXPECT_EQ(set_of(result, 0).given, 300 * 1'000'000_B);
  EXPECT_EQ(set_of(result, 1).given, 100 * 250'000_B);
  EXPECT_EQ(set_of(result, 0).from_storage, 300 * 1'000'000_B);
  EXPECT_EQ(set_of(result, 0).epochs, 1);
  EXPECT_EQ(set_of(result, 1).epochs, 1);
  EXPECT_EQ(set_of(result, 0).file_system, "scratch");
  EXPECT_EQ(set_of(result, 1).file_system, "flash");
  EXPECT_EQ(result.epochs[0].delivered, 325'000'000_B);
  EXPECT_EQ(result.files_train, 400);
  EXPECT_EQ(result.samples_per_file, 0);
  EXPECT_EQ(result.record_length, 812'500_B);  // 3/4 MB and 1/4 of 250 kB.
}

// All of an epoch's reads but those of the last set to run out come again from memory, or from the storage.
TEST(TrainingSets, ThatRunOutAreRepeated) {
  JobSpec job = mixed_job();
  WorkloadSpec& work = *job.workload();
  work.mixture->sets[1].second.data.files = 25;  // It lasts for 100 of 400 samples.
  EXPECT_EQ(work.samples_of_epoch(), 100);
  work.mixture->epoch_ends = EpochEnd::all_exhausted;
  EXPECT_EQ(work.samples_of_epoch(), 400);
  TrainingRig rig(job);
  const JobResult result = rig.run();
  EXPECT_EQ(set_of(result, 0).epochs, 1);
  EXPECT_EQ(set_of(result, 1).epochs, 4);
  EXPECT_EQ(set_of(result, 1).samples, 100);
  EXPECT_EQ(set_of(result, 1).given, 100 * 250'000_B);
}

// Each rank reads the next piece of the sequence in each epoch; sets go through epochs of their own.
TEST(TrainingSets, GoOnOverEpochsOfTheJob) {
  JobSpec job = mixed_job();
  WorkloadSpec& work = *job.workload();
  work.training.epochs = 5;
  work.training.total_training_steps = 5;
  work.dataset.files = 400;
  for (const std::string_view policy : {"global", "local", "sequential", "window"}) {
    job.shuffle.emplace(policy);
    TrainingRig rig(job);
    const JobResult result = rig.run();
    ASSERT_EQ(rig.outcome.end, RunEnd::finished) << policy;
    EXPECT_EQ(set_of(result, 0).from_storage, 300'000'000_B) << policy << ": each sample once";
    EXPECT_EQ(set_of(result, 1).from_storage, 25'000'000_B) << policy;
  }
}

// One set is no mixture, to the digit: the same events at the same times.
TEST(TrainingSets, OfAMixtureOfOneAreTheDataSet) {
  for (const bool shuffled : {false, true}) {
    JobSpec plain = npz_job(208, 20_ms);  // 13 whole steps: nothing of an epoch is dropped.
    plain.workload()->dataset.record_length_stdev = 100'000_B;
    if (shuffled) plain.shuffle.emplace("global");
    plain.cache.emplace().capacity = 30_MiB;
    plain.feed.emplace();
    plain.startup.emplace().files = 1;
    plain.startup->lists_dataset = true;
    plain.workload()->training.epochs = 2;
    JobSpec mixed = plain;
    MixedSetSpec only;
    only.data = plain.workload()->dataset;
    mixed.workload()->mixture.emplace().sets.emplace_back("only", only);
    mixed.workload()->dataset = DatasetSpec();
    TrainingRig one(plain), other(mixed);
    const JobResult first = one.run(), second = other.run();
    EXPECT_EQ(first.end, second.end);
    EXPECT_EQ(one.outcome.events, other.outcome.events);
    EXPECT_EQ(first.au_percent, second.au_percent);
    EXPECT_EQ(first.mib_per_second, second.mib_per_second);
    EXPECT_EQ(first.epochs[1].from_storage, second.epochs[1].from_storage);
    EXPECT_EQ(first.cache->hits, second.cache->hits);
    EXPECT_FALSE(first.mixture.has_value());
    EXPECT_EQ(set_of(second, 0).epochs, 2);
  }
}

// A cache keeps samples of both sets apart: none is found under the number of the other's.
TEST(TrainingSets, ShareACacheOfSamples) {
  JobSpec job = mixed_job();
  job.cache.emplace().capacity = 1_GiB;
  job.cache->scope = CacheScope::node;
  job.shuffle.emplace("local");
  job.workload()->training.epochs = 2;
  TrainingRig rig(job);
  const JobResult result = rig.run();
  EXPECT_EQ(result.cache->misses, 400);
  EXPECT_EQ(result.cache->hits, 400);
  EXPECT_EQ(set_of(result, 0).given, 300'000'000_B);
  EXPECT_EQ(set_of(result, 1).given, 25'000'000_B);
}

TEST(TrainingSets, AreListedAtTheStart) {
  JobSpec job = mixed_job();
  job.startup.emplace().lists_dataset = true;
  TrainingRig rig(job);
  EXPECT_GT(rig.run().startup->listing, Duration());
}

TEST(TrainingSets, MayBeDestroyedAtAnyEvent) {
  const JobSpec job = mixed_job();
  TrainingRig whole(job);
  whole.run();
  for (std::uint64_t part = 1; part < 30; ++part) {
    TrainingRig rig(job);
    RunLimits limits;
    limits.events = whole.outcome.events * part / 30;
    EXPECT_EQ(rig.sim.run(limits).end, RunEnd::event_limit);
  }
}

}  // namespace
}  // namespace headrace
