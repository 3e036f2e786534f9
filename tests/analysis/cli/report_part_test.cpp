#include "analysis/cli/report_part.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "analysis/errors.h"
#include "tests/analysis/cli/cli_fixture.h"

namespace headrace {
namespace {

class ReportPartTest : public CliTest {
 protected:
  ReportPart part(const std::string& word, const std::string& figure = {}) {
    return report_part(word, figure, Streams{out_, err_});
  }
  static std::string value_of(const ReportPart& part, const std::string& name) {
    const auto found = std::find_if(part.provenance.begin(), part.provenance.end(),
                                    [&](const auto& one) { return one.first == name; });
    return found == part.provenance.end() ? "" : found->second;
  }

 private:
  StringSink out_, err_;
};

TEST_F(ReportPartTest, SaysHowTheRunsCanBeRepeated) {
  ASSERT_EQ(run({"seed=5", "measure.replications=3"}), 0) << err();
  const ReportPart told = part(database_);
  EXPECT_EQ(told.title, "tiny");
  EXPECT_EQ(value_of(told, "seed"), "5");
  EXPECT_EQ(value_of(told, "runs"), "3 (1 to 3)");
  EXPECT_EQ(value_of(told, "replications"), "1, 2, 3");
  EXPECT_EQ(value_of(told, "outcome"), "finished");
  ASSERT_EQ(told.details.size(), 1U);
  const auto& figures = told.details[0].figures[0].rows;
  EXPECT_TRUE(std::any_of(figures.begin(), figures.end(), [](const auto& row) {
    return row[0] == "au_percent" && row[1].find('[') != std::string::npos && !row[3].empty();
  })) << "with its interval over replications";
}

TEST_F(ReportPartTest, SaysHowARunEnded) {
  run({"measure.event_limit=50"});
  const ReportPart told = part(database_);
  ASSERT_EQ(told.answers.size(), 1U);
  EXPECT_EQ(told.answers[0].notes.back(), "The run did not come to its end: event_limit.");
}

TEST_F(ReportPartTest, FindsASweepByItsNameBesideCalls) {
  ASSERT_EQ(call({"sweep", scenario_, "jobs.train.layout.stripe_count=1,2", "--out", database_}), 0) << err();
  EXPECT_FALSE(value_of(part(database_), "sweep").empty());
  EXPECT_TRUE(part(database_, "seconds").answers[0].sentence.starts_with("2 points. Least mean of train: "));
  EXPECT_THROW(part(database_, "no_such_figure"), UsageError);
}

TEST_F(ReportPartTest, RefusesCallsWithoutAPage) {
  EXPECT_THROW(part(folder_ / "absent.db"), InputError);
  ASSERT_EQ(call({"sweep", scenario_, "jobs.train.layout.stripe_count=1,2", "--out", database_}), 0) << err();
  EXPECT_THROW(part(database_ + ":no-such-name"), UsageError);
}

}  // namespace
}  // namespace headrace
