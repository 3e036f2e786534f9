#include "analysis/planning/largest.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "analysis/planning/trials.h"
#include "sim/check.h"

namespace headrace {

namespace {

// Works on steps from 0 on; only its answer speaks of counts.
class Climb {
 public:
  Climb(const LargestProblem& problem, Evaluator& evaluator)
      : problem_(problem),
        trials_(1, {problem.risk, problem.replications, problem.most_replications}, evaluator),
        last_((problem.high - problem.low) / problem.step) {}

  LargestResult run() {
    std::int64_t edge = -1;
    std::int64_t from = 0;
    while (!trials_.stopped() && from <= last_) {
      edge = climb(edge, from);
      const std::optional<std::int64_t> above = met_above(edge);
      if (!above) break;
      edge = *above;
      from = edge + 1;
    }
    return result(edge);
  }

 private:
  std::int64_t count_of(std::int64_t step) const { return problem_.low + step * problem_.step; }

  bool meets(std::int64_t step) {
    if (trials_.stopped()) return false;
    const auto found = index_.find(step);
    if (found != index_.end()) return mean(found->second) >= 0;
    const auto point = static_cast<std::size_t>(count_of(step));
    if (!trials_.run({&point, 1})) return false;
    index_[step] = trials_.all().size() - 1;
    return mean(index_[step]) >= 0;
  }

  double mean(std::size_t trial) const { return trials_.all()[trial].observation.estimate(0).mean; }

  // Climbs from `edge`, which meets the target (or is below the range), to one that meets it before one that
  // does not.
  std::int64_t climb(std::int64_t edge, std::int64_t from) {
    std::int64_t above = last_ + 1;
    std::int64_t next = from;
    for (std::int64_t stride = 1;; stride *= 2) {
      if (!meets(next)) {
        above = next;
        break;
      }
      edge = next;
      if (next == last_) return edge;
      next = std::min(next + stride, last_);
    }
    while (above - edge > 1) {
      const std::int64_t middle = edge + (above - edge) / 2;
      (meets(middle) ? edge : above) = middle;
    }
    return edge;
  }

  // Finds the next above the edge that meets the target after all, where ups and downs may still lift one
  // there.
  std::optional<std::int64_t> met_above(std::int64_t edge) {
    std::int64_t looked_at = 0;
    for (std::int64_t ahead = 1; ahead <= problem_.most_look_ahead && edge + ahead <= last_; ++ahead) {
      if (looked_at >= problem_.look_ahead && !may_be_met(edge + ahead)) return {};
      if (meets(edge + ahead)) return edge + ahead;
      if (trials_.stopped()) return {};
      // A count without a figure, as batches do not divide, says nothing of those above it.
      if (std::isfinite(mean(index_.at(edge + ahead)))) ++looked_at;
    }
    return {};
  }

  // Tells whether a count may meet the target, by a line through the counts run nearest to it, lifted by
  // twice the furthest that one of them is above it.
  bool may_be_met(std::int64_t step) const {
    std::vector<std::pair<double, double>> near;
    for (auto at = index_.lower_bound(step - 2 * problem_.most_look_ahead); at != index_.end(); ++at)
      if (at->first <= step + problem_.most_look_ahead && std::isfinite(mean(at->second)))
        near.emplace_back(static_cast<double>(at->first - step), mean(at->second));
    const auto n = static_cast<double>(near.size());
    double x = 0, y = 0, xx = 0, xy = 0;
    for (const auto& [at, margin] : near) x += at / n, y += margin / n;
    for (const auto& [at, margin] : near) xx += (at - x) * (at - x), xy += (at - x) * (margin - y);
    const double slope = xx > 0 ? std::min(xy / xx, 0.0) : 0;
    double lift = 0;
    for (const auto& [at, margin] : near) lift = std::max(lift, margin - y - slope * (at - x));
    return y - slope * x + 2 * lift >= 0;
  }

  LargestResult result(std::int64_t edge) const {
    LargestResult result;
    result.stopped = trials_.stopped();
    result.runs = trials_.runs();
    bool missed = false;
    for (const auto& [step, index] : index_) {
      const Trial& trial = trials_.all()[index];
      CountMargin& own = result.curve.emplace_back();
      own.count = count_of(step);
      own.margin = trial.observation.estimate(0);
      own.meets = own.margin.mean >= 0;
      own.clear = trial.verdict != Verdict::unclear;
      if (own.meets && missed) result.is_monotone = false;
      missed = missed || !own.meets;
      if (own.meets && own.clear) {
        result.surely = own.count;
        result.surely_not.reset();
      } else if (own.clear && !result.surely_not) {
        result.surely_not = own.count;
      }
    }
    if (edge >= 0) result.largest = count_of(edge);
    result.at_the_end = edge == last_;
    return result;
  }

  const LargestProblem& problem_;
  Trials trials_;
  std::int64_t last_;
  std::map<std::int64_t, std::size_t> index_;  // Trials, by step.
};

}  // namespace

LargestResult find_largest(const LargestProblem& problem, Evaluator& evaluator) {
  HEADRACE_CHECK(problem.step > 0 && problem.low >= 0 && problem.high >= problem.low);
  return Climb(problem, evaluator).run();
}

}  // namespace headrace
