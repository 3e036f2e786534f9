#include "analysis/answer/scaled_answer.h"

#include <algorithm>
#include <cmath>

namespace headrace {

namespace {

double missed_by(const ScaleEvidence& evidence, std::size_t loader) {
  return std::log(evidence.seconds[loader] / evidence.recorded_seconds);
}

}  // namespace

bool explains(const ScaleEvidence& evidence) {
  return std::abs(missed_by(evidence, 0)) <= ScaledAnswer::kMostMissed;
}

std::vector<std::size_t> loaders_that_fit(const ScaleEvidence& evidence) {
  std::vector<std::size_t> fitting = {0};
  const double most = std::abs(missed_by(evidence, 0)) + ScaledAnswer::kBeyond;
  for (std::size_t i = 1; i < evidence.seconds.size(); ++i)
    if (std::abs(missed_by(evidence, i)) <= most) fitting.push_back(i);
  return fitting;
}

ScaledAnswer scaled_answer(const ScaleEvidence& evidence, const std::vector<ScaledFigures>& points) {
  ScaledAnswer answer;
  answer.missed = missed_by(evidence, 0);
  answer.kept = loaders_that_fit(evidence);
  for (const ScaledFigures& point : points) {
    ScaledRow row = point.row;
    const double wider = std::exp(std::max(std::abs(answer.missed), ScaledAnswer::kLeast) +
                                  ScaledAnswer::kOfDoubling * point.doublings);
    const auto [least, most] = std::minmax_element(point.seconds.begin(), point.seconds.end());
    row.low = *least / wider;
    row.high = *most * wider;
    answer.rows.push_back(row);
  }
  return answer;
}

}  // namespace headrace
