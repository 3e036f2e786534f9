#include "analysis/report/sweep_plots.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <set>

#include "analysis/answer/sweep_answer.h"
#include "analysis/figures/figures.h"
#include "analysis/results/axis_number.h"
#include "analysis/text.h"

namespace headrace {

namespace {

constexpr std::size_t kMostCurves = 12;

std::string ending_of(const std::string& path, std::size_t words) {
  std::size_t at = path.size();
  for (std::size_t i = 0; i < words && at != std::string::npos && at > 0; ++i) at = path.rfind('.', at - 1);
  return at == std::string::npos || at == 0 ? path : path.substr(at + 1);
}

std::vector<std::string> short_names(const std::vector<std::string>& paths) {
  for (std::size_t words = 1; words < 12; ++words) {
    std::vector<std::string> names;
    for (const std::string& path : paths) names.push_back(ending_of(path, words));
    if (std::set<std::string>(names.begin(), names.end()).size() == paths.size()) return names;
  }
  return paths;
}

bool before(const std::string& a, const std::string& b) {
  const auto one = axis_number(a), other = axis_number(b);
  return one && other ? one->number < other->number : a < b;
}

// Returns the values of an axis, each once, from the least on.
std::vector<std::string> values_of(const SweepTable& table, std::size_t axis) {
  std::vector<std::string> values;
  for (const SweepTable::Point& point : table.points)
    if (std::find(values.begin(), values.end(), point.values[axis]) == values.end())
      values.push_back(point.values[axis]);
  std::sort(values.begin(), values.end(), before);
  return values;
}

bool is_number(const SweepTable& table, std::size_t axis) {
  return std::all_of(table.points.begin(), table.points.end(),
                     [&](const auto& point) { return axis_number(point.values[axis]).has_value(); });
}

std::vector<std::size_t> varying(const SweepTable& table) {
  std::vector<std::size_t> axes;
  for (std::size_t axis = 0; axis < table.axes.size(); ++axis)
    if (values_of(table, axis).size() > 1) axes.push_back(axis);
  return axes;
}

std::string where(const SweepTable& table, const SweepTable::Point& point, std::size_t but) {
  std::string text;
  for (const std::size_t axis : varying(table))
    if (axis != but) text += (text.empty() ? "" : ", ") + table.axes[axis] + "=" + point.values[axis];
  return text;
}

// "utilisation" of utilisation_percent: the unit stands behind it.
std::string words_of(const Headline& headline) {
  std::string name = headline.figure;
  std::replace(name.begin(), name.end(), '_', ' ');
  constexpr std::string_view kUnit = " percent";
  if (headline.unit.starts_with('%') && name.ends_with(kUnit)) name.resize(name.size() - kUnit.size());
  return name;
}

// Returns the column of a figure, named with its job where there are several.
PlotColumn column_of(const SweepTable& table, const Headline& headline) {
  const std::string name = words_of(headline);
  return {table.headlines.size() > 1 ? headline.job + ": " + name : name,
          headline.unit.starts_with('%') ? "%" : headline.unit};
}

// Scale: how numbers of a base unit are written so that people can read them: 4e10 B/s as 40 GB/s.
struct Scale {
  double factor = 1;
  std::string unit;
};

Scale scale_of(const SweepTable& table, std::size_t axis) {
  struct Step {
    const char* base;
    double size;
    const char* unit;
  };
  static constexpr Step kSteps[] = {{"B/s", 1e9, "GB/s"},  {"B/s", 1e6, "MB/s"},  {"B/s", 1e3, "kB/s"},
                                    {"B", 1 << 30, "GiB"}, {"B", 1 << 20, "MiB"}, {"B", 1 << 10, "KiB"},
                                    {"s", 1, "s"},         {"s", 1e-3, "ms"},     {"s", 1e-6, "us"}};
  const auto first = axis_number(table.points.front().values[axis]);
  double most = 0;
  for (const SweepTable::Point& point : table.points)
    most = std::max(most, axis_number(point.values[axis])->number);
  for (const Step& step : kSteps)
    if (std::string_view(first->unit) == step.base && most >= step.size) return {1 / step.size, step.unit};
  return {1, first->unit};
}

// Draws curves over the number with the most values; nothing where no axis is one, or they are too many.
Plot curves(const SweepTable& table, std::size_t which, std::size_t axis) {
  const Scale scale = scale_of(table, axis);
  Plot plot{"curves-" + plot_word(table.headlines[which].path()),
            table.headlines[which].job + ": " + words_of(table.headlines[which]),
            "Means over replications, with their 95 % intervals where there are several.",
            PlotKind::lines,
            {{"at", ""},
             {table.axes[axis], scale.unit},
             column_of(table, table.headlines[which]),
             {"low", ""},
             {"high", ""}},
            {}};
  std::vector<SweepTable::Point> points = table.points;
  std::stable_sort(points.begin(), points.end(),
                   [&](const auto& a, const auto& b) { return before(a.values[axis], b.values[axis]); });
  std::set<std::string> series;
  for (const SweepTable::Point& point : points) {
    const Spread& figure = point.figures[which];
    if (figure.count == 0) continue;
    std::string name = where(table, point, axis);
    if (name.empty()) name = table.headlines[which].job;
    series.insert(name);
    const double x = axis_number(point.values[axis])->number * scale.factor;
    if (figure.count > 1)
      plot.rows.push_back({name, x, figure.mean, figure.low, figure.high});
    else
      plot.rows.push_back({name, x, figure.mean, {}, {}});
  }
  if (series.size() > kMostCurves) plot.rows.clear();
  return plot;
}

Plot points_beside(const SweepTable& table, std::size_t which) {
  Plot plot{"points-" + plot_word(table.headlines[which].path()),
            table.headlines[which].job + ": " + words_of(table.headlines[which]),
            "Mean of each point over replications, with its 95 % interval where there are several.",
            PlotKind::ranges,
            {{"point", ""}, column_of(table, table.headlines[which]), {"low", ""}, {"high", ""}},
            {}};
  for (const SweepTable::Point& point : table.points) {
    const Spread& figure = point.figures[which];
    if (figure.count == 0) continue;
    const std::string name = where(table, point, table.axes.size());
    if (figure.count > 1)
      plot.rows.push_back({name, figure.mean, figure.low, figure.high});
    else
      plot.rows.push_back({name, figure.mean, {}, {}});
  }
  return plot;
}

Plot map_of_two(const SweepTable& table, std::size_t which, const std::vector<std::size_t>& axes) {
  Plot plot{"map-" + plot_word(table.headlines[which].path()),
            "Map of two axes: " + table.headlines[which].job,
            axes.size() > 2 ? "Mean over the points that share both values." : "One field a point.",
            PlotKind::heat,
            {{table.axes[axes[1]], ""}, {table.axes[axes[0]], ""}, column_of(table, table.headlines[which])},
            {}};
  for (const std::string& y : values_of(table, axes[1]))
    for (const std::string& x : values_of(table, axes[0])) {
      std::vector<double> means;
      for (const SweepTable::Point& point : table.points)
        if (point.values[axes[0]] == x && point.values[axes[1]] == y && point.figures[which].count > 0)
          means.push_back(point.figures[which].mean);
      if (!means.empty()) plot.rows.push_back({y, x, mean_of(means)});
    }
  return plot;
}

Plot coordinates(const SweepTable& table, const std::vector<std::size_t>& axes) {
  Plot plot{"parallel",
            "All points at once",
            "A line a point, through its value on each axis to its figure. Drag along an axis to bring out "
            "the points there.",
            PlotKind::parallel,
            {},
            {}};
  std::vector<std::optional<Scale>> scales;  // Nothing of words.
  for (const std::size_t axis : axes) {
    scales.push_back(is_number(table, axis) ? std::optional(scale_of(table, axis)) : std::nullopt);
    plot.columns.push_back({table.axes[axis], scales.back() ? scales.back()->unit : ""});
  }
  for (const Headline& headline : table.headlines) plot.columns.push_back(column_of(table, headline));
  for (const SweepTable::Point& point : table.points) {
    std::vector<Cell> row;
    for (std::size_t i = 0; i < axes.size(); ++i) {
      const std::string& value = point.values[axes[i]];
      if (scales[i])
        row.emplace_back(axis_number(value)->number * scales[i]->factor);
      else
        row.emplace_back(value);
    }
    bool whole = true;
    for (const Spread& figure : point.figures) {
      whole = whole && figure.count > 0;
      row.emplace_back(figure.mean);
    }
    if (whole) plot.rows.push_back(std::move(row));
  }
  return plot;
}

}  // namespace

SweepTable sweep_table(const SelectedRuns& runs, const std::vector<Headline>& headlines, Database& database) {
  SweepTable table;
  table.headlines = headlines;
  std::vector<std::string> paths;
  for (const auto& [path, value] : runs.runs.front().parameters) paths.push_back(path);
  table.axes = short_names(paths);
  std::map<std::vector<std::string>, std::vector<std::vector<double>>> found;
  std::vector<std::vector<std::string>> order;
  Statement figure = database.prepare("SELECT value FROM sweep_result WHERE run = ? AND figure = ?");
  for (const StoredRun& run : runs.runs) {
    std::vector<std::string> values;
    for (const auto& [path, value] : run.parameters) values.push_back(value);
    const auto [place, fresh] = found.try_emplace(values, headlines.size());
    if (fresh) order.push_back(values);
    if (run.outcome != "finished") continue;
    for (std::size_t i = 0; i < headlines.size(); ++i) {
      figure.bind(1, run.id);
      figure.bind(2, headlines[i].path());
      if (figure.step()) place->second[i].push_back(figure.real(0));
      figure.reset();
    }
  }
  for (std::vector<std::string>& values : order) {
    SweepTable::Point point{values, {}};
    for (std::size_t i = 0; i < headlines.size(); ++i)
      point.figures.push_back(spread_of_figure(headlines[i].figure, found.at(values)[i]));
    table.points.push_back(std::move(point));
  }
  return table;
}

std::vector<Plot> sweep_plots(const SweepTable& table) {
  std::vector<Plot> plots;
  const std::vector<std::size_t> axes = varying(table);
  std::vector<std::size_t> numbers;
  std::copy_if(axes.begin(), axes.end(), std::back_inserter(numbers),
               [&](std::size_t axis) { return is_number(table, axis); });
  const auto longest = std::max_element(numbers.begin(), numbers.end(), [&](std::size_t a, std::size_t b) {
    return values_of(table, a).size() < values_of(table, b).size();
  });
  for (std::size_t i = 0; i < table.headlines.size(); ++i) {
    if (longest != numbers.end()) plots.push_back(curves(table, i, *longest));
    if (longest == numbers.end() || plots.back().rows.empty()) plots.push_back(points_beside(table, i));
    if (axes.size() >= 2) plots.push_back(map_of_two(table, i, axes));
  }
  if (axes.size() >= 2) plots.push_back(coordinates(table, axes));
  std::erase_if(plots, [](const Plot& plot) { return plot.rows.empty(); });
  return plots;
}

const SweepTable::Point* best_point(const SweepTable& table, std::size_t headline) {
  const Better better = table.headlines[headline].better;
  if (better == Better::neither) return nullptr;
  const double sign = better == Better::less ? -1 : 1;
  const SweepTable::Point* best = nullptr;
  for (const SweepTable::Point& point : table.points)
    if (const Spread& figure = point.figures[headline]; figure.count > 0)
      if (best == nullptr || sign * figure.mean > sign * best->figures[headline].mean) best = &point;
  return best;
}

std::string sweep_sentence(const SweepTable& table) {
  std::string text = count_noun(static_cast<std::int64_t>(table.points.size()), "point") + ".";
  for (std::size_t i = 0; i < table.headlines.size(); ++i) {
    const SweepTable::Point* const best = best_point(table, i);
    if (best == nullptr) continue;
    const Headline& headline = table.headlines[i];
    text += fmt::format(
        " {} mean of {}: {} {} at {}.", headline.better == Better::less ? "Least" : "Greatest", headline.job,
        number_text(headline, best->figures[i].mean), headline.unit, where(table, *best, table.axes.size()));
  }
  return text;
}

}  // namespace headrace
