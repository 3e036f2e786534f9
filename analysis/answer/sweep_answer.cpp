#include "analysis/answer/sweep_answer.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "analysis/text.h"

namespace headrace {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kShown = 20;

// The shortest endings that name just one path each.
std::vector<std::string> short_names(const std::vector<SweepAxis>& axes) {
  std::vector<std::string> names;
  for (const SweepAxis& axis : axes) {
    std::size_t start = axis.path.size();
    bool unique = false;
    while (!unique && start > 0) {
      const std::size_t dot = axis.path.rfind('.', start - 1);
      start = dot == std::string::npos ? 0 : dot;
      const std::string ending = axis.path.substr(start);
      unique = std::count_if(axes.begin(), axes.end(),
                             [&](const SweepAxis& other) { return other.path.ends_with(ending); }) == 1;
    }
    names.push_back(axis.path.substr(axis.path[start] == '.' ? start + 1 : start));
  }
  return names;
}

// In the logarithm, so that a tenth more is worth the same in every job; none where a figure is missing.
double merit(const PointAnswer& point, const std::vector<Headline>& headlines) {
  double sum = 0;
  for (std::size_t i = 0; i < headlines.size(); ++i) {
    if (point.figures[i].count == 0) return -std::numeric_limits<double>::infinity();
    const double value = std::log(std::max(point.figures[i].mean, 1e-300));
    sum += headlines[i].less_is_better ? -value : value;
  }
  return sum;
}

std::string number_text(const Headline& headline, double value) {
  return headline.unit.starts_with('%') ? fixed(value, 1) : grouped(value);
}

std::string value_text(const Headline& headline, double value) {
  return number_text(headline, value) + " " + std::string(headline.unit);
}

std::string interval_text(const Spread& figure) {
  if (figure.count < 2) return "";
  return fmt::format(" [{:.3g}, {:.3g}]", figure.low, figure.high);
}

std::string figures_text(const SweepAnswer& answer, const PointAnswer& point) {
  std::string text;
  for (std::size_t i = 0; i < answer.headlines.size(); ++i)
    text += (i == 0 ? "" : ", ") + answer.headlines[i].job + " " +
            value_text(answer.headlines[i], point.figures[i].mean) + interval_text(point.figures[i]);
  return text;
}

std::string values_text(const SweepAnswer& answer, const PointAnswer& point) {
  std::string text;
  for (std::size_t i = 0; i < answer.names.size(); ++i)
    text += (i == 0 ? "" : ", ") + answer.names[i] + "=" + point.values.at(i);
  return text;
}

std::string sentence_of(const SweepAnswer& answer) {
  const auto with = static_cast<std::size_t>(
      std::count_if(answer.points.begin(), answer.points.end(),
                    [&](const PointAnswer& point) { return std::isfinite(merit(point, answer.headlines)); }));
  if (with == 0) return "no answer: no point has come to its end";
  const PointAnswer& best = answer.points.front();
  std::string text = fmt::format("best of {}: {}: {}", count_noun(static_cast<std::int64_t>(with), "point"),
                                 values_text(answer, best), figures_text(answer, best));
  if (with > 1) text += "; the worst: " + figures_text(answer, answer.points[with - 1]);
  return text;
}

std::vector<PointAnswer> read_points(const Sweep& sweep, std::size_t jobs, Database& database) {
  Statement rows = database.prepare(
      "SELECT point, state, message FROM sweep_point WHERE sweep_hash = ?"
      " ORDER BY point");
  rows.bind(1, sweep.hash());
  std::vector<PointAnswer> points;
  while (rows.step()) {
    PointAnswer& point = points.emplace_back();
    point.point = rows.integer(0);
    point.state = rows.text(1);
    point.message = rows.text(2);
    for (SweepParameter& parameter : sweep.point(point.point).parameters)
      point.values.push_back(std::move(parameter.value));
    point.figures.resize(jobs);
    point.replications.resize(jobs);
  }
  return points;
}

void read_figures(const Sweep& sweep, const Headline& headline, std::size_t job, Database& database,
                  std::vector<PointAnswer>& points) {
  Statement rows = database.prepare(
      "SELECT point, value FROM sweep_run CROSS JOIN run ON run.id = sweep_run.run CROSS JOIN metric ON"
      " metric.run = run.id AND component = ? AND metric = ? AND statistic = 'value'"
      " WHERE sweep_hash = ? AND outcome <> 'stalled' ORDER BY point, sweep_run.replication");
  rows.bind(1, "jobs/" + headline.job);
  rows.bind(2, headline.figure);
  rows.bind(3, sweep.hash());
  std::vector<double> values;
  auto place = points.begin();
  const auto finish = [&] {
    if (!values.empty()) place->figures[job] = spread_of(values);
    place->replications[job] = std::move(values);
    values.clear();
  };
  while (rows.step()) {
    for (const std::int64_t point = rows.integer(0); place->point != point; ++place) finish();
    values.push_back(rows.real(1));
  }
  if (place != points.end()) finish();
}

}  // namespace

Headline headline_of(const std::string& job, const JobSpec& spec) {
  if (spec.probe) return {job, "probe.operations_per_second", "operations/s", false};
  if (spec.inference && kInferenceModes[static_cast<std::size_t>(spec.inference->mode)] != "offline")
    return {job, "inference.latency_ms.p99", "ms p99", true};
  if (spec.inference) return {job, "inference.requests_per_second", "samples/s", false};
  if (spec.workload && !spec.workload->training.enabled)
    return {job, "checkpoint_seconds", "s in checkpoints", true};
  if (spec.restart) return {job, "goodput_percent", "% goodput", false};
  return {job, "au_percent", "% AU", false};
}

SweepAnswer sweep_answer(const Sweep& sweep, Database& database) {
  SweepAnswer answer;
  for (const auto& [name, job] : sweep.base().jobs) answer.headlines.push_back(headline_of(name, job));
  answer.names = short_names(sweep.axes());
  answer.points = read_points(sweep, answer.headlines.size(), database);
  for (std::size_t i = 0; i < answer.headlines.size(); ++i)
    read_figures(sweep, answer.headlines[i], i, database, answer.points);
  std::stable_sort(answer.points.begin(), answer.points.end(),
                   [&](const PointAnswer& a, const PointAnswer& b) {
                     return merit(a, answer.headlines) > merit(b, answer.headlines);
                   });
  answer.ranked = !answer.points.empty() && std::isfinite(merit(answer.points.front(), answer.headlines));
  answer.sentence = sentence_of(answer);
  return answer;
}

std::string sweep_table(const SweepAnswer& answer, bool all) {
  if (answer.points.empty()) return "";
  std::vector<std::string> headings = {"point"};
  for (const std::string& name : answer.names) headings.push_back(name);
  for (const Headline& headline : answer.headlines)
    headings.push_back(headline.job + ", " + std::string(headline.unit));
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
               {"answer", answer.sentence},    {"axes", Json::array()},    {"points", Json::array()}};
  for (const SweepAxis& axis : sweep.axes()) tree["axes"].push_back(axis.path);
  for (const PointAnswer& point : answer.points) {
    Json entry = {{"point", point.point}, {"state", point.state}};
    if (!point.message.empty()) entry["message"] = point.message;
    for (std::size_t i = 0; i < point.values.size(); ++i)
      entry["parameters"][sweep.axes()[i].path] = point.values[i];
    entry["figures"] = Json::object();
    for (std::size_t i = 0; i < answer.headlines.size(); ++i) {
      const Spread& figure = point.figures[i];
      if (figure.count == 0) continue;
      entry["figures"]["jobs." + answer.headlines[i].job + "." + answer.headlines[i].figure] = {
          {"mean", figure.mean},
          {"low_95", figure.low},
          {"high_95", figure.high},
          {"replications", figure.count}};
    }
    tree["points"].push_back(std::move(entry));
  }
  return tree;
}

}  // namespace headrace
