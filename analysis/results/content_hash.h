// ContentHash: what a result database says of the simulated systems, as 16
// hexadecimal digits.
//
// Over sweeps, points with their states and parameters, runs and rows, ordered
// by their keys. Not over ids, times of day, wall seconds and revisions, so that
// it is the same however many threads, shards and interruptions there were. Runs
// beside sweeps are a set: the same run twice is one.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "scenarios/loader/database/sqlite.h"

namespace headrace {

// Hashes the rows of runs, whatever the runs' ids are.
class RunHash {
 public:
  explicit RunHash(Database& database);

  std::uint64_t of(std::int64_t run);

 private:
  std::vector<Statement> rows_, newer_rows_;
};

std::string content_hash(Database& database);

}  // namespace headrace
