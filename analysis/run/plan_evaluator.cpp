#include "analysis/run/plan_evaluator.h"

#include <algorithm>
#include <limits>
#include <set>

#include "analysis/answer/answer.h"
#include "analysis/figures/figures.h"

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

}  // namespace

class PlanEvaluator::DesignPoints final : public Points {
 public:
  explicit DesignPoints(const ScenarioOf& scenario_of) : scenario_of_(scenario_of) {}

  PreparedPoint prepare(std::int64_t run) const override {
    return prepared(scenario_of_(static_cast<std::size_t>(run)), {});
  }

 private:
  const ScenarioOf& scenario_of_;
};

// Where the margins of each run go: a run may be asked for more than once.
class PlanEvaluator::Places final : public Keeper {
 public:
  explicit Places(PlanEvaluator& evaluator) : evaluator_(evaluator) {}

  void add(std::int64_t run, std::int64_t replication, Margins& margins) {
    std::vector<Margins*>& places = places_[{run, replication}];
    if (places.empty()) tasks_.push_back({run, replication, {}});
    places.push_back(&margins);
  }
  const std::vector<PointTask>& tasks() const { return tasks_; }

  void keep(std::span<FinishedRun> runs) override {
    for (const FinishedRun& run : runs) {
      const std::vector<Margins*>& places = places_.at({run.point, run.replication});
      evaluator_.take(run, *places.front());
      const std::size_t situation = static_cast<std::size_t>(run.point) % evaluator_.situations_;
      for (std::size_t i = 0; i < evaluator_.targets_.size(); ++i)
        for (Margins* const place : places)
          if (evaluator_.targets_[i].situation == situation) (*place)[i] = (*places.front())[i];
    }
    kept_ += static_cast<std::int64_t>(runs.size());
  }
  void count(WorkState& state) const override {
    state.points = static_cast<std::int64_t>(tasks_.size());
    state.points_over = kept_;
    state.runs_before = evaluator_.runs_ + evaluator_.reused_ - kept_;
  }

 private:
  PlanEvaluator& evaluator_;
  std::map<std::pair<std::int64_t, std::int64_t>, std::vector<Margins*>> places_;
  std::vector<PointTask> tasks_;
  std::int64_t kept_ = 0;
};

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

std::string PlanEvaluator::job_of_run(std::size_t run) const {
  for (const PlanTarget& target : targets_)
    if (target.situation == run % situations_) return parts_of(target.metric).first;
  return {};
}

// Takes what the store has of a design in a situation, and returns how many runs of the request that are.
std::size_t PlanEvaluator::take_stored(const RunRequest& request, std::size_t situation,
                                       std::vector<Margins>& runs) {
  if (around_.store == nullptr) return 0;
  const std::size_t run = run_of(request.point, situation);
  const PlanStore::Remark remark = around_.store->remark(run, job_of_run(run));
  if (!remark.failure.empty()) {
    notes_[run].failure = remark.failure;
    reused_ += request.count;
    return runs.size();
  }
  auto known = static_cast<std::size_t>(request.count);
  const auto skipped = static_cast<std::size_t>(request.first - 1);
  std::vector<std::vector<double>> values(targets_.size());
  for (std::size_t i = 0; i < targets_.size(); ++i) {
    if (targets_[i].situation != situation) continue;
    values[i] = around_.store->figures(run, targets_[i].metric);
    known = std::min(known, values[i].size() - std::min(values[i].size(), skipped));
  }
  for (std::size_t replication = 0; replication < known; ++replication)
    for (std::size_t i = 0; i < targets_.size(); ++i)
      if (targets_[i].situation == situation)
        runs[replication][i] = margin_of(targets_[i], values[i][skipped + replication]);
  if (known > 0 && notes_[run].limited_by.empty()) notes_[run].limited_by = remark.limited_by;
  reused_ += static_cast<std::int64_t>(known);
  return known;
}

void PlanEvaluator::take(const FinishedRun& finished, Margins& margins) {
  const auto number = static_cast<std::size_t>(finished.point);
  Note& note = notes_[number];
  if (!finished.result) {
    note.failure = finished.message;
    if (around_.store != nullptr) around_.store->add_refused(number, note.failure);
    return;
  }
  const RunResult& run = *finished.result;
  ++runs_;
  const std::optional<std::size_t> job = job_of(run, job_of_run(number));
  const bool has_figures = run.outcome.end == RunEnd::finished || run.outcome.end == RunEnd::time_limit;
  // Of the first replication, whichever ends first.
  if (has_figures && job && (note.limited_by.empty() || finished.replication == 1))
    note.limited_by = find_limitation(run.jobs[*job], run.resources).by;
  if (around_.store != nullptr && (has_figures || run.outcome.end == RunEnd::stalled))
    around_.store->add(number, finished);
  if (!has_figures) {
    note.failure = why_no_figures(run.outcome);
    return;
  }
  for (std::size_t target = 0; target < targets_.size(); ++target) {
    if (targets_[target].situation != number % situations_) continue;
    const std::optional<double> value = figure_of_run(run, targets_[target].metric);
    if (value) margins[target] = margin_of(targets_[target], *value);
  }
}

// Fills in what is stored, and calls missing(run, replication, margins) for all else.
template <typename Missing>
void PlanEvaluator::look_up(std::span<const RunRequest> requests, std::vector<std::vector<Margins>>& answers,
                            Missing missing) {
  answers.resize(requests.size());
  for (std::size_t i = 0; i < requests.size(); ++i) {
    const RunRequest& request = requests[i];
    answers[i].assign(static_cast<std::size_t>(request.count), Margins(targets_.size(), kNoFigure));
    for (std::size_t situation = 0; situation < situations_; ++situation) {
      const std::size_t known = take_stored(request, situation, answers[i]);
      for (std::size_t place = known; place < answers[i].size(); ++place)
        missing(static_cast<std::int64_t>(run_of(request.point, situation)),
                request.first + static_cast<std::int64_t>(place), answers[i][place]);
    }
  }
}

// Has the runs that are not stored made elsewhere, which stores them, and reads all of them from there.
std::vector<std::vector<Margins>> PlanEvaluator::evaluate_elsewhere(std::span<const RunRequest> requests) {
  std::vector<std::vector<Margins>> answers;
  std::set<std::pair<std::int64_t, std::int64_t>> open;  // Runs and replications.
  const auto note = [&](std::int64_t run, std::int64_t replication, Margins& /*margins*/) {
    open.emplace(run, replication);
  };
  look_up(requests, answers, note);
  const std::int64_t reused = reused_;
  std::vector<PointTask> tasks;
  for (const auto& [run, replication] : open) tasks.push_back({run, replication, {}});
  if (!tasks.empty() && around_.elsewhere(tasks) != WorkEnd::complete) return {};
  runs_ += static_cast<std::int64_t>(tasks.size());
  look_up(requests, answers, note);
  reused_ = reused;
  return answers;
}

std::vector<std::vector<Margins>> PlanEvaluator::evaluate(std::span<const RunRequest> requests) {
  if (around_.elsewhere) return evaluate_elsewhere(requests);
  std::vector<std::vector<Margins>> answers;
  Places places(*this);
  look_up(requests, answers, [&](std::int64_t run, std::int64_t replication, Margins& margins) {
    places.add(run, replication, margins);
  });
  // What was finished before an interrupt is kept, too.
  const DesignPoints points(scenario_of_);
  Runner runner(points, places, {around_.threads}, around_.watch);
  if (runner.run(places.tasks()) != WorkEnd::complete) return {};
  return answers;
}

}  // namespace headrace
