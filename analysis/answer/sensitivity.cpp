#include "analysis/answer/sensitivity.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "analysis/statistics/elasticity.h"
#include "analysis/statistics/morris.h"
#include "analysis/statistics/sobol_indices.h"
#include "analysis/text.h"
#include "scenarios/loader/sweep/designs/design.h"

namespace headrace {

namespace {

using Json = nlohmann::ordered_json;

// Returns the points of a sweep by their index; null: not begun.
std::vector<const PointAnswer*> by_index(const Sweep& sweep, const SweepAnswer& answer) {
  std::vector<const PointAnswer*> points(static_cast<std::size_t>(sweep.size()));
  for (const PointAnswer& point : answer.points) points[static_cast<std::size_t>(point.point)] = &point;
  return points;
}

// Returns the mean of a figure at each point, or not a number where a point has no figure.
std::vector<double> means_of(const std::vector<const PointAnswer*>& points, std::size_t headline) {
  std::vector<double> means;
  for (const PointAnswer* point : points) {
    const bool known = point != nullptr && point->figures[headline].count > 0;
    means.push_back(known ? point->figures[headline].mean : std::numeric_limits<double>::quiet_NaN());
  }
  return means;
}

Spread paired_difference_of(const std::vector<double>& one, const std::vector<double>& other) {
  std::vector<double> differences;
  for (std::size_t r = 0; r < std::min(one.size(), other.size()); ++r)
    differences.push_back(other[r] - one[r]);
  return spread_of(differences);
}

Estimate estimate_of(const Spread& spread) { return {spread.mean, spread.low, spread.high}; }

Estimate exactly(double value) { return {value, value, value}; }

class Effects {
 public:
  Effects(const Sweep& sweep, const SweepAnswer& answer) : sweep_(sweep), points_(by_index(sweep, answer)) {}

  void add_morris(std::size_t headline) {
    std::vector<double> coordinates;
    for (std::int64_t point = 0; point < sweep_.size(); ++point)
      for (const double place : sweep_.coordinates(sweep_.point(point))) coordinates.push_back(place);
    const auto effects = morris_effects(sweep_.axes().size(), coordinates, means_of(points_, headline));
    for (std::size_t axis = 0; axis < effects.size(); ++axis)
      if (effects[axis].effects > 0)
        all.push_back(
            {headline, axis, {{"mu*", effects[axis].mu_star}, {"sigma", exactly(effects[axis].sigma)}}});
  }

  void add_saltelli(std::size_t headline) {
    const auto indices = sobol_indices(sweep_.axes().size(), means_of(points_, headline));
    for (std::size_t axis = 0; axis < indices.size(); ++axis)
      all.push_back({headline, axis, {{"first", indices[axis].first}, {"total", indices[axis].total}}});
  }

  // Takes axes of which all points are there; the scenario as it stands has one of their values more.
  void add_single_effects(std::size_t headline) {
    for (std::size_t axis = 0; axis < sweep_.axes().size(); ++axis) {
      Levels levels;
      for (std::size_t value = 0; value < sweep_.axes()[axis].values.size(); ++value)
        if (const PointAnswer* const point = point_with(axis, value);
            point != nullptr && !point->replications[headline].empty())
          levels.push_back(point->replications[headline]);
      if (levels.size() < sweep_.axes()[axis].values.size() || points_[0] == nullptr) continue;
      if (!points_[0]->replications[headline].empty()) levels.push_back(points_[0]->replications[headline]);
      add_effect(headline, axis, levels);
    }
  }

  // Takes a whole grid only: where points are missing, an axis' means are of unlike values of the others.
  void add_main_effects(std::size_t headline) {
    std::size_t whole = 1;
    for (const SweepAxis& axis : sweep_.axes()) whole *= axis.values.size();
    const bool all_there = std::all_of(points_.begin(), points_.end(), [&](const PointAnswer* point) {
      return point != nullptr && !point->replications[headline].empty();
    });
    if (points_.size() != whole || !all_there) return;
    for (std::size_t axis = 0; axis < sweep_.axes().size(); ++axis) {
      Levels levels;
      for (const std::string& value : sweep_.axes()[axis].values)
        levels.push_back(level_means(headline, axis, value));
      add_effect(headline, axis, levels);
    }
  }

  std::vector<AxisEffect> all;

 private:
  using Levels = std::vector<std::vector<double>>;  // By value of an axis, replication by replication.

  // Returns the mean of a headline over the points with one value of an axis, replication by replication.
  std::vector<double> level_means(std::size_t headline, std::size_t axis, const std::string& value) const {
    std::vector<double> sums;
    double count = 0;
    for (const PointAnswer* point : points_) {
      if (point->values[axis] != value) continue;
      const std::vector<double>& values = point->replications[headline];
      sums.resize(count == 0 ? values.size() : std::min(sums.size(), values.size()));
      for (std::size_t r = 0; r < sums.size(); ++r) sums[r] += values[r];
      ++count;
    }
    for (double& sum : sums) sum /= count;
    return sums;
  }

  // Adds the range between the levels of an axis, of which those of its values come first, and the elasticity
  // from its least number to its greatest where both have logarithms.
  void add_effect(std::size_t headline, std::size_t axis, const Levels& levels) {
    const SweepAxis& swept = sweep_.axes()[axis];
    const auto by_mean = [](const auto& a, const auto& b) { return mean_of(a) < mean_of(b); };
    const auto [least, greatest] = std::minmax_element(levels.begin(), levels.end(), by_mean);
    const Estimate range = estimate_of(paired_difference_of(*least, *greatest));
    AxisEffect& effect = all.emplace_back(AxisEffect{headline, axis, {{"range", range}}});
    if (swept.numbers.size() < 2) return;
    const auto [low, high] = std::minmax_element(swept.numbers.begin(), swept.numbers.end());
    if (*low <= 0 || *low >= *high) return;
    const std::vector<double>& at_low = levels[static_cast<std::size_t>(low - swept.numbers.begin())];
    const std::vector<double>& at_high = levels[static_cast<std::size_t>(high - swept.numbers.begin())];
    const std::size_t pairs = std::min(at_low.size(), at_high.size());
    const Spread slope =
        elasticity(*low, *high, std::span(at_low).first(pairs), std::span(at_high).first(pairs));
    if (slope.count > 0) effect.measures.emplace_back("elasticity", estimate_of(slope));
  }

  // Finds the point where the axis has that value and all others are as in point 0, the scenario as it
  // stands; which is not run again where the value is its own. Null where it may not have been begun.
  const PointAnswer* point_with(std::size_t axis, std::size_t value) const {
    const std::string& text = sweep_.axes()[axis].values[value];
    const auto found = std::find_if(points_.begin(), points_.end(), [&](const PointAnswer* point) {
      if (point == nullptr || points_[0] == nullptr || point->values[axis] != text) return false;
      for (std::size_t other = 0; other < point->values.size(); ++other)
        if (other != axis && point->values[other] != points_[0]->values[other]) return false;
      return true;
    });
    if (found != points_.end()) return *found;
    return std::find(points_.begin(), points_.end(), nullptr) == points_.end() ? points_[0] : nullptr;
  }

  const Sweep& sweep_;
  std::vector<const PointAnswer*> points_;
};

std::string estimate_text(const Estimate& estimate) {
  if (estimate.low == estimate.high) return fmt::format("{:.3g}", estimate.value);
  return fmt::format("{:.3g} [{:.3g}, {:.3g}]", estimate.value, estimate.low, estimate.high);
}

}  // namespace

std::vector<AxisEffect> sensitivity_of(const Sweep& sweep, const SweepAnswer& answer) {
  const std::string_view design = designs()[sweep.spec().design].name;
  Effects effects(sweep, answer);
  for (std::size_t headline = 0; headline < answer.headlines.size(); ++headline) {
    if (design == "morris") effects.add_morris(headline);
    if (design == "saltelli") effects.add_saltelli(headline);
    if (design == "one_at_a_time") effects.add_single_effects(headline);
    if (design == "grid") effects.add_main_effects(headline);
  }
  return std::move(effects.all);
}

namespace {

// Returns the range below which the values of an axis come to the same.
double least_range(const SweepAnswer& answer, std::size_t headline) {
  constexpr double kShare = 0.0005;  // Points that are closer are tied, too.
  return answer.points.empty() ? 0 : kShare * std::abs(answer.points.front().figures[headline].mean);
}

}  // namespace

std::string sensitivity_sentence(const SweepAnswer& answer, const std::vector<AxisEffect>& effects) {
  std::string text;
  for (std::size_t headline = 0; headline < answer.headlines.size(); ++headline) {
    const AxisEffect* most = nullptr;
    for (const AxisEffect& effect : effects)
      if (effect.headline == headline && effect.measures.front().first == "range" &&
          (most == nullptr || effect.measures.front().second.value > most->measures.front().second.value))
        most = &effect;
    if (most == nullptr || most->measures.front().second.value <= least_range(answer, headline)) continue;
    const Headline& of = answer.headlines[headline];
    text +=
        fmt::format("{}{} matters most{}: {} {} between the means of its values", text.empty() ? "" : "; ",
                    answer.names[most->axis], answer.headlines.size() > 1 ? " to " + of.job : "",
                    grouped(most->measures.front().second.value), of.unit);
  }
  return text;
}

std::string sensitivity_table(const SweepAnswer& answer, const std::vector<AxisEffect>& effects) {
  if (effects.empty()) return "";
  std::vector<std::string> headings = {"what matters"}, names;
  if (answer.headlines.size() > 1) headings.emplace_back("of");
  for (const AxisEffect& effect : effects)
    for (const auto& [name, estimate] : effect.measures)
      if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  headings.insert(headings.end(), names.begin(), names.end());
  Table table(headings);
  for (const AxisEffect& effect : effects) {
    std::vector<std::string> cells = {answer.names[effect.axis]};
    if (answer.headlines.size() > 1) cells.push_back(answer.headlines[effect.headline].job);
    for (const std::string& name : names) {
      const auto found = std::find_if(effect.measures.begin(), effect.measures.end(),
                                      [&](const auto& measure) { return measure.first == name; });
      cells.push_back(found == effect.measures.end() ? "-" : estimate_text(found->second));
    }
    table.add(std::move(cells));
  }
  return table.text();
}

Json sensitivity_tree(const Sweep& sweep, const SweepAnswer& answer, const std::vector<AxisEffect>& effects) {
  Json tree = Json::object();
  for (const AxisEffect& effect : effects) {
    const Headline& headline = answer.headlines[effect.headline];
    Json& entry = tree[headline.path()][sweep.axes()[effect.axis].path];
    for (const auto& [name, estimate] : effect.measures)
      entry[name == "mu*" ? "mu_star" : name] = {
          {"value", estimate.value}, {"low_95", estimate.low}, {"high_95", estimate.high}};
  }
  return tree;
}

}  // namespace headrace
