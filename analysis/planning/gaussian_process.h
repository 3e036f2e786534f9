// GaussianProcess: a surrogate of one figure over a DesignSpace, from few points of it.
//
//   GaussianProcess process(space);
//   process.fit(points, values, noise);     // Length scales by maximum likelihood.
//   process.at({points});                  // Mean and deviation of the figure without noise.
//
// The kernel is Matérn 5/2 with a length scale an axis; the mean is a constant,
// by generalised least squares. Deviations are widened where the process, asked
// for each point without having seen it, was further off than it believed.
#pragma once

#include <Eigen/Dense>
#include <cstddef>
#include <span>
#include <vector>

#include "analysis/planning/space.h"

namespace headrace {

struct Belief {
  double mean = 0;
  double deviation = 0;
};

class GaussianProcess {
 public:
  explicit GaussianProcess(const DesignSpace& space);

  // The logarithms of one length scale an axis, then of the signal's deviation.
  using Parameters = Eigen::VectorXd;

  // Different points, their values, and the variance of the noise in each value. Starts from the parameters
  // found last; without `search` these stay.
  void fit(std::span<const std::size_t> points, std::span<const double> values, std::span<const double> noise,
           bool search = true);
  // Fits with given parameters, and no widening.
  void fit_with(const Parameters& parameters, std::span<const std::size_t> points,
                std::span<const double> values, std::span<const double> noise);

  std::vector<Belief> at(std::span<const std::size_t> points) const;

  const Parameters& parameters() const { return parameters_; }
  double widening() const { return widening_; }

  // Returns, of the data last fitted, the logarithm of the likelihood times a weak prior on the parameters,
  // which keeps few points from being explained by extremes. With its gradient where asked.
  double log_posterior(const Parameters& parameters, Eigen::VectorXd* gradient = nullptr) const;

 private:
  void take(std::span<const std::size_t> points, std::span<const double> values,
            std::span<const double> noise);
  void search();
  void solve();
  double bounded(double parameter, Eigen::Index index) const;

  const DesignSpace& space_;
  Parameters parameters_;
  std::vector<std::size_t> points_;
  Eigen::VectorXd values_;
  Eigen::VectorXd noise_;
  std::vector<Eigen::MatrixXd> squares_;  // An axis: squared distances between the points.
  Eigen::LLT<Eigen::MatrixXd> factor_;
  Eigen::VectorXd weights_;
  double mean_ = 0;
  double widening_ = 1;
};

}  // namespace headrace
