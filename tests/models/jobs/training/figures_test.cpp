#include "models/jobs/training/figures.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>

#include "models/jobs/figures.h"

namespace headrace {
namespace {

TEST(TrainingFigures, AreRowsOfTheTable) {
  const auto rows = workload_figures();
  EXPECT_TRUE(
      std::any_of(rows.begin(), rows.end(), [](const FigureRow& row) { return row.path == "au_percent"; }));
  for (const FigureRow& row : rows) {
    const FigureRow* const found = find_figure_row(row.path);
    ASSERT_NE(found, nullptr) << row.path;
    EXPECT_EQ(found->meaning, row.meaning);
  }
}

// The hit rate is hits over lookups, 3 / 4, and that of bytes 10 / 25; without hits it is 0, and without a
// cache no figure.
TEST(TrainingFigures, HaveHitRatesWhereThereIsACache) {
  JobResult job;
  const auto bytes = [&] { return value_of(*find_figure_row("cache.byte_hit_rate"), job); };
  EXPECT_EQ(cache_hit_rate(job), std::nullopt);
  EXPECT_FALSE(bytes().there);
  job.cache.emplace();
  EXPECT_EQ(cache_hit_rate(job), 0);
  EXPECT_EQ(bytes().number, 0);
  job.cache->hits = 3;
  job.cache->misses = 1;
  job.cache->bytes_hit = 10_B;
  job.cache->bytes_missed = 15_B;
  EXPECT_EQ(cache_hit_rate(job), 0.75);
  EXPECT_EQ(bytes().number, 0.4);
}

}  // namespace
}  // namespace headrace
