// ResultStore: where runs are kept: one SQLite file for any number of them.
//
//   ResultStore store("results/first_run.db");   // Refuses a file that is not its own.
//   store.add(result, provenance);               // Whole or not at all.
//
// One transaction a run. Several programs may add to one file at once. The
// schema is schema.h; reading back is reader.h.
#pragma once

#include <cstdint>
#include <string>

#include "analysis/results/run_writer.h"
#include "analysis/results/sqlite.h"
#include "scenarios/loader/run_result.h"

namespace headrace {

// The path, once its folder is there; throws ResourceError where none can be made.
std::string with_folder(const std::string& path);

class ResultStore {
 public:
  // Makes the file and its folder where there are none.
  explicit ResultStore(const std::string& path, const char* vfs = nullptr);
  ResultStore(const ResultStore&) = delete;
  ResultStore& operator=(const ResultStore&) = delete;
  ~ResultStore();  // Leaves a single file that can also be read where nothing may be written.

  std::int64_t add(const RunResult& result, const Provenance& provenance);  // Returns the id of the run.

  const std::string& path() const { return database_.path(); }

 private:
  Database database_;
};

}  // namespace headrace
