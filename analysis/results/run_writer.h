// RunWriter: a run as rows. The caller holds the transaction.
//
//   Transaction transaction(database);
//   const std::int64_t id = RunWriter(database).add(result, provenance, RowChoice::all);
//   transaction.commit();
//
// The database is one that prepare_for_writing has seen. `all` keeps the run
// whole, so that run_reader.h makes it again. `figures` leaves out what grows
// with ranks, epochs and components: of the time budget it keeps the shares, as
// `time_budget.<cause>.share` of the job.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "analysis/results/seal.h"
#include "scenarios/loader/database/sqlite.h"
#include "scenarios/loader/run_result.h"

namespace headrace {

// SaidOfJob: the answer about a job, as rows that queries can ask for.
struct SaidOfJob {
  std::string job, sentence, limited_by, help;
};

// Provenance: how a run can be repeated, when it was made, and the answer that it gave.
struct Provenance {
  std::string resolved_text;  // The scenario with every default filled in and the origin of each value.
  std::string fidelity;
  std::string revision;
  std::string started_at;  // "2024-09-02T14:12:48Z"; outside every hash, like the next.
  double wall_seconds = 0;
  // Scenario whose text this is, where the run had other values than it: a point of a sweep.
  std::string base_hash = {}, base_name = {};
  std::string calibration_id = {};  // Empty: nothing was calibrated.
  std::vector<SaidOfJob> answers = {};
};

// RowChoice: figures, with the values behind their percentiles, or all that a run has.
enum class RowChoice { figures, all };

class RunWriter {
 public:
  explicit RunWriter(Database& database);

  // Returns the run's id: the wanted one, where it is free, and above 0; else the next.
  std::int64_t add(const RunResult& result, const Provenance& provenance, RowChoice rows,
                   std::int64_t wanted_id = 0);

 private:
  std::int64_t add_rows(const RunResult& result, const Provenance& provenance, RowChoice rows,
                        std::int64_t wanted_id);
  void add_parts(const RunResult& result, std::int64_t run);
  void add_values(const RunResult& result, std::int64_t run);

  Database& database_;
  Statement scenario_, run_, metric_, epoch_, time_budget_, series_, part_, bucket_, answer_;
  RunSealer sealer_;
};

}  // namespace headrace
