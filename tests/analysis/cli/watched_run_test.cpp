#include "analysis/cli/watched_run.h"

#include <gtest/gtest.h>

#include "scenarios/loader/read/read_scenario.h"
#include "tests/analysis/cli/cli_fixture.h"

namespace headrace {
namespace {

// A trace only listens: with and without one it is the same run.
TEST(WatchedRun, IsTheRunOfItsScenario) {
  const ScenarioRead read = read_scenario(kTinyScenario, "tiny.yaml");
  ASSERT_TRUE(read.scenario);
  Trace trace;
  const auto plain = watched_run(*read.scenario, 1), traced = watched_run(*read.scenario, 1, &trace);
  ASSERT_TRUE(plain && traced);
  EXPECT_EQ(plain->outcome.end, RunEnd::finished);
  EXPECT_EQ(plain->outcome.fingerprint, traced->outcome.fingerprint);
  EXPECT_FALSE(trace.spans().empty());
}

}  // namespace
}  // namespace headrace
