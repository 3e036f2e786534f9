#include "scenarios/loader/measured/dlio_run.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>

#include "tests/analysis/scratch_folder.h"

namespace headrace {
namespace {

class DlioRunTest : public testing::Test {
 protected:
  void write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ / name) << text;
  }
  // Returns the figure as text, or "CODE sentence" of what stands in its way.
  std::string said_of(std::string_view figure) const {
    Problems problems;
    const auto found = figure_of_dlio_run(folder_ / "summary.json", figure, Mark(), problems);
    EXPECT_EQ(found.has_value(), !problems.has_errors());
    return found ? std::to_string(*found)
                 : problems.all().front().code + " " + problems.all().front().sentence;
  }

  const ScratchFolder folder_;
};

// Two ranks, two epochs, the first of two blocks: an epoch's first batch is that of its first block alone.
// Waits of 1 to 7 ms: their median is 4, their 90th percentile 6.4, between the two nearest.
TEST_F(DlioRunTest, HasTheWaitsOfAllRanks) {
  write("summary.json", R"({"metric": {"train_au_mean_percentage": 91.2}})");
  write("0_output.json", R"({"hostname": "a", "1": {"load": {"block1": [3.0, 0.001], "block2": [0.002]}},
                             "2": {"load": {"block1": [1.0, 0.003]}}})");
  write("1_output.json", R"({"1": {"load": {"block1": [2.0, 0.007], "block2": [0.006]}},
                             "2": {"load": {"block1": [2.0, 0.004, 0.005]}}})");
  EXPECT_EQ(said_of("au_percent"), "91.200000");
  EXPECT_EQ(said_of("first_batch_seconds"), "2.000000");
  EXPECT_EQ(said_of("step_wait_ms.mean"), "4.000000");
  EXPECT_EQ(said_of("step_wait_ms.p50"), "4.000000");
  EXPECT_EQ(said_of("step_wait_ms.p90"), "6.400000");
  EXPECT_EQ(said_of("step_wait_ms.max"), "7.000000");
}

TEST_F(DlioRunTest, TellsWhatTheFilesHaveNot) {
  const std::string path = folder_.path();
  write("summary.json", R"({"metric": {"train_au_mean_percentage": "fast"}})");
  EXPECT_EQ(said_of("au_percent"),
            "E0606 '" + path + "/summary.json' is no summary of a DLIO run that trains");
  for (const char* text : {"[1]", "7", R"({"metric": [1, 2]})", R"({"metric": 7})", "{}"}) {
    write("summary.json", text);
    EXPECT_EQ(said_of("au_percent"),
              "E0606 '" + path + "/summary.json' is no summary of a DLIO run that trains")
        << text;
  }
  EXPECT_EQ(said_of("seconds"), "E0606 a run of DLIO does not tell 'seconds'");
  EXPECT_TRUE(said_of("step_wait_ms.p50").find("0_output.json") != std::string::npos);
  for (const char* text : {R"({"1": {"load": {"block1": ["fast"]}}})", R"({"1": {"load": {"block1": 3}}})",
                           R"({"1": {"load": [1]}})", "[1]"}) {
    write("0_output.json", text);
    EXPECT_EQ(said_of("step_wait_ms.p50"),
              "E0606 '" + path + "/0_output.json' has no times as DLIO writes them")
        << text;
  }
  write("0_output.json", R"({"1": {"load": {"block1": [3.0]}})");
  EXPECT_EQ(said_of("first_batch_seconds"), "E0606 '" + path + "/0_output.json' is not JSON");
  write("0_output.json", R"({"1": {"load": {"block1": [3.0]}}})");
  EXPECT_EQ(said_of("step_wait_ms.p50"), "E0606 the run of '" + path + "/summary.json' has no such wait");
  write("summary.json", "{");
  EXPECT_EQ(said_of("au_percent"), "E0606 '" + path + "/summary.json' is not JSON");
}

}  // namespace
}  // namespace headrace
