// MeasuredRow: a published training run that predictions are held against, from a table such as
// scenarios/validation/mlperf_storage_v1.0.csv.
//
//   role,system,workload,accelerator,hosts,accelerators,…,samples_per_second,au_percent,scenario,…,source
//   calibration,E1000-HDR,unet3d,H100,1,5,…,99.81,92.72,e1000_hdr.yaml,…,MLPerf Storage v1.0 …
//
//   const MeasuredRows read = read_measured_set("mlperf_storage_v1.0");
//
// Roles are told in row_cells.h. A table may have the column first_batch_s, too.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "scenarios/loader/measured/row_cells.h"
#include "scenarios/loader/text/problems.h"

namespace headrace {

struct MeasuredRow {
  Mark mark;  // Place of its first cell.
  RowRole role = RowRole::calibration;
  std::string system;                 // Rows of one system share its machine, and what is special about it.
  std::string workload, accelerator;  // "unet3d", "H100"
  std::int64_t hosts = 0, accelerators = 0, cores_per_host = 0;
  std::int64_t batch_size = 0;     // Samples of an accelerator in a step.
  double computation_seconds = 0;  // Computation of a step.
  double samples_per_second = 0;   // Measured, of all accelerators; 0 of a forecast.
  std::optional<double> au_percent;
  std::optional<double> first_batch_seconds;  // Wait for the first batch of an epoch: mean over ranks.
  std::string scenario;   // File beside the table that describes the system; empty: there is none.
  std::string overrides;  // DLIO's, separated by blanks.
  std::string why_not;    // The reason where there is no scenario.
  std::string source;

  std::string name() const;  // "E1000-HDR unet3d H100 x 5"
  // Samples a second of accelerators that never wait.
  double most_samples_per_second() const;
  bool is_measured() const { return role != RowRole::forecast; }
  // Measured share of that.
  double efficiency() const { return samples_per_second / most_samples_per_second(); }
};

struct MeasuredRows {
  std::optional<std::vector<MeasuredRow>> rows;  // Absent when there are errors.
  std::string name;                              // Of the set: that of the file without its ending.
  std::string folder;                            // Where its scenarios are.
  std::string text;                              // Text of the file.
  Problems problems;
};

// Reads a table by its file, or by the name of a set that comes with the program: "mlperf_storage_v1.0".
MeasuredRows read_measured_set(const std::string& word);
MeasuredRows read_measured_rows(std::string_view text, const std::string& file);

}  // namespace headrace
