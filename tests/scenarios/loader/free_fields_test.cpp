#include "scenarios/loader/free_fields.h"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>

#include "tests/analysis/cli/cli_fixture.h"

namespace headrace {
namespace {

const std::string kHostWork = "platform.nodes.clients.host_work.pytorch.";
const std::string kLockAge = "platform.file_systems.scratch.lustre.client.lock_max_age";

class FreeFieldsTest : public CliTest {
 protected:
  std::string said_of(const std::vector<std::string>& words) const {
    const FreeFields read = read_free_fields(words, {{scenario_, {}}}, 2);
    EXPECT_EQ(read.fields.has_value(), !read.problems.has_errors());
    return read.problems.text();
  }
};

TEST_F(FreeFieldsTest, HaveTheRangeOfTheirSourceOrTheirOwn) {
  const FreeFields read = read_free_fields({kHostWork + "handover", kHostWork + "step_overhead=1 ms..16ms"},
                                           {{scenario_, {}}}, 2);
  ASSERT_TRUE(read.fields) << read.problems.text();
  const Prior& handover = read.fields->at(0);
  EXPECT_EQ(handover.text(), "{law: lognormal, mean: 1400 us, spread: 220 us}");
  EXPECT_EQ(handover.factor, 2);
  // The middle of a range is the geometric mean of its ends: sqrt(1 * 16) ms.
  const Prior& overhead = read.fields->at(1);
  EXPECT_EQ(overhead.text(), "4 ms");
  EXPECT_DOUBLE_EQ(overhead.factor, 4);
}

TEST_F(FreeFieldsTest, MayBeAShare) {
  const FreeFields read = read_free_fields({"jobs.train.host.step_jitter=0.01..0.04"}, {{scenario_, {}}}, 2);
  ASSERT_TRUE(read.fields) << read.problems.text();
  EXPECT_EQ(read.fields->at(0).text(), "0.02");
  EXPECT_DOUBLE_EQ(read.fields->at(0).factor, 2);
  // Values that may be tried lie beyond the range, too: 0.8 x 1.25^(2 / 1.645) is more than one.
  EXPECT_NE(said_of({"jobs.train.host.step_jitter=0.64..1"}).find("give a narrower range"),
            std::string::npos);
}

TEST_F(FreeFieldsTest, MayBeAWholeNumber) {
  const std::string window = "platform.file_systems.scratch.lustre.client.max_rpcs_in_flight";
  const FreeFields read = read_free_fields({window + "=2..9"}, {{scenario_, {}}}, 2);
  ASSERT_TRUE(read.fields) << read.problems.text();
  const Prior& field = read.fields->at(0);
  EXPECT_TRUE(field.is_whole());
  // The middle is no whole number: sqrt(2 * 9). Its text is the nearest.
  EXPECT_DOUBLE_EQ(field.size(), std::sqrt(18));
  EXPECT_EQ(field.text(), "4");
  EXPECT_EQ(field.text(0.01), "1");
  EXPECT_EQ(field.range(), "2 to 9");
  EXPECT_EQ(said_of({window + "=1..2"}), "");
  EXPECT_NE(said_of({window}).find("give its range: " + window + "=4..16"), std::string::npos)
      << said_of({window});
  EXPECT_NE(said_of({window + "=2..2"}).find("does not go up"), std::string::npos);
  EXPECT_NE(said_of({window + "=2.5..4"}).find("whole number"), std::string::npos)
      << said_of({window + "=2.5..4"});
  EXPECT_NE(said_of({window + "=0..4"}).find(window), std::string::npos) << said_of({window + "=0..4"});
  EXPECT_NE(said_of({window + "=64..256"}).find("give a narrower range"), std::string::npos);
}

// Scenarios share the value of a field: where theirs differ, nothing says which is the middle.
TEST_F(FreeFieldsTest, AreSharedByScenarios) {
  const std::string overhead = kHostWork + "step_overhead";
  const std::vector<ScenarioFile> scenarios = {{scenario_, {}}, {scenario_, {overhead + "=7 ms"}}};
  const FreeFields read = read_free_fields({overhead}, scenarios, 2);
  EXPECT_FALSE(read.fields);
  EXPECT_NE(read.problems.text().find("and 7 ms in " + scenario_ + ": one value is to be found for both"),
            std::string::npos)
      << read.problems.text();
  EXPECT_TRUE(read_free_fields({overhead + "=1 ms..4 ms", kHostWork + "handover"}, scenarios, 2).fields);
}

// Nine in ten values of exp(z d), z normal, lie within the factor exp(1.645 d).
TEST_F(FreeFieldsTest, DeviationIsThatOfTheLogarithm) {
  EXPECT_NEAR(deviation_of(std::exp(1.6449)), 1, 1e-12);
}

TEST_F(FreeFieldsTest, RefuseWhatCannotBeFound) {
  EXPECT_NE(said_of({kHostWork + "handovr"}).find("did you mean '" + kHostWork + "handover'?"),
            std::string::npos);
  EXPECT_NE(said_of({"jobs.train.storage"}).find("is no time, rate, share or count of "), std::string::npos);
  // A setting is no prior.
  const std::string computation = "jobs.train.workload.training.computation_time";
  EXPECT_NE(said_of({computation}).find("give its range: " + computation + "=250 ms..1 s"), std::string::npos)
      << said_of({computation});
  EXPECT_NE(said_of({kHostWork + "handover=1 ms"}).find("'1 ms' is no range"), std::string::npos);
  EXPECT_NE(said_of({kHostWork + "handover=..1 ms"}).find("'..1 ms' is no range"), std::string::npos);
  EXPECT_NE(said_of({kHostWork + "handover=2 ms..1 ms"}).find("does not go up"), std::string::npos);
  EXPECT_NE(said_of({kHostWork + "handover=2 ms..1 GB"}).find("'GB' is not a duration"), std::string::npos);
  EXPECT_NE(said_of({kHostWork + "handover", kHostWork + "handover"}).find("is to be found twice"),
            std::string::npos);
}

// A lock's age is 1 s at least, so a range from 1 s on would have values tried that are none.
TEST_F(FreeFieldsTest, RefuseARangeThatLeadsOutOfTheField) {
  EXPECT_NE(said_of({kLockAge + "=1 s..4 s"}).find("no scenario may have " + kLockAge + "="),
            std::string::npos)
      << said_of({kLockAge + "=1 s..4 s"});
  EXPECT_EQ(said_of({kLockAge + "=3 s..4 s"}), "");
}

}  // namespace
}  // namespace headrace
