// Whole files: those of DLIO and MLPerf Storage under HEADRACE_DATA, and our
// own under scenarios/workloads, which say the same in other words.

#include <gmock/gmock.h>

#include <algorithm>
#include <map>

#include "tests/scenarios/loader/dlio/dlio_support.h"

namespace headrace {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> yaml_files(const fs::path& folder) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder))
    if (entry.path().extension() == ".yaml") files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

fs::path ours(const std::string& name) {
  return fs::path(HEADRACE_SOURCE_DIR) / "scenarios/workloads" / (name + ".yaml");
}

constexpr const char* kUnset = "HEADRACE_DATA is unset: the original files are not here";

TEST(DlioFiles, AllOriginalsLoadUnderEveryVersion) {
  if (data_folder().empty()) GTEST_SKIP() << kUnset;
  const auto files = yaml_files(data_folder() / "dlio_workloads");
  EXPECT_EQ(files.size(), 51u);
  for (const fs::path& file : files) {
    for (const DlioVersion version : {DlioVersion::v0_5, DlioVersion::v1_0, DlioVersion::v2_0}) {
      const DlioResult result = read(file_text(file), {}, version);
      EXPECT_TRUE(result.usable) << file << "\n" << result.problems.text();
      EXPECT_TRUE(result.problems.all().empty()) << file << "\n" << result.problems.text();
    }
  }
}

TEST(DlioFiles, TrainingAndCheckpointsOfMlperfStorageV3Load) {
  if (data_folder().empty()) GTEST_SKIP() << kUnset;
  std::size_t loaded = 0;
  for (const fs::path& file : yaml_files(data_folder() / "v3/workloads")) {
    const std::string stem = file.stem().string();
    const bool is_dlio = stem.starts_with("dlrm") || stem.starts_with("flux") ||
                         stem.starts_with("retinanet") || stem.starts_with("unet3d") ||
                         stem.starts_with("llama3");
    if (!is_dlio || file.parent_path().filename() != "workloads") continue;
    const DlioResult result = read(file_text(file), {}, DlioVersion::mlperf_v3_0);
    EXPECT_TRUE(result.problems.all().empty()) << file << "\n" << result.problems.text();
    ++loaded;
  }
  EXPECT_EQ(loaded, 11U);
}

// A run's .hydra folder holds the file that was run and the overrides that made it from the shipped workload.
TEST(DlioFiles, AShippedWorkloadWithARunsOverridesIsThatRunsConfig) {
  if (data_folder().empty()) GTEST_SKIP() << kUnset;
  const fs::path runs = data_folder() / "traces/mlperf-storage";
  std::vector<std::string> overrides;
  Problems problems;
  const std::string list = file_text(runs / "ddn_18c_unet3d-h100_run1_overrides.yaml");
  ASSERT_TRUE(read_dlio_overrides(list, "overrides.yaml", overrides, problems)) << problems.text();
  ASSERT_EQ(overrides.size(), 11u);
  const DlioResult made = read(file_text(ours("unet3d_h100")), overrides, DlioVersion::v1_0);
  const DlioResult run =
      read(file_text(runs / "ddn_18c_unet3d-h100_run1_config.yaml"), {}, DlioVersion::v1_0);
  ASSERT_TRUE(made.usable) << made.problems.text();
  ASSERT_TRUE(run.usable) << run.problems.text();
  EXPECT_EQ(made.workload.dataset.files, 126'000);
  EXPECT_EQ(made.workload.loader.read_threads, 16);
  EXPECT_EQ(SpecText::of(made.workload), SpecText::of(run.workload));
}

// Ours, and the original that says the same.
const std::map<std::string, std::string> kOriginals = {
    {"unet3d_v100", "dlio_benchmark/unet3d_v100"},
    {"unet3d_a100", "dlio_benchmark/unet3d_a100"},
    {"unet3d_h100", "mlperf_storage_v2.0_harness/unet3d_h100"},
    {"resnet50_v100", "dlio_benchmark/resnet50_v100"},
    {"resnet50_a100", "dlio_benchmark/resnet50_a100"},
    {"resnet50_h100", "mlperf_storage_v2.0_harness/resnet50_h100"},
    {"cosmoflow_v100", "dlio_benchmark/cosmoflow_v100"},
    {"cosmoflow_a100", "dlio_benchmark/cosmoflow_a100"},
    {"cosmoflow_h100", "mlperf_storage_v2.0_harness/cosmoflow_h100"},
    {"bert_v100", "dlio_benchmark/bert_v100"},
    {"dlrm", "dlio_benchmark/dlrm"},
    {"default", "dlio_benchmark/default"},
    {"megatron_deepspeed", "dlio_benchmark/megatron_deepspeed_LLNL"},
    {"llama3_8b", "mlperf_storage_v2.0_harness/llama3_8b"},
    {"llama3_70b", "mlperf_storage_v2.0_harness/llama3_70b"},
    {"llama3_405b", "mlperf_storage_v2.0_harness/llama3_405b"},
    {"llama3_1t", "mlperf_storage_v2.0_harness/llama3_1t"},
};

TEST(DlioFiles, OurWorkloadsSayWhatTheOriginalsSay) {
  if (data_folder().empty()) GTEST_SKIP() << kUnset;
  for (const auto& [name, original] : kOriginals) {
    const DlioResult mine = read(file_text(ours(name)));
    const DlioResult theirs = read(file_text(data_folder() / "dlio_workloads" / (original + ".yaml")));
    ASSERT_TRUE(mine.usable) << mine.problems.text();
    ASSERT_TRUE(theirs.usable) << theirs.problems.text();
    EXPECT_EQ(SpecText::of(mine.workload), SpecText::of(theirs.workload)) << name;
  }
}

// Old and new spellings of one workload are one workload.
TEST(DlioFiles, GenerationsOfAFileAgree) {
  if (data_folder().empty()) GTEST_SKIP() << kUnset;
  const fs::path folder = data_folder() / "dlio_workloads";
  for (const char* name : {"unet3d_v100", "unet3d_a100", "unet3d_h100", "resnet50_a100", "cosmoflow_h100",
                           "bert_v100", "default"}) {
    const std::string file = std::string(name) + ".yaml";
    const DlioResult v1 = read(file_text(folder / "mlperf_storage_v1.0" / file));
    const DlioResult v2 = read(file_text(folder / "dlio_benchmark" / file));
    EXPECT_EQ(SpecText::of(v1.workload), SpecText::of(v2.workload)) << name;
  }
}

TEST(DlioFiles, OurWorkloadsLoadWithoutAnyProblem) {
  const auto files = yaml_files(fs::path(HEADRACE_SOURCE_DIR) / "scenarios/workloads");
  EXPECT_EQ(files.size(), kOriginals.size() + 5)
      << "unet3d_b200, those of RetinaNet and those of ImageNet have no original there";
  for (const fs::path& file : files) {
    const DlioResult result = read(file_text(file));
    EXPECT_TRUE(result.usable) << file << "\n" << result.problems.text();
  }
}

TEST(DlioFiles, OurRetinaNetIsThatOfMlperfStorageV3) {
  if (data_folder().empty()) GTEST_SKIP() << kUnset;
  const std::string theirs = file_text(data_folder() / "v3/workloads/retinanet_b200.yaml");
  EXPECT_EQ(SpecText::of(read(file_text(ours("retinanet_b200")), {}, DlioVersion::mlperf_v3_0).workload),
            SpecText::of(read(theirs, {}, DlioVersion::mlperf_v3_0).workload));
}

TEST(DlioFiles, TheB200DiffersFromTheH100InItsComputationTime) {
  const DlioResult h100 = read(file_text(ours("unet3d_h100")));
  DlioResult b200 = read(file_text(ours("unet3d_b200")));
  EXPECT_EQ(b200.workload.training.computation_time, Distribution(162_ms));
  b200.workload.training.computation_time = h100.workload.training.computation_time;
  EXPECT_EQ(SpecText::of(b200.workload), SpecText::of(h100.workload));
}

// Every number of a shipped workload says where it comes from.
TEST(DlioFiles, EveryNumberOfOurWorkloadsHasASource) {
  for (const fs::path& file : yaml_files(fs::path(HEADRACE_SOURCE_DIR) / "scenarios/workloads")) {
    std::istringstream lines(file_text(file));
    for (std::string line; std::getline(lines, line);) {
      const std::string said = line.substr(0, line.find('#'));
      const std::size_t colon = said.find(": ");
      if (colon == std::string::npos || said.find_first_of("0123456789", colon) == std::string::npos)
        continue;
      const bool is_name = said.find("name:") != std::string::npos;
      const bool tagged = line.find("[read]") != std::string::npos ||
                          line.find("[derived]") != std::string::npos ||
                          line.find("[assumed]") != std::string::npos;
      EXPECT_TRUE(is_name || tagged) << file << ": " << line;
    }
  }
}

}  // namespace
}  // namespace headrace
