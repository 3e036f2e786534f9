#include "analysis/results/selection.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "analysis/errors.h"
#include "tests/analysis/results/result_store.h"
#include "tests/analysis/results/sample_sweep.h"
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
  EXPECT_NE(refusal(path_ + ":9").find("has no run, scenario, hash or point '9'; there are:"),
            std::string::npos);
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

// Six points of two axes: lru and sieve, 1 to 3 MiB; the sixth has no run.
TEST_F(SelectionTest, TakesPointsByRunOrValues) {
  {
    Ledger ledger(path_, sample_sweep(6, 2), RowChoice::figures);
    ledger.add(sample_finished_runs(6, 2));
  }
  EXPECT_EQ(select_runs(path_).runs.size(), 10U);
  EXPECT_EQ(select_runs(path_).sweep, "00000000000000aa");
  EXPECT_EQ(select_runs(path_ + ":00000000").runs.size(), 10U);
  const SelectedRuns point = select_runs(path_ + ":1");
  ASSERT_EQ(point.runs.size(), 2U) << "both replications";
  EXPECT_EQ(point.runs[0].parameters[1].second, "1 MiB");
  EXPECT_EQ(select_runs(path_ + ":cache.policy=lru").runs.size(), 6U);
  EXPECT_EQ(select_runs(path_ + ":policy=lru,jobs.train.layout.stripe_size=2048 KiB").runs.size(), 2U);
  EXPECT_NE(refusal(path_ + ":policy=fifo").find("jobs.train.cache.policy=lru, sieve"), std::string::npos)
      << refusal(path_ + ":policy=fifo");
  EXPECT_NE(refusal(path_ + ":olicy=lru").find("has no run"), std::string::npos);
  try {
    select_both(path_);
    FAIL() << "taken";
  } catch (const UsageError& error) {
    EXPECT_NE(std::string(error.what()).find("holds one sweep"), std::string::npos) << error.what();
  }
}

// The list of an axis has eight values, and says how many more there are: 2 n points have n sizes.
TEST_F(SelectionTest, ListsEightValuesOfAnAxis) {
  for (const std::int64_t sizes : {7, 8, 9, 12}) {
    const ScratchFolder folder;
    const std::string path = folder / "results.db";
    {
      Ledger ledger(path, sample_sweep(2 * sizes), RowChoice::figures);
      ledger.add(sample_finished_runs(2 * sizes));
    }
    std::string values;
    for (std::int64_t i = 1; i <= std::min<std::int64_t>(sizes, 8); ++i)
      values += (i == 1 ? "" : ", ") + std::to_string(i) + " MiB";
    if (sizes > 8) values += ", and " + std::to_string(sizes - 8) + " more";
    const std::string text = refusal(path + ":policy=fifo");
    EXPECT_NE((text + "\n").find("jobs.train.layout.stripe_size=" + values + "\n"), std::string::npos)
        << text;
  }
}

// Of a file with many scenarios twenty are listed, and how many more there are.
TEST_F(SelectionTest, ListsTwentyScenarios) {
  for (int i = 1; i <= 22; ++i) {
    add("tiny", "aaaa0000000000" + std::to_string(10 + i), 1);
    const std::string text = refusal(path_ + ":9999");
    const auto listed = std::count(text.begin(), text.end(), '\n') - (i > 20 ? 1 : 0);
    EXPECT_EQ(listed, std::min(i, 20)) << text;
    EXPECT_EQ(text.ends_with("\n  and " + std::to_string(i - 20) + " more"), i > 20) << text;
  }
}

TEST_F(SelectionTest, ValuesMayHoldCommasAndColons) {
  LedgerSweep sweep = sample_sweep(2);
  Ledger ledger(path_, sweep, RowChoice::figures);
  FinishedRun run = sample_finished(0);
  run.values = {"{law: normal, mean: 1 ms}", "1 MiB"};
  ledger.add(std::span(&run, 1));
  EXPECT_EQ(select_runs(path_ + ":policy={law: normal, mean: 1 ms},stripe_size=1 MiB").runs.size(), 1U);
}

TEST_F(SelectionTest, EqualValuesAreEqualQuantities) {
  EXPECT_TRUE(same_value("1 MiB", "1024 KiB"));
  EXPECT_TRUE(same_value("lru", "lru"));
  EXPECT_FALSE(same_value("1", "1 s"));
  EXPECT_FALSE(same_value("lru", "1"));
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
