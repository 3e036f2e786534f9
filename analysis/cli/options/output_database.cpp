#include "analysis/cli/options/output_database.h"

#include <filesystem>

#include "analysis/errors.h"

namespace headrace {

void OutputDatabase::declare(Options& options, const std::string& option, const std::string& help) {
  options.value(option, path, help, "FILE.db");
}

void OutputDatabase::finish() const { expect_a_file(path); }

std::string OutputDatabase::of(const std::string& scenario) const {
  if (!path.empty()) return path;
  return "results/" + std::filesystem::path(scenario).stem().string() + ".db";
}

void expect_a_file(const std::string& database) {
  if (database == ":memory:") throw UsageError("':memory:' keeps nothing; name a file");
}

}  // namespace headrace
