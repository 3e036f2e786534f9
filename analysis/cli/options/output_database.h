// OutputDatabase: where a verb that runs something stores its runs.
#pragma once

#include <string>

#include "analysis/cli/options/options.h"

namespace headrace {

struct OutputDatabase {
  std::string path;  // Empty: not given.

  void declare(Options& options, const std::string& option, const std::string& help);
  // Throws UsageError where results would be kept in no file.
  void finish() const;

  // Returns the path that was given, or one in the folder `results` that is named after the scenario's file.
  std::string of(const std::string& scenario) const;
};

// Throws UsageError for the name under which SQLite would keep no file at all, and with it no results.
void expect_a_file(const std::string& database);

}  // namespace headrace
