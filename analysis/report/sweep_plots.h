// SweepPlots: the points of a sweep: curves with intervals, a map of two axes, parallel coordinates.
//
//   const SweepTable table = sweep_table(selected, headlines, database);
//   sweep_plots(table)
//
// All of it is from rows of the database: the sweep itself need not be read again.
#pragma once

#include <string>
#include <vector>

#include "analysis/answer/headlines.h"
#include "analysis/report/plot.h"
#include "analysis/results/selection.h"
#include "analysis/statistics/spread.h"

namespace headrace {

// SweepTable: points with their values of the axes and their figures over replications.
struct SweepTable {
  struct Point {
    std::vector<std::string> values;  // One an axis.
    std::vector<Spread> figures;      // One a headline; of count 0 where no run has it.
  };
  std::vector<std::string> axes;  // Shortest endings of their paths that tell them apart.
  std::vector<Headline> headlines;
  std::vector<Point> points;
};

SweepTable sweep_table(const SelectedRuns& runs, const std::vector<Headline>& headlines, Database& database);

std::vector<Plot> sweep_plots(const SweepTable& table);

// Returns the point with the best mean of a headline, the first of equals; null where there is none.
const SweepTable::Point* best_point(const SweepTable& table, std::size_t headline);

// Says which point has the best mean of each headline, and out of how many.
std::string sweep_sentence(const SweepTable& table);

}  // namespace headrace
