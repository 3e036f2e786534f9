// Runs of the real benchmark, and what is made of the same numbers here.
//
// Each was run by `mpirun -n RANKS python -m dlio_benchmark.main workload=unet3d_h100` under Open MPI, with
// NPZ files of 4 KiB, read_threads 1, two epochs, file_shuffle and sample_shuffle seed, no checkpoints, and
// num_files_train, num_samples_per_file and batch_size as in the table; an audit hook of Python wrote down
// which file each worker opened [measured]. DLIO 866828c (August 2024) stands for v1.0, 2.0.1 for v2.0,
// e1919d7 for main, and pull request 346 for MLPerf Storage's v3.0.
//
// Faults of theirs, as they are: v2.0.1 hangs where a rank has fewer batches than the others make steps, and
// writes zeros for utilisation and rate of a rank whose loader ends with its last step; main multiplies files
// by samples per file where it should divide, and makes no step at all where that is more than it has. v3.0
// reads the first batches of each epoch twice, as it starts workers ahead and throws away what they read:
// only one of both readings is here.

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "models/jobs/job_shape.h"
#include "models/loaders/dlio_order.h"

namespace headrace {
namespace {

struct RealRun {
  std::int64_t files, samples_per_file, batch, ranks;
  DlioVersion version;
  std::int64_t steps;                                 // Of the first epoch; -1: it hung.
  std::vector<std::vector<std::int64_t>> files_read;  // Of each rank in them, in order.
};

const RealRun kRuns[] = {
    {8, 1, 2, 2, DlioVersion::v1_0, 2, {{0, 1, 3, 7}, {4, 2, 5, 6}}},
    {8, 1, 2, 2, DlioVersion::v2_0, 2, {{0, 1, 2, 3}, {4, 5, 6, 7}}},
    {8, 1, 2, 2, DlioVersion::main, 2, {{0, 1, 2, 3}, {4, 5, 6, 7}}},
    {8, 1, 2, 2, DlioVersion::mlperf_v3_0, 2, {{5, 0, 6, 3}, {7, 1, 4, 2}}},
    {9, 1, 2, 2, DlioVersion::v1_0, 2, {{7, 0, 5, 6}, {3, 1, 8, 4}}},
    {9, 1, 2, 2, DlioVersion::v2_0, 2, {{0, 1, 2, 3}, {5, 6, 7, 8}}},
    {9, 1, 2, 2, DlioVersion::main, 2, {{0, 1, 2, 3}, {4, 5, 6, 7}}},
    {9, 1, 2, 2, DlioVersion::mlperf_v3_0, 2, {{5, 0, 6, 3}, {7, 1, 4, 2}}},
    {10, 1, 2, 2, DlioVersion::v1_0, 2, {{4, 0, 7, 5}, {3, 1, 6, 9}}},
    {10, 1, 2, 2, DlioVersion::v2_0, 2, {{0, 1, 2, 3}, {5, 6, 7, 8}}},
    {10, 1, 2, 2, DlioVersion::main, 2, {{0, 1, 2, 3}, {4, 5, 6, 7}}},
    {10, 1, 2, 2, DlioVersion::mlperf_v3_0, 2, {{0, 7, 8, 4}, {6, 5, 1, 2}}},
    {11, 1, 2, 2, DlioVersion::v1_0, 2, {{0, 4, 5, 7}, {9, 3, 1, 6}}},
    {11, 1, 2, 2, DlioVersion::v2_0, 2, {{0, 1, 2, 3}, {6, 7, 8, 9}}},
    {11, 1, 2, 2, DlioVersion::main, 2, {{0, 1, 2, 3}, {4, 5, 6, 7}}},
    {11, 1, 2, 2, DlioVersion::mlperf_v3_0, 2, {{0, 7, 8, 4}, {6, 5, 1, 2}}},
    {12, 1, 2, 3, DlioVersion::v1_0, 2, {{5, 0, 4, 9}, {8, 7, 10, 3}, {1, 6, 11, 2}}},
    {12, 1, 2, 3, DlioVersion::v2_0, 2, {{0, 1, 2, 3}, {4, 5, 6, 7}, {8, 9, 10, 11}}},
    {12, 1, 2, 3, DlioVersion::main, 2, {{0, 1, 2, 3}, {4, 5, 6, 7}, {8, 9, 10, 11}}},
    {12, 1, 2, 3, DlioVersion::mlperf_v3_0, 2, {{5, 6, 9, 1}, {7, 2, 10, 3}, {11, 8, 0, 4}}},
    {13, 1, 2, 3, DlioVersion::v1_0, 2, {{7, 10, 4, 0}, {5, 9, 8, 11}, {3, 1, 6, 12}}},
    {13, 1, 2, 3, DlioVersion::v2_0, -1, {}},
    {13, 1, 2, 3, DlioVersion::main, 2, {{0, 1, 2, 3}, {4, 5, 6, 7}, {8, 9, 10, 11}}},
    {13, 1, 2, 3, DlioVersion::mlperf_v3_0, 2, {{5, 6, 9, 1}, {7, 2, 10, 3}, {11, 8, 0, 4}}},
    {14, 1, 2, 3, DlioVersion::v1_0, 2, {{7, 10, 4, 0}, {5, 9, 8, 11}, {3, 1, 6, 12}}},
    {14, 1, 2, 3, DlioVersion::v2_0, 2, {{0, 1, 2, 3}, {5, 6, 7, 8}, {10, 11, 12, 13}}},
    {14, 1, 2, 3, DlioVersion::main, 2, {{0, 1, 2, 3}, {4, 5, 6, 7}, {8, 9, 10, 11}}},
    {14, 1, 2, 3, DlioVersion::mlperf_v3_0, 2, {{5, 6, 9, 1}, {7, 2, 10, 3}, {11, 8, 0, 4}}},
    {7, 1, 3, 2, DlioVersion::v1_0, 1, {{1, 3, 4}, {0, 2, 5}}},
    {7, 1, 3, 2, DlioVersion::v2_0, 1, {{0, 1, 2}, {4, 5, 6}}},
    {7, 1, 3, 2, DlioVersion::main, 1, {{0, 1, 2}, {3, 4, 5}}},
    {7, 1, 3, 2, DlioVersion::mlperf_v3_0, 1, {{4, 2, 1}, {5, 3, 0}}},
    {6, 2, 2, 2, DlioVersion::v1_0, 3, {{2, 0, 2, 4, 4, 3}, {5, 1, 0, 3, 5, 1}}},
    {6, 2, 2, 2, DlioVersion::v2_0, 3, {{0, 0, 1, 1, 2, 2}, {3, 3, 4, 4, 5, 5}}},
    {6, 2, 2, 2, DlioVersion::main, 0, {}},
    {6, 2, 2, 2, DlioVersion::mlperf_v3_0, 3, {{4, 4, 2, 2, 1, 1}, {5, 5, 3, 3, 0, 0}}},
    {9, 2, 2, 2, DlioVersion::v1_0, 4, {{2, 5, 7, 4, 2, 3, 0, 7}, {4, 5, 1, 0, 3, 8, 6, 1}}},
    {9, 2, 2, 2, DlioVersion::v2_0, 4, {{0, 0, 1, 1, 2, 2, 3, 3}, {4, 5, 5, 6, 6, 7, 7, 8}}},
    {9, 2, 2, 2, DlioVersion::main, 4, {{0, 0, 1, 1, 2, 2, 3, 3}, {4, 4, 5, 5, 6, 6, 7, 7}}},
    {9, 2, 2, 2, DlioVersion::mlperf_v3_0, 4, {{5, 5, 0, 0, 6, 6, 3, 3}, {7, 7, 1, 1, 4, 4, 2, 2}}},
    {17, 1, 2, 4, DlioVersion::v1_0, 2, {{4, 9, 16, 8}, {5, 7, 0, 10}, {11, 3, 1, 6}, {15, 12, 2, 14}}},
    {17, 1, 2, 4, DlioVersion::v2_0, -1, {}},
    {17, 1, 2, 4, DlioVersion::main, 2, {{0, 1, 2, 3}, {4, 5, 6, 7}, {8, 9, 10, 11}, {12, 13, 14, 15}}},
    {17,
     1,
     2,
     4,
     DlioVersion::mlperf_v3_0,
     2,
     {{7, 9, 12, 2}, {10, 3, 13, 4}, {14, 11, 0, 5}, {15, 1, 8, 6}}},
    {5, 4, 3, 2, DlioVersion::v1_0, 3, {{3, 1, 1, 4, 2, 1, 4, 3, 0}, {4, 2, 2, 2, 0, 0, 1, 4, 0}}},
    {5, 4, 3, 2, DlioVersion::v2_0, 3, {{0, 0, 0, 0, 1, 1, 1, 1, 2}, {2, 2, 3, 3, 3, 3, 4, 4, 4}}},
    {5, 4, 3, 2, DlioVersion::main, 0, {}},
    {5, 4, 3, 2, DlioVersion::mlperf_v3_0, 2, {{1, 1, 1, 1, 2, 2}, {3, 3, 3, 3, 0, 0}}},
};

DlioOrder order_of(const RealRun& run, std::int64_t rank, std::int64_t samples) {
  DlioOrderSpec spec;
  spec.samples = samples;
  spec.ranks = run.ranks;
  spec.rank = static_cast<RankId>(rank);
  spec.shuffles_all = deals_evenly(run.version);
  spec.shuffle = Shuffle::seed;
  return DlioOrder(spec);
}

std::string name_of(const RealRun& run) {
  return std::string(kDlioVersions[static_cast<std::size_t>(run.version)]) + ", " +
         std::to_string(run.files) + " files of " + std::to_string(run.samples_per_file) + ", " +
         std::to_string(run.ranks) + " ranks, batches of " + std::to_string(run.batch);
}

// Steps are equal, and a rank that has too few batches for them is one that hung. Who reads in order reads
// the same files in the same order; who shuffles reads as many, and no sample twice.
TEST(RealRuns, HaveTheStepsAndSamplesOfTheModel) {
  for (const RealRun& run : kRuns) {
    SCOPED_TRACE(name_of(run));
    DatasetSpec set;
    set.files = run.files;
    set.samples_per_file = run.samples_per_file;
    const std::int64_t samples = files_dealt(run.version, set, run.batch, run.ranks) * run.samples_per_file;
    const std::int64_t steps = steps_of(samples, run.batch, run.ranks, -1);
    bool hangs = false;
    std::set<SampleId> all;
    for (std::int64_t rank = 0; rank < run.ranks; ++rank) {
      DlioOrder order = order_of(run, rank, samples);
      if (order.size() / run.batch < steps) hangs = true;
      for (std::int64_t i = 0; i < std::min(order.size(), steps * run.batch); ++i)
        EXPECT_TRUE(all.insert(order.at(i)).second) << "sample " << order.at(i) << " is read twice";
    }
    EXPECT_EQ(hangs, run.steps < 0);
    if (run.steps < 0) continue;
    EXPECT_EQ(steps, run.steps);
    if (steps == 0) continue;
    ASSERT_EQ(run.files_read.size(), static_cast<std::size_t>(run.ranks));
    for (std::int64_t rank = 0; rank < run.ranks; ++rank) {
      DlioOrder order = order_of(run, rank, samples);
      const std::vector<std::int64_t>& real = run.files_read[static_cast<std::size_t>(rank)];
      EXPECT_EQ(real.size(), static_cast<std::size_t>(steps * run.batch));
      if (deals_evenly(run.version)) continue;
      for (std::size_t i = 0; i < real.size(); ++i)
        EXPECT_EQ(order.at(static_cast<std::int64_t>(i)) / run.samples_per_file, real[i])
            << "rank " << rank << " reads it as number " << i;
    }
  }
}

}  // namespace
}  // namespace headrace
