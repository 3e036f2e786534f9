#include "models/jobs/training/figures.h"

#include <gtest/gtest.h>

#include <algorithm>

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

}  // namespace
}  // namespace headrace
