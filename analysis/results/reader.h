// ResultReader: the runs of a result database, read back.
//
// Opens the file read-only and refuses one that is not a result database, was
// made by a newer headrace or is no longer as it was written.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "scenarios/loader/database/sqlite.h"

namespace headrace {

struct StoredRun {
  std::int64_t id = 0;
  std::string scenario, scenario_hash;
  std::int64_t seed = 0;
  std::int64_t replication = 0;
  std::string fidelity, revision, outcome;
  std::vector<std::string> still_waiting;
  std::uint64_t fingerprint = 0;
  std::int64_t events = 0;
  std::int64_t simulated_ns = 0;
  std::string started_at;
  double wall_seconds = 0;
  std::string sweep;  // The hash of the sweep of which it is a point; empty: of none.
  std::vector<std::pair<std::string, std::string>> parameters;  // Path and value, in the order of the axes.
};

struct StoredMetric {
  std::string component, metric, statistic;
  double value = 0;
  std::string unit;

  bool operator==(const StoredMetric&) const = default;
};

// Finds a run without the parameters of its point.
std::optional<StoredRun> find_run(Database& database, std::int64_t id);

class ResultReader {
 public:
  explicit ResultReader(const std::string& path);

  std::vector<StoredRun> runs();
  // Reads the figures of a run in the order of their keys.
  std::vector<StoredMetric> metrics(std::int64_t run);
  std::string resolved_text(const std::string& scenario_hash);

  // Gives the file for questions that have no method; read-only like the rest.
  Database& database() { return database_; }

 private:
  void add_parameters(std::vector<StoredRun>& runs);

  Database database_;
};

}  // namespace headrace
