// Ledger: which points of a sweep are done, and their runs, in a result database.
//
//   Ledger ledger(path, sweep, RowChoice::figures);   // Finds what was done before.
//   if (!ledger.is_over(7)) batch.push_back(…run it…);
//   ledger.add(batch);                                // One transaction: all of it, or nothing.
//
// A run is a pure function, so nobody claims a point: one that was run twice is
// stored once. Several processes may add to one file. A point is over when it
// has its replications (`done`), when a run of it stalled or when the scenario
// refused its values (`failed`). What is said to be over is in the file. A call
// of a verb is kept likewise: its points are arms and jobs by themselves. One
// that was made whole is begun anew, and one that was not is gone on with.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/results/run_writer.h"
#include "scenarios/loader/database/sqlite.h"
#include "scenarios/loader/run_result.h"

namespace headrace {

// LedgerCall: one call of a verb with a scenario or a table, which is kept as a sweep is.
struct LedgerCall {
  std::string verb;           // "run", "probe", "validate"
  std::string resolved_text;  // Text of the scenario, with its arms and assertions; or of the table.
  std::string dlio_folder;
};

struct LedgerSweep {
  std::string hash, name, design_text;
  std::int64_t points = 0;
  std::vector<std::string> axes;  // Paths.
  // Replications of each point. 0: who runs them decides, and says which run is the last of its point.
  std::int64_t replications = 1;
  Provenance provenance;  // Of every run: the base scenario, the fidelity and the revision.
  // Set for a call: `hash` is that of the question, and each point has a scenario of its own.
  std::optional<LedgerCall> call;
  std::vector<Provenance> of_points;
};

struct FinishedRun {
  std::int64_t point = 0;
  std::vector<std::string> values;  // One an axis.
  std::int64_t replication = 1;
  std::optional<RunResult> result;  // Absent: the scenario refuses the values, and `message` says why.
  std::string message = {};
  bool last = false;
  std::string started_at;
  double wall_seconds = 0;
  std::vector<SaidOfJob> said;
  bool unbuilt = false;  // Stopped while its machine was built: there is nothing of it.
};

class Ledger {
 public:
  struct Counts {
    std::int64_t done = 0, failed = 0;  // Points.
    std::int64_t runs = 0;
  };

  // Makes the file and its folder where there are none.
  Ledger(const std::string& path, LedgerSweep sweep, RowChoice rows, const char* vfs = nullptr);
  Ledger(const Ledger&) = delete;
  Ledger& operator=(const Ledger&) = delete;
  ~Ledger();

  void add(std::span<const FinishedRun> runs);
  // Adds all runs of another ledger of the same sweep, given as its Database::bytes(), in one transaction.
  void absorb(const std::string& bytes);

  const Counts& counts() const { return counts_; }
  std::int64_t points() const { return sweep_.points; }
  bool is_over(std::int64_t point) const { return over_[static_cast<std::size_t>(point)]; }
  // Says whether a run is stored and whole, or not wanted any more.
  bool has(std::int64_t point, std::int64_t replication) const {
    return is_over(point) || replications(point).contains(replication);
  }
  // The replications that are stored, and whole, of a point that is not over.
  const std::set<std::int64_t>& replications(std::int64_t point) const;
  // State of a point: `open`, `done` or `failed`, and why it failed; empty of one that was not begun.
  struct State {
    std::string state, message;
  };
  State state_of(std::int64_t point);
  // A figure of the view sweep_result in the replications of a point, in their order.
  std::vector<double> figures(std::int64_t point, std::string_view figure);
  // Finds what limits a job of a point, by its first replication that is stored; empty where there is none.
  std::string limited_by(std::int64_t point, const std::string& job);
  // Lists the programs that made the runs of the sweep.
  std::vector<std::string> revisions();

  const std::string& path() const { return database_.path(); }
  const std::string& hash() const { return sweep_.hash; }  // Also of a call.
  Database& database() { return database_; }

 private:
  struct Statements;
  void open_call();
  void load();
  bool store(const FinishedRun& run, Statements& statements);
  bool conclude(const FinishedRun& run, Statements& statements);
  bool conclude(std::int64_t point, bool last, Statements& statements);
  void count(std::int64_t point, std::string_view state);

  Provenance provenance_of(const FinishedRun& run) const;

  Database database_;
  LedgerSweep sweep_;
  std::int64_t first_run_ = 0;  // Id that the first run of a call would like; 0: any.
  RowChoice rows_;
  Counts counts_;
  std::vector<bool> over_;
  std::map<std::int64_t, std::set<std::int64_t>> begun_;
};

}  // namespace headrace
