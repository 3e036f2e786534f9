#include "analysis/answer/sweep_answer.h"
#include "analysis/figures/figures.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <span>

#include "analysis/answer/headlines.h"
#include "analysis/answer/point_axes.h"
#include "analysis/answer/replications.h"
#include "analysis/results/run_reader.h"
#include "analysis/statistics/best_of.h"
#include "analysis/text.h"

namespace headrace {

std::string number_text(const Headline& headline, double value) {
  if (headline.figure == "shuffle.randomness") return fixed(value, 2);
  return headline.unit.starts_with('%') ? fixed(value, 1) : grouped(value);
}

std::string unit_text(const SweepAnswer& answer, const PointAnswer& point, std::size_t headline) {
  return answer.headlines[headline].unit + (point.averaged[headline] ? " of a run, on average" : "");
}

namespace {

// Returns what a value is worth: its logarithm, so that a tenth more is worth the same in every job.
double worth(const Headline& headline, double value) {
  if (headline.better == Better::neither) return 0;
  const double logarithm = std::log(std::max(value, 1e-300));
  return headline.better == Better::less ? -logarithm : logarithm;
}

// Rates a point by its figures together; lowest where a figure is missing.
double merit(const PointAnswer& point, const std::vector<Headline>& headlines) {
  double sum = 0;
  for (std::size_t i = 0; i < headlines.size(); ++i) {
    if (point.figures[i].count == 0) return -std::numeric_limits<double>::infinity();
    sum += worth(headlines[i], point.figures[i].mean);
  }
  return sum;
}

// Tells whether a point may be better than another one.
bool have_a_best(const std::vector<Headline>& headlines) {
  return std::any_of(headlines.begin(), headlines.end(),
                     [](const Headline& headline) { return headline.better != Better::neither; });
}

std::string value_text(const SweepAnswer& answer, const PointAnswer& point, std::size_t headline) {
  return number_text(answer.headlines[headline], point.figures[headline].mean) + " " +
         unit_text(answer, point, headline);
}

std::string interval_text(const Spread& figure) {
  if (figure.count < 2) return "";
  return fmt::format(" [{:.3g}, {:.3g}]", figure.low, figure.high);
}

std::string figures_text(const SweepAnswer& answer, const PointAnswer& point) {
  std::string text;
  for (std::size_t i = 0; i < answer.headlines.size(); ++i)
    text += (i == 0 ? "" : ", ") + answer.headlines[i].job + " " + value_text(answer, point, i) +
            interval_text(point.figures[i]);
  return text;
}

// Names what the points have in common: axes of which they all have one value.
std::string values_text(const SweepAnswer& answer, const std::vector<const PointAnswer*>& points) {
  std::string text;
  for (std::size_t i = 0; i < answer.names.size(); ++i) {
    const std::string& value = points.front()->values.at(i);
    const bool common = std::all_of(points.begin(), points.end(),
                                    [&](const PointAnswer* point) { return point->values.at(i) == value; });
    if (common) text += (text.empty() ? "" : ", ") + answer.names[i] + "=" + value;
  }
  return text;
}

std::string idle_text(const SweepAnswer& answer) {
  std::string text;
  for (const std::size_t axis : answer.idle) text += (text.empty() ? "" : ", ") + answer.names[axis];
  if (text.empty()) return {};
  return fmt::format("; {} {} nothing here", text, answer.idle.size() == 1 ? "changes" : "change");
}

// "best of 9 points: ", "3 of 9 points are tied within noise: ", "ahead of 9 points, one replication each: "
std::string rank_text(const SweepAnswer& answer, std::size_t with) {
  const std::string points = count_noun(static_cast<std::int64_t>(with), "point");
  const PointAnswer& best = answer.points.front();
  const bool one = best.replications.front().size() < 2;
  std::vector<const PointAnswer*> tied;
  for (const PointAnswer& point : answer.points)
    if (std::find(answer.tied.begin(), answer.tied.end(), point.point) != answer.tied.end())
      tied.push_back(&point);
  if (tied.size() < 2)
    return fmt::format("{} {}{}: {}: ", one && with > 1 ? "ahead of" : "best of", points,
                       one && with > 1 ? " (one replication has no interval)" : "",
                       values_text(answer, {&best}));
  std::string text = tied.size() == with ? "all " + points : fmt::format("{} of {}", tied.size(), points);
  text += one ? " come to the same" : " are tied within noise";
  if (tied.size() < with) text += one ? ", ahead of the others" : ", the best";
  const std::string common = values_text(answer, tied);
  return text + ": " + (common.empty() ? "" : common + ": ");
}

// "train 1 to 4 cache.caches"
std::string range_text(const SweepAnswer& answer, std::size_t with) {
  const auto points = std::span(answer.points).first(with);
  std::string text;
  for (std::size_t i = 0; i < answer.headlines.size(); ++i) {
    const auto [least, greatest] = std::minmax_element(
        points.begin(), points.end(),
        [i](const PointAnswer& a, const PointAnswer& b) { return a.figures[i].mean < b.figures[i].mean; });
    text += (i == 0 ? "" : ", ") + answer.headlines[i].job + " ";
    if (least->figures[i].mean < greatest->figures[i].mean)
      text += number_text(answer.headlines[i], least->figures[i].mean) + " to ";
    text += value_text(answer, *greatest, i);
  }
  return text;
}

std::string sentence_of(const SweepAnswer& answer) {
  const auto with = static_cast<std::size_t>(
      std::count_if(answer.points.begin(), answer.points.end(),
                    [&](const PointAnswer& point) { return std::isfinite(merit(point, answer.headlines)); }));
  if (with == 0) return "no answer: no point has come to its end";
  if (!have_a_best(answer.headlines))
    return fmt::format("{}: {}; none is the best, for {} has no better direction{}",
                       count_noun(static_cast<std::int64_t>(with), "point"), range_text(answer, with),
                       answer.headlines.front().figure, idle_text(answer));
  const PointAnswer& best = answer.points.front();
  std::string text = rank_text(answer, with) + figures_text(answer, best);
  if (with > answer.tied.size()) text += "; the worst: " + figures_text(answer, answer.points[with - 1]);
  return text + idle_text(answer);
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
    point.averaged.resize(jobs);
  }
  return points;
}

// Returns how the runs of each point ended where not all of them finished, and with all their nodes.
std::map<std::int64_t, std::string> cut_points(const Sweep& sweep, Database& database) {
  Statement rows = database.prepare(
      "SELECT point, CASE WHEN max(outcome <> 'finished') THEN max(nullif(outcome, 'finished'))"
      " ELSE 'failed' END FROM sweep_run JOIN run ON run.id = sweep_run.run WHERE sweep_hash = ?"
      " AND (outcome <> 'finished' OR EXISTS (SELECT 1 FROM metric WHERE metric.run = run.id"
      " AND metric = 'failure.seconds')) GROUP BY point");
  rows.bind(1, sweep.hash());
  std::map<std::int64_t, std::string> cut;
  while (rows.step()) cut.emplace(rows.integer(0), rows.text(1));
  return cut;
}

void drop_cut_points(const Sweep& sweep, Database& database, SweepAnswer& answer) {
  const std::map<std::int64_t, std::string> cut = cut_points(sweep, database);
  for (PointAnswer& point : answer.points) {
    const auto found = cut.find(point.point);
    if (found == cut.end()) continue;
    if (point.state == "done") point.state = found->second;
    std::fill(point.figures.begin(), point.figures.end(), Spread());
    std::fill(point.beside.begin(), point.beside.end(), Spread());
    std::fill(point.replications.begin(), point.replications.end(), std::vector<double>());
  }
}

// Returns whether the replications of every point are one, event by event, and no fault could have struck.
bool is_exact(const Sweep& sweep, Database& database) {
  const DisturbanceSpec& disturbances = sweep.base().disturbances;
  if (!disturbances.faults.empty() || !disturbances.background.empty()) return false;
  Statement rows = database.prepare(
      "SELECT count(*) FROM (SELECT point FROM sweep_run JOIN run ON run.id = sweep_run.run WHERE"
      " sweep_hash = ? GROUP BY point HAVING count(*) < 2 OR count(DISTINCT fingerprint) > 1)");
  rows.bind(1, sweep.hash());
  return rows.step() && rows.integer(0) == 0;
}

// Returns what a user gives up or pays where an axis is below a job's part: an order that is faster for being
// less random is no better one.
std::vector<Headline> traded_figures(const Sweep& sweep) {
  std::vector<Headline> traded;
  for (const auto& [job, spec] : sweep.base().jobs) {
    const std::string shuffle = "jobs." + job + ".shuffle";
    const bool varies = std::any_of(sweep.axes().begin(), sweep.axes().end(), [&](const SweepAxis& axis) {
      return axis.path == shuffle || axis.path.starts_with(shuffle + ".");
    });
    if (!varies) continue;
    traded.push_back({job, "shuffle.randomness", "randomness"});
    traded.push_back({job, "shuffle.bytes_exchanged", "bytes exchanged", Better::less});
  }
  return traded;
}

// Reads a figure of the points in their order; take() gets those that have it, a value for each replication.
template <class Take>
void read_figures(const Sweep& sweep, const Headline& headline, Database& database,
                  std::vector<PointAnswer>& points, Take take) {
  Statement rows = database.prepare(
      "SELECT point, CASE unit WHEN 'ns' THEN value / 1e9 ELSE value END FROM sweep_run CROSS JOIN run ON "
      "run.id = sweep_run.run CROSS JOIN metric ON"
      " metric.run = run.id AND component = ? AND metric = ? AND statistic = 'value'"
      " WHERE sweep_hash = ? ORDER BY point, sweep_run.replication");
  rows.bind(1, "jobs/" + headline.job);
  rows.bind(2, headline.figure == "seconds" ? std::string("duration") : headline.figure);
  rows.bind(3, sweep.hash());
  std::vector<double> values;
  auto place = points.begin();
  const auto finish = [&] {
    if (!values.empty()) take(*place, std::move(values));
    values.clear();
  };
  while (rows.step()) {
    for (const std::int64_t point = rows.integer(0); place->point != point; ++place) finish();
    values.push_back(rows.real(1));
  }
  if (place != points.end()) finish();
}

// Returns the runs of each point, in the order of their replications.
std::map<std::int64_t, std::vector<std::int64_t>> runs_of_points(const Sweep& sweep, Database& database) {
  Statement rows =
      database.prepare("SELECT point, run FROM sweep_run WHERE sweep_hash = ? ORDER BY point, replication");
  rows.bind(1, sweep.hash());
  std::map<std::int64_t, std::vector<std::int64_t>> runs;
  while (rows.step()) runs[rows.integer(0)].push_back(rows.integer(1));
  return runs;
}

// Returns a percentile of all values of a point's runs; nothing where one of them was kept without values.
std::optional<Spread> pooled_over(const std::vector<std::int64_t>& runs, const Headline& headline,
                                  Database& database) {
  std::vector<Histogram> values;
  for (const std::int64_t run : runs) {
    std::optional<Histogram> of_run = read_values(database, run, headline.job, headline.figure);
    if (!of_run || of_run->count() == 0) return {};
    values.push_back(std::move(*of_run));
  }
  std::vector<const Histogram*> replications;
  for (const Histogram& of_run : values) replications.push_back(&of_run);
  return pooled_over(replications, headline.figure);
}

// Puts the percentiles of all values of a point's runs in place of the mean of the runs' own.
void pool_percentiles(const Sweep& sweep, Database& database, SweepAnswer& answer) {
  std::map<std::int64_t, std::vector<std::int64_t>> runs;
  for (std::size_t i = 0; i < answer.headlines.size(); ++i) {
    if (!is_percentile(answer.headlines[i].figure)) continue;
    if (runs.empty()) runs = runs_of_points(sweep, database);
    for (PointAnswer& point : answer.points) {
      if (point.figures[i].count < 2) continue;
      const std::optional<Spread> pooled = pooled_over(runs[point.point], answer.headlines[i], database);
      point.averaged[i] = !pooled;
      if (pooled) point.figures[i] = *pooled;
    }
  }
}

// Returns the logarithm of the merit, replication by replication.
std::vector<double> scores_of(const PointAnswer& point, const std::vector<Headline>& headlines) {
  std::size_t count = point.replications.front().size();
  for (const std::vector<double>& values : point.replications) count = std::min(count, values.size());
  std::vector<double> scores(count);
  for (std::size_t r = 0; r < scores.size(); ++r)
    for (std::size_t i = 0; i < headlines.size(); ++i)
      scores[r] += worth(headlines[i], point.replications[i][r]);
  return scores;
}

constexpr double kLeastLogarithm = 0.0005;  // Logarithms of figures that are closer come to the same.

void find_ties(SweepAnswer& answer, bool exact) {
  std::vector<std::vector<double>> scores;
  std::vector<double> merits;
  for (const PointAnswer& point : answer.points) {
    merits.push_back(merit(point, answer.headlines));
    if (!std::isfinite(merits.back())) break;
    scores.push_back(scores_of(point, answer.headlines));
  }
  const BestOf found = best_of(scores, exact, kLeastLogarithm);
  const bool one = scores.front().size() < 2;
  answer.tied.push_back(answer.points[found.ahead].point);
  for (const std::size_t other : found.tied)
    if (!one || merits[found.ahead] - merits[other] < kLeastLogarithm)
      answer.tied.push_back(answer.points[other].point);
  // The first is ahead by the values of all its runs; where another one is, replication by replication,
  // neither is the best.
  if (std::find(answer.tied.begin(), answer.tied.end(), answer.points.front().point) == answer.tied.end())
    answer.tied.push_back(answer.points.front().point);
  std::sort(answer.tied.begin(), answer.tied.end());
}

// Tells whether an axis is idle: points that differ in it alone have the same figures in every replication.
bool is_idle(const SweepAnswer& answer, std::size_t axis) {
  std::map<std::vector<std::string>, const PointAnswer*> others;
  bool met = false;
  for (const PointAnswer& point : answer.points) {
    if (point.replications.front().empty()) continue;
    std::vector<std::string> rest = point.values;
    rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(axis));
    const auto [found, fresh] = others.emplace(std::move(rest), &point);
    if (fresh) continue;
    if (found->second->replications != point.replications) return false;
    met = true;
  }
  return met;
}

}  // namespace

SweepAnswer sweep_answer(const Sweep& sweep, Database& database, const std::string& figure) {
  SweepAnswer answer;
  answer.headlines = headlines_of(sweep.base(), figure);
  std::vector<std::string> paths;
  for (const SweepAxis& axis : sweep.axes()) paths.push_back(axis.path);
  answer.names = short_names(paths);
  answer.points = read_points(sweep, answer.headlines.size(), database);
  for (std::size_t i = 0; i < answer.headlines.size(); ++i)
    read_figures(sweep, answer.headlines[i], database, answer.points,
                 [&answer, i](PointAnswer& point, std::vector<double> values) {
                   point.figures[i] = spread_of_figure(answer.headlines[i].figure, values);
                   point.replications[i] = std::move(values);
                 });
  pool_percentiles(sweep, database, answer);
  answer.beside = traded_figures(sweep);
  for (PointAnswer& point : answer.points) point.beside.resize(answer.beside.size());
  for (std::size_t i = 0; i < answer.beside.size(); ++i)
    read_figures(sweep, answer.beside[i], database, answer.points,
                 [&answer, i](PointAnswer& point, const std::vector<double>& values) {
                   point.beside[i] = spread_of_figure(answer.beside[i].figure, values);
                 });
  drop_cut_points(sweep, database, answer);
  std::stable_sort(answer.points.begin(), answer.points.end(),
                   [&](const PointAnswer& a, const PointAnswer& b) {
                     return merit(a, answer.headlines) > merit(b, answer.headlines);
                   });
  const bool known = !answer.points.empty() && std::isfinite(merit(answer.points.front(), answer.headlines));
  answer.ranked = known && have_a_best(answer.headlines);
  if (answer.ranked) find_ties(answer, is_exact(sweep, database));
  for (std::size_t axis = 0; axis < sweep.axes().size(); ++axis)
    if (known && is_idle(answer, axis)) answer.idle.push_back(axis);
  answer.sentence = sentence_of(answer);
  return answer;
}

}  // namespace headrace
