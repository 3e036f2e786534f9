#include <gtest/gtest.h>

#include "models/jobs/checkpoint/checkpoint.h"
#include "models/jobs/job_spec.h"

namespace headrace {
namespace {

constexpr double kOfFile = 11.5, kOfRead = 3, kOfWrite = 4.7, kOfSample = 0.5, kOfTransfer = 1.5;

// A job that trains with batches of 5 samples of 8 MiB: on 4 ranks 5 steps an epoch, 100 samples.
class WorkloadEvents : public testing::Test {
 protected:
  WorkloadEvents() : work(job.work.give(WorkloadSpec())) {
    work.dataset.format = Format::npz;
    work.dataset.files = 100;
    work.dataset.record_length = 8_MiB;
    work.loader.kind = LoaderKind::pytorch;
    work.loader.batch_size = 5;
  }

  double events(Bytes request = 4_MiB, std::int64_t ranks = 4) const {
    JobFacts::Ground ground;
    ground.nodes = nodes;
    ground.ranks = ranks;
    ground.data.assign(work.training_sets().size(), {request, kOfRead, pages});
    ground.of_checkpoints = request;
    ground.of_row = kOfRead;
    ground.flows = flows;
    return job.facts().events(job, ground);
  }

  JobSpec job;
  WorkloadSpec& work;
  std::int64_t nodes = 2;
  Bytes pages;
  bool flows = false;
};

// A job that writes 3 and reads 5 has 5 of them in memory at the end; one that trains writes alone.
TEST_F(WorkloadEvents, ComeWithWhatCheckpointsAreMadeOf) {
  work.checkpoint.enabled = true;
  work.checkpoint.model_size = 1_MiB;
  work.checkpoint.ranks = CheckpointRanks::all_ranks;
  const double size = 4 * 1048576.0;
  const auto bytes = [&] { return job.facts().checkpoints(job, 4); };
  work.training.epochs = 6;
  work.checkpoint.epochs_between = 2;
  EXPECT_EQ(bytes().one, size);
  EXPECT_EQ(bytes().all, 3 * size);
  work.training.enabled = false;
  work.checkpoint.writes = 3;
  work.checkpoint.reads = 5;
  EXPECT_EQ(bytes().all, 5 * size);
  work.checkpoint.writes = -1;
  EXPECT_EQ(bytes().one, 0) << "what is read back was written by another run";
  work.checkpoint.enabled = false;
  EXPECT_EQ(bytes().all, 0);
}

TEST_F(WorkloadEvents, AreThoseOfFilesReadsAndSamples) {
  EXPECT_DOUBLE_EQ(events(), 100 * (kOfSample + 2 * kOfRead + kOfFile));
  EXPECT_DOUBLE_EQ(events(1_MiB), 100 * (kOfSample + 8 * kOfRead + kOfFile));
  EXPECT_DOUBLE_EQ(events(16_MiB), 100 * (kOfSample + kOfRead + kOfFile)) << "a sample is a read at least";
  work.training.epochs = 3;
  EXPECT_DOUBLE_EQ(events(), 300 * (kOfSample + 2 * kOfRead + kOfFile));
  EXPECT_EQ(events(4_MiB, 0), 0);
}

TEST_F(WorkloadEvents, OfSamplesThatAreNotReadAreFew) {
  work.dataset.format = Format::synthetic;
  EXPECT_DOUBLE_EQ(events(), 100 * kOfSample);
}

// On two nodes that keep all 800 MiB, a node has in the second epoch half of what it reads, and three
// quarters in the third; a cache that holds half of the data never has more than that, and spares the files
// as well.
TEST_F(WorkloadEvents, AreFewerWhereCachesHaveWhatIsRead) {
  work.training.epochs = 3;
  pages = 800_MiB;
  EXPECT_DOUBLE_EQ(events(), 300 * (kOfSample + kOfFile) + 100 * (1 + 0.5 + 0.25) * 2 * kOfRead);
  pages = Bytes();
  job.cache.emplace().capacity = 400_MiB;
  EXPECT_DOUBLE_EQ(events(), 300 * kOfSample + 100 * (1 + 0.5 + 0.5) * (kOfFile + 2 * kOfRead));
}

// Two nodes send 2 x 40 MiB each in each of 5 steps, in pieces of 4 MiB.
TEST_F(WorkloadEvents, HaveThoseOfGradientsOverPorts) {
  const double without = events();
  job.collectives.emplace().gradient_size = 40_MiB;
  EXPECT_DOUBLE_EQ(events(), without);
  job.collectives->contend = true;
  EXPECT_DOUBLE_EQ(events(), without + 5 * 2 * 20 * 3.2);
  nodes = 1;
  EXPECT_DOUBLE_EQ(events(), without);
}

// What is kept on a node's drives and read back is 2.1 events a MiB more.
TEST_F(WorkloadEvents, HaveThoseOfLocalCopies) {
  work.checkpoint.enabled = true;
  work.checkpoint.model_size = 8_MiB;
  const double direct = events();
  job.checkpointing.strategy = Chosen<CheckpointStrategy>("two_level");
  EXPECT_DOUBLE_EQ(events(), direct + 2.1 * 8);
}

TEST_F(WorkloadEvents, OfStreamsAreThoseOfTheirTransfers) {
  work.dataset.format = Format::tfrecord;
  work.dataset.files = 10;
  work.dataset.samples_per_file = 10;
  work.loader.transfer_size = 2_MiB;
  EXPECT_DOUBLE_EQ(events(), 100 * (kOfSample + 2 * kOfRead + 4 * kOfTransfer + kOfFile / 10));
  work.dataset.files = 3;  // Of 4 ranks each reads all of them, and keeps its share; a step takes 20 samples.
  work.dataset.samples_per_file = 10;
  EXPECT_DOUBLE_EQ(events(), 20 * (kOfSample + 2 * kOfRead + 4 * 4 * kOfTransfer + kOfFile / 10));
}

// Of each set its share of the samples: here one that is read, and one that is made in place.
TEST_F(WorkloadEvents, OfAMixtureAreThoseOfItsSets) {
  const double alone = events();
  MixtureSpec& mixture = work.mixture.emplace();
  mixture.sets.resize(2);
  mixture.sets[0].second.data = mixture.sets[1].second.data = work.dataset;
  mixture.sets[0].second.data.files = 75;
  mixture.sets[0].second.weight = 3;
  mixture.sets[1].second.data.files = 25;
  EXPECT_DOUBLE_EQ(events(), alone);
  mixture.sets[1].second.data.format = Format::synthetic;
  const double samples = 100;
  EXPECT_DOUBLE_EQ(events() - samples * kOfSample, 0.75 * (alone - samples * kOfSample));
}

// By flows a file of 32 rows of two requests and more is written in rows of a piece for each stripe; one that
// is shorter by its requests.
TEST_F(WorkloadEvents, OfCheckpointsByFlowsAreThoseOfRows) {
  work.training.enabled = false;
  work.checkpoint.enabled = true;
  work.checkpoint.ranks = CheckpointRanks::all_ranks;
  work.checkpoint.writes = 1;
  job.layout.stripe_count = 3;
  work.checkpoint.model_size = 256_MiB;
  const double by_requests = events();
  EXPECT_DOUBLE_EQ(by_requests, 4 * (kOfFile + kOfWrite * 64));
  flows = true;
  EXPECT_DOUBLE_EQ(events(), 4 * (kOfFile + kOfRead * 32 * 3));
  work.checkpoint.model_size = 255_MiB;
  EXPECT_DOUBLE_EQ(events(), 4 * (kOfFile + kOfWrite * 63.75));
}

TEST_F(WorkloadEvents, OfCheckpointsAreThoseOfTheirFilesAndWrites) {
  const double training = events();
  work.checkpoint.enabled = true;
  work.checkpoint.model_size = 8_MiB;
  work.checkpoint.steps_between = 2;
  const auto size = static_cast<double>(checkpoint_size(work.checkpoint, 4).count());
  ASSERT_GT(size, 0);
  const double one = 4 * kOfFile + kOfWrite * size / static_cast<double>((4_MiB).count());
  EXPECT_DOUBLE_EQ(events(), training + 2 * one);
  work.checkpoint.steps_between = -1;
  work.training.epochs = 4;
  work.checkpoint.epochs_between = 2;
  EXPECT_DOUBLE_EQ(events(), 4 * training + 2 * one);
  work.training.enabled = false;
  work.checkpoint.writes = 3;
  work.checkpoint.reads = 1;
  EXPECT_DOUBLE_EQ(events(), 4 * one);
}

}  // namespace
}  // namespace headrace
