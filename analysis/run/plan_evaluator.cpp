#include "analysis/run/plan_evaluator.h"

#include <algorithm>
#include <atomic>
#include <limits>
#include <thread>

#include "analysis/answer/answer.h"
#include "analysis/figures/figures.h"
#include "scenarios/loader/experiment.h"

namespace headrace {

namespace {

constexpr double kNoFigure = -std::numeric_limits<double>::infinity();

bool is_at_most(const Assertion& target) { return target.comparison.starts_with('<'); }

// "jobs.<job>.<figure>"; a job's name has no dots.
std::pair<std::string, std::string> parts_of(const std::string& metric) {
  const std::size_t job = metric.find('.') + 1;
  const std::size_t figure = metric.find('.', job);
  if (job == 0 || figure == std::string::npos) return {};
  return {metric.substr(job, figure - job), metric.substr(figure + 1)};
}

std::optional<std::size_t> job_of(const RunResult& run, const std::string& name) {
  for (std::size_t job = 0; job < run.jobs.size(); ++job)
    if (run.jobs[job].name == name) return job;
  return {};
}

std::string why_no_figures(const RunOutcome& outcome) {
  if (outcome.end != RunEnd::stalled) return "the run did not finish";
  return "the model stalled" + (outcome.still_waiting.empty() ? "" : ": " + outcome.still_waiting.front());
}

bool go_on(void* context, const RunProgress& /*progress*/) {
  const auto& around = *static_cast<const PlanEvaluator::Around*>(context);
  return around.stopped == nullptr || !around.stopped();
}

bool may_build(void* context) { return go_on(context, RunProgress()); }

}  // namespace

double margin_of(const Assertion& target, double value) {
  return is_at_most(target) ? target.bound - value : value - target.bound;
}

double value_with_margin(const Assertion& target, double margin) {
  return is_at_most(target) ? target.bound - margin : target.bound + margin;
}

std::optional<double> figure_of_run(const RunResult& run, const std::string& metric) {
  const auto [name, figure] = parts_of(metric);
  const std::optional<std::size_t> job = job_of(run, name);
  return job ? find_job_figure(run, *job, figure) : std::nullopt;
}

std::size_t PlanEvaluator::take_stored(const RunRequest& request, std::vector<Margins>& runs) {
  if (around_.store == nullptr) return 0;
  const PlanStore::Remark remark = around_.store->remark(request.point);
  if (!remark.failure.empty()) {
    notes_[request.point].failure = remark.failure;
    reused_ += request.count;
    return runs.size();
  }
  auto known = static_cast<std::size_t>(request.count);
  std::vector<std::vector<double>> values;
  const auto skipped = static_cast<std::size_t>(request.first - 1);
  for (const Assertion& target : targets_) {
    values.push_back(around_.store->figures(request.point, target.metric));
    known = std::min(known, values.back().size() - std::min(values.back().size(), skipped));
  }
  for (std::size_t run = 0; run < known; ++run)
    for (std::size_t target = 0; target < targets_.size(); ++target)
      runs[run][target] = margin_of(targets_[target], values[target][skipped + run]);
  if (known > 0 && notes_[request.point].limited_by.empty())
    notes_[request.point].limited_by = remark.limited_by;
  reused_ += static_cast<std::int64_t>(known);
  return known;
}

void PlanEvaluator::simulate(std::vector<Task>& tasks) const {
  std::atomic<std::size_t> next{0};
  const auto work = [&] {
    for (std::size_t i = next++; i < tasks.size() && !is_stopped(); i = next++) {
      if (!tasks[i].scenario->scenario) continue;
      const auto around = const_cast<Around*>(&around_);
      try {
        Experiment experiment(*tasks[i].scenario->scenario, tasks[i].replication, nullptr,
                              {&may_build, around});
        tasks[i].result = experiment.run({&go_on, around});
      } catch (const BuildStopped&) {
        return;  // As all others will.
      }
    }
  };
  std::vector<std::jthread> threads;
  for (std::size_t i = 1; i < std::min<std::size_t>(around_.threads, tasks.size()); ++i)
    threads.emplace_back(work);
  work();
}

void PlanEvaluator::take(std::size_t point, const Task& task, Margins& margins) {
  Note& note = notes_[point];
  if (!task.scenario->scenario) {
    note.failure = task.scenario->problems.all().front().sentence;
    if (around_.store != nullptr) around_.store->add_refused(point, note.failure);
    return;
  }
  const RunResult& run = *task.result;
  ++runs_;
  const std::optional<std::size_t> job = job_of(run, parts_of(targets_.front().metric).first);
  const bool has_figures = run.outcome.end == RunEnd::finished || run.outcome.end == RunEnd::time_limit;
  if (has_figures && job && note.limited_by.empty())
    note.limited_by = find_limitation(run.jobs[*job], run.resources).by;
  if (around_.store != nullptr && (has_figures || run.outcome.end == RunEnd::stalled))
    around_.store->add(point, task.replication, run, note.limited_by);
  if (!has_figures) {
    note.failure = why_no_figures(run.outcome);
    return;
  }
  for (std::size_t target = 0; target < targets_.size(); ++target) {
    const std::optional<double> value = figure_of_run(run, targets_[target].metric);
    if (value) margins[target] = margin_of(targets_[target], *value);
  }
}

std::vector<std::vector<Margins>> PlanEvaluator::evaluate(std::span<const RunRequest> requests) {
  std::vector<std::vector<Margins>> answers(requests.size());
  std::vector<ScenarioRead> scenarios(requests.size());
  std::vector<Task> tasks;
  for (std::size_t i = 0; i < requests.size(); ++i) {
    answers[i].assign(static_cast<std::size_t>(requests[i].count), Margins(targets_.size(), kNoFigure));
    const std::size_t known = take_stored(requests[i], answers[i]);
    if (known == answers[i].size()) continue;
    scenarios[i] = scenario_of_(requests[i].point);
    for (std::size_t place = known; place < answers[i].size(); ++place)
      tasks.push_back({i, place, requests[i].first + static_cast<std::int64_t>(place), &scenarios[i], {}});
  }
  simulate(tasks);
  // What was finished before an interrupt is kept, too.
  for (const Task& task : tasks)
    if (task.result || !task.scenario->scenario)
      take(requests[task.request].point, task, answers[task.request][task.place]);
  if (is_stopped()) return {};
  if (around_.report) around_.report(runs_ + reused_);
  return answers;
}

}  // namespace headrace
