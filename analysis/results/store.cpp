#include "analysis/results/store.h"

#include <filesystem>
#include <system_error>

#include "analysis/errors.h"
#include "analysis/results/schema.h"

namespace headrace {

std::string with_folder(const std::string& path) {
  const std::filesystem::path folder = std::filesystem::path(path).parent_path();
  std::error_code error;
  if (!folder.empty()) std::filesystem::create_directories(folder, error);
  if (error) throw ResourceError(folder.string() + ": the folder cannot be made: " + error.message());
  return path;
}

ResultStore::ResultStore(const std::string& path, const char* vfs)
    : database_(with_folder(path), Database::Access::write, vfs) {
  prepare_for_writing(database_);
}

ResultStore::~ResultStore() { finish_writing(database_); }

std::int64_t ResultStore::add(const RunResult& result, const Provenance& provenance) {
  Transaction transaction(database_);
  const std::int64_t run = RunWriter(database_).add(result, provenance, RowChoice::all);
  transaction.commit();
  return run;
}

}  // namespace headrace
