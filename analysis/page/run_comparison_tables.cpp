#include "analysis/page/run_comparison_tables.h"

#include <fmt/format.h>

#include <map>

#include "analysis/text.h"

namespace headrace {

namespace {

// Returns the cells of a difference: A, B, its interval, percent with the star.
std::vector<std::string> difference_cells(const PairedDifference& paired, bool is_clear) {
  const Spread& off = paired.difference;
  const std::string interval = paired.has_interval() ? fmt::format("{:.3g} to {:.3g}", off.low, off.high)
                                                     : fmt::format("{:.3g}", off.mean);
  const std::string percent = paired.percent.count == 0 ? "-" : fmt::format("{:+.2f} %", paired.percent.mean);
  return {fmt::format("{:.4g}", paired.first.mean), fmt::format("{:.4g}", paired.second.mean), interval,
          percent + (is_clear ? " *" : "  ")};
}

constexpr const char* kInterval = "B - A, 95 %";

std::string figures_text(const PointComparison& point, bool all) {
  std::map<std::string, Table> tables;
  std::int64_t hidden = 0, starred = 0;
  for (const FigureDifference& figure : point.figures) {
    const bool shown = all || (!figure.is_equal() && !figure.of_distribution);
    hidden += shown ? 0 : 1;
    if (!shown) continue;
    starred += figure.is_clear ? 1 : 0;
    const std::vector<std::string> headings = {figure.name.job, "unit", "A", "B", kInterval, "percent  "};
    std::vector<std::string> cells = difference_cells(figure.paired, figure.is_clear);
    cells.insert(cells.begin(), {figure.name.figure, figure.unit});
    tables.try_emplace(figure.name.job, headings).first->second.add(cells);
  }
  std::string text;
  for (const auto& [job, table] : tables) text += "\n" + table.text();
  if (starred > 0)
    text += "  * differs: the interval leaves out zero, also after Holm's correction for that many figures\n";
  if (hidden > 0)
    text += fmt::format("  {} equal, or of a distribution (--verbose)\n", count_noun(hidden, "figure"));
  return text;
}

std::string points_text(const RunComparison& comparison, const JobHeadline& headline) {
  std::vector<std::string> headings = short_names(comparison.axes);
  headings.front() = headline.job + ": " + headings.front();
  headings.insert(headings.end(), {"A " + headline.words, "B", kInterval, "percent  ", "pairs"});
  Table table(headings);
  bool starred = false;
  for (const auto& at : headline.points) {
    std::vector<std::string> cells = comparison.points[at.point].values;
    const std::vector<std::string> more = difference_cells(at.paired, at.is_clear);
    cells.insert(cells.end(), more.begin(), more.end());
    cells.push_back(std::to_string(at.paired.difference.count));
    table.add(cells);
    starred = starred || at.is_clear;
  }
  return "\n" + table.text() +
         (starred ? "  * differs: the interval leaves out zero, also after Holm's correction for that many "
                    "points\n"
                  : "");
}

std::string place_text(const RunComparison& comparison, const PointComparison& point) {
  const std::vector<std::string> names = short_names(comparison.axes);
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i)
    text += (i == 0 ? "" : ", ") + names[i] + "=" + point.values[i];
  return text;
}

}  // namespace

std::string run_comparison_tables(const RunComparison& comparison, bool all) {
  if (comparison.points.size() == 1) return figures_text(comparison.points.front(), all);
  std::string text;
  for (const JobHeadline& headline : comparison.headlines) text += points_text(comparison, headline);
  if (!all) return text + "  all figures of each point: --verbose, --json\n";
  for (const PointComparison& point : comparison.points)
    text += "\n  at " + place_text(comparison, point) + "\n" + figures_text(point, all);
  return text;
}

}  // namespace headrace
