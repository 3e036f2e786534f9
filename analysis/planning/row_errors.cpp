#include "analysis/planning/row_errors.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

namespace headrace {

namespace {

constexpr double kFirstSpread = 0.05;  // Spread of errors where nothing is known yet.
// Spread of the error of one more row that is reckoned in, lest few rows pass for exact: that of the
// AU of a DLIO run which is repeated [measured]: 0.03 to 7.4 % in the 28 settings of
// scenarios/calibration/two_cores.csv, 0.29 in the median.
constexpr double kPriorSpread = 0.005;
constexpr double kHuber = 2;  // Errors beyond so many deviations count less.
constexpr double kLongestStep = 1;
constexpr double kFarStep = 2 * FitResult::kFarthest;  // From one end to the other.
constexpr int kMostRounds = 200;                       // Of finding step and spreads from each other.
constexpr double kSpreadsStay = 1e-10;                 // Relative change of spreads that are found.
constexpr double kRounding = 1e-9;

using Vector = Eigen::VectorXd;
using Matrix = Eigen::MatrixXd;

double square(double value) { return value * value; }

double huber_loss(double error) {
  const double far = std::abs(error);
  return far <= kHuber ? far * far / 2 : kHuber * far - kHuber * kHuber / 2;
}

// Returns the step between two bounds that is lowest in a bowl. What has one place, and then what would leave
// them farthest is held at its bound, one after the other, and the rest found anew.
Vector step_between(const Matrix& curvature, const Vector& pull, const Vector& low, const Vector& high) {
  Matrix bowl = curvature;
  Vector side = pull;
  const auto hold = [&](Eigen::Index j, double at) {
    side -= bowl.col(j) * at;
    bowl.row(j).setZero();
    bowl.col(j).setZero();
    bowl(j, j) = 1;
    side[j] = at;
  };
  for (Eigen::Index j = 0; j < low.size(); ++j)
    if (low[j] == high[j]) hold(j, low[j]);
  for (Eigen::Index held = 0;; ++held) {
    const Vector step = bowl.ldlt().solve(side);
    const Vector inside = step.cwiseMax(low).cwiseMin(high);
    Eigen::Index farthest = 0;
    if ((step - inside).cwiseAbs().maxCoeff(&farthest) <= kRounding || held == low.size()) return inside;
    hold(farthest, inside[farthest]);
  }
}

Vector lowest_step(const Vector& z, double longest) {
  return (-FitResult::kFarthest - z.array()).max(-longest).min(0);
}

Vector highest_step(const Vector& z, double longest) {
  return (FitResult::kFarthest - z.array()).min(longest).max(0);
}

Vector step_in_bowl(const Matrix& curvature, const Vector& pull, const Vector& z, double longest) {
  return step_between(curvature, pull, lowest_step(z, longest), highest_step(z, longest));
}

// Returns minus the logarithm of the probability of the errors of a group, its shared error as it is most
// probable.
double group_loss(const Together& of, const Vector& left, const KindSpread& kind) {
  constexpr int kShiftRounds = 20;
  double shift = 0;
  for (int round = 0; round < kShiftRounds; ++round) {
    double weights = square(kind.spread / kind.between), weighted = 0;
    for (const Eigen::Index i : of.rows) {
      const double weight = std::min(1.0, kHuber * kind.spread / std::abs(left[i] - shift));
      weights += weight;
      weighted += weight * left[i];
    }
    shift = weighted / weights;
  }
  double sum = square(shift / kind.between) / 2;
  for (const Eigen::Index i : of.rows) sum += huber_loss((left[i] - shift) / kind.spread);
  return sum;
}

}  // namespace

RowErrors::RowErrors(const FitProblem& problem) : problem_(problem) {
  std::map<std::pair<std::size_t, std::size_t>, Together> together;
  std::map<std::size_t, std::vector<std::size_t>> parts;
  for (std::size_t i = 0; i < problem.rows.size(); ++i) {
    const FitRow& row = problem.rows[i];
    if (!row.fitted) continue;
    fitted_.push_back(i);
    if (!row.group) {
      parts_.push_back({i});
      continue;
    }
    Together& of = together[{row.kind, *row.group}];
    of.kind = row.kind;
    of.group = *row.group;
    of.rows.push_back(static_cast<Eigen::Index>(i));
    parts[*row.group].push_back(i);
  }
  for (auto& [kind_and_group, of] : together) together_.push_back(std::move(of));
  for (auto& [group, rows] : parts) parts_.push_back(std::move(rows));
}

std::vector<KindSpread> RowErrors::first_kinds() const {
  std::vector<KindSpread> kinds;
  for (const FitRow& row : problem_.rows) {
    if (row.kind >= kinds.size()) kinds.resize(row.kind + 1, {0, kFirstSpread, 1});
    if (row.fitted) ++kinds[row.kind].fitted;
    if (row.fitted && row.group) kinds[row.kind].between = kFirstSpread;
  }
  return kinds;
}

double RowErrors::badness(const Vector& z, const Vector& left, std::span<const KindSpread> kinds) const {
  double sum = z.squaredNorm() / 2;
  for (const std::size_t number : fitted_) {
    const FitRow& row = problem_.rows[number];
    if (!row.group) sum += huber_loss(left[static_cast<Eigen::Index>(number)] / kinds[row.kind].spread);
  }
  for (const Together& of : together_) sum += group_loss(of, left, kinds[of.kind]);
  return std::isnan(sum) ? std::numeric_limits<double>::infinity() : sum;
}

Guess RowErrors::guess(const Vector& errors, const Matrix& slopes, const Vector& z) const {
  Guess guess;
  const Matrix unit = Matrix::Identity(z.size(), z.size());
  Vector left = errors;
  guess.kinds = first_kinds();
  guess.shared = Vector::Zero(row_count());
  bool stay = false;
  for (int round = 0; !stay && round < kMostRounds; ++round) {
    guess.weights = Vector::Zero(row_count());
    for (const std::size_t row : fitted_) {
      const auto i = static_cast<Eigen::Index>(row);
      const double spread = guess.kinds[problem_.rows[row].kind].spread;
      guess.weights[i] = std::min(1.0, kHuber * spread / std::abs(left[i] - guess.shared[i]));
    }
    guess.precisions = precisions_of(guess);
    const Matrix weighted = guess.precisions * slopes;
    guess.curvature = unit + slopes.transpose() * weighted;
    guess.pull = weighted.transpose() * errors - z;
    guess.covariance = guess.curvature.inverse();
    guess.step = step_in_bowl(guess.curvature, guess.pull, z, kLongestStep);
    guess.gain = guess.gain_of(guess.step);
    left = errors - slopes * guess.step;
    stay = find_spreads(guess, left, weighted);
  }
  return guess;
}

// Finds the spreads of each kind of rows from what is left of their errors; true where they stay as they
// were. With V the covariances of the errors, C those of the parameters and S the slopes,
// Q = V^-1 - V^-1 S C S' V^-1 says how many degrees of freedom the rows have left: the trace of D Q, where D
// are the variances of the rows' own errors, and for groups that of Z' Q Z times their variance, where Z says
// which row is of which (Henderson's equations; without groups, rows less what they tell of the parameters).
bool RowErrors::find_spreads(Guess& guess, const Vector& left, const Matrix& weighted) const {
  const Vector seen = guess.precisions * left;
  guess.shared.setZero();
  for (const Together& of : together_) {
    double error = 0;
    for (const Eigen::Index i : of.rows) error += seen[i];
    error *= square(guess.kinds[of.kind].between);
    for (const Eigen::Index i : of.rows) guess.shared[i] = error;
  }
  const Matrix rest = guess.precisions - weighted * guess.covariance * weighted.transpose();
  const double between = find_between(guess, rest);
  const double within = find_within(guess, left - guess.shared, rest);
  return std::max(within, between) <= kSpreadsStay;
}

// Finds the spread of each kind from the errors that are its rows' own. Returns the greatest relative change.
double RowErrors::find_within(Guess& guess, const Vector& own, const Matrix& rest) const {
  double change = 0;
  for (std::size_t number = 0; number < guess.kinds.size(); ++number) {
    KindSpread& kind = guess.kinds[number];
    double free = 0, squares = square(kPriorSpread);
    for (Eigen::Index i = 0; i < row_count(); ++i) {
      if (row(i).kind != number || !row(i).fitted) continue;
      free += rest(i, i) * square(kind.spread) / guess.weights[i];
      squares += guess.weights[i] * square(own[i]);
    }
    kind.freedom = 1 + std::max(free, 0.0);
    const double before = std::exchange(kind.spread, std::sqrt(squares / kind.freedom));
    change = std::max(change, std::abs(kind.spread / before - 1));
  }
  return change;
}

// Finds the spread of each kind's groups from what their rows are off together. Returns the greatest relative
// change.
double RowErrors::find_between(Guess& guess, const Matrix& rest) const {
  double change = 0;
  for (std::size_t number = 0; number < guess.kinds.size(); ++number) {
    KindSpread& kind = guess.kinds[number];
    if (kind.between == 0) continue;
    double free = 0, squares = square(kPriorSpread);
    for (const Together& of : together_) {
      if (of.kind != number) continue;
      for (const Eigen::Index i : of.rows)
        for (const Eigen::Index j : of.rows) free += rest(i, j) * square(kind.between);
      squares += square(guess.shared[of.rows.front()]);
    }
    kind.groups_freedom = 1 + std::max(free, 0.0);
    const double before = std::exchange(kind.between, std::sqrt(squares / kind.groups_freedom));
    change = std::max(change, std::abs(kind.between / before - 1));
  }
  return change;
}

// Returns the inverse of the covariances of the rows' errors: what each counts for, its weight over the
// variance of its kind, less what its group shares (Woodbury's formula for D + between^2 Z Z').
Matrix RowErrors::precisions_of(const Guess& guess) const {
  Matrix precisions = Matrix::Zero(row_count(), row_count());
  for (const std::size_t row : fitted_) {
    const auto i = static_cast<Eigen::Index>(row);
    precisions(i, i) = guess.weights[i] / square(guess.kinds[problem_.rows[row].kind].spread);
  }
  for (const Together& of : together_) {
    double sum = 1 / square(guess.kinds[of.kind].between);
    for (const Eigen::Index i : of.rows) sum += precisions(i, i);
    const Vector own = precisions.diagonal();
    for (const Eigen::Index i : of.rows)
      for (const Eigen::Index j : of.rows) precisions(i, j) -= own[i] * own[j] / sum;
  }
  return precisions;
}

Vector Guess::step_holding(const Vector& held, const Vector& z) const {
  const auto is_free = held.array().isNaN();
  const Vector low = is_free.select(lowest_step(z, kLongestStep), held);
  const Vector high = is_free.select(highest_step(z, kLongestStep), held);
  return step_between(curvature, pull, low, high);
}

Vector RowErrors::step_without(std::span<const std::size_t> rows, const Guess& guess, const Vector& errors,
                               const Matrix& slopes, const Vector& z) const {
  Matrix precisions = guess.precisions;
  for (const std::size_t row : rows) {
    precisions.row(static_cast<Eigen::Index>(row)).setZero();
    precisions.col(static_cast<Eigen::Index>(row)).setZero();
  }
  const Matrix weighted = precisions * slopes;
  const Matrix curvature = Matrix::Identity(z.size(), z.size()) + slopes.transpose() * weighted;
  return step_in_bowl(curvature, weighted.transpose() * errors - z, z, kFarStep);
}

double KindSpread::whole() const { return std::hypot(spread, between); }

double KindSpread::whole_freedom() const {
  if (between == 0) return freedom;
  const double own = square(square(spread)) / freedom, shared = square(square(between)) / groups_freedom;
  return square(square(whole())) / (own + shared);
}

}  // namespace headrace
