#include "analysis/run/cluster/rank_tasks.h"

#include <gtest/gtest.h>

namespace headrace {
namespace {

// Each task once and in order, whatever they are, and the last ones singly.
TEST(TaskQueue, HandsOutEachTaskOnce) {
  for (const std::int64_t workers : {1, 2, 63}) {
    for (const std::size_t count : {0U, 1U, 5U, 1000U}) {
      std::vector<PointTask> open(count);
      for (std::size_t i = 0; i < count; ++i) open[i].point = 7 + static_cast<std::int64_t>(i);
      TaskQueue queue(open, workers);
      std::vector<std::int64_t> taken;
      while (!queue.empty()) {
        const std::vector<PointTask> some = queue.take();
        ASSERT_FALSE(some.empty());
        EXPECT_LE(some.size(), 64U);
        if (taken.size() + static_cast<std::size_t>(4 * workers) > count) {
          EXPECT_EQ(some.size(), 1U);
        }
        for (const PointTask& task : some) taken.push_back(task.point);
      }
      ASSERT_EQ(taken.size(), count);
      for (std::size_t i = 0; i < count; ++i) EXPECT_EQ(taken[i], open[i].point);
      EXPECT_TRUE(queue.take().empty());
    }
  }
}

}  // namespace
}  // namespace headrace
