// Cheapest: the cheapest design that meets every target, by few runs.
//
//   SearchProblem problem{space, costs, within_limits, slopes};
//   CheapestResult found = find_cheapest(problem, {.risk = 0.05}, evaluator);
//
// What a design costs is known beforehand, so only designs cheaper than the
// cheapest good one so far matter. They are settled by runs, by what monotone
// targets imply, and else by the belief of a Gaussian process. A design whose
// runs differ is named only after fresh runs of it have confirmed it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "analysis/planning/implied.h"
#include "analysis/planning/observation.h"
#include "analysis/planning/space.h"

namespace headrace {

struct SearchProblem {
  DesignSpace space;
  std::vector<double> cost;         // One a point; infinite: there is no such design.
  std::vector<bool> within_limits;  // One a point; the others are no answers, but may be run to learn.
  std::vector<Slopes> slopes;       // One a target.
};

struct SearchOptions {
  // The greatest probability, of the chosen design that it misses a target, and of each cheaper one that was
  // not settled that it meets all.
  double risk = 0.05;
  std::int64_t replications = 1;  // Of each design; near the bound of a target up to `most_replications`.
  std::int64_t most_replications = 1;
  std::int64_t confirmations = 0;  // Fresh runs of the design named, also where single runs count as exact.
  std::size_t most_designs = 0;    // That are run; 0: a tenth of the designs, at least 30.
  std::uint64_t seed = 1;
};

enum class SearchEnd {
  proven,     // Runs and monotone targets settle every cheaper design.
  believed,   // No cheaper design has more than the stated risk of meeting the targets.
  exhausted,  // As many designs were run as may be.
  stopped,    // The evaluator ended it.
};

struct KnownDesign {
  std::size_t point = 0;
  double cost = 0;
  bool within_limits = true;
  bool meets = false;  // Every target, but for the stated risk.
  std::vector<MarginEstimate> margins;
  double probability_met = 0;
  bool is_unclear = false;  // Its runs settle neither that it meets them nor that it does not.
};

struct Binding {
  std::size_t target = 0;
  // The dearest of the next cheaper designs that were run, and misses this target; else the target of the
  // least margin.
  std::optional<std::size_t> cheaper_point;
};

struct CheapestResult {
  SearchEnd end = SearchEnd::believed;
  std::optional<KnownDesign> best;
  double risk_of_missing = 0;      // Of `best`, by the runs that confirmed it.
  double risk_of_cheaper = 0;      // The largest of a cheaper design that was not settled.
  double risk_of_any_cheaper = 0;  // At most, of all of them together.
  std::optional<Binding> binding;
  std::vector<KnownDesign> known;  // All that were run, in that order; those given at the start first.
  std::size_t designs_run = 0;     // Without those given at the start.
  std::int64_t runs = 0;
  std::size_t unclear_cheaper = 0;        // Cheaper designs within limits that were run and are unclear.
  std::vector<std::size_t> not_monotone;  // Targets that runs have shown not to be as `slopes` says.
};

CheapestResult find_cheapest(const SearchProblem& problem, const SearchOptions& options, Evaluator& evaluator,
                             std::span<const Observation> known = {});

// Returns of the known designs within limits those that no cheaper one equals in the margin of the target. By
// cost.
std::vector<KnownDesign> pareto_set(std::span<const KnownDesign> known, std::size_t target);

}  // namespace headrace
