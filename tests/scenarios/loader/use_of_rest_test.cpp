#include "scenarios/loader/use_of_rest.h"

#include <gtest/gtest.h>

#include "sim/task_group.h"

namespace headrace {
namespace {

using namespace literals;

class UseOfRestTest : public testing::Test {
 protected:
  void pass(Duration span) {
    group_.spawn("clock", wait(span));
    sim_.run();
  }
  Task<> wait(Duration span) { co_await sim_.delay(span); }
  std::vector<ResourceResult> drives() const {
    ResourceResult one;
    one.name = "drives";
    one.add(use_);
    return {one};
  }

  Simulation sim_{1};
  TaskGroup group_{sim_};
  double use_ = 0;
  UseOfRest rest_{sim_, [this] { return drives(); }};
};

// Idle for 10 s; busy for 4 of the next 10; then 30 s, not simulated, in which three times as much is done:
// (4 + 12) / 50.
TEST_F(UseOfRestTest, IsThatOfTheStepsThatWereSimulated) {
  pass(10_s);
  rest_.begin_epoch();
  pass(10_s);
  use_ = 4.0 / 20;
  rest_.begin_rest();
  EXPECT_TRUE(rest_.is_within());
  pass(30_s);
  use_ = 4.0 / 50;
  rest_.end_rest(3);
  EXPECT_FALSE(rest_.is_within());
  std::vector<ResourceResult> resources = drives();
  rest_.add_to(resources);
  EXPECT_NEAR(resources[0].utilisation_mean, 16.0 / 50, 1e-12);
  EXPECT_NEAR(resources[0].utilisation_max, 16.0 / 50, 1e-12);
}

TEST_F(UseOfRestTest, IsNothingOfARunThatLeavesNothingOut) {
  pass(10_s);
  use_ = 0.5;
  std::vector<ResourceResult> resources = drives();
  rest_.add_to(resources);
  EXPECT_EQ(resources[0].utilisation_mean, 0.5);
}

TEST_F(UseOfRestTest, IsNeverMoreThanAll) {
  rest_.begin_epoch();
  pass(10_s);
  use_ = 1;
  rest_.end_rest(9);
  std::vector<ResourceResult> resources = drives();
  rest_.add_to(resources);
  EXPECT_EQ(resources[0].utilisation_mean, 1);
}

}  // namespace
}  // namespace headrace
