#include "scenarios/loader/measured/dlio_waits.h"

#include <gtest/gtest.h>

namespace headrace {
namespace {

// An epoch of two blocks: the first batch is that of its first block alone. The others wait 1, 2 and 6 ms:
// 3 ms in the mean; nine tenths of the way from the first to the last stand 4/5 of the way from 2 to 6.
TEST(DlioWaits, KeepsTheFirstBatchApart) {
  const RankWaits rank = waits_of_rank(R"({"hostname": "a", "1": {"load": {"block1": [3, 0.001, 0.006],
                                           "block2": [0.002]}}})");
  ASSERT_TRUE(rank.is_json && rank.waits);
  EXPECT_EQ(figure_of_waits("first_batch_seconds", *rank.waits), 3.0);
  EXPECT_DOUBLE_EQ(*figure_of_waits("step_wait_ms.mean", *rank.waits), 3);
  EXPECT_DOUBLE_EQ(*figure_of_waits("step_wait_ms.p50", *rank.waits), 2);
  EXPECT_DOUBLE_EQ(*figure_of_waits("step_wait_ms.p90", *rank.waits), 5.2);
  EXPECT_DOUBLE_EQ(*figure_of_waits("step_wait_ms.max", *rank.waits), 6);
  EXPECT_TRUE(is_wait_figure("step_wait_ms.p99"));
  EXPECT_FALSE(is_wait_figure("au_percent"));
}

TEST(DlioWaits, AddsRanks) {
  DlioWaits all{{1}, {0.5}};
  all.add({{3}, {0.7, 0.9}});
  EXPECT_EQ(figure_of_waits("first_batch_seconds", all), 2.0);
  EXPECT_EQ(all.others.size(), 3u);
  EXPECT_FALSE(figure_of_waits("step_wait_ms.p50", {{1}, {}}));
  EXPECT_FALSE(figure_of_waits("seconds", all));
}

TEST(DlioWaits, TellsWhatIsNoneOfDlio) {
  EXPECT_FALSE(waits_of_rank("{").is_json);
  for (const char* const text : {"[1]", R"({"1": {"load": 7}})", R"({"1": {"load": {"block1": 7}}})",
                                 R"({"1": {"load": {"block1": ["fast"]}}})"}) {
    const RankWaits rank = waits_of_rank(text);
    EXPECT_TRUE(rank.is_json && !rank.waits) << text;
  }
}

}  // namespace
}  // namespace headrace
