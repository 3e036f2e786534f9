#include "scenarios/loader/recordings/access_sizes.h"

#include <gtest/gtest.h>

namespace headrace {
namespace {

TEST(AccessSizes, HaveTheirLongestInTheirBin) {
  EXPECT_EQ(kAccessSizes[access_size_bin(0)], "0 to 100 B");
  EXPECT_EQ(kAccessSizes[access_size_bin(1024)], "100 B to 1 KiB");
  EXPECT_EQ(kAccessSizes[access_size_bin(1025)], "1 to 10 KiB");
  EXPECT_EQ(kAccessSizes[access_size_bin(1 << 20)], "100 KiB to 1 MiB");
  EXPECT_EQ(kAccessSizes[access_size_bin(INT64_MAX)], "1 GiB and above");
}

}  // namespace
}  // namespace headrace
