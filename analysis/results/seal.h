// Seals: how a result database knows that its rows are still those that were written.
//
// A run has the hash of all its rows (`content_hash`); a row of the tables that name scenarios, runs and
// sweeps has a fingerprint of its own columns (`seal`), ids of runs left out where a merge changes them.
// Whoever writes seals, in the transaction of the rows; whoever reads verifies first.
#pragma once

#include <cstdint>

#include "analysis/results/content_hash.h"
#include "scenarios/loader/database/sqlite.h"

namespace headrace {

class RunSealer {
 public:
  explicit RunSealer(Database& database);

  // The last step of storing a run: its rows are all there.
  void seal(std::int64_t run);

 private:
  RunHash hash_;
  Statement update_;
};

// Seals what is not sealed: the rows of a file that an older headrace made.
void seal_all(Database& database);

// Throws InputError, with what is wrong, unless SQLite finds the file whole and every row is as it was
// sealed. Of an older file only the first is known. Reads the whole file.
void verify_content(Database& database);

}  // namespace headrace
