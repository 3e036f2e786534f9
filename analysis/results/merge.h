// Merge: result databases made one: the shards of a sweep, or any others.
//
// What stands in the first already is not added again, so merging twice is
// merging once. A point that is over in one of the files is over in the result.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "scenarios/loader/database/sqlite.h"

namespace headrace {

struct MergedSweep {
  std::string hash, name;
  std::int64_t points = 0, done = 0, failed = 0;
};

struct Merged {
  std::int64_t runs_added = 0, runs_there = 0;
  std::int64_t differing = 0;  // Runs of one point and replication that are not the same: of other revisions.
  std::vector<MergedSweep> sweeps;
};

// Adds what is attached as `added`, in one transaction, and detaches it. The database was prepared for
// writing; the other is one that check_readable has seen.
void add_attached(Database& database, Merged& merged);

// Each file is one transaction. All are looked at before anything is written; throws InputError for one that
// is no result database, and ResourceError.
Merged merge_results(const std::string& into, std::span<const std::string> files, const char* vfs = nullptr);

}  // namespace headrace
