#include "analysis/figures/figures.h"

#include <algorithm>
#include <iterator>

#include "analysis/answer/replications.h"
#include "analysis/errors.h"
#include "analysis/text.h"

namespace headrace {

namespace {

// Returns how far a figure of a job in that state can be relied on.
Validity validity_of(const FigureRow& row, const FigureValue& value, JobState state) {
  if (!value.number || state == JobState::not_begun) return Validity::not_defined;
  const bool whole = state == JobState::ended || row.needs == FigureNeeds::failure;
  return whole ? Validity::measured : Validity::cut_short;
}

struct ComparedFigure {
  std::string_view path;
  FigureValue (*value)(const Interference& measured);
};

// Figures of a job beside others: no result of one job has them.
constexpr ComparedFigure kCompared[] = {
    {"interference.seconds_alone", [](const Interference& m) -> FigureValue { return m.alone.in_seconds(); }},
    {"interference.time_ratio",
     [](const Interference& m) -> FigureValue {
       return m.alone > Duration() ? m.together.in_seconds() / m.alone.in_seconds() : 1;
     }},
    {"interference.au_percent_alone",
     [](const Interference& m) { return m.au_alone > 0 ? FigureValue(m.au_alone) : FigureValue(); }},
    {"interference.au_difference",
     [](const Interference& m) {
       return m.au_alone > 0 ? FigureValue(m.au_together - m.au_alone) : FigureValue();
     }},
    {"interference.latency_p99_ratio",
     [](const Interference& m) {
       if (m.latency_p99_alone <= Duration()) return FigureValue();
       return FigureValue(m.latency_p99_together.in_seconds() / m.latency_p99_alone.in_seconds());
     }},
};

FigureValue compared_value(const FigureRow& row, const Interference* measured) {
  if (measured == nullptr) return {};
  const auto* const found = std::find_if(std::begin(kCompared), std::end(kCompared),
                                         [&](const ComparedFigure& one) { return one.path == row.path; });
  if (found == std::end(kCompared))
    throw InternalError("nothing computes the figure " + std::string(row.path));
  return found->value(*measured);
}

}  // namespace

std::string said_text(const SaidFigure& said, double value) {
  const FigureRow* const row = find_figure_row(said.path);
  const std::string words(said.words);
  if (row != nullptr && row->unit == "ms") return words + " " + span_text(Duration::seconds(value * 1e-3));
  return grouped(value) + " " + words;
}

const Interference* interference_of(const RunResult& run, const std::string& job) {
  const auto found = std::find_if(run.interference.begin(), run.interference.end(),
                                  [&](const Interference& measured) { return measured.job == job; });
  return found == run.interference.end() ? nullptr : &*found;
}

namespace {

std::optional<Figure> figure_of(const FigureRow& row, const RunResult& run, const JobResult& job) {
  const FigureValue value =
      row.source.is_of_one_job() ? value_of(row, job) : compared_value(row, interference_of(run, job.name));
  if (!value.there) return {};
  return Figure{&row, value.number.value_or(0), validity_of(row, value, job.state)};
}

}  // namespace

std::vector<Figure> figures_of_job(const RunResult& run, std::size_t index) {
  std::vector<Figure> figures;
  for (const FigureRow& row : figure_rows())
    if (const auto figure = figure_of(row, run, run.jobs.at(index))) figures.push_back(*figure);
  return figures;
}

std::optional<Figure> job_figure(const RunResult& run, std::size_t index, std::string_view path) {
  const FigureRow* const row = find_figure_row(path);
  return row == nullptr ? std::nullopt : figure_of(*row, run, run.jobs.at(index));
}

std::optional<double> find_job_figure(const RunResult& run, std::size_t index, std::string_view path) {
  const std::optional<Figure> found = job_figure(run, index, path);
  return found && found->validity == Validity::measured ? std::optional(found->value) : std::nullopt;
}

Spread spread_of_figure(std::string_view path, std::span<const double> values) {
  Spread spread = spread_of(values);
  spread.low = std::max(spread.low, std::min(0.0, spread.least));
  if (path.ends_with("percent")) spread.high = std::min(spread.high, std::max(100.0, spread.greatest));
  return spread;
}

Spread figure_over(std::span<const RunResult> runs, std::size_t job, std::string_view path) {
  std::vector<double> values;
  for (const RunResult* run : runs_that_count(runs)) {
    if (job >= run->jobs.size()) continue;
    if (const std::optional<double> value = find_job_figure(*run, job, path)) values.push_back(*value);
  }
  if (values.size() > 1)
    if (const std::optional<Spread> pooled = pooled_over(runs, job, path)) return *pooled;
  return spread_of_figure(path, values);
}

std::optional<Figure> joint_figure(std::span<const RunResult> runs, std::size_t job, std::string_view path) {
  std::optional<Figure> joint;
  for (const RunResult& run : runs) {
    if (job >= run.jobs.size()) return {};
    const std::optional<Figure> own = job_figure(run, job, path);
    if (!own) return {};
    if (!joint || own->validity != Validity::measured) joint = own;
    if (own->validity != Validity::measured) return joint;
  }
  if (joint && runs.size() > 1) joint->value = figure_over(runs, job, path).mean;
  return joint;
}

std::optional<Figure> named_figure(std::span<const RunResult> runs, std::string_view metric) {
  const std::vector<JobResult>& jobs = representative(runs).jobs;
  for (std::size_t job = 0; job < jobs.size(); ++job) {
    const std::string prefix = "jobs." + jobs[job].name + ".";
    if (!metric.starts_with(prefix)) continue;
    if (auto found = joint_figure(runs, job, metric.substr(prefix.size()))) return found;
  }
  return {};
}

}  // namespace headrace
