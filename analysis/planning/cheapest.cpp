#include "analysis/planning/cheapest.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "analysis/planning/surrogates.h"
#include "analysis/planning/trials.h"
#include "sim/check.h"
#include "sim/random.h"

namespace headrace {

namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();
// The surrogates are asked for so many designs at a time: of more, for a part of them that is drawn anew each
// time, and for all before the search ends.
constexpr std::size_t kMostAsked = 2000;
constexpr std::size_t kLeastRun = 30;
// How probable it is that a target is not monotone where it is said to be [assumed].
constexpr double kDoubt = 0.1;

// What is believed of a list of points.
struct Beliefs {
  std::vector<std::size_t> points;
  std::vector<std::vector<double>> failing;  // [target][i]
  std::vector<double> log_met;               // Of all targets.
};

class Search {
 public:
  Search(const SearchProblem& problem, const SearchOptions& options, Evaluator& evaluator)
      : problem_(problem),
        options_(options),
        trials_(problem.slopes.size(),
                {options.risk, options.replications, options.most_replications, options.confirmations},
                evaluator),
        implied_(problem.space, problem.slopes),
        surrogates_(problem.space, problem.slopes.size()),
        tried_(problem.space.size(), false) {
    std::size_t designs = 0;
    for (std::size_t point = 0; point < problem.space.size(); ++point) designs += exists(point) ? 1 : 0;
    most_ = options.most_designs > 0 ? options.most_designs : std::max(kLeastRun, designs / 10);
  }

  CheapestResult run(std::span<const Observation> known);

 private:
  bool exists(std::size_t point) const { return problem_.cost[point] < kInfinite; }
  bool is_open(std::size_t point) const {
    return problem_.within_limits[point] && problem_.cost[point] < limit_ && !tried_[point] &&
           !implied_.is_any_failed(point);
  }
  std::size_t trials_run() const { return trials_.all().size() - given_; }

  void learn();
  bool try_points(std::vector<std::size_t> points);
  std::vector<std::size_t> first_points() const;
  void find_incumbent();
  bool step();
  bool finish(SearchEnd end);
  Beliefs believe(std::vector<std::size_t> points) const;
  std::vector<std::size_t> askable(bool all);
  std::size_t most_worth(const Beliefs& beliefs) const;
  std::optional<std::size_t> unsettled_neighbour() const;
  std::optional<std::size_t> unsettled(const Beliefs& beliefs) const;
  std::optional<std::size_t> doubtful() const;
  CheapestResult result();
  void add_binding(CheapestResult& result) const;

  const SearchProblem& problem_;
  const SearchOptions& options_;
  Trials trials_;
  Implied implied_;
  Surrogates surrogates_;
  std::vector<bool> tried_;
  std::vector<std::size_t> not_monotone_;
  std::size_t most_ = 0;
  std::size_t given_ = 0;
  std::size_t learnt_ = 0;
  std::optional<std::size_t> incumbent_;  // A trial.
  double limit_ = kInfinite;              // What the incumbent costs.
  SearchEnd end_ = SearchEnd::believed;
  std::uint64_t rounds_ = 0;
};

void Search::learn() {
  const std::vector<Trial>& all = trials_.all();
  for (; learnt_ < all.size(); ++learnt_) {
    const Trial& trial = all[learnt_];
    tried_[trial.point()] = true;
    for (std::size_t target = 0; target < trial.targets.size(); ++target) {
      if (trial.targets[target] == Verdict::unclear) continue;
      if (!implied_.say(trial.point(), target, trial.targets[target] == Verdict::met))
        not_monotone_.push_back(target);
    }
  }
  find_incumbent();
}

void Search::find_incumbent() {
  incumbent_.reset();
  limit_ = kInfinite;
  for (std::size_t i = 0; i < trials_.all().size(); ++i) {
    const Trial& trial = trials_.all()[i];
    const double cost = problem_.cost[trial.point()];
    if (trial.verdict != Verdict::met || !problem_.within_limits[trial.point()] || cost >= limit_) continue;
    incumbent_ = i;
    limit_ = cost;
  }
}

bool Search::try_points(std::vector<std::size_t> points) {
  if (!trials_.run(points)) return false;
  learn();
  return true;
}

std::vector<std::size_t> Search::first_points() const {
  const std::size_t wanted =
      std::min(std::max<std::size_t>(3 * (problem_.space.axes().size() + 1), 8), most_ / 2);
  if (given_ >= wanted) return {};
  std::vector<std::size_t> points = problem_.space.latin_hypercube(wanted - given_, options_.seed);
  // Where there is no such design, or it is known, another one.
  RandomStream random(options_.seed, "planning/first_points");
  std::vector<std::size_t> usable;
  for (std::size_t point = 0; point < problem_.space.size(); ++point)
    if (exists(point) && !tried_[point]) usable.push_back(point);
  std::vector<std::size_t> kept;
  for (std::size_t point : points) {
    if (usable.empty()) break;
    for (int attempt = 0; attempt < 100; ++attempt) {
      const bool taken = std::find(kept.begin(), kept.end(), point) != kept.end();
      if (!taken && std::binary_search(usable.begin(), usable.end(), point)) {
        kept.push_back(point);
        break;
      }
      point = usable[random.below(usable.size())];
    }
  }
  return kept;
}

// Open designs; with monotone targets also those whose failing would settle some of them.
std::vector<std::size_t> Search::askable(bool all) {
  std::vector<std::size_t> points;
  const bool others = implied_.any_slope() && !all;
  for (std::size_t point = 0; point < problem_.space.size(); ++point)
    if (is_open(point) || (others && exists(point) && !tried_[point] && !implied_.is_any_failed(point)))
      points.push_back(point);
  if (all || points.size() <= kMostAsked) return points;
  RandomStream random(options_.seed, "planning/asked/" + std::to_string(rounds_));
  for (std::size_t i = 0; i < kMostAsked; ++i)
    std::swap(points[i], points[i + random.below(points.size() - i)]);
  points.resize(kMostAsked);
  std::sort(points.begin(), points.end());
  return points;
}

Beliefs Search::believe(std::vector<std::size_t> points) const {
  Beliefs beliefs;
  beliefs.points = std::move(points);
  beliefs.log_met.assign(beliefs.points.size(), 0);
  beliefs.failing = surrogates_.log_probabilities(beliefs.points);
  for (std::size_t target = 0; target < beliefs.failing.size(); ++target) {
    for (std::size_t i = 0; i < beliefs.points.size(); ++i) {
      double& own = beliefs.failing[target][i];
      if (implied_.is_met(beliefs.points[i], target)) own = 0;
      beliefs.log_met[i] += own;
      own = -std::expm1(own);
    }
  }
  return beliefs;
}

// Finds the design that settles most others, in expectation: where it meets the targets, all that cost as
// much or more; where it does not, those that then fail with it. One counts in so far as belief does not
// settle it.
std::size_t Search::most_worth(const Beliefs& beliefs) const {
  std::vector<double> weights(problem_.space.size(), 0);
  std::vector<std::pair<double, double>> by_cost;
  for (std::size_t i = 0; i < beliefs.points.size(); ++i) {
    const std::size_t point = beliefs.points[i];
    if (!is_open(point)) continue;
    weights[point] = std::min(1.0, std::exp(beliefs.log_met[i]) / options_.risk);
    by_cost.emplace_back(problem_.cost[point], weights[point]);
  }
  std::sort(by_cost.begin(), by_cost.end());
  std::vector<double> from(by_cost.size() + 1, 0);  // Of all from the i-th on.
  for (std::size_t i = by_cost.size(); i > 0; --i) from[i - 1] = from[i] + by_cost[i - 1].second;
  std::vector<std::vector<double>> falling;
  for (std::size_t target = 0; target < implied_.targets(); ++target)
    falling.push_back(implied_.failing_with(target, weights));
  std::vector<double> answer_costs = problem_.cost;
  for (std::size_t point = 0; point < answer_costs.size(); ++point)
    if (!problem_.within_limits[point]) answer_costs[point] = kInfinite;
  const std::vector<double> cheapest = implied_.cheapest_met_with(std::move(answer_costs));

  std::size_t best = 0;
  std::pair<double, double> worth{-1, -kInfinite};
  for (std::size_t i = 0; i < beliefs.points.size(); ++i) {
    const std::size_t point = beliefs.points[i];
    const auto at = std::lower_bound(by_cost.begin(), by_cost.end(), std::pair{cheapest[point], -1.0});
    double gain = std::exp(beliefs.log_met[i]) * from[static_cast<std::size_t>(at - by_cost.begin())];
    double failing = 0;
    for (std::size_t target = 0; target < implied_.targets(); ++target)
      failing = std::max(failing, beliefs.failing[target][i] * falling[target][point]);
    gain += failing;
    if (std::pair{gain, beliefs.log_met[i]} <= worth) continue;
    worth = {gain, beliefs.log_met[i]};
    best = point;
  }
  return best;
}

std::optional<std::size_t> Search::unsettled(const Beliefs& beliefs) const {
  std::optional<std::size_t> likeliest;
  double highest = -kInfinite;
  double sum = 0;
  for (std::size_t i = 0; i < beliefs.points.size(); ++i) {
    if (!is_open(beliefs.points[i])) continue;
    sum += std::exp(beliefs.log_met[i]);
    if (beliefs.log_met[i] <= highest) continue;
    highest = beliefs.log_met[i];
    likeliest = beliefs.points[i];
  }
  if (sum <= options_.risk) likeliest.reset();
  return likeliest;
}

// Belief alone does not settle the cheaper neighbours of the answer: they say what binds, too.
std::optional<std::size_t> Search::unsettled_neighbour() const {
  if (!incumbent_) return {};
  std::vector<std::size_t> open;
  for (const std::size_t point : problem_.space.neighbours(trials_.all()[*incumbent_].point()))
    if (is_open(point)) open.push_back(point);
  if (open.empty()) return {};
  const Beliefs beliefs = believe(open);
  const auto likeliest = std::max_element(beliefs.log_met.begin(), beliefs.log_met.end());
  return beliefs.points[static_cast<std::size_t>(likeliest - beliefs.log_met.begin())];
}

// Finds the likeliest of the designs that only a slope rules out, and that runs of others make likely to meet
// the targets: either the slope is wrong, which is then seen, or they are.
std::optional<std::size_t> Search::doubtful() const {
  std::vector<std::size_t> ruled_out;
  for (std::size_t point = 0; point < problem_.space.size(); ++point)
    if (problem_.within_limits[point] && problem_.cost[point] < limit_ && !tried_[point] &&
        implied_.is_any_failed(point))
      ruled_out.push_back(point);
  if (ruled_out.empty()) return {};
  const Beliefs beliefs = believe(ruled_out);
  double sum = 0;
  for (const double log_met : beliefs.log_met) sum += std::exp(log_met);
  if (kDoubt * sum <= options_.risk) return {};
  const auto likeliest = std::max_element(beliefs.log_met.begin(), beliefs.log_met.end());
  return beliefs.points[static_cast<std::size_t>(likeliest - beliefs.log_met.begin())];
}

bool Search::finish(SearchEnd end) {
  end_ = end;
  return false;
}

// Tries one more design, or confirms the best; false at the end.
bool Search::step() {
  ++rounds_;
  const bool may_run = trials_run() < most_;
  std::optional<std::size_t> next;
  bool any_open = false;
  if (may_run) {
    surrogates_.learn(trials_.all());
    Beliefs beliefs = believe(askable(false));
    next = unsettled(beliefs);
    if (next) {
      next = most_worth(beliefs);
    } else {
      const Beliefs all = believe(askable(true));
      any_open = !all.points.empty();
      next = unsettled(all);
      if (!next) next = unsettled_neighbour();
      if (!next) next = doubtful();
    }
  }
  if (next) return try_points({*next}) || finish(SearchEnd::stopped);
  if (incumbent_) {
    const bool confirmed = trials_.confirm(*incumbent_);
    if (trials_.stopped()) return finish(SearchEnd::stopped);
    if (!confirmed) {
      find_incumbent();
      return true;
    }
  }
  if (!may_run) return finish(SearchEnd::exhausted);
  return finish(any_open ? SearchEnd::believed : SearchEnd::proven);
}

CheapestResult Search::run(std::span<const Observation> known) {
  for (const Observation& observation : known) trials_.add_known(observation);
  given_ = known.size();
  learn();
  const std::vector<std::size_t> first = first_points();
  if (!first.empty() && !try_points(first)) {
    end_ = SearchEnd::stopped;
    return result();
  }
  while (step()) continue;
  return result();
}

void Search::add_binding(CheapestResult& result) const {
  if (!result.best) return;
  Binding binding;
  double dearest = -kInfinite;
  for (const Trial& trial : trials_.all()) {
    const double cost = problem_.cost[trial.point()];
    if (cost >= limit_ || cost <= dearest || trial.verdict == Verdict::met) continue;
    dearest = cost;
    binding.cheaper_point = trial.point();
    double least = kInfinite;
    for (std::size_t target = 0; target < trial.targets.size(); ++target) {
      const double met = trial.observation.estimate(target).probability_met();
      if (met >= least) continue;
      least = met;
      binding.target = target;
    }
  }
  result.binding = binding;
}

CheapestResult Search::result() {
  CheapestResult result;
  result.end = end_;
  result.not_monotone = not_monotone_;
  result.runs = trials_.runs();
  result.designs_run = trials_run();
  for (const Trial& trial : trials_.all()) {
    KnownDesign& design = result.known.emplace_back();
    design.point = trial.point();
    design.cost = problem_.cost[trial.point()];
    design.within_limits = problem_.within_limits[trial.point()];
    design.meets = trial.verdict == Verdict::met;
    design.is_unclear = trial.verdict == Verdict::unclear;
    if (design.is_unclear && design.within_limits && design.cost < limit_) ++result.unclear_cheaper;
    design.probability_met = trial.probability_met();
    for (std::size_t target = 0; target < trial.targets.size(); ++target)
      design.margins.push_back(trial.observation.estimate(target));
  }
  if (incumbent_) {
    result.best = result.known[*incumbent_];
    result.risk_of_missing = 1 - result.best->probability_met;
  }
  if (end_ != SearchEnd::proven) {
    surrogates_.learn(trials_.all());
    const Beliefs beliefs = believe(askable(true));
    for (const double log_met : beliefs.log_met) {
      result.risk_of_cheaper = std::max(result.risk_of_cheaper, std::exp(log_met));
      result.risk_of_any_cheaper = std::min(1.0, result.risk_of_any_cheaper + std::exp(log_met));
    }
  }
  add_binding(result);
  return result;
}

}  // namespace

CheapestResult find_cheapest(const SearchProblem& problem, const SearchOptions& options, Evaluator& evaluator,
                             std::span<const Observation> known) {
  HEADRACE_CHECK(problem.cost.size() == problem.space.size());
  HEADRACE_CHECK(problem.within_limits.size() == problem.space.size());
  HEADRACE_CHECK(!problem.slopes.empty());
  return Search(problem, options, evaluator).run(known);
}

std::vector<KnownDesign> pareto_set(std::span<const KnownDesign> known, std::size_t target) {
  std::vector<KnownDesign> designs;
  for (const KnownDesign& design : known)
    if (design.within_limits && std::isfinite(design.margins[target].mean)) designs.push_back(design);
  std::stable_sort(designs.begin(), designs.end(), [target](const KnownDesign& a, const KnownDesign& b) {
    return a.cost != b.cost ? a.cost < b.cost : a.margins[target].mean > b.margins[target].mean;
  });
  std::vector<KnownDesign> kept;
  for (KnownDesign& design : designs)
    if (kept.empty() || design.margins[target].mean > kept.back().margins[target].mean)
      kept.push_back(std::move(design));
  return kept;
}

}  // namespace headrace
