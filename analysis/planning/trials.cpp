#include "analysis/planning/trials.h"

#include <algorithm>
#include <cmath>

#include "sim/check.h"

namespace headrace {

namespace {

std::int64_t count_of(const Trial& trial) { return static_cast<std::int64_t>(trial.observation.runs.size()); }

}  // namespace

double Trial::probability_met() const {
  double all = 1;
  for (std::size_t target = 0; target < targets.size(); ++target)
    all *= observation.estimate(target, confirming_from).probability_met();
  return all;
}

void Trials::judge(Trial& trial) const {
  trial.targets.assign(targets_, Verdict::unclear);
  trial.verdict = Verdict::met;
  for (std::size_t target = 0; target < targets_; ++target) {
    const double met = trial.observation.estimate(target).probability_met();
    if (met >= 1 - rules_.risk) trial.targets[target] = Verdict::met;
    if (met <= rules_.risk) trial.targets[target] = Verdict::failed;
    trial.verdict = std::max(trial.verdict, trial.targets[target]);
  }
}

bool Trials::extend(Trial& trial, std::int64_t by) {
  const RunRequest request{trial.point(), count_of(trial) + 1, by};
  const std::vector<std::vector<Margins>> answers = evaluator_.evaluate({&request, 1});
  stopped_ = answers.empty();
  if (stopped_) return false;
  for (const Margins& run : answers.front()) {
    HEADRACE_CHECK(run.size() == targets_);
    trial.observation.runs.push_back(run);
  }
  runs_ += static_cast<std::int64_t>(answers.front().size());
  return true;
}

bool Trials::clear_up(Trial& trial) {
  judge(trial);
  while (trial.verdict == Verdict::unclear && count_of(trial) < rules_.most_replications) {
    const std::int64_t more = std::min(count_of(trial), rules_.most_replications - count_of(trial));
    if (!extend(trial, more)) return false;
    judge(trial);
  }
  return true;
}

void Trials::add_known(const Observation& observation) {
  HEADRACE_CHECK(!observation.runs.empty());
  trials_.push_back({observation, {}, Verdict::unclear, 0});
  judge(trials_.back());
}

bool Trials::run(std::span<const std::size_t> points) {
  std::vector<RunRequest> requests;
  for (const std::size_t point : points) requests.push_back({point, 1, rules_.replications});
  std::vector<std::vector<Margins>> answers = evaluator_.evaluate(requests);
  stopped_ = answers.size() != points.size();
  if (stopped_) return false;
  for (std::size_t i = 0; i < points.size(); ++i) {
    HEADRACE_CHECK(!answers[i].empty() && answers[i].front().size() == targets_);
    runs_ += static_cast<std::int64_t>(answers[i].size());
    trials_.push_back({{points[i], std::move(answers[i])}, {}, Verdict::unclear, 0});
    if (!clear_up(trials_.back())) return false;
  }
  return true;
}

bool Trials::confirm(std::size_t index) {
  Trial& trial = trials_[index];
  HEADRACE_CHECK(trial.verdict == Verdict::met);
  bool exact = rules_.confirmations == 0 || count_of(trial) > 1;
  for (std::size_t target = 0; target < targets_; ++target)
    exact = exact && !(trial.observation.estimate(target).standard_error > 0);
  if (exact || trial.confirming_from > 0) return true;
  // The k-th design to be confirmed may be wrong at its j-th look with risk / 2^(k + j): all together,
  // `risk`.
  double allowed = rules_.risk / std::exp2(++confirmations_);
  trial.confirming_from = trial.observation.runs.size();
  for (std::int64_t more = std::max({rules_.replications, rules_.confirmations, std::int64_t{2}});;) {
    if (!extend(trial, more)) return false;
    allowed /= 2;
    double worst = 1;
    for (std::size_t target = 0; target < targets_; ++target)
      worst = std::min(worst, trial.observation.estimate(target, trial.confirming_from).probability_met());
    if (worst >= 1 - allowed) return true;
    const std::int64_t fresh = count_of(trial) - static_cast<std::int64_t>(trial.confirming_from);
    more = std::min(fresh, rules_.most_replications - fresh);
    if (worst <= rules_.risk || more <= 0) break;
  }
  trial.verdict = Verdict::unclear;
  return false;
}

}  // namespace headrace
