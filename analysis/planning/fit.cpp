#include "analysis/planning/fit.h"

#include <Eigen/Dense>
#include <algorithm>
#include <boost/random/sobol.hpp>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

namespace headrace {

namespace {

constexpr double kDesignReach = 1.645;  // Nine of ten values lie within so many deviations.
constexpr double kBeside = FitResult::kBeside;
constexpr double kFirstSpread = 0.05;  // Spread of errors where nothing is known yet.
// Spread of the error of one more row that is reckoned in, lest few rows pass for exact: that of the
// AU of a DLIO run which is repeated [measured]: 0.03 to 7.4 % in the 28 settings of
// scenarios/calibration/two_cores.csv, 0.29 in the median.
constexpr double kPriorSpread = 0.005;
constexpr double kHuber = 2;  // Errors beyond so many deviations count less.
constexpr double kLongestStep = 1;
constexpr double kFarStep = 2 * FitResult::kFarthest;  // From one end to the other.
constexpr double kLeastGain = 0.02;    // Of the logarithm of the probability; less is not worth a step.
constexpr double kBentSpreads = 0.25;  // Slopes are taken anew where they were off by more, in spreads.
constexpr int kMostSteps = 12;
constexpr double kRounding = 1e-9;

using Vector = Eigen::VectorXd;
using Matrix = Eigen::MatrixXd;

double loss(double error) {
  const double far = std::abs(error);
  return far <= kHuber ? far * far / 2 : kHuber * far - kHuber * kHuber / 2;
}

// Point: where the model was asked, and what it gave.
struct Asked {
  Vector z, values;
};

// Guess: what the slopes at a point say of the best step and of what is known then.
struct Guess {
  Vector step;
  Matrix covariance;
  Vector weights;  // Of the rows; 0 of those that are not fitted.
  std::vector<KindSpread> kinds;
  double gain = 0;  // Of the logarithm of the probability.
};

// Returns the step within the bounds that is lowest in a bowl. What would leave them farthest is held at its
// bound, one after the other, and the rest found anew.
Vector step_in_bowl(const Matrix& curvature, const Vector& pull, const Vector& z, double longest) {
  const Vector low = (-FitResult::kFarthest - z.array()).max(-longest).min(0);
  const Vector high = (FitResult::kFarthest - z.array()).min(longest).max(0);
  Matrix bowl = curvature;
  Vector side = pull;
  for (Eigen::Index held = 0;; ++held) {
    const Vector step = bowl.ldlt().solve(side);
    const Vector inside = step.cwiseMax(low).cwiseMin(high);
    Eigen::Index farthest = 0;
    if ((step - inside).cwiseAbs().maxCoeff(&farthest) <= kRounding || held == z.size()) return inside;
    side -= bowl.col(farthest) * inside[farthest];
    bowl.row(farthest).setZero();
    bowl.col(farthest).setZero();
    bowl(farthest, farthest) = 1;
    side[farthest] = inside[farthest];
  }
}

class Fitter {
 public:
  Fitter(const FitProblem& problem, FitModel& model)
      : problem_(problem), model_(model), parameters_(static_cast<Eigen::Index>(problem.parameters)) {
    for (std::size_t i = 0; i < problem.rows.size(); ++i) {
      all_.push_back(i);
      (problem.rows[i].fitted ? fitted_ : held_).push_back(i);
    }
  }

  FitResult fit();

 private:
  Eigen::Index row_count() const { return static_cast<Eigen::Index>(problem_.rows.size()); }
  const FitRow& row(Eigen::Index i) const { return problem_.rows[static_cast<std::size_t>(i)]; }

  bool ask(const std::vector<Vector>& at, std::span<const std::size_t> rows, std::vector<Asked>& found);
  FitEnd find_start();
  bool take_slopes(std::span<const std::size_t> rows);
  Vector errors_here() const;
  Guess guess() const;
  void find_spreads(Guess& guess, const Vector& left, const Matrix& weighted) const;
  Vector precisions_of(const Guess& guess) const;
  bool take_step(const Guess& guess, bool& moved);
  std::vector<KindSpread> first_kinds() const;
  double badness(const Asked& asked, std::span<const KindSpread> kinds) const;
  bool ask_for_all();
  Vector point_without(std::size_t row, const Guess& guess) const;
  bool ask_without_each(const Guess& guess);
  void conclude(const Guess& guess);

  const FitProblem& problem_;
  FitModel& model_;
  Eigen::Index parameters_;
  std::vector<std::size_t> all_, fitted_, held_;  // Numbers of rows; held: not fitted.
  Asked here_;
  Vector before_;
  Matrix slopes_;                          // [row][parameter]
  bool slopes_hold_ = false;               // Those of fitted rows: what they told was found at the last step.
  bool slopes_are_of_here_ = false;        // They were taken here.
  std::map<std::size_t, double> without_;  // Logarithms of fitted rows at the points without them.
  FitResult result_;
};

// Asks the model at points; false where it was stopped.
bool Fitter::ask(const std::vector<Vector>& at, std::span<const std::size_t> rows,
                 std::vector<Asked>& found) {
  std::vector<FitRequest> requests;
  for (const Vector& z : at) requests.push_back({FitPoint(z.begin(), z.end()), rows});
  const auto values = model_.evaluate(requests);
  if (!values) return false;
  result_.points += at.size();
  for (std::size_t i = 0; i < at.size(); ++i)
    found.push_back({at[i], Eigen::Map<const Vector>((*values)[i].data(), row_count())});
  return true;
}

// Returns the kinds with what is thought of their spreads before anything is known.
std::vector<KindSpread> Fitter::first_kinds() const {
  std::vector<KindSpread> kinds;
  for (const FitRow& row : problem_.rows) {
    if (row.kind >= kinds.size()) kinds.resize(row.kind + 1, {0, kFirstSpread, 1});
    if (row.fitted) ++kinds[row.kind].fitted;
  }
  return kinds;
}

// Returns minus the logarithm of the probability of a point, without what is the same for all.
double Fitter::badness(const Asked& asked, std::span<const KindSpread> kinds) const {
  double sum = asked.z.squaredNorm() / 2;
  for (Eigen::Index i = 0; i < row_count(); ++i)
    if (row(i).fitted) sum += loss((asked.values[i] - row(i).measured) / kinds[row(i).kind].spread);
  return std::isnan(sum) ? std::numeric_limits<double>::infinity() : sum;
}

// Looks at the middle of the priors and at points spread over them, and begins at the best.
FitEnd Fitter::find_start() {
  std::vector<Vector> at = {Vector::Zero(parameters_)};
  boost::random::sobol sequence(problem_.parameters);
  const double range = static_cast<double>(boost::random::sobol::max()) + 1;
  sequence.discard(problem_.parameters);  // The first is the middle once more.
  for (std::size_t i = 0; i < problem_.parameters; ++i) {
    Vector& z = at.emplace_back(parameters_);
    for (double& of : z) of = kDesignReach * (2 * static_cast<double>(sequence()) / range - 1);
  }
  std::vector<Asked> found;
  if (!ask(at, fitted_, found)) return FitEnd::stopped;
  const std::vector<KindSpread> first = first_kinds();
  const auto better = [&](const Asked& a, const Asked& b) { return badness(a, first) < badness(b, first); };
  here_ = *std::min_element(found.begin(), found.end(), better);
  return std::isinf(badness(here_, first)) ? FitEnd::no_figure : FitEnd::found;
}

// Takes the slopes of rows here; false where the model was stopped. A row without a figure at one side has
// the slope from here to the other, and at both sides none.
bool Fitter::take_slopes(std::span<const std::size_t> rows) {
  std::vector<Vector> at;
  for (Eigen::Index j = 0; j < parameters_; ++j)
    for (const double side : {-kBeside, kBeside}) at.emplace_back(here_.z)[j] += side;
  std::vector<Asked> found;
  if (!ask(at, rows, found)) return false;
  for (Eigen::Index j = 0; j < parameters_; ++j)
    for (const std::size_t row : rows) {
      const auto i = static_cast<Eigen::Index>(row);
      const double low = found[static_cast<std::size_t>(2 * j)].values[i], here = here_.values[i];
      const double high = found[static_cast<std::size_t>(2 * j + 1)].values[i];
      double slope = (high - low) / (2 * kBeside);
      if (std::isnan(low)) slope = (high - here) / kBeside;
      if (std::isnan(high)) slope = (here - low) / kBeside;
      slopes_(i, j) = std::isnan(slope) ? 0 : slope;
    }
  return true;
}

// Returns how far above what the model gave here the fitted rows were measured; 0 of the others.
Vector Fitter::errors_here() const {
  Vector errors = Vector::Zero(row_count());
  for (const std::size_t row : fitted_) {
    const auto i = static_cast<Eigen::Index>(row);
    errors[i] = problem_.rows[row].measured - here_.values[i];
  }
  return errors;
}

// Finds step and spreads together: each follows from the other.
Guess Fitter::guess() const {
  Guess guess;
  const Matrix unit = Matrix::Identity(parameters_, parameters_);
  const Vector errors = errors_here();
  Vector left = errors;
  guess.kinds = first_kinds();
  for (int round = 0; round < 30; ++round) {
    guess.weights = Vector::Zero(row_count());
    for (Eigen::Index i = 0; i < row_count(); ++i)
      if (row(i).fitted)
        guess.weights[i] = std::min(1.0, kHuber * guess.kinds[row(i).kind].spread / std::abs(left[i]));
    const Matrix weighted = precisions_of(guess).asDiagonal() * slopes_;
    const Matrix curvature = unit + slopes_.transpose() * weighted;
    const Vector pull = weighted.transpose() * errors - here_.z;
    guess.covariance = curvature.inverse();
    guess.step = step_in_bowl(curvature, pull, here_.z, kLongestStep);
    guess.gain = pull.dot(guess.step) - guess.step.dot(curvature * guess.step) / 2;
    left = errors - slopes_ * guess.step;
    find_spreads(guess, left, weighted);
  }
  return guess;
}

// Finds the spread of each kind of rows from what is left of their errors. Its rows have spent as many
// degrees of freedom as they tell of parameters: the sum of what each has in its own prediction.
void Fitter::find_spreads(Guess& guess, const Vector& left, const Matrix& weighted) const {
  const Vector spent = (weighted * guess.covariance).cwiseProduct(slopes_).rowwise().sum();
  for (std::size_t kind = 0; kind < guess.kinds.size(); ++kind) {
    double free = static_cast<double>(guess.kinds[kind].fitted), squares = kPriorSpread * kPriorSpread;
    for (Eigen::Index i = 0; i < row_count(); ++i) {
      if (row(i).kind != kind || !row(i).fitted) continue;
      free -= spent[i];
      squares += guess.weights[i] * left[i] * left[i];
    }
    guess.kinds[kind].freedom = 1 + std::max(free, 0.0);
    guess.kinds[kind].spread = std::sqrt(squares / guess.kinds[kind].freedom);
  }
}

// Returns what each row counts for: its weight over the variance of its kind.
Vector Fitter::precisions_of(const Guess& guess) const {
  Vector precisions = guess.weights;
  for (Eigen::Index i = 0; i < row_count(); ++i)
    precisions[i] /= guess.kinds[row(i).kind].spread * guess.kinds[row(i).kind].spread;
  return precisions;
}

// Goes the whole step, or else half or a quarter of it; false where the model was stopped.
bool Fitter::take_step(const Guess& guess, bool& moved) {
  std::vector<Asked> found;
  for (const std::vector<double>& shares : {std::vector<double>{1.0}, std::vector<double>{0.5, 0.25}}) {
    std::vector<Vector> at;
    for (const double share : shares) at.emplace_back(here_.z + share * guess.step);
    if (!ask(at, fitted_, found)) return false;
    const auto best = std::min_element(found.begin(), found.end(), [&](const Asked& a, const Asked& b) {
      return badness(a, guess.kinds) < badness(b, guess.kinds);
    });
    moved = badness(*best, guess.kinds) < badness(here_, guess.kinds);
    if (!moved) continue;
    const Vector told = here_.values + slopes_ * (best->z - here_.z);
    here_ = *best;
    slopes_hold_ = std::all_of(fitted_.begin(), fitted_.end(), [&](std::size_t row) {
      const auto i = static_cast<Eigen::Index>(row);
      const KindSpread& kind = guess.kinds[problem_.rows[row].kind];
      return std::abs(told[i] - here_.values[i]) <= kBentSpreads * kind.spread;
    });
    slopes_are_of_here_ = false;
    return true;
  }
  return true;
}

void Fitter::conclude(const Guess& guess) {
  result_.is_settled = guess.gain <= kLeastGain;
  result_.kinds = guess.kinds;
  result_.freedom = 1;
  for (const KindSpread& kind : guess.kinds)
    if (kind.fitted > 0) result_.freedom += kind.freedom - 1;
  const Vector deviations = guess.covariance.diagonal().cwiseSqrt();
  for (Eigen::Index j = 0; j < parameters_; ++j) {
    result_.parameters.push_back({here_.z[j], deviations[j]});
    std::vector<double>& of = result_.correlations.emplace_back();
    for (Eigen::Index k = 0; k < parameters_; ++k)
      of.push_back(guess.covariance(j, k) / (deviations[j] * deviations[k]));
  }
  const Matrix covariances = slopes_ * guess.covariance * slopes_.transpose();
  for (Eigen::Index i = 0; i < row_count(); ++i) {
    const Vector with_others = covariances.row(i);
    result_.row_covariances.emplace_back(with_others.begin(), with_others.end());
    FittedRow& row_found = result_.rows.emplace_back();
    row_found = {before_[i], here_.values[i], std::nullopt, std::nullopt};
    const KindSpread& kind = guess.kinds[row(i).kind];
    if (kind.fitted > 0) row_found.spread = std::hypot(std::sqrt(covariances(i, i)), kind.spread);
    if (const auto found = without_.find(static_cast<std::size_t>(i)); found != without_.end())
      row_found.without = found->second;
  }
}

// Returns the best point if a row had not been fitted, by the slopes here: it may be far, as where the row
// alone decides a parameter, so what the model says there is run, and not taken from the slopes.
Vector Fitter::point_without(std::size_t row, const Guess& guess) const {
  Vector weights = precisions_of(guess);
  weights[static_cast<Eigen::Index>(row)] = 0;
  const Matrix weighted = weights.asDiagonal() * slopes_;
  const Matrix curvature = Matrix::Identity(parameters_, parameters_) + slopes_.transpose() * weighted;
  return here_.z + step_in_bowl(curvature, weighted.transpose() * errors_here() - here_.z, here_.z, kFarStep);
}

// Asks for each fitted row at the point without it; false where the model was stopped.
bool Fitter::ask_without_each(const Guess& guess) {
  std::vector<FitRequest> requests;
  for (const std::size_t& row : fitted_) {
    const Vector z = point_without(row, guess);
    requests.push_back({FitPoint(z.begin(), z.end()), {&row, 1}});
  }
  const auto values = model_.evaluate(requests);
  if (!values) return false;
  result_.points += requests.size();
  for (std::size_t i = 0; i < fitted_.size(); ++i) without_[fitted_[i]] = (*values)[i][fitted_[i]];
  return true;
}

FitResult Fitter::fit() {
  result_.end = find_start();
  if (result_.end != FitEnd::found) return result_;
  slopes_ = Matrix::Zero(row_count(), parameters_);
  bool goes_on = true;
  Guess best;
  for (int step = 0; goes_on && step < kMostSteps; ++step) {
    if (!slopes_hold_) {
      goes_on = take_slopes(fitted_);
      slopes_hold_ = slopes_are_of_here_ = true;
    }
    if (goes_on) best = guess();
    if (!goes_on || best.gain <= kLeastGain) break;
    bool moved = false;
    goes_on = take_step(best, moved);
    if (moved) continue;
    if (slopes_are_of_here_) break;  // They lead nowhere.
    slopes_hold_ = false;
  }
  goes_on = goes_on && ask_for_all();
  if (goes_on) best = guess();
  goes_on = goes_on && ask_without_each(best);
  if (goes_on)
    conclude(best);
  else
    result_.end = FitEnd::stopped;
  return result_;
}

// Asks for all rows in the middle of the priors and here, and for the slopes here of those that are not
// fitted; false where the model was stopped.
bool Fitter::ask_for_all() {
  std::vector<Asked> found;
  if (!ask({Vector::Zero(parameters_), here_.z}, all_, found)) return false;
  before_ = found.front().values;
  here_ = found.back();
  return take_slopes(held_);
}

}  // namespace

FitResult fit(const FitProblem& problem, FitModel& model) { return Fitter(problem, model).fit(); }

}  // namespace headrace
