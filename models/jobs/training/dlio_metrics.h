// DlioMeter: one rank's accelerator utilisation and rate, by DLIO's formulas.
//
// Old (v0.5, v1.0), per block of n steps: AU = compute without the first step /
// (block - load and compute of the first step); samples/s = n batch / block.
// New: AU = compute of the steps not excluded / (block - load and compute of the
// excluded ones) = C / T; samples/s = (last - first not excluded) batch / T,
// which is (n - 2) batch / T with the default exclusions; MLPerf Storage's v3.0
// counts the same steps for both, n - 1 of them. Blocks of an epoch
// are weighted by their steps. A block of fewer steps than are left out has a
// negative rate in DLIO, and an epoch without any counted step a rate of zero:
// there is no figure of either here.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>

#include "models/jobs/training/workload_spec.h"
#include "sim/units.h"

namespace headrace {

class DlioMeter {
 public:
  DlioMeter(DlioVersion version, const MetricSpec& metric, std::int64_t samples_of_step)
      : old_(is_old(version)),
        one_window_(version == DlioVersion::mlperf_v3_0),
        metric_(metric),
        samples_of_step_(samples_of_step) {}

  void begin_block(Time now);
  void step(Duration load, Duration compute);
  // Counts so many steps like the `sample` steps of the block since `then`.
  void repeat(const DlioMeter& then, std::int64_t steps, std::int64_t sample);
  void end_block(Time now);

  // Figures of the epoch's blocks so far; taking them starts the next epoch.
  struct Epoch {
    std::int64_t steps = 0;
    std::optional<double> au_percent, samples_per_second;  // Nothing where there is none.
  };
  Epoch take_epoch();

 private:
  struct Step {
    Duration load, compute;
  };

  bool old_;
  bool one_window_;  // Whether rate and AU count the same steps.
  MetricSpec metric_;
  std::int64_t samples_of_step_;

  Time begun_;
  std::int64_t steps_ = 0;
  Duration counted_compute_, excluded_time_;
  std::deque<Step> last_;  // The end of the block so far: excluded if nothing follows.

  std::int64_t epoch_steps_ = 0;
  double weighted_au_ = 0, weighted_rate_ = 0;
  bool rate_is_defined_ = true;  // In all of the epoch's blocks so far.
};

}  // namespace headrace
