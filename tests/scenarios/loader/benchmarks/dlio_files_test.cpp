#include "scenarios/loader/benchmarks/dlio_files.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "tests/analysis/scratch_folder.h"

namespace headrace {
namespace {

class DlioFilesTest : public testing::Test {
 protected:
  std::string write(const std::string& name) const {
    const std::string path = folder_ / name;
    std::filesystem::create_directories(std::filesystem::path(path).parent_path());
    std::ofstream(path) << "{}\n";
    return path;
  }
  static DlioFiles found_in(const std::vector<std::string>& words) { return find_dlio_files(words); }

  const ScratchFolder folder_;
};

TEST_F(DlioFilesTest, KnowsFilesByTheirNames) {
  const auto kind_and_run = [](const std::string& path) {
    const auto file = dlio_file(path);
    return file ? std::to_string(static_cast<int>(file->kind)) + " " + file->run + " " +
                      std::to_string(file->rank)
                : "none";
  };
  EXPECT_EQ(kind_and_run("a/summary.json"), "0 a/ 0");
  EXPECT_EQ(kind_and_run("a/run1_summary.json"), "0 a/run1 0");
  EXPECT_EQ(kind_and_run("a/per_epoch_stats.json"), "1 a/ 0");
  EXPECT_EQ(kind_and_run("a/0_per_epoch_stats.json"), "1 a/ 0");
  EXPECT_EQ(kind_and_run("a/run1_per_epoch_stats.json"), "1 a/run1 0");
  EXPECT_EQ(kind_and_run("a/17_output.json"), "2 a/ 17");
  EXPECT_EQ(kind_and_run("run1_rank3_output.json"), "2 run1 3");
  EXPECT_EQ(kind_and_run("run1_load_times.csv"), "3 run1 0");
  EXPECT_EQ(kind_and_run("a/.hydra/config.yaml"), "4 a/ 0");
  EXPECT_EQ(kind_and_run("a/dlio_config/overrides.yaml"), "5 a/ 0");
  EXPECT_EQ(kind_and_run("a/mlperf_storage_report.json"), "6 a/ 0");
  for (const char* const other : {"a/hydra.yaml", "a/output.json", "a/x_output.json", "a/mysummary.json", ""})
    EXPECT_EQ(kind_and_run(other), "none") << other;
}

TEST_F(DlioFilesTest, FindsTheRunsOfAFolder) {
  for (const char* const run : {"results/run2", "results/run1"})
    for (const char* const name :
         {"/summary.json", "/0_output.json", "/1_output.json", "/.hydra/config.yaml"})
      write(run + std::string(name));
  write("results/mlperf_storage_report.json");
  write("results/notes.txt");
  const DlioFiles found = found_in({folder_ / "results"});
  ASSERT_EQ(found.runs.size(), 2u);
  EXPECT_EQ(found.runs[0].name, "run1");
  EXPECT_EQ(found.runs[1].files.size(), 4u);
  EXPECT_NE(found.runs[1].find(DlioFileKind::config), nullptr);
  EXPECT_EQ(found.runs[1].find(DlioFileKind::waits), nullptr);
  EXPECT_EQ(found.reports.size(), 1u);
  EXPECT_FALSE(found.problems.has_errors());
}

TEST_F(DlioFilesTest, JoinsNamedFilesToTheNearestRun) {
  const std::string first = write("e1000_run1_summary.json"), second = write("e1000_run2_summary.json"),
                    waits = write("e1000_run2_load_times.csv"), far = write("e1000_run2b_config.yaml"),
                    between = write("e1000_rank3_output.json");
  const DlioFiles found = found_in({first, second, waits, far, between, waits});
  ASSERT_EQ(found.runs.size(), 3u);
  EXPECT_EQ(found.runs[0].name, "e1000");  // As near to the one as to the other.
  EXPECT_EQ(found.runs[1].files.size(), 1u);
  EXPECT_EQ(found.runs[2].name, "e1000_run2");
  EXPECT_EQ(found.runs[2].files.size(), 3u);
  const DlioFiles alone = found_in({second, between, waits, write("other_load_times.csv")});
  ASSERT_EQ(alone.runs.size(), 1u);
  EXPECT_EQ(alone.runs[0].files.size(), 3u);
  EXPECT_EQ(alone.left.count, 1u);
}

TEST_F(DlioFilesTest, TellsWordsThatAreNone) {
  write("empty/notes.txt");
  for (const std::string& word : {folder_ / "empty", folder_ / "none.json"}) {
    const DlioFiles found = found_in({word});
    ASSERT_TRUE(found.problems.has_errors()) << word;
    EXPECT_EQ(found.problems.all()[0].code, "E0721");
  }
}

TEST_F(DlioFilesTest, RecognisesResults) {
  EXPECT_TRUE(is_dlio_result(write("a/summary.json")));
  EXPECT_TRUE(is_dlio_result(folder_ / "a"));
  EXPECT_TRUE(is_dlio_result(write("b/.hydra/config.yaml")));
  EXPECT_TRUE(is_dlio_result(folder_ / "b"));
  EXPECT_FALSE(is_dlio_result(write("c/config.yaml")));
  EXPECT_FALSE(is_dlio_result(folder_ / "c"));
  EXPECT_FALSE(is_dlio_result(folder_ / "none/summary.json"));
}

}  // namespace
}  // namespace headrace
