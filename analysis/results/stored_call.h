// StoredCall: one call of `run`, `probe` or `validate`, as a result database keeps it.
//
//   const StoredCall call = read_call(database, last_call(database));
//   find_run_of(database, call.hash, point, replication);   // The id of one of its runs.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "scenarios/loader/database/sqlite.h"

namespace headrace {

struct StoredCall {
  std::string hash, verb;
  std::string resolved_text;  // Text of the scenario, with its arms and assertions; or of the table.
  std::string dlio_folder;    // Empty: none was written.
  std::string revision;       // Of the program that made the runs.
  std::int64_t first_run = 0, last_run = 0;  // Ids of runs; 0: there is none yet.
  std::string name = {};                     // Name of the scenario or table.
};

// Finds the hash of the call that a run is of, or of the one that was begun last; nothing where there is
// none.
std::optional<std::string> call_of_run(Database& database, std::int64_t run);
std::optional<std::string> last_call(Database& database);

StoredCall read_call(Database& database, const std::string& hash);

// Finds a run by its point and replication, of a sweep or a call, whole or not.
std::optional<std::int64_t> find_run_of(Database& database, const std::string& sweep, std::int64_t point,
                                        std::int64_t replication);

}  // namespace headrace
