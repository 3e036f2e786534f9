// RowErrors: what the errors of rows are thought to be, and what that makes of slopes.
//
//   const RowErrors errors(problem);
//   const Guess guess = errors.guess(measured - here, slopes, z);   // The best step, and what is known then.
//
// Row i of group g is off by b_g + e_i, both normal, and e_i beyond two spreads counts less (Huber). With D
// the variances of e, t^2 that of b and Z which row is of which group, rows have the covariances V = D + t^2
// Z Z'. One step of Gauss-Newton is that of least squares with V^-1, and V is found from what it leaves.
#pragma once

#include <Eigen/Dense>
#include <cstddef>
#include <span>
#include <vector>

#include "analysis/planning/fit.h"

namespace headrace {

// Guess: what the slopes at a point say of the best step and of what is known then.
struct Guess {
  Eigen::VectorXd step;
  Eigen::VectorXd pull;                   // Slope of the logarithm of the probability.
  Eigen::MatrixXd curvature, covariance;  // Each is the inverse of the other.
  Eigen::VectorXd weights;                // Of the rows; 0 of those that are not fitted.
  Eigen::VectorXd shared;                 // What each fitted row's group is off.
  Eigen::MatrixXd precisions;             // V^-1; 0 of rows that are not fitted.
  std::vector<KindSpread> kinds;
  double gain = 0;  // Of the logarithm of the probability.

  // Returns what another step would gain.
  double gain_of(const Eigen::VectorXd& other) const {
    return pull.dot(other) - other.dot(curvature * other) / 2;
  }
  // Returns the best step from z of which some parts are held; NaN: that part is free.
  Eigen::VectorXd step_holding(const Eigen::VectorXd& held, const Eigen::VectorXd& z) const;
};

// Together: the fitted rows of a kind and a group.
struct Together {
  std::size_t kind = 0, group = 0;
  std::vector<Eigen::Index> rows;
};

class RowErrors {
 public:
  using Vector = Eigen::VectorXd;
  using Matrix = Eigen::MatrixXd;

  // The problem outlives it.
  explicit RowErrors(const FitProblem& problem);

  const std::vector<Together>& together() const { return together_; }
  // Returns the fitted rows that are left out together: those of a group, and each of none.
  const std::vector<std::vector<std::size_t>>& parts() const { return parts_; }
  // Returns the kinds with what is thought of their spreads before anything is known.
  std::vector<KindSpread> first_kinds() const;

  // Returns minus the logarithm of the probability of a point z that leaves errors, each group's shared error
  // as it is most probable, without what is the same for all points. Infinite where an error is none.
  double badness(const Vector& z, const Vector& left, std::span<const KindSpread> kinds) const;

  // Finds step and spreads together from errors at a point z and slopes, [row][parameter]: each follows from
  // the other. Errors of rows that are not fitted are not looked at.
  Guess guess(const Vector& errors, const Matrix& slopes, const Vector& z) const;

  // Returns the best step if rows, a part, had not been fitted, by the same slopes.
  Vector step_without(std::span<const std::size_t> rows, const Guess& guess, const Vector& errors,
                      const Matrix& slopes, const Vector& z) const;

 private:
  Eigen::Index row_count() const { return static_cast<Eigen::Index>(problem_.rows.size()); }
  const FitRow& row(Eigen::Index i) const { return problem_.rows[static_cast<std::size_t>(i)]; }

  bool find_spreads(Guess& guess, const Vector& left, const Matrix& weighted) const;
  double find_within(Guess& guess, const Vector& own, const Matrix& rest) const;
  double find_between(Guess& guess, const Matrix& rest) const;
  Matrix precisions_of(const Guess& guess) const;

  const FitProblem& problem_;
  std::vector<std::size_t> fitted_;  // Numbers of rows.
  std::vector<Together> together_;   // Rows that share an error.
  std::vector<std::vector<std::size_t>> parts_;
};

}  // namespace headrace
