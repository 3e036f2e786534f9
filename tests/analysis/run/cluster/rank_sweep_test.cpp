#include "analysis/run/cluster/rank_sweep.h"

#include <gtest/gtest.h>

#include <numeric>

namespace headrace {
namespace {

// Each point once and in order, whatever they are, and the last ones singly.
TEST(PointQueue, HandsOutEachPointOnce) {
  for (const std::int64_t workers : {1, 2, 63}) {
    for (const std::size_t count : {0U, 1U, 5U, 1000U}) {
      std::vector<std::int64_t> open(count);
      std::iota(open.begin(), open.end(), 7);
      PointQueue queue(open, workers);
      std::vector<std::int64_t> taken;
      while (!queue.empty()) {
        const std::vector<std::int64_t> some = queue.take();
        ASSERT_FALSE(some.empty());
        EXPECT_LE(some.size(), 64U);
        if (taken.size() + static_cast<std::size_t>(4 * workers) > count) {
          EXPECT_EQ(some.size(), 1U);
        }
        taken.insert(taken.end(), some.begin(), some.end());
      }
      EXPECT_EQ(taken, open);
      EXPECT_TRUE(queue.take().empty());
    }
  }
}

}  // namespace
}  // namespace headrace
