#include "analysis/page/sweep_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "analysis/text.h"

namespace headrace {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kShown = 20;

}  // namespace

std::string sweep_table(const SweepAnswer& answer, bool all) {
  if (answer.points.empty()) return "";
  std::vector<std::string> headings = {"point"};
  for (const std::string& name : answer.names) headings.push_back(name);
  for (std::size_t i = 0; i < answer.headlines.size(); ++i)
    headings.push_back(answer.headlines[i].job + ", " + unit_text(answer, answer.points.front(), i));
  for (const Headline& beside : answer.beside) headings.push_back(beside.job + ", " + beside.unit);
  Table table(headings);
  const std::size_t shown = all ? answer.points.size() : std::min(answer.points.size(), kShown);
  std::string notes;
  for (std::size_t row = 0; row < shown; ++row) {
    const PointAnswer& point = answer.points[row];
    std::vector<std::string> cells = {std::to_string(point.point)};
    for (const std::string& value : point.values) cells.push_back(value);
    for (std::size_t i = 0; i < answer.headlines.size(); ++i) {
      const Spread& figure = point.figures[i];
      cells.push_back(figure.count == 0 ? point.state : number_text(answer.headlines[i], figure.mean));
    }
    for (std::size_t i = 0; i < answer.beside.size(); ++i)
      cells.push_back(point.beside[i].count == 0 ? "-" : number_text(answer.beside[i], point.beside[i].mean));
    table.add(std::move(cells));
    if (!point.message.empty())
      notes += wrap(fmt::format("point {} failed: {}", point.point, point.message), "  ", 4);
  }
  std::string text = table.text() + notes;
  if (shown < answer.points.size())
    text += fmt::format("  and {} more (--verbose)\n", answer.points.size() - shown);
  return text;
}

Json sweep_tree(const Sweep& sweep, const SweepAnswer& answer) {
  Json tree = {{"schema", "headrace.sweep/1"}, {"scenario", sweep.name()}, {"sweep", sweep.hash()},
               {"answer", answer.sentence},    {"axes", Json::array()},    {"idle", Json::array()},
               {"tied", Json::array()},        {"points", Json::array()}};
  for (const SweepAxis& axis : sweep.axes()) tree["axes"].push_back(axis.path);
  for (const std::size_t axis : answer.idle) tree["idle"].push_back(sweep.axes()[axis].path);
  for (const std::int64_t point : answer.tied)
    if (answer.tied.size() > 1) tree["tied"].push_back(point);
  for (const PointAnswer& point : answer.points) {
    Json entry = {{"point", point.point}, {"state", point.state}};
    if (!point.message.empty()) entry["message"] = point.message;
    for (std::size_t i = 0; i < point.values.size(); ++i)
      entry["parameters"][sweep.axes()[i].path] = point.values[i];
    entry["figures"] = Json::object();
    const auto add = [&](const Headline& headline, const Spread& figure, bool averaged) {
      if (figure.count == 0) return;
      entry["figures"][headline.path()] = {{"mean", figure.mean},
                                           {"low_95", figure.low},
                                           {"high_95", figure.high},
                                           {"replications", figure.count}};
      if (averaged) entry["figures"][headline.path()]["of"] = "percentiles of runs";
    };
    for (std::size_t i = 0; i < answer.headlines.size(); ++i)
      add(answer.headlines[i], point.figures[i], point.averaged[i]);
    for (std::size_t i = 0; i < answer.beside.size(); ++i) add(answer.beside[i], point.beside[i], false);
    tree["points"].push_back(std::move(entry));
  }
  return tree;
}

}  // namespace headrace
