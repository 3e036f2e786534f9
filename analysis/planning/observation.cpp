#include "analysis/planning/observation.h"

#include <cmath>
#include <limits>

#include "analysis/statistics/distributions.h"

namespace headrace {

double MarginEstimate::probability_met() const {
  if (std::isnan(mean)) return 0;
  if (count < 2 || !(standard_error > 0)) return mean >= 0 ? 1 : 0;
  return student_probability(mean / standard_error, static_cast<double>(count - 1));
}

MarginEstimate Observation::estimate(std::size_t target, std::size_t from_run) const {
  MarginEstimate estimate;
  estimate.count = runs.size() > from_run ? runs.size() - from_run : 0;
  if (estimate.count == 0) return estimate;
  const auto n = static_cast<double>(estimate.count);
  for (std::size_t run = from_run; run < runs.size(); ++run) estimate.mean += runs[run][target] / n;
  if (!std::isfinite(estimate.mean)) {
    estimate.mean = -std::numeric_limits<double>::infinity();
    return estimate;
  }
  double squares = 0;
  for (std::size_t run = from_run; run < runs.size(); ++run) {
    const double difference = runs[run][target] - estimate.mean;
    squares += difference * difference;
  }
  if (estimate.count > 1) estimate.standard_error = std::sqrt(squares / (n - 1) / n);
  return estimate;
}

}  // namespace headrace
