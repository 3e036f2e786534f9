// MeasuredModel: what a simulator says of measured figures, with fields at points of a fit.
//
//   MeasuredModel model(fields, rows, rounds);
//   const FitResult found = fit(problem_of(fields, rows), model);
//
// Rows of the same scenario share a run.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "analysis/cli/figure_rounds.h"
#include "analysis/planning/fit.h"
#include "scenarios/loader/measured/measured_figures.h"
#include "scenarios/loader/priors.h"
#include "scenarios/loader/read/read_scenario.h"

namespace headrace {

class MeasuredModel final : public FitModel {
 public:
  // Fields, rows and rounds outlive the model.
  MeasuredModel(std::span<const Prior> fields, std::span<const MeasuredFigure> rows, FigureRounds& rounds);

  std::optional<std::vector<std::vector<double>>> evaluate(std::span<const FitRequest> requests) override;

 private:
  using Place = std::pair<FitPoint, std::size_t>;  // A point, and the number of a run.

  ScenarioRead read(const FitPoint& point, const ScenarioFile& scenario) const;
  bool run(std::span<const FitRequest> requests);
  std::vector<double> logarithms_of(std::size_t run, const std::vector<double>& figures) const;

  std::span<const Prior> fields_;
  std::span<const MeasuredFigure> rows_;
  FigureRounds& rounds_;
  std::map<ScenarioFile, std::size_t> runs_;  // Numbers of the runs.
  std::vector<std::size_t> run_of_row_;
  std::vector<std::string> figures_;  // Figures of all rows.
  std::vector<std::size_t> figure_of_row_;
  std::map<Place, std::vector<double>> known_;  // Logarithms of the rows; empty: there is no such scenario.
};

}  // namespace headrace
