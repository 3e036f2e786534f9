#include "analysis/statistics/best_of.h"

#include <algorithm>
#include <cmath>

#include "analysis/statistics/distributions.h"
#include "analysis/statistics/spread.h"
#include "sim/check.h"

namespace headrace {

namespace {

constexpr double kError = 0.05;

double half_width(const Spread& difference, std::size_t count, std::size_t systems) {
  const double n = static_cast<double>(count);
  const double probability = 1 - kError / static_cast<double>(systems);
  return student_quantile(probability, n - 1) * difference.stdev / std::sqrt(n);
}

bool is_clear(const Spread& difference, std::size_t systems, bool exact, double least) {
  if (difference.mean <= 0 || difference.mean < least) return false;
  if (exact) return true;
  if (difference.count < 2 || difference.stdev <= 0) return false;
  return difference.mean > half_width(difference, difference.count, systems);
}

// Returns the least number at which such a difference is clear; 0 where there is none.
std::size_t replications_for(const Spread& difference, std::size_t systems, double least) {
  if (difference.count < 2 || difference.stdev <= 0 || difference.mean < least) return 0;
  std::size_t few = difference.count, enough = kMostReplications;
  if (difference.mean <= half_width(difference, enough, systems)) return 0;
  while (enough > few + 1) {
    const std::size_t middle = few + (enough - few) / 2;
    (difference.mean > half_width(difference, middle, systems) ? enough : few) = middle;
  }
  return enough;
}

Spread difference_of(std::span<const double> one, std::span<const double> other) {
  std::vector<double> differences;
  for (std::size_t r = 0; r < std::min(one.size(), other.size()); ++r)
    differences.push_back(one[r] - other[r]);
  return spread_of(differences);
}

}  // namespace

BestOf best_of(std::span<const std::vector<double>> scores, bool exact, double least) {
  HEADRACE_CHECK(!scores.empty());
  BestOf found;
  for (std::size_t i = 1; i < scores.size(); ++i)
    if (difference_of(scores[i], scores[found.ahead]).mean > 0) found.ahead = i;
  for (std::size_t i = 0; i < scores.size(); ++i) {
    if (i == found.ahead) continue;
    const Spread difference = difference_of(scores[found.ahead], scores[i]);
    if (is_clear(difference, scores.size(), exact, least)) continue;
    found.tied.push_back(i);
    const std::size_t wanted = exact ? 0 : replications_for(difference, scores.size(), least);
    if (found.replications == 0 || (wanted > 0 && wanted < found.replications)) found.replications = wanted;
  }
  found.crowned = found.tied.empty();
  return found;
}

}  // namespace headrace
