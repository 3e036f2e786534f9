// WantedCall: the call of a verb that a word of the command line names: "results/a.db" the last one of the
// file, "results/a.db:3" that of run 3.
//
//   const WantedCall wanted = wanted_call("results/a.db:3");
//   if (const auto hash = find_call(database, wanted)) …read_call(database, *hash)…
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "analysis/results/stored_call.h"
#include "scenarios/loader/measured/measured_rows.h"
#include "scenarios/loader/scenario.h"

namespace headrace {

struct WantedCall {
  std::string file;
  std::optional<std::int64_t> run;  // The number behind the last colon, if any.

  std::string run_text() const { return "run " + std::to_string(run.value_or(0)) + " of " + file; }
};

WantedCall wanted_call(const std::string& word);

// Finds the hash of the call; nothing where the file has no call, or the run is of none. Throws UsageError
// where there is no such run.
std::optional<std::string> find_call(Database& database, const WantedCall& wanted);

// Reads the scenario, or the table, that a call was made with; throws InputError where this headrace does not
// understand it.
Scenario scenario_of_call(const StoredCall& call, const std::string& file);
MeasuredRows table_of_call(const StoredCall& call, const std::string& file);

}  // namespace headrace
