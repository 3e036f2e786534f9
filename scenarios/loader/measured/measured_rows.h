// MeasuredRow: a published training run that predictions are held against, from a table such as
// scenarios/validation/mlperf_storage_v1.0.csv. A table may be of checkpoints in place of that.
//
//   role,system,workload,accelerator,hosts,accelerators,…,samples_per_second,au_percent,scenario,…,source
//   calibration,E1000-HDR,unet3d,H100,1,5,…,99.81,92.72,e1000_hdr.yaml,…,MLPerf Storage v1.0 …
//
//   const MeasuredRows read = read_measured_set("mlperf_storage_v1.0");
//
// A table may have the columns first_batch_s and variant, too: a variant tells runs of one size apart.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "scenarios/loader/measured/checkpoint_rows.h"
#include "scenarios/loader/measured/measured_run.h"
#include "scenarios/loader/text/problems.h"

namespace headrace {

struct MeasuredRow : MeasuredRun {
  std::string workload, accelerator;  // "unet3d", "H100"
  std::string variant;                // "read_threads=8"; empty: there is no other run of the size.
  std::int64_t accelerators = 0, cores_per_host = 0;
  std::int64_t batch_size = 0;     // Samples of an accelerator in a step.
  double computation_seconds = 0;  // Computation of a step.
  double samples_per_second = 0;   // Measured, of all accelerators; 0: there is no such figure.
  std::optional<double> au_percent;
  std::optional<double> first_batch_seconds;  // Wait for the first batch of an epoch: mean over ranks.
  std::string overrides;                      // DLIO's, separated by blanks.

  std::string name() const;  // "E1000-HDR unet3d H100 x 5"
  // Samples a second of accelerators that never wait.
  double most_samples_per_second() const;
  bool is_measured() const { return samples_per_second > 0; }
  // Measured share of that.
  double efficiency() const { return samples_per_second / most_samples_per_second(); }
};

struct MeasuredRows {
  std::optional<std::vector<MeasuredRow>> rows;  // Absent when there are errors.
  std::optional<std::vector<CheckpointRow>>
      checkpoints;     // Present in place of them in a table of checkpoints.
  std::string name;    // Name of the file without its ending.
  std::string folder;  // Where its scenarios are.
  std::string text;    // Text of the file.
  Problems problems;
};

// Reads a table by its file, or by the name of a set that comes with the program: "mlperf_storage_v1.0".
MeasuredRows read_measured_set(const std::string& word);
MeasuredRows read_measured_rows(std::string_view text, const std::string& file);

}  // namespace headrace
