// CheckpointRow: the published time of a checkpoint that predictions are held against, from a table such as
// scenarios/validation/mlperf_storage_v3.0_checkpoints.csv.
//
//   role,system,workload,operation,hosts,ranks,checkpoint_gib,seconds,nominal_gb_per_second,…,source
//   calibration,E2000,llama3_70b,write,16,64,911.212,18.915,,…,MLPerf Storage v3.0 …
//
// Nominal is what a system is provisioned for, or what a data sheet says; nominal_source says where. A table
// is one of checkpoints by its column `operation`.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "scenarios/loader/measured/measured_run.h"

namespace headrace {

enum class CheckpointOperation : std::uint8_t { write, read };
inline constexpr std::array<std::string_view, 2> kCheckpointOperations = {"write", "read"};

struct CheckpointRow : MeasuredRun {
  std::string workload;  // "llama3_70b"
  CheckpointOperation operation = CheckpointOperation::write;
  std::int64_t ranks = 0;
  double checkpoint_gib = 0;
  double seconds = 0;                           // Measured, of one checkpoint; 0 of a forecast.
  std::optional<double> nominal_gb_per_second;  // Rate of the storage for that operation.
  std::string nominal_source;

  std::string name() const;  // "E2000 llama3_70b write x 64 on 16 hosts"
  std::string_view operation_word() const {
    return kCheckpointOperations[static_cast<std::size_t>(operation)];
  }
  bool is_measured() const { return seconds > 0; }
  double gigabytes() const { return checkpoint_gib * 1.073741824; }
};

bool is_of_checkpoints(const CsvTable& table);

// Reads a table of checkpoints; adds a problem for each cell that is wrong.
std::vector<CheckpointRow> read_checkpoint_rows(const CsvTable& table, Problems& problems);

}  // namespace headrace
