#include "scenarios/loader/recordings/trace_input.h"

#include <gtest/gtest.h>

namespace headrace {
namespace {

TEST(ThreadNumbers, AreOfEachProcess) {
  ThreadNumbers numbers;
  EXPECT_EQ(numbers.number(0, 900), 1);
  EXPECT_EQ(numbers.number(0, 700), 2);
  EXPECT_EQ(numbers.number(1, 700), 1);
  EXPECT_EQ(numbers.number(0, 900), 1);
}

}  // namespace
}  // namespace headrace
