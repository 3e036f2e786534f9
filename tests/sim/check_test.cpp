#include "sim/check.h"

#include <gtest/gtest.h>

#include "sim/simulation.h"

namespace headrace {
namespace {

void fail(void*, std::uint64_t) { HEADRACE_CHECK(1 + 1 == 3); }

TEST(Check, PassesWhenTrue) { HEADRACE_CHECK(1 + 1 == 2); }

TEST(CheckDeathTest, EndsTheProgramWithItsConditionAndStatus70) {
  EXPECT_EXIT(fail(nullptr, 0), testing::ExitedWithCode(70), "check_test.cpp:.*check failed: 1 \\+ 1 == 3");
}

TEST(CheckDeathTest, NamesTheSimulatedTimeDuringARun) {
  Simulation sim;
  sim.schedule_in(Duration::nanoseconds(1234), {&fail, nullptr, 0});
  EXPECT_EXIT(sim.run(), testing::ExitedWithCode(70), "at simulated time 1234 ns");
}

}  // namespace
}  // namespace headrace
