#include <gtest/gtest.h>

#include "models/jobs/job_spec.h"
#include "tests/models/support/recording_check.h"

namespace headrace {
namespace {

// A job that trains on 2 nodes of 2 ranks with batches of 4 samples of 100 MiB.
class WorkloadDoubt : public testing::Test {
 protected:
  WorkloadDoubt() : work(job.work.give(WorkloadSpec())) {
    job.nodes.group = "clients";
    job.storage = "scratch";
    work.dataset.format = Format::npz;
    work.dataset.files = 10'000;
    work.dataset.record_length = 100_MiB;
    work.loader.kind = LoaderKind::pytorch;
    work.loader.batch_size = 4;
    node.count = node.accelerators = 2;
    node.memory = 128_GiB;
  }

  // Returns the codes and fields of what is doubted, of a text that says all but these fields.
  std::string found(std::vector<std::string> left_out = {}) {
    RecordingCheck check({{"scratch", store}}, std::move(left_out));
    check.own_machine.nodes.emplace_back("clients", node);
    check.refused = refused;
    job.check(check);
    first = check.findings.empty() ? Finding() : check.findings[0];
    return check.codes;
  }

  JobSpec job;
  WorkloadSpec& work;
  NodeSpec node;
  StoreFacts store;
  bool refused = false;
  Finding first;
};

TEST_F(WorkloadDoubt, AStepComputesSomething) {
  Distribution& time = work.training.computation_time;
  time = 100_s;
  EXPECT_EQ(found(), "");
  time = 101_s;
  EXPECT_EQ(found(), "W0052 workload.training.computation_time");
  EXPECT_EQ(first.sentence, "a step computes 101 s: is a decimal point missing?");
  time = Duration();
  EXPECT_EQ(found(), "W0052 workload.training.computation_time");
  EXPECT_EQ(first.sentence, "a step computes nothing: the accelerators are never busy");
  refused = true;
  EXPECT_EQ(found(), "");
  refused = false;
  work.training.enabled = false;
  work.checkpoint.enabled = true;
  work.checkpoint.writes = 1;
  EXPECT_EQ(found(), "");
}

TEST_F(WorkloadDoubt, NobodyPrefetchesAHundredThousandBatches) {
  work.dataset.record_length = 1_KiB;
  work.loader.direct_io = true;
  work.loader.prefetch_size = 1024;
  EXPECT_EQ(found(), "");
  work.loader.prefetch_size = 1025;
  EXPECT_EQ(found(), "W0054 workload.loader.prefetch_size");
}

TEST_F(WorkloadDoubt, OneDirectoryIsOneHeads) {
  store.heads = 1;
  EXPECT_EQ(found(), "");
  store.heads = 8;
  EXPECT_EQ(found(), "W0059 workload.dataset.subfolders");
  EXPECT_EQ(first.sentence,
            "all 10000 files stand in one directory, which one of the 8 heads of 'scratch' serves alone");
  work.dataset.subfolders = 2;
  EXPECT_EQ(found(), "");
  work.dataset.subfolders = 0;
  work.dataset.format = Format::synthetic;
  EXPECT_EQ(found(), "");
}

// 2 x (8 x 100 MiB + 9 x 400 MiB) = 8800 MiB.
TEST_F(WorkloadDoubt, NodesHoldWhatTheLoadersDo) {
  work.loader.read_threads = work.loader.prefetch_size = 8;
  node.memory = Bytes::count((8800_MiB).count() - 1);
  EXPECT_EQ(found(), "W0053 workload.loader.read_threads");
  EXPECT_TRUE(first.is_of_all);
  node.memory = 8800_MiB;
  EXPECT_EQ(found(), "");
  job.nodes.group = "others";
  node.memory = 1_MiB;
  EXPECT_EQ(found(), "");
}

// A loader that prefetches nothing holds the batch that it makes: 2 x 400 MiB.
TEST_F(WorkloadDoubt, AStreamHoldsABatchAtLeast) {
  work.dataset.format = Format::tfrecord;
  work.loader.kind = LoaderKind::tensorflow;
  work.loader.sample_shuffle = Shuffle::off;
  work.loader.prefetch_size = 0;
  node.memory = Bytes::count((800_MiB).count() - 1);
  EXPECT_EQ(found(), "W0053 workload.loader.read_threads");
  node.memory = 800_MiB;
  EXPECT_EQ(found(), "");
}

// A cache of tf.data holds the share of a rank, 10,000 / 4 samples: 2 x (100 + 2500 x 100 + 3 x 400 MiB).
TEST_F(WorkloadDoubt, ACacheOfTfDataHoldsTheShareOfARank) {
  work.loader.kind = LoaderKind::tf_data;
  node.memory = 2800_MiB;
  EXPECT_EQ(found(), "");
  work.loader.tf_data.cache_after = CacheAfter::map;
  node.memory = Bytes::count((502'600_MiB).count() - 1);
  EXPECT_EQ(found(), "W0053 workload.loader.read_threads");
  node.memory = 502'600_MiB;
  EXPECT_EQ(found(), "");
}

// Pages and prefixes are read once by who keeps files open and reads what lies together.
TEST_F(WorkloadDoubt, PiecesOfFilesAreReadOnce) {
  work.dataset.record_length = 1_KiB;
  work.dataset.samples_per_file = 64;
  work.loader.read_threads = 4;
  for (const Format format : {Format::pcr, Format::beton}) {
    work.dataset.format = format;
    work.loader.keep_files_open = work.loader.own_runs = false;
    EXPECT_EQ(found(), "W0083 workload.loader.keep_files_open");
    work.loader.keep_files_open = true;
    EXPECT_EQ(found(), "W0083 workload.loader.own_runs");
    work.loader.own_runs = true;
    EXPECT_EQ(found(), "");
    job.shuffle = Chosen<ShufflePolicy>("global");
    EXPECT_EQ(found(), "W0083 workload.loader.own_runs");
    job.shuffle = Chosen<ShufflePolicy>("shards");
    EXPECT_EQ(found(), "");
    job.shuffle.reset();
  }
  work.dataset.samples_per_file = 1;
  work.dataset.format = Format::pcr;
  work.loader.keep_files_open = false;
  EXPECT_EQ(found(), "") << "one sample a file is its own prefix";
}

TEST_F(WorkloadDoubt, PcrAndBetonSettingsAreOfTheirFiles) {
  work.dataset.containers.pcr.prefix = 0.5;
  work.dataset.containers.beton.page = 1_MiB;
  EXPECT_EQ(found(), "W0070 workload.dataset.pcr, W0070 workload.dataset.beton");
  work.dataset.containers = ContainerSpecs();
  work.dataset.format = Format::pcr;
  work.dataset.payload = Payload::jpeg;
  EXPECT_EQ(found(), "W0070 workload.dataset.payload") << "a PCR has images by itself";
}

TEST_F(WorkloadDoubt, AreShownWhereTheTextSaysIt) {
  const std::string field = "workload.loader.prefetch_size";
  work.dataset.record_length = 1_KiB;
  work.loader.prefetch_size = 2000;
  job.overrides = {"++workload.train.epochs=2", "++workload.reader.prefetch_size=7",
                   "workload.reader.prefetch_size=2000", "++workload.reader.read_threads=1"};
  const auto place = [&](std::vector<std::string> left_out) {
    EXPECT_EQ(found(std::move(left_out)), "W0054 " + field);
    EXPECT_TRUE(first.or_at_spec);
    return first.shown_at;
  };
  EXPECT_EQ(place({}), field);
  EXPECT_EQ(place({field}), "overrides[2]") << "the last one holds";
  EXPECT_EQ(place({field, "overrides[2]"}), "overrides[1]");
  job.overrides.resize(1);
  EXPECT_EQ(place({field}), "workload");
}

}  // namespace
}  // namespace headrace
