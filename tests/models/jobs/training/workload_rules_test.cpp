#include <gtest/gtest.h>

#include "models/jobs/job_spec.h"
#include "tests/models/support/recording_check.h"

namespace headrace {
namespace {

// A job that trains on 2 x 2 ranks with batches of 4: a step takes 16 samples.
class WorkloadRules : public testing::Test {
 protected:
  WorkloadRules() : work(job.work.give(WorkloadSpec())) {
    job.nodes.group = "clients";
    job.storage = "scratch";
    work.dataset.format = Format::npz;
    work.dataset.files = 1000;
    work.dataset.record_length = 100_MiB;
    work.loader.kind = LoaderKind::pytorch;
    work.loader.batch_size = 4;
    node.count = node.accelerators = 2;
    node.memory = 128_GiB;
  }

  // Returns the codes and fields of what is wrong, of a text that says all but these fields.
  std::string found(std::vector<std::string> left_out = {}, bool refused = false) {
    RecordingCheck check({{"scratch", store}}, std::move(left_out));
    check.own_machine.nodes.emplace_back("clients", node);
    check.refused = refused;
    job.check(check);
    for (const Finding& finding : check.findings) {
      EXPECT_TRUE(finding.or_at_spec && finding.is_of_all) << finding.code;
    }
    first = check.findings.empty() ? Finding() : check.findings[0];
    return check.codes;
  }

  JobSpec job;
  WorkloadSpec& work;
  NodeSpec node;
  StoreFacts store;
  Finding first;
};

TEST_F(WorkloadRules, WantAFullBatchOfEachRank) {
  work.dataset.files = 16;
  EXPECT_EQ(found(), "");
  work.dataset.files = 15;
  EXPECT_EQ(found(), "E0309 workload.dataset.files");
  EXPECT_EQ(first.sentence, "15 samples make no full batch for each of 4 ranks: not one step would run");
  EXPECT_EQ(first.help, "a step takes 4 ranks x batch size 4 = 16 samples");
  EXPECT_EQ(found({"workload.dataset.files"}), "E0309 workload");
  EXPECT_EQ(found({}, true), "");
  work.dataset.samples_per_file = 2;
  EXPECT_EQ(found(), "");
  work.dataset.files = 8;
  EXPECT_EQ(found(), "");
}

TEST_F(WorkloadRules, CountBytesOfWholeFilesAlone) {
  work.loader.decode = false;
  EXPECT_EQ(found(), "");
  work.dataset.format = Format::jpeg;
  EXPECT_EQ(found(), "");
  work.dataset.format = Format::hdf5;
  EXPECT_EQ(found(), "E0390 workload.loader.decode");
  work.dataset.format = Format::tfrecord;
  work.loader.kind = LoaderKind::tensorflow;
  EXPECT_EQ(found(), "E0390 workload.loader.decode");
}

TEST_F(WorkloadRules, AreForAJobOfOneRankToo) {
  node.count = node.accelerators = 1;
  work.dataset.files = 4;
  EXPECT_EQ(found(), "");
  work.dataset.files = 3;
  EXPECT_EQ(found(), "E0309 workload.dataset.files");
}

TEST_F(WorkloadRules, AreNotForAJobWithoutRanks) {
  work.dataset.files = 0;
  job.accelerators_per_node = 0;
  EXPECT_EQ(found(), "");
  job.accelerators_per_node = 1;
  EXPECT_EQ(found(), "E0309 workload.dataset.files");
  job.nodes.group = "others";
  EXPECT_EQ(found(), "");
}

// Four ranks get 5, 5, 5 and 3 of 18 samples, and 5, 5, 5 and 4 of 19; 16 deal evenly.
TEST_F(WorkloadRules, WarnOfALastRankThatStarves) {
  job.dlio = "unet3d.yaml";
  work.dataset.files = 19;
  EXPECT_EQ(found(), "");
  work.dataset.files = 18;
  EXPECT_EQ(found(), "W0005 workload.dataset.files");
  EXPECT_NE(first.help.find("does not stall with 16 files"), std::string::npos) << first.help;
  work.training.total_training_steps = 1;
  EXPECT_EQ(found(), "W0005 workload.dataset.files");
  job.dlio_version = DlioVersion::v1_0;
  EXPECT_EQ(found(), "");
  job.dlio_version = DlioVersion::v2_0;
  job.shuffle.emplace();
  EXPECT_EQ(found(), "");
}

// PyTorch's sampler pads what is no DLIO file's; TensorFlow's threads do not.
TEST_F(WorkloadRules, ASpeltOutWorkloadStarvesNobodyUnderPyTorch) {
  work.dataset.files = 18;
  EXPECT_EQ(found(), "");
  work.loader.kind = LoaderKind::tensorflow;
  EXPECT_EQ(found(), "W0005 workload.dataset.files");
}

// 38 samples are 2 steps, of which the last rank's 8 are enough; of 37 it gets 7, enough for 1.
TEST_F(WorkloadRules, WarnOfTheStepsThatAreMade) {
  job.dlio = "unet3d.yaml";
  work.dataset.files = 38;
  EXPECT_EQ(found(), "");
  work.dataset.files = 37;
  EXPECT_EQ(found(), "W0005 workload.dataset.files");
  work.training.total_training_steps = 1;
  EXPECT_EQ(found(), "");
}

TEST_F(WorkloadRules, WarnOfFewFilesThatAllRead) {
  work.loader.kind = LoaderKind::tensorflow;
  work.dataset.format = Format::tfrecord;
  work.dataset.samples_per_file = 100;
  work.dataset.files = 4;
  EXPECT_EQ(found(), "");
  work.dataset.files = 3;
  EXPECT_EQ(found(), "W0004 workload.dataset.files");
}

// Four ranks get 7 files of 3 samples: one has a single file, too little for a batch of 4; of 8 all have two.
TEST_F(WorkloadRules, WarnOfARankWhoseFilesMakeNoBatch) {
  work.loader.kind = LoaderKind::tensorflow;
  work.dataset.format = Format::tfrecord;
  work.dataset.samples_per_file = 3;
  work.dataset.files = 8;
  EXPECT_EQ(found(), "");
  work.dataset.files = 7;
  EXPECT_EQ(found(), "W0005 workload.dataset.files");
  EXPECT_NE(first.help.find("does not stall with 8 files"), std::string::npos) << first.help;
}

// 1000 x 100 MiB are 97.7 GiB: half of two nodes' memory is more, and a third less.
TEST_F(WorkloadRules, WarnOfADataSetThatPagesHold) {
  store.pages_share = 0.5;
  EXPECT_EQ(found(), "");
  work.training.epochs = 2;
  EXPECT_EQ(found(), "W0002 workload.dataset.files");
  store.pages_share = 1.0 / 3;
  EXPECT_EQ(found(), "");
  store.pages = 50_GiB;
  EXPECT_EQ(found(), "W0002 workload.dataset.files");
  work.loader.direct_io = true;
  EXPECT_EQ(found(), "");
  work.loader.direct_io = false;
  job.storage = "home";
  EXPECT_EQ(found(), "");
}

TEST_F(WorkloadRules, WarnOfAnEvaluationWithoutABatch) {
  work.loader.batch_size_evaluation = 2;
  work.evaluation_files = 7;
  EXPECT_EQ(found(), "");
  work.evaluation.enabled = true;
  EXPECT_EQ(found(), "W0006 workload.evaluation_files");
  work.evaluation_files = 3;
  work.evaluation_samples_per_file = 2;
  EXPECT_EQ(found(), "W0006 workload.evaluation_files");
  EXPECT_EQ(first.sentence.find("6 evaluation samples make no full batch for each of 4 ranks"), 0U)
      << first.sentence;
  work.evaluation_files = 7;
  EXPECT_EQ(found(), "");
  work.evaluation_samples_per_file = 0;
  work.evaluation_files = 8;
  EXPECT_EQ(found(), "");
}

TEST_F(WorkloadRules, WarnOfAJobThatDoesNothing) {
  work.training.enabled = false;
  work.checkpoint.writes = 1;
  EXPECT_EQ(found(), "W0007 workload.training");
  work.checkpoint.enabled = true;
  EXPECT_EQ(found(), "");
  work.checkpoint.writes = -1;
  EXPECT_EQ(found(), "W0007 workload.training");
  work.checkpoint.reads = 1;
  EXPECT_EQ(found(), "");
}

// 2 EiB are 2^61 bytes.
TEST_F(WorkloadRules, WantBytesThatCanBeCounted) {
  work.dataset.record_length = 1_GiB;
  work.dataset.files = std::int64_t{1} << 31;
  EXPECT_EQ(found(), "E0308 workload.dataset");
  --work.dataset.files;
  job.dlio_version = DlioVersion::v1_0;
  EXPECT_EQ(found(), "");
  work.evaluation_files = std::int64_t{1} << 31;
  EXPECT_EQ(found(), "E0308 workload.dataset");
  work.evaluation_files = 0;
  work.loader.batch_size_evaluation = std::int64_t{1} << 29;
  EXPECT_EQ(found(), "E0308 workload.dataset");
  --work.loader.batch_size_evaluation;
  EXPECT_EQ(found(), "");
}

}  // namespace
}  // namespace headrace
