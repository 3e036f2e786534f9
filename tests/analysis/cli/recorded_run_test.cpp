#include "analysis/cli/recorded_run.h"

#include <gtest/gtest.h>

#include "scenarios/loader/read/read_scenario.h"
#include "tests/analysis/cli/cli_fixture.h"

namespace headrace {
namespace {

using RecordedRunTest = CliTest;

// 160 files are read in each of two epochs by the ranks of two nodes.
TEST_F(RecordedRunTest, HasTheCallsOfTheRun) {
  const ScenarioRead read = read_scenario_file(scenario_);
  ASSERT_TRUE(read.scenario) << read.problems.text();
  const auto found = recorded_run(*read.scenario, folder_ / "run.recording");
  ASSERT_TRUE(found);
  std::int64_t reads = 0;
  for (const RecordedProcess& process : found->recording.processes)
    for (const RecordedOperation& operation : process.operations)
      reads += operation.operation == IoOperation::read ? 1 : 0;
  EXPECT_EQ(found->recording.processes.size(), 4u);
  EXPECT_GE(reads, 320);
}

}  // namespace
}  // namespace headrace
