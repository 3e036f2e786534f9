#include "analysis/planning/surrogates.h"

#include <algorithm>
#include <cmath>

namespace headrace {

namespace {

// Returns a size that the half of all margins that are nearest to the bound are within.
double typical_size(std::vector<double> margins) {
  for (double& margin : margins) margin = std::fabs(margin);
  std::sort(margins.begin(), margins.end());
  const double middle = margins[margins.size() / 2];
  return middle > 0 ? middle : std::max(margins.back(), 1e-9);
}

// Estimates the variance of one run, over all designs that have several.
double pooled_variance(std::span<const Trial> trials, std::size_t target) {
  double squares = 0, degrees = 0;
  for (const Trial& trial : trials) {
    const MarginEstimate estimate = trial.observation.estimate(target);
    if (estimate.count < 2 || !std::isfinite(estimate.mean)) continue;
    const auto n = static_cast<double>(estimate.count);
    squares += estimate.standard_error * estimate.standard_error * n * (n - 1);
    degrees += n - 1;
  }
  return degrees > 0 ? squares / degrees : 0;
}

}  // namespace

// Student's t with 5 degrees: F = 1/2 + (atan(u) + u / (1 + u^2) (1 + 2 / (3 (1 + u^2)))) / pi, u = t /
// sqrt(5).
double log_share_below(double t) {
  const double u = t / std::sqrt(5.0);
  const double shrunk = 1 / (1 + u * u);
  const double share = 0.5 + (std::atan(u) + u * shrunk * (1 + 2.0 / 3 * shrunk)) / M_PI;
  return std::log(std::clamp(share, 1e-15, 1.0));
}

Surrogates::Surrogates(const DesignSpace& space, std::size_t targets)
    : surrogates_(targets, Surrogate{GaussianProcess(space)}) {}

void Surrogates::learn(std::span<const Trial> trials) {
  for (std::size_t target = 0; target < surrogates_.size(); ++target) learn_target(trials, target);
}

void Surrogates::learn_target(std::span<const Trial> trials, std::size_t target) {
  Surrogate& own = surrogates_[target];
  std::vector<std::size_t> points;
  std::vector<double> margins, noise;
  const double variance = pooled_variance(trials, target);
  for (const Trial& trial : trials) {
    const MarginEstimate estimate = trial.observation.estimate(target);
    if (!std::isfinite(estimate.mean)) continue;
    points.push_back(trial.point());
    margins.push_back(estimate.mean);
    noise.push_back(variance / static_cast<double>(estimate.count));
  }
  own.usable = points.size() >= 2;
  if (!own.usable) return;
  if (own.scale == 0) own.scale = typical_size(margins);
  for (std::size_t i = 0; i < margins.size(); ++i) {
    const double relative = margins[i] / own.scale;
    margins[i] = std::asinh(relative);
    noise[i] /= own.scale * own.scale * (1 + relative * relative);
  }
  const bool search = points.size() * 10 >= own.searched * 11;
  if (search) own.searched = points.size();
  own.process.fit(points, margins, noise, search);
}

std::vector<std::vector<double>> Surrogates::log_probabilities(std::span<const std::size_t> points) const {
  std::vector<std::vector<double>> logs;
  for (const Surrogate& own : surrogates_) {
    std::vector<double>& list = logs.emplace_back(points.size(), std::log(0.5));
    if (!own.usable) continue;
    const std::vector<Belief> beliefs = own.process.at(points);
    for (std::size_t i = 0; i < points.size(); ++i)
      list[i] = log_share_below(beliefs[i].mean / std::max(beliefs[i].deviation, 1e-12));
  }
  return logs;
}

}  // namespace headrace
