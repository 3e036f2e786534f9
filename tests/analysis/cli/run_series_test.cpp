#include <gtest/gtest.h>

#include "analysis/results/reader.h"
#include "tests/analysis/cli/cli_fixture.h"

namespace headrace {
namespace {

class RunSeriesTest : public CliTest {
 protected:
  std::int64_t count(const std::string& where) {
    return ResultReader(database_).database().integer("SELECT count(*) FROM series WHERE " + where);
  }
};

TEST_F(RunSeriesTest, KeepsServersAndNodesWhereAskedTo) {
  ASSERT_EQ(run(), 0) << err();
  EXPECT_GT(count("component = 'jobs'"), 0);
  EXPECT_EQ(count("component GLOB 'file_systems/*'"), 0);
  ASSERT_EQ(run({"--series"}), 0) << err();
  EXPECT_GT(count("component GLOB 'file_systems/scratch/ost/*' AND run = 2"), 0) << "a call of its own";
  ASSERT_EQ(call({"show", "answer", database_}), 0) << err();
}

TEST_F(RunSeriesTest, RefusesRunsThatLeaveStepsOut) {
  EXPECT_EQ(run({"--series", "measure.until.half_width=0.01", "jobs.train.workload.dataset.files=1600"}), 2);
  EXPECT_NE(err().find("--series needs every step, and measure.until of"), std::string::npos) << err();
}

}  // namespace
}  // namespace headrace
