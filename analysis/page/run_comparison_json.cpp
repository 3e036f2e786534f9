#include "analysis/page/run_comparison_json.h"

#include <nlohmann/json.hpp>

namespace headrace {

namespace {

using Json = nlohmann::ordered_json;

Json spread_tree(const Spread& spread, bool has_interval) {
  Json tree = {{"mean", spread.mean}, {"low_95", nullptr}, {"high_95", nullptr}, {"pairs", spread.count}};
  if (has_interval) {
    tree["low_95"] = spread.low;
    tree["high_95"] = spread.high;
  }
  return tree;
}

Json figure_tree(const FigureDifference& figure) {
  const PairedDifference& paired = figure.paired;
  Json tree = {
      {"unit", figure.unit},      {"a", paired.first.mean},
      {"b", paired.second.mean},  {"difference", spread_tree(paired.difference, paired.has_interval())},
      {"percent", nullptr},       {"differs", figure.is_clear},
      {"variance_ratio", nullptr}};
  if (paired.percent.count > 0) tree["percent"] = spread_tree(paired.percent, paired.has_interval());
  if (paired.variance_ratio) tree["variance_ratio"] = *paired.variance_ratio;
  return tree;
}

Json point_tree(const RunComparison& comparison, const PointComparison& point) {
  Json tree = {{"parameters", Json::object()}, {"pairs", Json::array()}, {"jobs", Json::object()}};
  for (std::size_t i = 0; i < comparison.axes.size(); ++i)
    tree["parameters"][comparison.axes[i]] = point.values[i];
  for (const auto& [first, second] : point.pairs)
    tree["pairs"].push_back({{"seed", first->seed},
                             {"replication", first->replication},
                             {"run_a", first->id},
                             {"run_b", second->id}});
  for (const FigureDifference& figure : point.figures)
    tree["jobs"][figure.name.job][figure.name.figure] = figure_tree(figure);
  return tree;
}

}  // namespace

Json run_comparison_tree(const RunComparison& comparison) {
  Json tree = {{"schema", "headrace.compare/2"},       {"answer", comparison.sentence},
               {"partial", comparison.partial},        {"points", Json::array()},
               {"unpaired_runs", comparison.unpaired}, {"unfinished_pairs", comparison.unfinished}};
  for (const PointComparison& point : comparison.points)
    tree["points"].push_back(point_tree(comparison, point));
  return tree;
}

}  // namespace headrace
