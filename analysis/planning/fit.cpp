#include "analysis/planning/fit.h"

#include <algorithm>
#include <boost/random/sobol.hpp>
#include <cmath>
#include <limits>
#include <map>

#include "analysis/planning/row_errors.h"

namespace headrace {

namespace {

constexpr double kDesignReach = 1.645;  // Nine of ten values lie within so many deviations.
constexpr double kBeside = FitResult::kBeside;
constexpr double kLeastGain = 0.02;    // Of the logarithm of the probability; less is not worth a step.
constexpr double kBentSpreads = 0.25;  // Slopes are taken anew where they were off by more, in spreads.
constexpr int kMostSteps = 12;

using Vector = Eigen::VectorXd;
using Matrix = Eigen::MatrixXd;

// Point: where the model was asked, and what it gave.
struct Asked {
  Vector z, values;
};

class Fitter {
 public:
  Fitter(const FitProblem& problem, FitModel& model)
      : problem_(problem),
        model_(model),
        parameters_(static_cast<Eigen::Index>(problem.parameters)),
        errors_(problem) {
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
  Vector errors_at(const Asked& asked) const;
  Guess guess() const { return errors_.guess(errors_at(here_), slopes_, here_.z); }
  double badness(const Asked& asked, std::span<const KindSpread> kinds) const {
    return errors_.badness(asked.z, errors_at(asked), kinds);
  }
  bool take_step(const Guess& guess, bool& moved);
  bool ask_for_all();
  bool ask_without_each(const Guess& guess);
  void conclude(const Guess& guess);

  const FitProblem& problem_;
  FitModel& model_;
  Eigen::Index parameters_;
  std::vector<std::size_t> all_, fitted_, held_;  // Numbers of rows; held: not fitted.
  RowErrors errors_;
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
  const std::vector<KindSpread> first = errors_.first_kinds();
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

// Returns how far above what the model gave at a point the fitted rows were measured; 0 of the others.
Vector Fitter::errors_at(const Asked& asked) const {
  Vector errors = Vector::Zero(row_count());
  for (const std::size_t row : fitted_) {
    const auto i = static_cast<Eigen::Index>(row);
    errors[i] = problem_.rows[row].measured - asked.values[i];
  }
  return errors;
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
    if (kind.fitted > 0) result_.freedom += kind.whole_freedom() - 1;
  for (const Together& of : errors_.together())
    result_.shared.push_back({of.kind, of.group, of.rows.size(), guess.shared[of.rows.front()]});
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
    if (kind.fitted > 0) row_found.spread = std::hypot(std::sqrt(covariances(i, i)), kind.whole());
    if (const auto found = without_.find(static_cast<std::size_t>(i)); found != without_.end())
      row_found.without = found->second;
  }
}

// Asks for the fitted rows at the points without them, a group or one of none; false where the model was
// stopped. Such a point may be far, as where they alone decide a parameter, so what the model says there is
// run, and not taken from the slopes.
bool Fitter::ask_without_each(const Guess& guess) {
  std::vector<FitRequest> requests;
  const std::vector<std::vector<std::size_t>>& parts = errors_.parts();
  for (const std::vector<std::size_t>& part : parts) {
    const Vector z = here_.z + errors_.step_without(part, guess, errors_at(here_), slopes_, here_.z);
    requests.push_back({FitPoint(z.begin(), z.end()), part});
  }
  const auto values = model_.evaluate(requests);
  if (!values) return false;
  result_.points += requests.size();
  for (std::size_t part = 0; part < parts.size(); ++part)
    for (const std::size_t row : parts[part]) without_[row] = (*values)[part][row];
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
