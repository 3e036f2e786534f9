#include "analysis/cli/machine_limits.h"

#include <gtest/gtest.h>

namespace headrace {
namespace {

double now = 0;
Bytes in_use;
int looks = 0;

MachineLimits limits(Duration wall, Bytes memory) {
  now = 100;
  in_use = 1_GiB;
  looks = 0;
  return {wall, memory, [] { return now; },
          [] {
            ++looks;
            return in_use;
          }};
}

TEST(MachineLimits, EndAtTheirTimeAndStayReached) {
  MachineLimits two_seconds = limits(2_s, kNoMemoryLimit);
  now = 101.999;
  EXPECT_FALSE(two_seconds.reached());
  EXPECT_EQ(two_seconds.which(), "");
  now = 102;
  EXPECT_TRUE(two_seconds.reached());
  EXPECT_EQ(two_seconds.which(), "--wall-limit 2 s");
  now = 0;
  EXPECT_TRUE(two_seconds.reached());
  EXPECT_EQ(looks, 0);
}

// The system is asked for the memory at the first look, and not again within 50 ms.
TEST(MachineLimits, EndAtTheirMemory) {
  MachineLimits two_gigabytes = limits(kNoWallLimit, 2_GiB);
  EXPECT_FALSE(two_gigabytes.reached());
  in_use = 2_GiB;
  now = 100.04;
  EXPECT_FALSE(two_gigabytes.reached());
  EXPECT_EQ(looks, 1);
  now = 100.06;
  EXPECT_TRUE(two_gigabytes.reached());
  EXPECT_EQ(two_gigabytes.which(), "--memory-limit 2 GiB");
}

TEST(MachineLimits, WithoutLimitsAskNothing) {
  MachineLimits none = limits(kNoWallLimit, kNoMemoryLimit);
  now = 1e9;
  EXPECT_FALSE(none.reached());
  EXPECT_EQ(looks, 0);
}

// A process takes more than a byte and less than an exbibyte, and its clock does not stand still for ever.
TEST(MachineLimits, AskTheSystem) {
  MachineLimits byte(kNoWallLimit, 1_B);
  EXPECT_TRUE(byte.reached());
  MachineLimits exbibyte(kNoWallLimit, 1024_TiB * 1024);
  EXPECT_FALSE(exbibyte.reached());
  MachineLimits instant(1_ns, kNoMemoryLimit);
  while (!instant.reached()) {
  }
}

}  // namespace
}  // namespace headrace
