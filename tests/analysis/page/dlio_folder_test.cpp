#include "analysis/page/dlio_folder.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "analysis/errors.h"
#include "tests/analysis/sample_run.h"
#include "tests/analysis/scratch_folder.h"

namespace headrace {
namespace {

DlioMachine machine_of_folder() {
  DlioMachine machine;
  machine.node_group = "clients";
  machine.cores_per_node = 32;
  machine.memory_per_node = 110_GiB;
  machine.record_length = Bytes::count(146600628);
  machine.dlio = "workloads/unet3d_h100.yaml";
  return machine;
}

TEST(DlioFolder, HaveTheNamesOfTheirVersion) {
  const ScratchFolder folder;
  JobResult job = trained_job();
  write_dlio_files(folder / "old/train", job, machine_of_folder());
  job.dlio_version = "v2.0";
  write_dlio_files(folder / "new/train", job, machine_of_folder());
  EXPECT_TRUE(std::filesystem::exists(folder / "old/train/per_epoch_stats.json"));
  EXPECT_TRUE(std::filesystem::exists(folder / "new/train/0_per_epoch_stats.json"));
  std::ifstream file(folder / "old/train/summary.json");
  EXPECT_EQ(nlohmann::ordered_json::parse(file), dlio_summary(trained_job(), machine_of_folder()));
}

TEST(DlioFolder, SayWhichFolderCannotBeMade) {
  const ScratchFolder folder;
  std::ofstream(folder / "file") << "not a folder";
  EXPECT_THROW(write_dlio_files(folder / "file/train", trained_job(), machine_of_folder()), ResourceError);
}

// The times of each rank's steps are a file each, where they were kept; new versions have a file of epochs
// each, too.
TEST(DlioFolder, HasAFileForEachRankWhoseStepsWereKept) {
  const ScratchFolder folder;
  JobResult job = trained_job();
  job.accelerators = 2;
  for (EpochResult& epoch : job.epochs)
    for (const std::int64_t rank : {0, 1}) {
      RankSteps& steps = epoch.rank_steps.emplace_back();
      steps.rank = rank;
      steps.end = at_seconds(4);
      steps.load = {1_s, 1_s};
      steps.compute = {1_s, 1_s};
    }
  write_dlio_files(folder / "old", job, machine_of_folder());
  job.dlio_version = "main";
  write_dlio_files(folder / "new", job, machine_of_folder());
  for (const char* const file : {"old/0_output.json", "old/1_output.json", "new/1_output.json",
                                 "new/1_per_epoch_stats.json", "new/dlio_config/config.yaml"})
    EXPECT_TRUE(std::filesystem::exists(folder / file)) << file;
  EXPECT_FALSE(std::filesystem::exists(folder / "old/1_per_epoch_stats.json"));
  std::ofstream(folder / "old/1_output.json") << "{\"host_processor_name\": \"EPYC\"}";
  job.dlio_version = "v1.0";
  EXPECT_THROW(write_dlio_files(folder / "old", job, machine_of_folder()), InputError) << "a real run's";
}

}  // namespace
}  // namespace headrace
