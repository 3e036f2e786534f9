// Fit: what measured figures say of parameters that are known to within a factor.
//
//   const FitProblem problem{2, {{std::log(94.7), true}, {std::log(87.5), false}}};   // One is fitted.
//   const FitResult found = fit(problem, model);
//   found.parameters[0].z;   // -0.8: it is below the middle of what it was thought to be
//
// A parameter is told by z: how many standard deviations of its prior its logarithm is off the prior's
// middle. Found is the most probable point under the priors and under errors of the rows' logarithms that
// are normal; their spread is found with it for each kind of rows, and rows far off count less (Huber). Rows
// of groups share an error, too: ten rows of one group say less of a parameter than one row of each of ten.
// Steps are Gauss-Newton's, on slopes between points at both sides, and intervals rest on them; they end at
// values that a parameter may have, the others following.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace headrace {

struct FitRow {
  double measured = 0;   // Logarithm; without a meaning where it is not fitted.
  bool fitted = true;    // Else it is predicted only.
  std::size_t kind = 0;  // Rows of a kind share the spread of their errors, those of one figure do.
  // Number of the group, such as of runs on one machine; absent: it has none.
  std::optional<std::size_t> group = {};
};

struct FitProblem {
  std::size_t parameters = 0;
  std::vector<FitRow> rows;
  // Values of z that each parameter may have, ascending, such as those of whole numbers; empty: any.
  std::vector<std::vector<double>> allowed = {};
};

using FitPoint = std::vector<double>;  // One z for each parameter.

struct FitRequest {
  FitPoint point;
  std::span<const std::size_t> rows;  // Numbers of the rows that are asked for there.
};

// FitModel: what gives the rows at points. A point may be asked for again, for other rows.
class FitModel {
 public:
  virtual ~FitModel() = default;
  // Returns the logarithms of all rows for each request, NaN for those that have none or are not asked for;
  // nothing where it was stopped.
  virtual std::optional<std::vector<std::vector<double>>> evaluate(std::span<const FitRequest> requests) = 0;
};

struct FittedParameter {
  double z = 0;
  double spread = 1;  // Standard deviation of z; 1: the rows say nothing of it.
  double middle = 0;  // Most probable z by the slopes, were any value allowed.
};

struct FittedRow {
  double before = 0, found = 0;  // Logarithms in the middle of all priors, and at the point found.
  // Standard deviation of one more measurement of the row; absent: no row of its kind is fitted.
  // In a group that no fitted row is of, where rows have groups.
  std::optional<double> spread;
  // Logarithm at the point without the row, and without the others of its group; of a fitted row.
  std::optional<double> without;
};

// KindSpread: how far rows of a kind are off.
struct KindSpread {
  std::size_t fitted = 0;  // Rows; 0: nothing else is known of the kind.
  double spread = 0;       // Standard deviation of their errors, in logarithms; within groups.
  double freedom = 1;      // Degrees of freedom of that, for Student's t.
  double between = 0;      // Standard deviation of what the rows of a group share; 0: there are no groups.
  double groups_freedom = 1;

  // Returns the standard deviation of the error of a row in a group of which nothing is known.
  double whole() const;
  // Returns the degrees of freedom of that (Welch and Satterthwaite).
  double whole_freedom() const;
};

// SharedError: what the fitted rows of a kind and a group are thought to be off together.
struct SharedError {
  std::size_t kind = 0, group = 0;
  std::size_t rows = 0;
  double error = 0;  // Measured above the model, in logarithms.
};

// How a fit ended. `no_figure`: wherever it looked, a fitted row had none.
enum class FitEnd { found, stopped, no_figure };

struct FitResult {
  static constexpr double kFarthest = 2;  // No z that is found is farther from 0 than that.
  static constexpr double kBeside =
      0.25;  // Distance of a point at which a slope is taken from the one found.
  static constexpr double kReach = kFarthest + kBeside;  // No z that is asked for is farther from 0.

  FitEnd end = FitEnd::found;
  bool is_settled = true;  // No step would help; else the search was given up before.
  std::vector<FittedParameter> parameters;
  std::vector<std::vector<double>> correlations;  // Of the parameters.
  std::vector<FittedRow> rows;
  // Covariances of the rows' logarithms that come of not knowing the parameters.
  std::vector<std::vector<double>> row_covariances;
  std::vector<KindSpread> kinds;
  std::vector<SharedError> shared;  // Of each kind and group that a fitted row is of.
  double freedom = 0;               // Degrees of freedom of all kinds together.
  std::size_t points = 0;  // Requests to the model, of which some are for a point that was asked for before.
};

FitResult fit(const FitProblem& problem, FitModel& model);

}  // namespace headrace
