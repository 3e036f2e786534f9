#include "analysis/report/measured_plots.h"

namespace headrace {

namespace {

constexpr const char* kDiagonal =
    " On the diagonal they are equal; above it the prediction is too high. Both axes are logarithmic.";

Plot empty_plot(const char* title, const std::string& says, PlotColumn measured, PlotColumn predicted) {
  return {"predicted-measured",
          title,
          says + kDiagonal,
          PlotKind::scatter,
          {{"rows", ""}, {"row", ""}, std::move(measured), std::move(predicted)},
          {},
          true};
}

}  // namespace

Plot measured_plot(const Validation& validation) {
  Plot plot = empty_plot("Predicted against measured throughput",
                         "One point a measured run. Calibration rows were seen when models were made.",
                         {"measured", "samples/s"}, {"predicted", "samples/s"});
  for (const JudgedRow& row : validation.rows)
    if (const std::optional<double> predicted = row.of(Forecast::simulator); predicted && row.measured > 0)
      plot.rows.push_back({std::string(kRowRoles[static_cast<std::size_t>(row.role)]),
                           row.system + ", " + row.workload, row.measured, *predicted});
  return plot;
}

Plot measured_plot(const CheckpointValidation& validation) {
  Plot plot = empty_plot("Predicted against measured times of checkpoints",
                         "One point a measured checkpoint. Calibration rows were seen when models were made.",
                         {"measured", "s"}, {"predicted", "s"});
  for (const auto& row : validation.rows)
    if (const std::optional<double> predicted = row.of(Forecast::simulator); predicted && row.measured > 0)
      plot.rows.push_back({std::string(kRowRoles[static_cast<std::size_t>(row.role)]),
                           row.system + ", " + row.workload, row.measured, *predicted});
  return plot;
}

Plot published_plot(std::span<const PublishedComparison> found) {
  Plot plot = empty_plot("Simulated against published",
                         "One point a figure. What a data sheet says, the machine was built from; what was "
                         "measured is a prediction.",
                         {"published", ""}, {"simulated", ""});
  for (const PublishedComparison& one : found)
    if (one.published.value > 0 && one.simulated > 0)
      plot.rows.push_back({one.must_fit() ? "data sheet" : "measured", one.job + ": " + one.figure,
                           one.published.value, one.simulated});
  return plot;
}

}  // namespace headrace
