#include <gtest/gtest.h>

#include "models/jobs/job_spec.h"
#include "tests/models/support/recording_check.h"

namespace headrace {
namespace {

// A job that trains a model which is spread over its 4 x 4 ranks.
class StepRules : public testing::Test {
 protected:
  StepRules() : work(job.work.give(WorkloadSpec())), sizes(work.checkpoint.parallelism) {
    job.nodes.group = "clients";
    work.dataset.format = Format::npz;
    work.dataset.files = 100'000;
    work.loader.kind = LoaderKind::pytorch;
    node.count = node.accelerators = 4;
    job.step.emplace().micro_batches = 16;
    sizes.tensor = 2;
    sizes.pipeline = 4;
  }

  std::string found(std::vector<std::string> left_out = {"step.activation_size", "step.forward",
                                                         "step.readers"}) {
    RecordingCheck check({{"scratch", StoreFacts()}}, std::move(left_out));
    check.own_machine.nodes.emplace_back("clients", node);
    job.check(check);
    first = check.findings.empty() ? Finding() : check.findings[0];
    return check.codes;
  }

  JobSpec job;
  WorkloadSpec& work;
  ParallelismSpec& sizes;
  NodeSpec node;
  Finding first;
};

TEST_F(StepRules, TakeAModelThatFits) {
  EXPECT_EQ(found(), "");
  EXPECT_EQ(found({}), "");
  sizes.data = 2;
  EXPECT_EQ(found(), "");
  job.collectives.emplace().gradient_size = 1'000'000_B;
  EXPECT_EQ(found(), "");
}

TEST_F(StepRules, WantAnEffect) {
  sizes.tensor = sizes.pipeline = 1;
  EXPECT_EQ(found(), "");
  job.step->micro_batches = 1;
  EXPECT_EQ(found(), "W0080 step");
  EXPECT_EQ(first.sentence, "'step' has no effect: a step is one batch of each rank, as without it");
  job.step->micro_batches = 2;
  EXPECT_EQ(found({}), "W0080 step.activation_size, W0080 step.forward, W0080 step.readers");
  EXPECT_EQ(first.sentence, "'step.activation_size' has no effect: the model is in no pipeline");
  sizes.tensor = 2;
  EXPECT_EQ(found({}), "W0080 step.activation_size, W0080 step.forward");
}

TEST_F(StepRules, WantAnEffectOfAJobThatTrains) {
  work.training.enabled = false;
  work.checkpoint.enabled = true;
  work.checkpoint.writes = 1;
  EXPECT_EQ(found(), "W0011 step");
}

TEST_F(StepRules, WantRanksOfWholeModels) {
  sizes.pipeline = 3;
  EXPECT_EQ(found(), "E0450 step");
  EXPECT_EQ(first.sentence, "the job has 16 ranks, and its model is spread over tensor 2 x pipeline 3");
  sizes.pipeline = 4;
  sizes.data = 3;
  EXPECT_EQ(found(), "E0450 step");
  EXPECT_EQ(first.sentence,
            "the job has 16 ranks, and its model is spread over tensor 2 x pipeline 4 x data 3");
  work.checkpoint.enabled = true;  // Of a transformer that is cut likewise, which is refused already.
  work.checkpoint.transformer.layers = 8;
  EXPECT_EQ(found(), "E0330 workload.checkpoint.parallelism.tensor");
}

TEST_F(StepRules, WantTensorsInsideNodes) {
  sizes.tensor = 8;
  sizes.pipeline = 2;
  EXPECT_EQ(found(), "E0451 step");
}

TEST_F(StepRules, WantReplicasThatLieEvenly) {
  node.count = 3;
  sizes.tensor = 1;
  sizes.pipeline = 2;
  sizes.order = RankOrder::tensor_data_pipeline;  // Stages of 6 ranks on nodes of 4.
  EXPECT_EQ(found(), "");
  job.collectives.emplace().gradient_size = 1'000'000_B;
  EXPECT_EQ(found(), "E0452 step");
  sizes.order = RankOrder::tensor_pipeline_data;
  EXPECT_EQ(found(), "");
}

TEST_F(StepRules, WantNothingThatIsOfRanksAlone) {
  work.evaluation.enabled = true;
  work.evaluation_files = 100'000;
  EXPECT_EQ(found(), "E0453 step");
  work.evaluation.enabled = false;
  job.cache.emplace().policy = Chosen<CachePolicy>("belady");
  EXPECT_EQ(found(), "E0454 cache.policy");
  job.cache->policy = Chosen<CachePolicy>("lru");
  EXPECT_EQ(found(), "");
}

TEST_F(StepRules, DoubtALargeBubble) {
  job.step->micro_batches = 12;
  EXPECT_EQ(found(), "");
  job.step->micro_batches = 8;
  EXPECT_EQ(found(), "W0081 step.micro_batches");
  EXPECT_EQ(first.sentence, "a pipeline of 4 stages is empty for 27 % of a step of 8 batches");
}

TEST_F(StepRules, CountSamplesOfReplicas) {
  work.dataset.files = 32;
  EXPECT_EQ(found(), "");
  work.dataset.files = 31;
  EXPECT_EQ(found(), "E0309 workload.dataset.files");
  EXPECT_EQ(
      first.sentence,
      "31 samples do not make 16 full batches for each of 2 replicas of the model: not one step would run");
  EXPECT_EQ(first.help,
            "a step takes 2 replicas of the model x 16 micro-batches x batch size 1 = 32 samples");
}

TEST_F(StepRules, WantRoundsOfClientsAlone) {
  sizes.tensor = sizes.pipeline = 1;
  FederatedSpec& federated = job.step->federated.emplace();
  federated.model_size = 10'000'000_B;
  EXPECT_EQ(found(), "");
  job.step->micro_batches = 1;
  EXPECT_EQ(found(), "");
  federated.participants = 16;
  EXPECT_EQ(found(), "");
  federated.participants = 17;
  EXPECT_EQ(found(), "E0455 step.federated.participants");
  EXPECT_EQ(first.sentence, "17 participants of 16 clients: each rank is one");
  federated.participants = 4;
  sizes.tensor = 2;
  EXPECT_EQ(found(), "E0455 step.federated");
  sizes.tensor = 1;
  job.collectives.emplace().gradient_size = 1'000'000_B;
  EXPECT_EQ(found(), "E0455 step.federated");
}

TEST_F(StepRules, WantASourceOfAllSamples) {
  job.step.reset();
  work.loader.batch_size = 32;
  SourceSpec& source = job.source.emplace();
  EXPECT_EQ(found(), "E0456 source");
  work.dataset.format = Format::synthetic;
  EXPECT_EQ(found(), "");
  source.buffer = 31;
  EXPECT_EQ(found(), "E0456 source.buffer");
  EXPECT_EQ(first.sentence, "a batch of 32 samples never lies in a buffer of 31");
  source.buffer = 32;
  source.arrivals = Chosen<ArrivalProcess>("replay");
  EXPECT_EQ(found(), "E0456 source.arrivals");
}

}  // namespace
}  // namespace headrace
