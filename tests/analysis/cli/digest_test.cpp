#include "analysis/cli/digest.h"

#include <gtest/gtest.h>

#include "scenarios/loader/read/read_scenario.h"
#include "tests/analysis/cli/cli_fixture.h"

namespace headrace {
namespace {

JobDigest digest_with(const std::vector<std::string>& overrides) {
  const ScenarioRead read = read_scenario(kTinyScenario, "tiny.yaml", overrides);
  EXPECT_TRUE(read.scenario.has_value()) << read.problems.text();
  return read.scenario ? digest(*read.scenario).at(0) : JobDigest();
}

// floor(160 files / (2 a batch x 4 ranks)) = 20.
TEST(Digest, CountsRanksAndSteps) {
  const JobDigest job = digest_with({});
  EXPECT_EQ(job.name, "train");
  EXPECT_EQ(job.model, "tiny");
  EXPECT_EQ(job.nodes, 2);
  EXPECT_EQ(job.ranks, 4);
  EXPECT_EQ(job.epochs, 2);
  EXPECT_EQ(job.steps_per_epoch, 20);
  EXPECT_EQ(job.text(), "train: tiny, 4 ranks on 2 nodes, 2 epochs of 20 steps a rank");
}

TEST(Digest, FollowsTheJobsOwnNumbers) {
  const JobDigest job = digest_with({"jobs.train.nodes.count=1", "jobs.train.accelerators_per_node=1",
                                     "jobs.train.workload.dataset.samples_per_file=7",
                                     "jobs.train.workload.dataset.format=hdf5"});
  EXPECT_EQ(job.ranks, 1);
  EXPECT_EQ(job.steps_per_epoch, 160 * 7 / 2);
}

TEST(Digest, StopsAtTheStepLimit) {
  EXPECT_EQ(digest_with({"jobs.train.workload.training.total_training_steps=3"}).steps_per_epoch, 3);
}

TEST(Digest, OfAJobThatOnlyWritesCheckpoints) {
  JobDigest job;
  job.name = "save";
  job.model = "llama3_8b";
  job.nodes = 1;
  job.ranks = 8;
  job.checkpoint_writes = 10;
  job.checkpoint_reads = 1;
  EXPECT_EQ(job.text(), "save: llama3_8b, 8 ranks on 1 node, 10 checkpoint writes, 1 checkpoint read");
}

TEST(Digest, OfAJobThatAnswersRequests) {
  JobDigest job;
  job.name = "serve";
  job.model = "resnet50";
  job.nodes = 2;
  job.ranks = 8;
  job.manner = "streaming inference";
  EXPECT_EQ(job.text(), "serve: resnet50, 8 ranks on 2 nodes, streaming inference");
}

// Nodes from the first on.
TEST(Digest, CountsTheNodesThatAreLeft) { EXPECT_EQ(digest_with({"jobs.train.nodes.first=1"}).nodes, 1); }

}  // namespace
}  // namespace headrace
