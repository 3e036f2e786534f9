#include "scenarios/loader/dlio/dlio_values.h"

#include <gmock/gmock.h>

#include "tests/scenarios/loader/dlio/dlio_support.h"

namespace headrace {
namespace {

TEST(DlioBounds, BoundsAreThoseOfTheWorkload) {
  WorkloadSpec workload;
  const DlioBounds stage = bounds_of(workload, &workload.checkpoint.parallelism.zero_stage);
  EXPECT_EQ(stage.low, 0);
  EXPECT_EQ(stage.high, 3);
  const DlioBounds pause = bounds_of(workload, &workload.checkpoint.time_between);
  EXPECT_EQ(pause.high, 1e9);
}

TEST(DlioBounds, WhatIsNoFieldOfTheWorkloadHasWideBounds) {
  WorkloadSpec workload;
  std::int64_t elsewhere = 0;
  EXPECT_EQ(bounds_of(workload, &elsewhere).high, DlioBounds().high);
}

}  // namespace
}  // namespace headrace
