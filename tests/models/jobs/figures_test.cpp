#include "models/jobs/figures.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace headrace {
namespace {

TEST(FigureTable, HasEachPathOnceWithUnitAndMeaning) {
  std::set<std::string_view> paths;
  for (const FigureRow& row : figure_rows()) {
    EXPECT_TRUE(paths.insert(row.path).second) << row.path;
    EXPECT_FALSE(row.unit.empty()) << row.path;
    EXPECT_FALSE(row.meaning.empty()) << row.path;
    EXPECT_FALSE(row.meaning.ends_with('.')) << row.path;
    EXPECT_EQ(find_figure_row(row.path), &row);
  }
  EXPECT_EQ(find_figure_row("au_percnt"), nullptr);
}

// What stands in place of a figure is a figure, too, and not the figure itself.
TEST(FigureTable, HasKinAmongItsRows) {
  for (const FigureRow& row : figure_rows())
    for (const std::string_view kin : row.kin) {
      if (kin.empty()) continue;
      EXPECT_NE(find_figure_row(kin), nullptr) << row.path << ": " << kin;
      EXPECT_NE(kin, row.path);
    }
}

// Units by the end of a path are what it says.
TEST(FigureTable, HasTheUnitsThatPathsName) {
  for (const FigureRow& row : figure_rows()) {
    const std::string_view path = row.path;
    if (path.ends_with("_percent")) {
      EXPECT_EQ(row.unit, "percent") << path;
    }
    if (path.ends_with("seconds")) {
      EXPECT_EQ(row.unit, "s") << path;
    }
    if (path.ends_with("mib_per_second")) {
      EXPECT_EQ(row.unit, "MiB/s") << path;
    }
    if (path.find("_ms.") != std::string_view::npos) {
      EXPECT_EQ(row.unit, "ms") << path;
    }
  }
}

}  // namespace
}  // namespace headrace
