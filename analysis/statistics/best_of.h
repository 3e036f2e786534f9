// BestOf: which of k systems is the best, told from replications on the same draws.
//
//   const BestOf found = best_of(scores);          // scores[i][r]: of system i in replication r, more is
//   better if (found.crowned) ... found.ahead             // else found.tied cannot be told from it
//
// The one ahead is crowned if it beats each of the others by Student's t of their paired differences, at
// 0.05 / k to one side. To be crowned wrongly, a system must beat one that is at least as good, which has
// that chance for each of k systems: 5 % in all, however many are equal (an intersection-union test, R. L.
// Berger, 1982, corrected by Bonferroni for its k candidates). Of two systems it is the plain interval of 95
// %. One replication, or differences that never vary, have shown nothing of chance: they crown nobody, unless
// the caller knows that chance has no part in them.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace headrace {

struct BestOf {
  std::size_t ahead = 0;          // The system with the greatest mean; the first of equals.
  bool crowned = false;           // Clearly better than each of the others.
  std::vector<std::size_t> tied;  // Systems that it is not clearly better than, in their order.
  // Replications that would crown it or shorten the tie, if means and deviations stay: 0 where that cannot
  // be said, or would be more than kMostReplications.
  std::size_t replications = 0;
};

inline constexpr std::size_t kMostReplications = 1000;

// Replications that one system lacks do not count. `exact`: the scores have no chance in them. Differences of
// means below `least` are none.
BestOf best_of(std::span<const std::vector<double>> scores, bool exact = false, double least = 0);

}  // namespace headrace
