#include "analysis/answer/replications.h"

#include <algorithm>

namespace headrace {

namespace {

bool finished(const RunResult& run) { return run.outcome.end == RunEnd::finished; }

// The values of one figure over the runs that count.
template <class Figure>
Spread spread_over(std::span<const RunResult> runs, std::size_t job, Figure figure) {
  std::vector<double> values;
  for (const RunResult* run : runs_that_count(runs))
    if (job < run->jobs.size()) values.push_back(figure(run->jobs[job]));
  return spread_of(values);
}

}  // namespace

const RunResult& representative(std::span<const RunResult> runs) {
  const auto found = std::find_if(runs.begin(), runs.end(), finished);
  return found == runs.end() ? runs.front() : *found;
}

std::vector<const RunResult*> runs_that_count(std::span<const RunResult> runs) {
  const bool any_finished = std::any_of(runs.begin(), runs.end(), finished);
  std::vector<const RunResult*> counted;
  for (const RunResult& run : runs)
    if (!any_finished || finished(run)) counted.push_back(&run);
  return counted;
}

const RunOutcome& joint_outcome(std::span<const RunResult> runs) {
  const auto found = std::find_if_not(runs.begin(), runs.end(), finished);
  return found == runs.end() ? runs.front().outcome : found->outcome;
}

JobFigures figures_of(std::span<const RunResult> runs, std::size_t job) {
  JobFigures figures;
  figures.au_percent = spread_over(runs, job, [](const JobResult& j) { return j.au_percent; });
  figures.samples_per_second =
      spread_over(runs, job, [](const JobResult& j) { return j.samples_per_second; });
  figures.mib_per_second = spread_over(runs, job, [](const JobResult& j) { return j.mib_per_second; });
  figures.seconds = spread_over(runs, job, [](const JobResult& j) { return (j.end - j.start).in_seconds(); });
  return figures;
}

JobResult averaged_job(std::span<const RunResult> runs, std::size_t job) {
  JobResult averaged = representative(runs).jobs.at(job);
  if (runs.size() < 2) return averaged;
  const JobFigures figures = figures_of(runs, job);
  averaged.au_percent = figures.au_percent.mean;
  averaged.samples_per_second = figures.samples_per_second.mean;
  averaged.mib_per_second = figures.mib_per_second.mean;
  averaged.au_passes = averaged.au_percent >= averaged.au_threshold_percent;
  return averaged;
}

std::vector<Answer> answers_of(std::span<const RunResult> runs) {
  const RunResult& run = representative(runs);
  std::vector<Answer> answers;
  for (std::size_t job = 0; job < run.jobs.size(); ++job) {
    const Spread au = figures_of(runs, job).au_percent;
    answers.push_back(answer_of(averaged_job(runs, job), run.resources, joint_outcome(runs), au));
  }
  return answers;
}

}  // namespace headrace
