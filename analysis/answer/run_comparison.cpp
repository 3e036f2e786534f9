#include "analysis/answer/run_comparison.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <string_view>

#include "analysis/statistics/holm.h"
#include "analysis/text.h"

namespace headrace {

namespace {

using PointKey = std::vector<AxisKey>;

struct Key {
  PointKey point;
  std::int64_t seed = 0, replication = 0;

  auto operator<=>(const Key&) const = default;
};

PointKey point_of(const ComparedRun& run, const std::vector<std::string>& axes) {
  PointKey key;
  for (const std::string& axis : axes) key.push_back(axis_key(run.values.at(axis)));
  return key;
}

std::map<Key, const ComparedRun*> latest(const std::vector<ComparedRun>& runs,
                                         const std::vector<std::string>& axes) {
  std::map<Key, const ComparedRun*> by_key;
  for (const ComparedRun& run : runs) {
    const ComparedRun*& kept = by_key[{point_of(run, axes), run.seed, run.replication}];
    if (kept == nullptr || kept->id < run.id) kept = &run;
  }
  return by_key;
}

using Pair = std::pair<const ComparedRun*, const ComparedRun*>;

// Returns the axes that name points: those in which not all pairs are alike.
std::vector<std::string> axes_that_vary(const std::vector<Pair>& pairs,
                                        const std::vector<std::string>& axes) {
  std::vector<std::string> varying;
  for (const std::string& axis : axes) {
    std::set<AxisKey> values;
    for (const Pair& pair : pairs) values.insert(axis_key(pair.first->values.at(axis)));
    if (values.size() > 1) varying.push_back(axis);
  }
  return varying;
}

void find_pairs(const std::vector<ComparedRun>& first, const std::vector<ComparedRun>& second,
                const std::vector<std::string>& axes, RunComparison& comparison) {
  const auto of_first = latest(first, axes), of_second = latest(second, axes);
  std::vector<Pair> all, whole;
  for (const auto& [key, run] : of_first) {
    const auto found = of_second.find(key);
    if (found == of_second.end()) continue;
    all.emplace_back(run, found->second);
    if (run->finished && found->second->finished) whole.push_back(all.back());
  }
  comparison.unpaired = of_first.size() + of_second.size() - 2 * all.size();
  comparison.partial = whole.empty() && !all.empty();
  comparison.unfinished = comparison.partial ? 0 : all.size() - whole.size();
  const std::vector<Pair>& pairs = whole.empty() ? all : whole;
  comparison.axes = axes_that_vary(pairs, axes);
  std::map<PointKey, PointComparison> points;
  for (const Pair& pair : pairs) {
    PointComparison& point = points[point_of(*pair.first, comparison.axes)];
    point.pairs.push_back(pair);
    if (point.pairs.size() > 1) continue;
    for (const std::string& axis : comparison.axes) point.values.push_back(pair.first->values.at(axis));
  }
  for (auto& [key, point] : points) comparison.points.push_back(std::move(point));
}

// Figures and the statistics of distributions are two families: of the latter there are many.
void mark_clear(std::vector<FigureDifference>& figures) {
  for (const bool of_distribution : {false, true}) {
    std::vector<FigureDifference*> family;
    std::vector<double> probabilities;
    for (FigureDifference& figure : figures) {
      if (figure.of_distribution != of_distribution || !figure.paired.has_interval()) continue;
      family.push_back(&figure);
      probabilities.push_back(figure.paired.probability());
    }
    const std::vector<bool> clear = holm(probabilities);
    for (std::size_t i = 0; i < family.size(); ++i) family[i]->is_clear = clear[i];
  }
}

// Compares the figures of a point's pairs. A figure that some run lacks is compared over the pairs that have
// it.
void compare_figures(PointComparison& point) {
  struct Values {
    std::vector<double> first, second;
    std::string unit;
    bool of_distribution = false;
  };
  std::map<ComparedFigure, Values> gathered;
  for (const auto& [first, second] : point.pairs) {
    for (const auto& [name, value] : first->figures) {
      const auto found = second->figures.find(name);
      if (found == second->figures.end() || found->second.unit != value.unit) continue;
      Values& values = gathered[name];
      values.first.push_back(value.value);
      values.second.push_back(found->second.value);
      values.unit = value.unit;
      values.of_distribution = value.of_distribution;
    }
  }
  for (const auto& [name, values] : gathered)
    point.figures.push_back(
        {name, values.unit, values.of_distribution, paired_difference(values.first, values.second)});
  mark_clear(point.figures);
}

// Figures that users of a job wait for: the first that a job has counts.
struct HeadlineFigure {
  std::string_view figure, words;
};
constexpr HeadlineFigure kHeadlineFigures[] = {{"probe.operations_per_second", "operations/s"},
                                               {"inference.latency_ms.p99", "p99 latency (ms)"},
                                               {"samples_per_second", "samples/s"},
                                               {"inference.requests_per_second", "requests/s"},
                                               {"checkpoint_all_seconds", "seconds in checkpoints"},
                                               {"checkpoint_seconds", "seconds of rank 0 in checkpoints"},
                                               {"duration", "seconds of run time"}};

const FigureDifference* find_figure(const PointComparison& point, const std::string& job,
                                    std::string_view figure) {
  for (const FigureDifference& one : point.figures)
    if (one.name.job == job && one.name.figure == figure && one.paired.first.greatest > 0) return &one;
  return nullptr;
}

JobHeadline headline_of(const RunComparison& comparison, const std::string& job) {
  for (const HeadlineFigure& row : kHeadlineFigures) {
    JobHeadline headline = {job, std::string(row.figure), std::string(row.words), {}};
    for (std::size_t i = 0; i < comparison.points.size(); ++i)
      if (const FigureDifference* found = find_figure(comparison.points[i], job, row.figure))
        headline.points.push_back({i, found->paired, false});
    if (!headline.points.empty()) return headline;
  }
  return {};
}

void find_headlines(RunComparison& comparison) {
  std::set<std::string> jobs;
  for (const PointComparison& point : comparison.points)
    for (const FigureDifference& figure : point.figures) jobs.insert(figure.name.job);
  for (const std::string& job : jobs) {
    JobHeadline headline = headline_of(comparison, job);
    if (!headline.points.empty()) comparison.headlines.push_back(std::move(headline));
  }
  std::vector<double> probabilities;
  for (const JobHeadline& headline : comparison.headlines)
    for (const auto& at : headline.points) probabilities.push_back(at.paired.probability());
  const std::vector<bool> clear = holm(probabilities);
  std::size_t next = 0;
  for (JobHeadline& headline : comparison.headlines)
    for (auto& at : headline.points) at.is_clear = clear[next++];
}

bool is_equal(const PairedDifference& paired) {
  return paired.difference.least == 0 && paired.difference.greatest == 0;
}

std::string pairs_text(const PairedDifference& paired) {
  const auto count = static_cast<std::int64_t>(paired.difference.count);
  if (count == 1) return "in one pair, which has no interval";
  if (!paired.has_interval() && !is_equal(paired)) return fmt::format("in each of {} pairs", count);
  return "over " + count_noun(count, "pair");
}

std::string percent_text(double percent) {
  return fmt::format("{:.2f} % {}", std::abs(percent), percent < 0 ? "less" : "more");
}

std::string values_text(const PairedDifference& paired) {
  return fmt::format("{} against {}", grouped(paired.second.mean), grouped(paired.first.mean));
}

std::string sentence_of_one(const JobHeadline& headline) {
  const PairedDifference& paired = headline.points.front().paired;
  const std::string pairs = pairs_text(paired);
  if (is_equal(paired))
    return fmt::format("{} has the same {} in A and B {}: {}", headline.job, headline.words, pairs,
                       grouped(paired.first.mean));
  const Spread& percent = paired.percent;
  const bool less = percent.mean < 0;
  const double low = less ? -percent.high : percent.low, high = less ? -percent.low : percent.high;
  const std::string interval =
      paired.has_interval() ? fmt::format(" [{:.2f}, {:.2f}]", low, high) : std::string();
  const bool unclear = paired.has_interval() && !headline.points.front().is_clear;
  return fmt::format("{}B gives {} {} {} than A{} {}: {}", unclear ? "no clear difference: " : "",
                     headline.job, percent_text(percent.mean), headline.words, interval, pairs,
                     values_text(paired));
}

std::string point_text(const RunComparison& comparison, std::size_t point) {
  const std::vector<std::string> names = short_names(comparison.axes);
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i)
    text += (i == 0 ? "" : ", ") + names[i] + "=" + comparison.points[point].values[i];
  return text;
}

// "1.62 to 20.75 % less", "between 3.10 % less and 5.20 % more"
std::string range_text(double low, double high) {
  if (low < 0 && high > 0) return "between " + percent_text(low) + " and " + percent_text(high);
  if (high <= 0) return fmt::format("{:.2f} to {:.2f} % less", std::abs(high), std::abs(low));
  return fmt::format("{:.2f} to {:.2f} % more", low, high);
}

std::string clear_text(const JobHeadline& headline) {
  const auto count = [&](auto what) {
    return std::count_if(headline.points.begin(), headline.points.end(), what);
  };
  const auto with = count([](const auto& at) { return at.paired.has_interval(); });
  if (with == 0) return "; no point has an interval";
  return fmt::format("; clear at {} of them", count([](const auto& at) { return at.is_clear; }));
}

std::string sentence_of_many(const RunComparison& comparison, const JobHeadline& headline) {
  const auto size = static_cast<std::int64_t>(headline.points.size());
  const bool all_equal = std::all_of(headline.points.begin(), headline.points.end(),
                                     [](const auto& at) { return is_equal(at.paired); });
  if (all_equal)
    return fmt::format("{} has the same {} in A and B at {}", headline.job, headline.words,
                       count_noun(size, "point"));
  const auto percent = [](const auto& at) { return at.paired.percent.mean; };
  double low = percent(headline.points.front()), high = low;
  const JobHeadline::AtPoint* most = &headline.points.front();
  for (const auto& at : headline.points) {
    low = std::min(low, percent(at));
    high = std::max(high, percent(at));
    if (std::abs(percent(at)) > std::abs(percent(*most))) most = &at;
  }
  return fmt::format("B gives {} {} {} than A at {}; most at {}: {}{}", headline.job, range_text(low, high),
                     headline.words, count_noun(size, "point"), point_text(comparison, most->point),
                     values_text(most->paired), clear_text(headline));
}

// Returns the greatest difference of a job: a clear one is greater than any that is not.
double size_of(const JobHeadline& headline) {
  constexpr double kClearly = 1e9;
  double size = 0;
  for (const auto& at : headline.points)
    size = std::max(size, std::abs(at.paired.percent.mean) + (at.is_clear ? kClearly : 0));
  return size;
}

// Writes a sentence for each job. That of the job that differs most is the one of the comparison.
void write_sentences(RunComparison& comparison) {
  double most = -1;
  for (const JobHeadline& headline : comparison.headlines) {
    const std::string sentence =
        comparison.points.size() == 1 ? sentence_of_one(headline) : sentence_of_many(comparison, headline);
    if (size_of(headline) > most) comparison.sentence = sentence;
    most = std::max(most, size_of(headline));
    comparison.job_sentences.push_back(sentence);
  }
  if (comparison.job_sentences.size() == 1) comparison.job_sentences.clear();
  if (comparison.partial) comparison.sentence = "partial, no pair finished: " + comparison.sentence;
}

}  // namespace

RunComparison compare_runs(const std::vector<ComparedRun>& first, const std::vector<ComparedRun>& second,
                           const std::vector<std::string>& axes) {
  RunComparison comparison;
  find_pairs(first, second, axes, comparison);
  for (PointComparison& point : comparison.points) compare_figures(point);
  find_headlines(comparison);
  write_sentences(comparison);
  return comparison;
}

}  // namespace headrace
