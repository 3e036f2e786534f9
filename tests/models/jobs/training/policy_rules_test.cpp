#include <gtest/gtest.h>

#include "models/jobs/job_spec.h"
#include "tests/models/support/recording_check.h"

namespace headrace {
namespace {

// A job that trains on 2 x 2 ranks, on nodes of 128 GiB with links, drives of 200 GiB and accelerators of
// 80 GB.
class PolicyRules : public testing::Test {
 protected:
  PolicyRules() : work(job.work.give(WorkloadSpec())) {
    job.nodes.group = "clients";
    work.dataset.format = Format::npz;
    work.dataset.files = 1000;
    work.loader.kind = LoaderKind::pytorch;
    node.count = node.accelerators = 2;
    node.memory = 128_GiB;
    node.pcie.emplace();
    node.accelerator_memory.emplace();
    drives.on_nodes = 200_GiB;
  }

  CacheSpec& cache(Bytes capacity, CacheTier tier = CacheTier::memory, CacheScope scope = CacheScope::node) {
    CacheSpec& spec = job.cache.emplace();
    spec.capacity = capacity;
    spec.tier = tier;
    spec.scope = scope;
    return spec;
  }
  void stream() {
    work.dataset.format = Format::tfrecord;
    work.loader.kind = LoaderKind::tensorflow;
  }
  // Returns the codes and fields of what is wrong.
  std::string found(bool refused = false, std::vector<std::string> left_out = {}) {
    RecordingCheck check({{"nvme", drives}, {"scratch", StoreFacts()}}, std::move(left_out));
    check.own_machine.nodes.emplace_back("clients", node);
    check.refused = refused;
    job.check(check);
    first = check.findings.empty() ? Finding() : check.findings[0];
    return check.codes;
  }

  JobSpec job;
  WorkloadSpec& work;
  NodeSpec node;
  StoreFacts drives;
  Finding first;
};

TEST_F(PolicyRules, DoubtLogsThatNobodyWritesOrShares) {
  job.logs.emplace();
  EXPECT_EQ(found(), "");
  job.logs->every = 251;  // 1,000 samples are 250 steps of four ranks.
  EXPECT_EQ(found(), "W0066 logs.every");
  work.training.epochs = 2;
  EXPECT_EQ(found(), "");
  job.logs->shared = true;
  EXPECT_EQ(found(), "W0066 logs.shared");
  job.logs->by = LogWriters::each_rank;
  EXPECT_EQ(found(), "");
  work.training.enabled = false;
  work.checkpoint.enabled = true;
  work.checkpoint.writes = 1;
  EXPECT_NE(found().find("W0011 logs"), std::string::npos);
}

TEST_F(PolicyRules, WantACacheThatTheMemoryHolds) {
  cache(128_GiB);
  EXPECT_EQ(found(), "");
  cache(129_GiB);
  EXPECT_EQ(found(), "E0322 cache.capacity");
  EXPECT_EQ(first.sentence, "a cache of 129 GiB cannot be held: a node of 'clients' has 128 GiB");
  EXPECT_EQ(first.help, "at most 128 GiB");
  EXPECT_EQ(found(true), "");
  cache(64_GiB, CacheTier::memory, CacheScope::process);
  EXPECT_EQ(found(), "");
  cache(65_GiB, CacheTier::memory, CacheScope::process);
  EXPECT_EQ(found(), "E0322 cache.capacity");
  EXPECT_EQ(first.sentence,
            "2 caches of 65 GiB, one a rank, cannot be held: a node of 'clients' has 128 GiB");
  EXPECT_EQ(first.help, "at most 64 GiB each");
}

TEST_F(PolicyRules, WantACacheThatTheDrivesHold) {
  cache(1_GiB, CacheTier::local_storage);
  EXPECT_EQ(found(), "E0323 cache.tier");
  job.local_storage = "nvme";
  cache(200_GiB, CacheTier::local_storage);
  EXPECT_EQ(found(), "");
  cache(201_GiB, CacheTier::local_storage);
  EXPECT_EQ(found(), "E0322 cache.capacity");
  cache(101_GiB, CacheTier::local_storage, CacheScope::process);
  EXPECT_EQ(found(), "E0322 cache.capacity");
  job.local_storage = "scratch";
  EXPECT_EQ(found(), "");
  job.local_storage = "nvmee";
  EXPECT_EQ(found(), "");
}

TEST_F(PolicyRules, WantACacheOfEachAcceleratorsOwn) {
  cache(Bytes::count(80'000'000'000), CacheTier::accelerator, CacheScope::process);
  EXPECT_EQ(found(), "");
  cache(Bytes::count(80'000'000'001), CacheTier::accelerator, CacheScope::process);
  EXPECT_EQ(found(), "E0322 cache.capacity");
  cache(1_GiB, CacheTier::accelerator);
  EXPECT_EQ(found(), "E0362 cache.scope");
  cache(1_GiB, CacheTier::accelerator, CacheScope::process);
  stream();
  EXPECT_EQ(found(), "E0362 cache.tier");
  node.accelerator_memory.reset();
  work.loader.kind = LoaderKind::pytorch;
  EXPECT_EQ(found(), "E0362 cache.tier");
}

TEST_F(PolicyRules, WantAnOrderThatCanBeAskedAhead) {
  cache(1_GiB).policy = Chosen<CachePolicy>("belady");
  EXPECT_EQ(found(), "");
  job.shuffle.emplace("global");
  EXPECT_EQ(found(), "");
  job.shuffle.emplace("window");
  EXPECT_EQ(found(), "E0324 cache.policy");
  job.cache->policy = Chosen<CachePolicy>("lru");
  EXPECT_EQ(found(), "");
}

TEST_F(PolicyRules, WantAnOrderThatIsNotTheStreams) {
  job.shuffle.emplace();
  EXPECT_EQ(found(), "");
  work.dataset.format = Format::tfrecord;
  EXPECT_EQ(found(), "");
  stream();
  EXPECT_EQ(found(), "E0325 shuffle");
}

TEST_F(PolicyRules, WantAFeedOverLinks) {
  job.feed.emplace();
  EXPECT_EQ(found(), "");
  node.pcie.reset();
  EXPECT_EQ(found(), "E0361 feed");
}

TEST_F(PolicyRules, WantNothingInTheWayOfAStraightFeed) {
  job.feed.emplace().path = FeedPath::direct;
  EXPECT_EQ(found(), "");
  cache(1_GiB);
  EXPECT_EQ(found(), "E0361 feed.path");
  cache(1_GiB, CacheTier::accelerator, CacheScope::process);
  EXPECT_EQ(found(), "");
  job.cache.reset();
  stream();
  EXPECT_EQ(found(), "E0361 feed.path");
  job.feed->path = FeedPath::memory;
  EXPECT_EQ(found(), "");
}

TEST_F(PolicyRules, WarnOfWhatAJobThatDoesNotTrainHasNoUseFor) {
  work.training.enabled = false;
  work.checkpoint.enabled = true;
  work.checkpoint.writes = 1;
  EXPECT_EQ(found(), "");
  job.host.step_jitter = 0;
  EXPECT_EQ(found(), "W0011 host.step_jitter");
  EXPECT_EQ(first.sentence, "'host.step_jitter' has no effect: the job does not train, so it makes no steps");
  job.host.step_jitter.reset();
  job.host.epoch_overhead = 1_s;
  EXPECT_EQ(found(), "W0011 host.epoch_overhead");
  EXPECT_EQ(first.sentence,
            "'host.epoch_overhead' has no effect: the job does not train, so it has no epochs");
  job.host.epoch_overhead = Duration();
  job.collectives.emplace();
  EXPECT_EQ(found(), "W0011 collectives");
  EXPECT_EQ(first.sentence, "'collectives' has no effect: the job does not train, so it has no gradients");
  job.feed.emplace();
  job.shuffle.emplace();
  cache(1_GiB);
  EXPECT_EQ(found(), "W0011 cache, W0011 shuffle, W0011 feed, W0011 collectives");
  EXPECT_EQ(first.sentence, "'cache' has no effect: the job does not train, so it reads no samples");
}

// Gradients of no size are none, unless the text says that itself; one rank has none to sum, and ranks of one
// node send none to another.
TEST_F(PolicyRules, WarnOfCollectivesWithoutGradients) {
  CollectivesSpec& collectives = job.collectives.emplace();
  collectives.contend = true;
  EXPECT_EQ(found(), "");
  EXPECT_EQ(found(false, {"collectives.gradient_size"}), "W0019 collectives");
  EXPECT_EQ(first.sentence, "'collectives' has no effect: no 'gradient_size' says what the ranks sum");
  collectives.gradient_size = 1_MiB;
  EXPECT_EQ(found(), "");
  job.nodes.count = 1;
  EXPECT_EQ(found(), "W0019 collectives.contend");
  job.accelerators_per_node = 1;
  EXPECT_EQ(found(), "W0019 collectives");
  EXPECT_EQ(first.sentence, "'collectives' has no effect: one rank has nobody to sum gradients with");
  collectives.gradient_size = 0_B;
  EXPECT_EQ(found(), "");
}

}  // namespace
}  // namespace headrace
