#include <gtest/gtest.h>

#include "models/jobs/job_spec.h"
#include "tests/models/support/recording_check.h"

namespace headrace {
namespace {

// A job that trains on 2 x 2 ranks on 700 texts and 300 images.
class MixtureRules : public testing::Test {
 protected:
  MixtureRules() : work(job.work.give(WorkloadSpec())), mixture(work.mixture.emplace()) {
    job.nodes.group = "clients";
    job.storage = "scratch";
    work.loader.kind = LoaderKind::pytorch;
    mixture.sets.resize(2);
    mixture.sets[0].first = "text";
    mixture.sets[0].second.weight = 0.7;
    mixture.sets[0].second.data.files = 700;
    mixture.sets[1].first = "images";
    mixture.sets[1].second.weight = 0.3;
    mixture.sets[1].second.data.files = 300;
    node.count = node.accelerators = 2;
  }

  std::string found(std::vector<std::string> left_out = {"workload.dataset"}) {
    RecordingCheck check({{"scratch", StoreFacts()}, {"flash", StoreFacts()}}, std::move(left_out));
    check.own_machine.nodes.emplace_back("clients", node);
    job.check(check);
    first = check.findings.empty() ? Finding() : check.findings[0];
    return check.codes;
  }

  JobSpec job;
  WorkloadSpec& work;
  MixtureSpec& mixture;
  NodeSpec node;
  Finding first;
};

TEST_F(MixtureRules, TakeAMixtureOfSeveralSets) {
  EXPECT_EQ(found(), "");
  EXPECT_EQ(found({}), "W0067 workload.dataset") << "the mixture says what is read";
}

TEST_F(MixtureRules, WantASet) {
  mixture.sets.clear();
  EXPECT_EQ(found(), "E0364 workload.mixture.sets");
}

TEST_F(MixtureRules, WantALoaderThatMixes) {
  work.loader.kind = LoaderKind::tensorflow;
  EXPECT_EQ(found(), "E0364 workload.loader.kind");
}

TEST_F(MixtureRules, WarnOfAJobThatReadsNothing) {
  work.training.enabled = false;
  work.checkpoint.enabled = true;
  work.checkpoint.writes = 1;
  work.checkpoint.model_size = 1_GiB;
  EXPECT_EQ(found(), "W0011 workload.mixture");
}

// DLIO v2.0 gives each rank ceil(N / P) samples, and the last one the rest: of 5 samples nothing.
TEST_F(MixtureRules, WantSamplesForEachRank) {
  mixture.epoch_ends = EpochEnd::all_exhausted;
  mixture.sets[1].second.data.files = 5;
  EXPECT_EQ(found(), "E0309 workload.mixture.sets.images");
  EXPECT_EQ(first.sentence, "the 5 samples of 'images' leave one of 4 ranks without any");
  job.dlio_version = DlioVersion::v1_0;
  EXPECT_EQ(found(), "");
  mixture.sets[1].second.data.files = 3;
  EXPECT_EQ(found(), "E0309 workload.mixture.sets.images");
}

TEST_F(MixtureRules, RefuseAShuffleThatHandsSamplesOn) {
  job.shuffle.emplace("partial");
  EXPECT_EQ(found(), "E0325 shuffle");
  job.shuffle.emplace("global");
  EXPECT_EQ(found(), "");
}

TEST_F(MixtureRules, RefuseACacheThatLooksAhead) {
  job.cache.emplace().capacity = 1_MiB;
  job.cache->policy = Chosen<CachePolicy>("belady");
  EXPECT_EQ(found(), "E0324 cache.policy");
  job.cache->policy = Chosen<CachePolicy>("lru");
  EXPECT_EQ(found(), "");
}

// Of 40 samples one in 1,001 is none: its first one is due behind the 500th.
TEST_F(MixtureRules, DoubtASetOfWhichNothingIsDrawn) {
  work.training.total_training_steps = 10;
  mixture.sets[1].second.weight = 0.0007;
  EXPECT_EQ(found(), "W0065 workload.mixture.sets.images.weight");
  EXPECT_NE(first.sentence.find("the run has 40 samples"), std::string::npos) << first.sentence;
  mixture.sets[1].second.weight = 0.07;
  EXPECT_EQ(found(), "");
}

TEST_F(MixtureRules, RefuseMoreThanCanBeCounted) {
  for (auto& [name, set] : mixture.sets) {
    set.data.files = 1'000'000'000'000;
    set.data.record_length = 1_B;
  }
  EXPECT_EQ(found(), "E0364 workload.mixture");
  work.training.total_training_steps = 10;
  EXPECT_EQ(found(), "");
}

TEST_F(MixtureRules, WantPlacesOfSetsThatThereAre) {
  job.places.emplace().datasets.emplace_back("images", FilePlaceSpec{"flash", {}});
  EXPECT_EQ(found(), "");
  EXPECT_EQ(job.stores(), (std::vector<std::string>{"scratch", "flash"}));
  job.places->datasets.emplace_back("text", FilePlaceSpec{"flash", {}});
  EXPECT_EQ(found(), "W0063 storage, W0063 layout") << "nothing is left there";
  job.places->datasets[1].first = "pictures";
  EXPECT_EQ(found(), "E0363 places.datasets.pictures");
  EXPECT_EQ(first.names, (std::vector<std::string_view>{"text", "images"}));
  work.mixture.reset();
  EXPECT_EQ(found(), "E0363 places.datasets.images, E0363 places.datasets.pictures");
}

}  // namespace
}  // namespace headrace
