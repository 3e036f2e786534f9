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
  // Returns the values that a parameter may have; empty: any.
  std::span<const double> allowed(Eigen::Index j) const {
    return problem_.allowed.empty() ? std::span<const double>()
                                    : std::span<const double>(problem_.allowed[static_cast<std::size_t>(j)]);
  }
  bool is_free(Eigen::Index j) const { return allowed(j).empty(); }
  double nearest(Eigen::Index j, double z) const;
  double beside(Eigen::Index j, int side, double distance) const;
  Vector allowed_point(const Vector& z) const;
  Vector allowed_step(const Guess& guess) const;
  Guess guess() const { return errors_.guess(errors_at(here_), slopes_, here_.z); }
  double badness(const Asked& asked, std::span<const KindSpread> kinds) const {
    return errors_.badness(asked.z, errors_at(asked), kinds);
  }
  bool take_step(const Guess& guess, bool& moved);
  bool go_to_best(const std::vector<Vector>& at, const Guess& guess, bool& moved);
  bool look_beside(const Guess& guess, bool& moved);
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
  bool is_best_beside_ = false;            // No value beside one that is not free was better.
  std::map<std::size_t, double> without_;  // Logarithms of fitted rows at the points without them.
  FitResult result_;
};

// Returns the value that a parameter may have which is nearest to z.
double Fitter::nearest(Eigen::Index j, double z) const {
  const std::span<const double> values = allowed(j);
  if (values.empty()) return z;
  const auto closer = [&](double a, double b) { return std::abs(a - z) < std::abs(b - z); };
  return *std::min_element(values.begin(), values.end(), closer);
}

// Returns a value of a parameter at a side of the one here, about so far off; where it is not free at least
// the next, and without one, the one here.
double Fitter::beside(Eigen::Index j, int side, double distance) const {
  const double here = here_.z[j];
  if (is_free(j)) return here + side * distance;
  double best = here;
  for (const double value : allowed(j)) {
    const double off = side * (value - here);
    if (off <= 0) continue;
    const double best_off = side * (best - here);
    if (best_off == 0 || std::abs(off - distance) < std::abs(best_off - distance)) best = value;
  }
  return best;
}

Vector Fitter::allowed_point(const Vector& z) const {
  Vector point = z;
  for (Eigen::Index j = 0; j < parameters_; ++j) point[j] = nearest(j, z[j]);
  return point;
}

// Returns the best step that ends where the parameters may be: the nearest to the best, and the free ones
// following.
Vector Fitter::allowed_step(const Guess& guess) const {
  if (problem_.allowed.empty()) return guess.step;
  Vector held = Vector::Constant(parameters_, std::numeric_limits<double>::quiet_NaN());
  for (Eigen::Index j = 0; j < parameters_; ++j)
    if (!is_free(j)) held[j] = nearest(j, here_.z[j] + guess.step[j]) - here_.z[j];
  return guess.step_holding(held, here_.z);
}

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
  for (Vector& z : at) z = allowed_point(z);
  std::vector<Asked> found;
  if (!ask(at, fitted_, found)) return FitEnd::stopped;
  const std::vector<KindSpread> first = errors_.first_kinds();
  const auto better = [&](const Asked& a, const Asked& b) { return badness(a, first) < badness(b, first); };
  here_ = *std::min_element(found.begin(), found.end(), better);
  return std::isinf(badness(here_, first)) ? FitEnd::no_figure : FitEnd::found;
}

// Takes the slopes of rows here; false where the model was stopped. A row without a figure at one side, or
// without that side, has the slope from here to the other, and at both sides none.
bool Fitter::take_slopes(std::span<const std::size_t> rows) {
  std::vector<Vector> at;
  for (Eigen::Index j = 0; j < parameters_; ++j)
    for (const int side : {-1, 1}) at.emplace_back(here_.z)[j] = beside(j, side, kBeside);
  std::vector<Asked> found;
  if (!ask(at, rows, found)) return false;
  for (Eigen::Index j = 0; j < parameters_; ++j) {
    const Asked& below = found[static_cast<std::size_t>(2 * j)];
    const Asked& above = found[static_cast<std::size_t>(2 * j + 1)];
    const double down = here_.z[j] - below.z[j], up = above.z[j] - here_.z[j];
    for (const std::size_t row : rows) {
      const auto i = static_cast<Eigen::Index>(row);
      const double low = below.values[i], here = here_.values[i], high = above.values[i];
      double slope = (high - low) / (down + up);
      if (std::isnan(low)) slope = (high - here) / up;
      if (std::isnan(high)) slope = (here - low) / down;
      slopes_(i, j) = std::isfinite(slope) ? slope : 0;
    }
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
  const Vector step = allowed_step(guess);
  for (const std::vector<double>& shares : {std::vector<double>{1.0}, std::vector<double>{0.5, 0.25}}) {
    std::vector<Vector> at;
    for (const double share : shares) at.push_back(allowed_point(here_.z + share * step));
    if (!go_to_best(at, guess, moved)) return false;
    if (moved) return true;
  }
  return true;
}

// Goes to the next values of each parameter that is not free, the free ones following, if one of them is
// better; false where the model was stopped.
bool Fitter::look_beside(const Guess& guess, bool& moved) {
  std::vector<Vector> at;
  for (Eigen::Index j = 0; j < parameters_; ++j)
    for (const int side : {-1, 1}) {
      const double off = is_free(j) ? 0 : beside(j, side, 0) - here_.z[j];
      if (off == 0) continue;
      Vector held = Vector::Zero(parameters_);
      for (Eigen::Index other = 0; other < parameters_; ++other)
        if (is_free(other)) held[other] = std::numeric_limits<double>::quiet_NaN();
      held[j] = off;
      at.push_back(allowed_point(here_.z + guess.step_holding(held, here_.z)));
    }
  if (!at.empty() && !go_to_best(at, guess, moved)) return false;
  is_best_beside_ = !moved;
  return true;
}

// Goes to the best of some points if it is better than here; false where the model was stopped.
bool Fitter::go_to_best(const std::vector<Vector>& at, const Guess& guess, bool& moved) {
  std::vector<Asked> found;
  if (!ask(at, fitted_, found)) return false;
  const auto best = std::min_element(found.begin(), found.end(), [&](const Asked& a, const Asked& b) {
    return badness(a, guess.kinds) < badness(b, guess.kinds);
  });
  moved = badness(*best, guess.kinds) < badness(here_, guess.kinds);
  if (!moved) return true;
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

void Fitter::conclude(const Guess& guess) {
  const bool any_free = problem_.allowed.empty() ||
                        std::any_of(problem_.allowed.begin(), problem_.allowed.end(),
                                    [](const std::vector<double>& values) { return values.empty(); });
  result_.is_settled = guess.gain_of(allowed_step(guess)) <= kLeastGain || (is_best_beside_ && !any_free);
  result_.kinds = guess.kinds;
  result_.freedom = 1;
  for (const KindSpread& kind : guess.kinds)
    if (kind.fitted > 0) result_.freedom += kind.whole_freedom() - 1;
  for (const Together& of : errors_.together())
    result_.shared.push_back({of.kind, of.group, of.rows.size(), guess.shared[of.rows.front()]});
  const Vector deviations = guess.covariance.diagonal().cwiseSqrt();
  for (Eigen::Index j = 0; j < parameters_; ++j) {
    result_.parameters.push_back({here_.z[j], deviations[j], here_.z[j] + guess.step[j]});
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
    const Vector z =
        allowed_point(here_.z + errors_.step_without(part, guess, errors_at(here_), slopes_, here_.z));
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
    if (!goes_on) break;
    bool moved = false;
    const bool is_worth_it = best.gain_of(allowed_step(best)) > kLeastGain;
    if (is_worth_it) goes_on = take_step(best, moved);
    const bool leads_nowhere = !is_worth_it || slopes_are_of_here_;
    if (goes_on && !moved && leads_nowhere) {
      goes_on = look_beside(best, moved);
      if (!moved) break;
    }
    if (!moved) slopes_hold_ = false;
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
  if (!ask({allowed_point(Vector::Zero(parameters_)), here_.z}, all_, found)) return false;
  before_ = found.front().values;
  here_ = found.back();
  return take_slopes(held_);
}

}  // namespace

FitResult fit(const FitProblem& problem, FitModel& model) { return Fitter(problem, model).fit(); }

}  // namespace headrace
