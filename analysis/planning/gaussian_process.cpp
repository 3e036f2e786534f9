#include "analysis/planning/gaussian_process.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "sim/check.h"

namespace headrace {

namespace {

constexpr double kNugget = 1e-8;  // Of the signal's variance: what keeps near points from being singular.
// Length scales are in units of an axis' range. The prior's centre says that half of the range matters.
const double kScaleCentre = std::log(0.6);
constexpr double kScaleSpread = 1.0;
const double kScaleLow = std::log(0.05);
const double kScaleHigh = std::log(20.0);
constexpr double kSignalSpread = 1.5;  // Around the deviation of the values.
constexpr double kLargestStep = 0.7;
constexpr int kSteps = 40;

double kernel(double squared) {
  const double r = std::sqrt(5 * squared);
  return (1 + r + r * r / 3) * std::exp(-r);
}

double deviation_of(const Eigen::VectorXd& values) {
  const double spread = (values.array() - values.mean()).matrix().norm();
  const double deviation =
      spread / std::sqrt(static_cast<double>(std::max<Eigen::Index>(values.size() - 1, 1)));
  return deviation > 0 ? deviation : 1;
}

Eigen::MatrixXd squares_between(const DesignSpace& space, std::size_t axis, std::span<const std::size_t> rows,
                                std::span<const std::size_t> columns) {
  const std::size_t values = space.axes()[axis].coordinates.size();
  std::vector<double> of_row(values);
  std::vector<std::size_t> digits;
  for (const std::size_t row : rows) digits.push_back(space.digit(row, axis));
  Eigen::MatrixXd squares(static_cast<Eigen::Index>(rows.size()), static_cast<Eigen::Index>(columns.size()));
  for (Eigen::Index column = 0; column < squares.cols(); ++column) {
    const std::size_t own = space.digit(columns[static_cast<std::size_t>(column)], axis);
    for (std::size_t i = 0; i < values; ++i) of_row[i] = std::pow(space.distance(axis, i, own), 2);
    for (Eigen::Index row = 0; row < squares.rows(); ++row)
      squares(row, column) = of_row[digits[static_cast<std::size_t>(row)]];
  }
  return squares;
}

// Of a Gaussian process at some parameters: everything that both its likelihood and its answers need.
struct Solved {
  Eigen::MatrixXd scaled;  // Squared distances in length scales.
  Eigen::LLT<Eigen::MatrixXd> factor;
  Eigen::VectorXd residuals, weights;
  double mean = 0;
};

Solved solved(const Eigen::VectorXd& parameters, const std::vector<Eigen::MatrixXd>& squares,
              const Eigen::VectorXd& values, const Eigen::VectorXd& noise) {
  Solved state;
  const Eigen::Index n = values.size();
  state.scaled = Eigen::MatrixXd::Zero(n, n);
  for (std::size_t axis = 0; axis < squares.size(); ++axis)
    state.scaled += squares[axis] * std::exp(-2 * parameters[static_cast<Eigen::Index>(axis)]);
  const double variance = std::exp(2 * parameters[parameters.size() - 1]);
  Eigen::MatrixXd covariance = variance * state.scaled.unaryExpr(&kernel);
  covariance.diagonal() += noise;
  covariance.diagonal().array() += kNugget * variance;
  state.factor.compute(covariance);
  const Eigen::VectorXd ones = Eigen::VectorXd::Ones(n);
  const Eigen::VectorXd of_ones = state.factor.solve(ones);
  state.mean = of_ones.dot(values) / of_ones.sum();
  state.residuals = values.array() - state.mean;
  state.weights = state.factor.solve(state.residuals);
  return state;
}

}  // namespace

GaussianProcess::GaussianProcess(const DesignSpace& space) : space_(space) {
  parameters_ = Parameters::Constant(static_cast<Eigen::Index>(space.axes().size()) + 1, kScaleCentre);
  parameters_[parameters_.size() - 1] = std::nan("");
}

void GaussianProcess::take(std::span<const std::size_t> points, std::span<const double> values,
                           std::span<const double> noise) {
  HEADRACE_CHECK(!points.empty() && points.size() == values.size() && points.size() == noise.size());
  const auto n = static_cast<Eigen::Index>(points.size());
  points_.assign(points.begin(), points.end());
  values_ = Eigen::Map<const Eigen::VectorXd>(values.data(), n);
  noise_ = Eigen::Map<const Eigen::VectorXd>(noise.data(), n);
  squares_.clear();
  for (std::size_t axis = 0; axis < space_.axes().size(); ++axis)
    squares_.push_back(squares_between(space_, axis, points, points));
}

double GaussianProcess::bounded(double parameter, Eigen::Index index) const {
  if (index + 1 < parameters_.size()) return std::clamp(parameter, kScaleLow, kScaleHigh);
  const double centre = std::log(deviation_of(values_));
  return std::clamp(parameter, centre - 2 * kSignalSpread, centre + 2 * kSignalSpread);
}

double GaussianProcess::log_posterior(const Parameters& parameters, Eigen::VectorXd* gradient) const {
  const Solved state = solved(parameters, squares_, values_, noise_);
  const Eigen::Index n = values_.size();
  const Eigen::Index last = parameters.size() - 1;
  double sum = -0.5 * state.residuals.dot(state.weights) - 0.5 * static_cast<double>(n) * std::log(2 * M_PI);
  sum -= Eigen::MatrixXd(state.factor.matrixL()).diagonal().array().log().sum();
  Eigen::VectorXd pull = (parameters.array() - kScaleCentre) / kScaleSpread;
  pull[last] = (parameters[last] - std::log(deviation_of(values_))) / kSignalSpread;
  sum -= 0.5 * pull.squaredNorm();
  if (gradient == nullptr) return sum;

  // d log likelihood / d parameter = tr((w w' - K^-1) dK / d parameter) / 2; the mean is at its best, and so
  // adds nothing.
  Eigen::MatrixXd outer = state.weights * state.weights.transpose();
  outer -= state.factor.solve(Eigen::MatrixXd::Identity(n, n));
  const double variance = std::exp(2 * parameters[last]);
  const Eigen::MatrixXd slope = state.scaled.unaryExpr([variance](double squared) {
    const double r = std::sqrt(5 * squared);
    return variance * 5 / 3 * (1 + r) * std::exp(-r);
  });
  const Eigen::MatrixXd common = outer.cwiseProduct(slope);
  gradient->resize(parameters.size());
  for (Eigen::Index axis = 0; axis < last; ++axis)
    (*gradient)[axis] = 0.5 * common.cwiseProduct(squares_[static_cast<std::size_t>(axis)]).sum() *
                        std::exp(-2 * parameters[axis]);
  Eigen::MatrixXd signal = variance * state.scaled.unaryExpr(&kernel);
  signal.diagonal().array() += kNugget * variance;
  (*gradient)[last] = outer.cwiseProduct(signal).sum();
  (*gradient).head(last) -= pull.head(last) / kScaleSpread;
  (*gradient)[last] -= pull[last] / kSignalSpread;
  return sum;
}

// Resilient steps: each parameter has its own length of step, which grows while its slope keeps its sign.
void GaussianProcess::search() {
  Eigen::VectorXd now = parameters_;
  Eigen::VectorXd step = Eigen::VectorXd::Constant(now.size(), 0.2);
  Eigen::VectorXd before = Eigen::VectorXd::Zero(now.size());
  Eigen::VectorXd slope;
  double best = -std::numeric_limits<double>::infinity();
  for (int i = 0; i < kSteps; ++i) {
    const double height = log_posterior(now, &slope);
    if (height > best) {
      best = height;
      parameters_ = now;
    }
    if (!slope.allFinite() || step.maxCoeff() < 1e-3) break;
    for (Eigen::Index index = 0; index < now.size(); ++index) {
      const double turn = slope[index] * before[index];
      if (turn > 0) step[index] = std::min(step[index] * 1.3, kLargestStep);
      if (turn < 0) step[index] *= 0.4;
      before[index] = slope[index];
      if (slope[index] == 0) continue;
      now[index] = bounded(now[index] + std::copysign(step[index], slope[index]), index);
    }
  }
}

void GaussianProcess::solve() {
  Solved state = solved(parameters_, squares_, values_, noise_);
  factor_ = std::move(state.factor);
  weights_ = std::move(state.weights);
  mean_ = state.mean;
}

void GaussianProcess::fit_with(const Parameters& parameters, std::span<const std::size_t> points,
                               std::span<const double> values, std::span<const double> noise) {
  take(points, values, noise);
  parameters_ = parameters;
  widening_ = 1;
  solve();
}

void GaussianProcess::fit(std::span<const std::size_t> points, std::span<const double> values,
                          std::span<const double> noise, bool search_again) {
  take(points, values, noise);
  const Eigen::Index last = parameters_.size() - 1;
  if (std::isnan(parameters_[last])) parameters_[last] = std::log(deviation_of(values_));
  if (search_again) search();
  solve();
  // Left out, point i is off by w_i / (K^-1)_ii, and believes to be off by 1 / sqrt((K^-1)_ii).
  const Eigen::Index n = values_.size();
  const Eigen::MatrixXd inverse = factor_.solve(Eigen::MatrixXd::Identity(n, n));
  const double surprise = weights_.array().square().cwiseQuotient(inverse.diagonal().array()).mean();
  widening_ = std::max(1.0, std::sqrt(surprise));
}

std::vector<Belief> GaussianProcess::at(std::span<const std::size_t> points) const {
  if (points.empty()) return {};
  const auto n = static_cast<Eigen::Index>(points_.size());
  const auto count = static_cast<Eigen::Index>(points.size());
  const double variance = std::exp(2 * parameters_[parameters_.size() - 1]);
  Eigen::MatrixXd cross = Eigen::MatrixXd::Zero(n, count);
  for (std::size_t axis = 0; axis < space_.axes().size(); ++axis)
    cross += squares_between(space_, axis, points_, points) *
             std::exp(-2 * parameters_[static_cast<Eigen::Index>(axis)]);
  cross = variance * cross.unaryExpr(&kernel);
  const Eigen::VectorXd means = (cross.transpose() * weights_).array() + mean_;
  factor_.matrixL().solveInPlace(cross);
  const Eigen::VectorXd known = cross.colwise().squaredNorm();
  std::vector<Belief> beliefs(points.size());
  for (Eigen::Index j = 0; j < count; ++j) {
    const double left = std::max(variance - known[j], 0.0);
    beliefs[static_cast<std::size_t>(j)] = {means[j], widening_ * std::sqrt(left)};
  }
  return beliefs;
}

}  // namespace headrace
