#include <gtest/gtest.h>

#include "scenarios/loader/read/read_scenario.h"
#include "tests/scenarios/loader/scenario_support.h"

namespace headrace {
namespace {

// Codes after changes of the small scenario's one job: 2 nodes x 2 accelerators, batches of 4 samples.
std::string codes_after(std::vector<std::pair<std::string, std::string>> changes) {
  std::string text = small_scenario();
  for (const auto& [from, to] : changes) text = changed(text, from, to);
  return codes_of(read_scenario(text, "small.yaml").problems);
}

TEST(WorkloadChecks, AStepNeedsAFullBatchOfEachRank) {
  EXPECT_EQ(codes_after({{"files: 1000", "files: 16"}}), "");
  EXPECT_EQ(codes_after({{"files: 1000", "files: 15"}}), "E0309");
  EXPECT_EQ(codes_after({{"files: 1000", "files: 4, samples_per_file: 4"}}), "");
}

// 18 samples of 4 ranks: 5, 5, 5 and 3, but floor(18 / 4 / 4) = 1 step takes 4 of each.
TEST(WorkloadChecks, NewDlioStarvesTheLastRank) {
  EXPECT_EQ(codes_after({{"files: 1000", "files: 18"}}), "");  // PyTorch's sampler pads.
  EXPECT_EQ(codes_after({{"files: 1000", "files: 18"}, {"kind: pytorch", "kind: tensorflow"}}), "W0005");
  EXPECT_EQ(codes_after({{"files: 1000", "files: 19"}, {"kind: pytorch", "kind: tensorflow"}}), "");
  EXPECT_EQ(codes_after({{"files: 1000", "files: 18"}}), "") << "PyTorch pads";
  EXPECT_EQ(codes_after({{"files: 1000", "files: 18"}, {"kind: pytorch", "kind: pytorch, own_runs: true"}}),
            "W0005")
      << "and no stream of samples is padded";
  EXPECT_EQ(codes_after({{"files: 1000", "files: 18"},
                         {"kind: pytorch", "kind: tensorflow"},
                         {"    nodes: {group", "    dlio_version: v1.0\n    nodes: {group"}}),
            "");
}

// PyTorch's sampler deals evenly: an order of its own does, and so does a number of files that the ranks
// divide.
TEST(WorkloadChecks, TheStarvedRankHasAWayOut) {
  const std::string text =
      changed(changed(small_scenario(), "files: 1000", "files: 18"), "kind: pytorch", "kind: tensorflow");
  EXPECT_EQ(read_scenario(text, "small.yaml").problems.text(),
            "small.yaml:20:37: warning[W0005]: the last rank gets 3 samples, too few for 1 steps of 4: the "
            "run will "
            "stall, as the benchmark hangs\n"
            "   20 |       dataset: {format: npz, files: 18, record_length: 100 MiB}\n"
            "      |                                     ^^\n"
            "   help: DLIO v2.0 gives each rank ceil(18 / 4) = 5 samples and the last one the rest; it does "
            "not stall "
            "with 16 files, with 'shuffle: {policy: global}', which deals evenly as PyTorch's "
            "DistributedSampler does, "
            "or with 'dlio_version: v1.0'\n");
  EXPECT_EQ(codes_after({{"files: 1000", "files: 16"}}), "");
  EXPECT_EQ(codes_after({{"files: 1000", "files: 18"},
                         {"    nodes: {group", "    shuffle: {policy: global}\n    nodes: {group"}}),
            "");
}

TEST(WorkloadChecks, FewTfrecordFilesAreReadByAll) {
  const std::pair<std::string, std::string> tensorflow = {"kind: pytorch", "kind: tensorflow"};
  EXPECT_EQ(codes_after({tensorflow, {"npz, files: 1000", "tfrecord, files: 3, samples_per_file: 100"}}),
            "W0004");
  EXPECT_EQ(codes_after({tensorflow, {"npz, files: 1000", "tfrecord, files: 4, samples_per_file: 100"}}), "");
}

// 1000 files of 100 MiB are 97.7 GiB, and of 2 x 128 GiB a half caches pages.
TEST(WorkloadChecks, APageCacheWouldServeLaterEpochs) {
  const std::pair<std::string, std::string> epochs = {"      checkpoint:",
                                                      "      training: {epochs: 2}\n      checkpoint:"};
  EXPECT_EQ(codes_after({epochs}), "W0002");
  EXPECT_EQ(codes_after({epochs, {"files: 1000", "files: 1400"}}), "");
  EXPECT_EQ(codes_after({epochs, {"lustre:", "lustre:\n        client: {max_cached_share: 0.2}"}}), "");
  EXPECT_EQ(codes_after({epochs, {"batch_size: 4", "batch_size: 4, direct_io: true"}}), "");
}

TEST(WorkloadChecks, EvaluationNeedsAFullBatchToo) {
  const std::pair<std::string, std::string> on = {"      checkpoint:",
                                                  "      evaluation: {enabled: true}\n      checkpoint:"};
  EXPECT_EQ(codes_after({on}), "W0006");
  EXPECT_EQ(codes_after({on, {"      checkpoint:", "      evaluation_files: 4\n      checkpoint:"}}), "");
}

TEST(WorkloadChecks, AJobMustDoSomething) {
  const std::pair<std::string, std::string> off = {"      checkpoint:",
                                                   "      training: {enabled: false}\n      checkpoint:"};
  EXPECT_EQ(codes_after({off}), "W0007");
  EXPECT_EQ(codes_after({off, {"{enabled: false}\n    nodes", "{enabled: true, writes: 2}\n    nodes"}}), "");
}

TEST(WorkloadChecks, BytesMustBeCountable) {
  EXPECT_EQ(
      codes_after({{"files: 1000, record_length: 100 MiB", "files: 1000000000000, record_length: 4 MiB"}}),
      "E0308");
  EXPECT_EQ(codes_after({{"files: 1000, record_length: 100 MiB",
                          "files: 1000000000000, samples_per_file: 1000000000000, record_length: 1 B"}}),
            "E0308");
  EXPECT_EQ(codes_after({{"files: 1000, record_length: 100 MiB", "files: 1000000000, record_length: 1 GiB"}}),
            "");
}

}  // namespace
}  // namespace headrace
