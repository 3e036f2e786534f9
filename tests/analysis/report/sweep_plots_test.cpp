#include "analysis/report/sweep_plots.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "analysis/statistics/spread.h"
#include "tests/analysis/report/plot_rows.h"

namespace headrace {
namespace {

using testing::Contains;
using testing::ElementsAre;

Spread one(double value) { return spread_of(std::vector{value}); }

// Threads 1, 2 and 4 by two policies; the figure is 10 a thread, and 5 more of lru.
SweepTable six_points() {
  SweepTable table;
  table.axes = {"policy", "read_threads"};
  table.headlines = {{"train", "utilisation_percent", "% utilisation", Better::more}};
  for (const char* policy : {"lru", "fifo"})
    for (const char* threads : {"4", "1", "2"})
      table.points.push_back(
          {{policy, threads}, {one(10 * std::stod(threads) + (policy[0] == 'l' ? 5 : 0))}});
  return table;
}

TEST(SweepPlots, CurvesRunOverTheNumbers) {
  const std::vector<Plot> plots = sweep_plots(six_points());
  EXPECT_THAT(rows_of(plot_of(plots, "curves-jobs-train-utilisation-percent")),
              ElementsAre("policy=lru, 1, 15, -, -", "policy=fifo, 1, 10, -, -", "policy=lru, 2, 25, -, -",
                          "policy=fifo, 2, 20, -, -", "policy=lru, 4, 45, -, -", "policy=fifo, 4, 40, -, -"));
}

TEST(SweepPlots, HaveAMapAndAllPoints) {
  const std::vector<Plot> plots = sweep_plots(six_points());
  EXPECT_THAT(rows_of(plot_of(plots, "map-jobs-train-utilisation-percent")), Contains("4, fifo, 40"));
  EXPECT_THAT(rows_of(plot_of(plots, "parallel")), Contains("lru, 4, 45"));
}

// Of three replications 1, 2 and 3 the interval is 2 +- 4.303 / sqrt(3).
TEST(SweepPlots, HaveIntervalsOfReplications) {
  SweepTable table = six_points();
  table.points[0].figures[0] = spread_of(std::vector{1.0, 2.0, 3.0});
  const std::vector<Plot> plots = sweep_plots(table);
  EXPECT_THAT(rows_of(plot_of(plots, "curves-jobs-train-utilisation-percent")),
              Contains("policy=lru, 4, 2, -0.484138, 4.48414"));
}

// 4e10 B/s are 40 GB/s; the greatest value of an axis says in which unit it is.
TEST(SweepPlots, WriteNumbersInUnitsThatCanBeRead) {
  SweepTable table = six_points();
  table.axes[1] = "read_bandwidth";
  for (SweepTable::Point& point : table.points) point.values[1] += "0GB/s";
  const std::vector<Plot> plots = sweep_plots(table);
  const Plot* const curves = plot_of(plots, "curves-jobs-train-utilisation-percent");
  EXPECT_EQ(curves->columns[1].heading(), "read_bandwidth [GB/s]");
  EXPECT_EQ(rows_of(curves)[0], "policy=lru, 10, 15, -, -");
  EXPECT_THAT(rows_of(plot_of(plots, "parallel")), Contains("lru, 40, 45"));
}

TEST(SweepPlots, WordsAloneGiveNoCurve) {
  SweepTable table = six_points();
  table.axes = {"policy"};
  table.points.resize(1);
  table.points[0].values = {"lru"};
  table.points.push_back({{"fifo"}, {one(7)}});
  const std::vector<Plot> plots = sweep_plots(table);
  EXPECT_EQ(plots.size(), 1U) << "neither a map nor coordinates of one axis";
  EXPECT_THAT(rows_of(&plots[0]), ElementsAre("policy=lru, 45, -, -", "policy=fifo, 7, -, -"));
}

TEST(SweepPlots, SayWhichPointHasTheBestMean) {
  SweepTable table = six_points();
  EXPECT_EQ(sweep_sentence(table),
            "6 points. Greatest mean of train: 45.0 % utilisation at policy=lru, read_threads=4.");
  table.headlines[0].better = Better::less;
  EXPECT_EQ(sweep_sentence(table),
            "6 points. Least mean of train: 10.0 % utilisation at policy=fifo, read_threads=1.");
  for (SweepTable::Point& point : table.points) point.figures[0] = {};
  EXPECT_EQ(sweep_sentence(table), "6 points.") << "none was run to its end";
  EXPECT_TRUE(sweep_plots(table).empty());
}

}  // namespace
}  // namespace headrace
