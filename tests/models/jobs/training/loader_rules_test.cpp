#include "models/jobs/training/loader_rules.h"

#include <gtest/gtest.h>

#include "tests/models/support/recording_check.h"

namespace headrace {
namespace {

class LoaderRules : public testing::Test {
 protected:
  LoaderRules() : work(job.work.give(WorkloadSpec())) { work.loader.kind = LoaderKind::tf_data; }

  std::string found() {
    RecordingCheck check;
    check_loader(job, work, shape, check);
    return check.codes;
  }

  JobSpec job;
  WorkloadSpec& work;
  JobShape shape{1, 4, 4};
};

TEST_F(LoaderRules, StagesAreOfTfData) {
  EXPECT_EQ(found(), "");
  work.loader.tf_data.interleave.emplace();
  work.loader.tf_data.map.emplace();
  work.loader.tf_data.cache_after = CacheAfter::map;
  EXPECT_EQ(found(), "");
  work.loader.tf_data.autotune_after = 7;
  for (const LoaderKind kind : {LoaderKind::pytorch, LoaderKind::tensorflow}) {
    work.loader.kind = kind;
    EXPECT_EQ(found(),
              "E0440 workload.loader.interleave, E0440 workload.loader.map, E0440 "
              "workload.loader.cache_after, E0440 workload.loader.autotune_after");
  }
}

TEST_F(LoaderRules, DoubtsWhatIsOfOtherLoaders) {
  work.loader.read_threads = 4;
  work.loader.computation_threads = 2;
  work.loader.window = 3;
  work.loader.direct_io = work.loader.keep_files_open = true;
  work.loader.header = 100_B;
  work.loader.persistent_workers = false;
  work.loader.shuffle_size = 10;
  EXPECT_EQ(found(),
            "W0071 workload.loader.read_threads, W0071 workload.loader.computation_threads, W0071 "
            "workload.loader.window, W0071 workload.loader.direct_io, W0071 workload.loader.keep_files_open, "
            "W0071 workload.loader.header, W0071 workload.loader.persistent_workers, W0071 "
            "workload.loader.shuffle_size");
}

TEST_F(LoaderRules, DoubtsCallsThatDoNothing) {
  work.loader.tf_data.autotune_after = 7;
  work.loader.tf_data.interleave.emplace();
  work.loader.tf_data.interleave->num_parallel_calls = 2;
  EXPECT_EQ(found(),
            "W0071 workload.loader.autotune_after, W0071 workload.loader.interleave.num_parallel_calls");
  work.loader.tf_data.interleave->num_parallel_calls = kAutotune;
  EXPECT_EQ(found(), "");
}

TEST_F(LoaderRules, WorkersAreOfPyTorch) {
  work.loader.in_order = false;
  work.loader.fetch_threads = 2;
  work.loader.start_method = StartMethod::spawn;
  work.loader.batch_size = 8;
  const std::string all =
      "E0443 workload.loader.in_order, E0443 workload.loader.fetch_threads, E0443 "
      "workload.loader.start_method";
  EXPECT_EQ(found(), all);
  work.loader.kind = LoaderKind::tensorflow;
  EXPECT_EQ(found(), all);
  work.loader.kind = LoaderKind::pytorch;
  work.loader.read_threads = 4;
  EXPECT_EQ(found(), "");
  work.loader.window = 3;
  EXPECT_EQ(found(), all);
}

TEST_F(LoaderRules, DoubtsWorkersThatDoNothing) {
  work.loader.kind = LoaderKind::pytorch;
  work.loader.in_order = false;
  work.loader.start_method = StartMethod::spawn;
  work.loader.read_threads = 0;
  work.loader.fetch_threads = 2;
  EXPECT_EQ(found(),
            "W0071 workload.loader.in_order, W0071 workload.loader.start_method, W0071 "
            "workload.loader.fetch_threads");
}

TEST_F(LoaderRules, TasksThatShareOperatorsLieOnOneNode) {
  work.loader.kind = LoaderKind::pytorch;
  work.loader.shared_prefix.emplace();
  EXPECT_EQ(found(), "");
  shape = {3, 3, 9};
  EXPECT_EQ(found(), "E0462 workload.loader.shared_prefix");
  work.training.enabled = false;
  EXPECT_EQ(found(), "");
}

TEST_F(LoaderRules, TasksThatShareOperatorsTakeTheSameSamples) {
  work.loader.kind = LoaderKind::tensorflow;
  work.loader.shared_prefix.emplace();
  EXPECT_EQ(found(), "E0462 workload.loader.shared_prefix");
  work.loader.kind = LoaderKind::pytorch;
  job.feed.emplace();
  EXPECT_EQ(found(), "");
  job.feed->path = FeedPath::direct;
  EXPECT_EQ(found(), "E0462 workload.loader.shared_prefix");
  job.feed.reset();
  job.cache.emplace();
  EXPECT_EQ(found(), "E0462 workload.loader.shared_prefix");
  job.cache.reset();
  work.loader.window = 2;
  EXPECT_EQ(found(), "E0462 workload.loader.shared_prefix");
}

TEST_F(LoaderRules, CoordinatedReadsAreOfRanksThatComputeUnlike) {
  work.loader.kind = LoaderKind::pytorch;
  work.training.coordinated_reads = true;
  EXPECT_EQ(found(), "W0082 workload.training.coordinated_reads");
  work.training.computation_time = Distribution(Law::exponential, 10_ms);
  EXPECT_EQ(found(), "");
  job.step.emplace();
  EXPECT_EQ(found(), "");
  job.step->federated.emplace();
  EXPECT_EQ(found(), "E0463 workload.training.coordinated_reads");
  job.step.reset();
  shape = {1, 1, 1};
  EXPECT_EQ(found(), "W0082 workload.training.coordinated_reads");
}

TEST_F(LoaderRules, DoubtsTheMemoryOfNoWindow) {
  work.loader.kind = LoaderKind::pytorch;
  work.loader.window_memory = 1_GiB;
  work.loader.window_copies = 2;
  EXPECT_EQ(found(), "W0071 workload.loader.window_memory, W0071 workload.loader.window_copies");
  work.loader.window = 4;
  EXPECT_EQ(found(), "");
}

TEST_F(LoaderRules, AnOrderThatIsDrawnIsKept) {
  work.loader.kind = LoaderKind::pytorch;
  work.loader.in_order = false;
  work.loader.read_threads = 4;
  job.shuffle.emplace();
  for (const bool drawn : {false, true}) {
    job.shuffle = Chosen<ShufflePolicy>(drawn ? "window" : "global");
    EXPECT_EQ(found(), drawn ? "E0443 workload.loader.in_order" : "");
  }
}

TEST_F(LoaderRules, WantFilesForEachRankThatAreReadFromEndToEnd) {
  work.dataset.files = 3;
  EXPECT_EQ(found(), "E0441 workload.dataset.files");
  work.dataset.files = 4;
  for (const Format format : {Format::hdf5, Format::parquet, Format::indexed_binary}) {
    work.dataset.format = format;
    EXPECT_EQ(found(), "E0441 workload.dataset.format");
  }
  work.dataset.format = Format::jpeg;
  work.evaluation.enabled = true;
  work.evaluation_files = 2;
  EXPECT_EQ(found(), "E0441 workload.evaluation_files");
}

TEST_F(LoaderRules, TakeNoCacheShuffleOrDirectFeedOfTheJob) {
  job.cache.emplace();
  job.shuffle.emplace();
  job.feed.emplace();
  EXPECT_EQ(found(), "E0442 cache, E0442 shuffle");
  job.feed->path = FeedPath::direct;
  EXPECT_EQ(found(), "E0442 cache, E0442 shuffle, E0442 feed.path");
}

}  // namespace
}  // namespace headrace
