#include "analysis/cli/import_job_log.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/analysis/cli/cli_fixture.h"

namespace headrace {
namespace {

class ImportJobLogTest : public CliTest {
 protected:
  ImportJobLogTest() {
    std::ofstream(log_) << "; MaxProcs: 8\n"
                           "1 0 0 3600 6 -1 -1 -1 -1 -1 1 -1 -1 -1 -1 -1 -1 -1\n"
                           "2 0 3600 3600 2 -1 -1 -1 -1 -1 1 -1 -1 -1 -1 -1 -1 -1\n";
  }

  const std::string log_ = folder_ / "jobs.swf", load_ = folder_ / "made/load.yaml";
};

TEST_F(ImportJobLogTest, PrintsTheReport) {
  ASSERT_EQ(call({"import", "swf", log_}), 0) << err();
  EXPECT_TRUE(out().starts_with("2 jobs of ")) << out();
  ASSERT_EQ(call({"import", "swf", log_, "--quiet"}), 0);
  EXPECT_TRUE(out().empty()) << out();
  ASSERT_EQ(call({"import", "swf", log_, "--json"}), 0);
  EXPECT_EQ(nlohmann::json::parse(out())["schema"], "headrace.job_log/1");
}

// The written file is the load of a scenario, which runs under it.
TEST_F(ImportJobLogTest, WritesALoadThatRuns) {
  ASSERT_EQ(call({"import", "swf", log_, "--out", load_, "--peak", "40"}), 0) << err();
  EXPECT_NE(out().find(load_ + " is the load"), std::string::npos) << out();
  std::ofstream(folder_ / "ours.yaml")
      << kTinyScenario
      << "background: {others: {include: made/load.yaml, file_system: scratch, ost: 0, first: 1}}\n";
  EXPECT_EQ(call({"run", folder_ / "ours.yaml", "--out", database_}), 0) << err();
  ASSERT_EQ(call({"import", "swf", log_, "--out", load_, "--peak", "50"}), 0) << "it is one of ours";
  EXPECT_EQ(call({"import", "swf", log_, "--out", log_, "--peak", "50"}), 2) << "and this is the log";
}

TEST_F(ImportJobLogTest, ReadsAccounting) {
  const std::string file = folder_ / "sacct.txt";
  std::ofstream(file) << "7|2|2024-03-04T08:00:00|2024-03-04T10:00:00\n";
  EXPECT_EQ(call({"import", "sacct", file}), 3);
  EXPECT_NE(err().find("the log needs the columns JobID"), std::string::npos) << err();
  ASSERT_EQ(call({"import", "sacct", file, "--columns", "JobID,NNodes,Start,End", "--machine-nodes", "4"}), 0)
      << err();
  EXPECT_NE(out().find("2.00 of 4 nodes busy"), std::string::npos) << out();
}

TEST_F(ImportJobLogTest, RefusesWhatDoesNotFit) {
  const auto refused = [&](std::vector<std::string> words) {
    words.insert(words.begin(), "import");
    EXPECT_EQ(call(words), 2);
    return err();
  };
  EXPECT_NE(refused({"swf"}).find("'import swf' needs a log of jobs: FILE"), std::string::npos);
  EXPECT_NE(refused({"swf", log_, "more"}).find("'more' is one word too many"), std::string::npos);
  EXPECT_NE(refused({"swf", log_, "--out", load_}).find("a load needs '--peak'"), std::string::npos);
  EXPECT_NE(refused({"swf", log_, "--peak", "40"}).find("which needs '--out'"), std::string::npos);
  EXPECT_NE(refused({"swf", log_, "--columns", "JobID"}).find("it is for 'import sacct'"), std::string::npos);
  EXPECT_NE(refused({"swf", log_, "--store", "lustre"}).find("--store is of a described system"),
            std::string::npos);
  EXPECT_NE(refused({"mlperf-system", log_, "--machine-nodes", "4"}).find("it is for a log of jobs"),
            std::string::npos);
  EXPECT_EQ(call({"import", "swf", folder_ / "nowhere.swf"}), 3);
}

}  // namespace
}  // namespace headrace
