// ModelInterval: how far off a predicted accelerator utilisation may be, by published runs.
//
//   const auto interval = model_interval(97.7);   // low 85.4, high 100: nine of ten systems
//   interval->above(90);                          // 0.82: where the target would be met
//
// Rests on how far `headrace validate` is off on published training runs, none of which was fitted, by the
// family of their systems (statistics/grouped.h): E1000-HDR and E1000-Slingshot are one. The error of a run
// has its noise in it. A calibrated scenario has errors of its own, which its calibration tells.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "analysis/statistics/grouped.h"
#include "scenarios/loader/run_result.h"

namespace headrace {

// PublishedError: how far a measured throughput was above what was predicted, as a logarithm.
struct PublishedError {
  std::string_view system;
  double error = 0;
};

// Returns those of the shipped tables of measured rows, in their order.
std::span<const PublishedError> published_errors();

class ModelInterval {
 public:
  // Expects a prediction in percent, and errors of two families or more.
  ModelInterval(double au_percent, std::span<const PublishedError> errors);

  double low = 0, high = 0;            // Nine of ten lie between, in percent.
  std::size_t runs = 0, families = 0;  // That it is made of.

  // Returns the share of systems whose utilisation would be that or more, in percent.
  double above(double au_percent) const;

 private:
  double predicted_;
  GroupedSpread errors_;  // Of a run on another system.
};

// Returns the interval of a predicted utilisation; nothing where no published run was predicted so low.
std::optional<ModelInterval> model_interval(double au_percent);

// Says on what share of systems a predicted utilisation meets its target; empty for other figures.
std::string how_sure_of_target(std::string_view figure, double predicted, double target);

// Returns the least predicted utilisation, in percent, with which a target is met on that share of systems;
// nothing where no prediction is so sure, and then `most` is the share at 100 %.
std::optional<double> predicted_for(double target, double share, double& most);

// RatioError: how far off the predicted ratio of the throughputs of two runs on one system may be.
struct RatioError {
  double nine_of_ten = 0;  // Ratios are within that of the predicted one, relatively: 0.11.
  std::size_t pairs = 0, families = 0;
};

// Makes the error of all pairs of runs on one system, which differ in workload, accelerators or hosts; it has
// nothing of what both runs are off by alike. Expects pairs of two families or more.
RatioError ratio_error(std::span<const PublishedError> errors);
// Says how sure a difference between two runs of jobs that train is.
std::string how_sure_of_ratio();

// Says how sure a predicted utilisation is; empty for other figures.
std::string how_sure_of_figure(std::string_view figure, double predicted);

// Says how sure the utilisation of a job that trains is, and its target; empty for other jobs.
std::string how_sure(const JobResult& job);

}  // namespace headrace
