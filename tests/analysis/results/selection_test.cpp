#include "analysis/results/selection.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "analysis/errors.h"
#include "analysis/results/store.h"
#include "tests/analysis/sample_run.h"
#include "tests/analysis/scratch_folder.h"

namespace headrace {
namespace {

class SelectionTest : public testing::Test {
 protected:
  void add(const std::string& name, const std::string& hash, int replications) {
    ResultStore store(path_);
    Provenance provenance;
    provenance.resolved_text = "name: " + name + "\n";
    for (int r = 1; r <= replications; ++r) {
      RunResult run = training_run();
      run.scenario = name;
      run.scenario_hash = hash;
      run.replication = r;
      store.add(run, provenance);
    }
  }
  std::string refusal(const std::string& word) const {
    try {
      select_runs(word);
    } catch (const UsageError& error) {
      return error.what();
    }
    return "taken";
  }

  ScratchFolder folder_;
  const std::string path_ = folder_ / "results.db";
};

TEST_F(SelectionTest, TakesTheOnlyScenarioOfAFile) {
  add("tiny", "aaaa000011112222", 3);
  const SelectedRuns selected = select_runs(path_);
  EXPECT_EQ(selected.scenario, "tiny");
  EXPECT_EQ(selected.resolved_text, "name: tiny\n");
  EXPECT_EQ(selected.runs.size(), 3U);
}

// A run stands for its scenario: all of its replications are compared.
TEST_F(SelectionTest, TakesOneByRunNameOrHash) {
  add("tiny [lru]", "aaaa000011112222", 2);
  add("tiny [fifo]", "1234000011112222", 2);
  EXPECT_EQ(select_runs(path_ + ":3").scenario, "tiny [fifo]");
  EXPECT_EQ(select_runs(path_ + ":3").runs.size(), 2U);
  EXPECT_EQ(select_runs(path_ + ":tiny [lru]").scenario_hash, "aaaa000011112222");
  EXPECT_EQ(select_runs(path_ + ":1234").scenario, "tiny [fifo]");
  EXPECT_EQ(select_runs(path_ + ":aaaa0000").scenario, "tiny [lru]");
}

TEST_F(SelectionTest, SaysWhatThereIs) {
  add("tiny", "aaaa000011112222", 2);
  add("tiny", "bbbb000011112222", 1);
  EXPECT_NE(refusal(path_).find("holds several scenarios; say which:\n  " + path_ +
                                ":aaaa000011112222  tiny, runs 1 to 2\n"),
            std::string::npos)
      << refusal(path_);
  EXPECT_NE(refusal(path_ + ":tiny").find("names several scenarios"), std::string::npos);
  EXPECT_NE(refusal(path_ + ":9").find("has no run, scenario or hash '9'; there are:"), std::string::npos);
  EXPECT_NE(refusal(path_ + ":aaa").find("has no run"), std::string::npos)
      << "a hash by four digits at least";
}

TEST_F(SelectionTest, TakesBothOfAFile) {
  add("tiny", "bbbb000011112222", 2);
  EXPECT_THROW(select_both(path_), UsageError);
  EXPECT_THROW(select_both(path_ + ":1"), UsageError) << "a side has no other";
  add("tiny", "aaaa000011112222", 2);
  const std::vector<SelectedRuns> both = select_both(path_);
  ASSERT_EQ(both.size(), 2U);
  EXPECT_EQ(both[0].scenario_hash, "bbbb000011112222") << "the first that ran is A";
  add("other", "cccc000011112222", 1);
  EXPECT_THROW(select_both(path_), UsageError);
}

TEST_F(SelectionTest, KnowsFilesWithAColon) {
  add("tiny", "aaaa000011112222", 1);
  const std::string odd = folder_ / "a:b.db";
  std::filesystem::copy_file(path_, odd);
  EXPECT_EQ(select_runs(odd).runs.size(), 1U);
  EXPECT_EQ(select_runs(odd + ":1").runs.size(), 1U);
}

}  // namespace
}  // namespace headrace
