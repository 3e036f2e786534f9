// ResultStore: a result database that runs are put into without a call or a sweep, one transaction each.
#pragma once

#include <string>

#include "analysis/output_file.h"
#include "analysis/results/run_writer.h"
#include "analysis/results/schema.h"

namespace headrace {

class ResultStore {
 public:
  explicit ResultStore(const std::string& path, const char* vfs = nullptr)
      : database_(with_folder(path), Database::Access::write, vfs) {
    prepare_for_writing(database_);
  }
  ResultStore(const ResultStore&) = delete;
  ResultStore& operator=(const ResultStore&) = delete;
  ~ResultStore() { finish_writing(database_); }

  std::int64_t add(const RunResult& result, const Provenance& provenance) {
    Transaction transaction(database_);
    const std::int64_t run = RunWriter(database_).add(result, provenance, RowChoice::all);
    transaction.commit();
    return run;
  }
  const std::string& path() const { return database_.path(); }

 private:
  Database database_;
};

}  // namespace headrace
