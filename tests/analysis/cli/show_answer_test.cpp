#include <gtest/gtest.h>

#include "analysis/errors.h"
#include "tests//analysis/cli/cli_fixture.h"

namespace headrace {
namespace {

class ShowAnswerTest : public CliTest {
 protected:
  // Runs the scenario, then asks for the answer: both say the same and end alike.
  void expect_same(std::vector<std::string> more, int code = 0) {
    for (const char* form : {"", "--json", "--verbose", "--quiet"}) {
      std::vector<std::string> words = {"run", scenario_, "--out", database_};
      words.insert(words.end(), more.begin(), more.end());
      std::vector<std::string> shown = {"show", "answer", database_};
      if (*form != '\0') {
        words.emplace_back(form);
        shown.emplace_back(form);
      }
      EXPECT_EQ(call(words), code) << err();
      const std::string said = out();
      EXPECT_EQ(call(shown), code) << err();
      EXPECT_EQ(out(), said) << form;
    }
  }
  const std::string database_ = folder_ / "results/a.db";
};

TEST_F(ShowAnswerTest, IsWhatTheRunSaid) { expect_same({}); }
TEST_F(ShowAnswerTest, OfSeveralReplications) { expect_same({"measure.replications=3", "--no-dlio-output"}); }
TEST_F(ShowAnswerTest, OfAnAssertionThatDoesNotHold) {
  expect_same({"assert=[jobs.train.au_percent > 99.99999]"}, static_cast<int>(ExitCode::missed));
}
TEST_F(ShowAnswerTest, OfARunThatALimitCut) {
  expect_same({"measure.event_limit=50", "assert=[jobs.train.au_percent > 1]"},
              static_cast<int>(ExitCode::not_judged));
}
TEST_F(ShowAnswerTest, OfArms) {
  expect_same({"compare={narrow: {overrides: []}, wide: {overrides: [jobs.train.layout.stripe_count=2]}}",
               "measure.replications=2",
               "assert=[jobs.train.au_percent > 1, arms.wide.jobs.train.seconds < 99]"});
}

TEST_F(ShowAnswerTest, OfAnEarlierCallByANumberOfARun) {
  ASSERT_EQ(call({"run", scenario_, "--out", database_, "seed=5"}), 0) << err();
  const std::string first = out();
  ASSERT_EQ(call({"run", scenario_, "--out", database_, "seed=6"}), 0) << err();
  const std::string second = out();
  ASSERT_EQ(call({"show", "answer", database_ + ":1"}), 0) << err();
  EXPECT_EQ(out(), first);
  ASSERT_EQ(call({"show", "answer", database_ + ":2"}), 0) << err();
  EXPECT_EQ(out(), second);
  ASSERT_EQ(call({"show", "answer", database_}), 0) << err();
  EXPECT_EQ(out(), second);
}

TEST_F(ShowAnswerTest, OfAProbe) {
  ASSERT_EQ(call({"probe", scenario_, "--database", database_}), 0) << err();
  const std::string said = out();
  ASSERT_EQ(call({"show", "answer", database_}), 0) << err();
  EXPECT_EQ(out(), said);
}

TEST_F(ShowAnswerTest, SaysWhatIsMissing) {
  EXPECT_EQ(call({"show", "answer"}), 2);
  EXPECT_NE(err().find("'show answer' needs a result database"), std::string::npos) << err();
  ASSERT_EQ(call({"sweep", scenario_, "jobs.train.layout.stripe_count=1,2", "--out", database_}), 0) << err();
  EXPECT_EQ(call({"show", "answer", database_}), 2);
  EXPECT_NE(err().find("holds no call of 'run', 'probe' or 'validate'"), std::string::npos) << err();
  EXPECT_EQ(call({"show", "answer", database_ + ":1"}), 2);
  EXPECT_NE(err().find("run 1 of " + database_ + " is of a sweep"), std::string::npos) << err();
  EXPECT_EQ(call({"show", "answer", database_ + ":99"}), 2);
  EXPECT_NE(err().find("there is no run 99 of " + database_), std::string::npos) << err();
  EXPECT_EQ(call({"show", "answer", scenario_}), 3);
  EXPECT_EQ(call({"show", "answer", folder_ / "absent.db"}), 3) << err();
}

// What a sweep says of its points is rows, too: a query finds which are limited by what.
TEST_F(ShowAnswerTest, PointsOfASweepKeepWhatLimitsThem) {
  ASSERT_EQ(call({"sweep", scenario_, "jobs.train.layout.stripe_count=1,2", "--out", database_}), 0) << err();
  ASSERT_EQ(call({"query", database_, "SELECT count(*) FROM answer WHERE limited_by <> ''", "--csv"}), 0);
  EXPECT_NE(out().find("\n2"), std::string::npos) << out();
}

}  // namespace
}  // namespace headrace
