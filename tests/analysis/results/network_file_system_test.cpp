#include "analysis/results/network_file_system.h"

#include <gtest/gtest.h>

namespace headrace {
namespace {

// /proc is no network's, and of a file that is not there nobody can say.
TEST(NetworkFileSystem, IsToldFromThoseOfTheMachine) {
  EXPECT_FALSE(on_network_file_system("/proc/self/stat"));
  EXPECT_TRUE(on_network_file_system("/no/such/file"));
}

}  // namespace
}  // namespace headrace
