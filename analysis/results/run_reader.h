// RunReader: a run as it was before it was stored, so that an answer is made of rows alone.
//
//   RunResult run = read_run(database, 7);
//
// Members that RunWriter wrote with RowChoice::all come back one by one; the jobs that ran alone beside a run
// are runs of their own, and are the caller's to add.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "scenarios/loader/database/sqlite.h"
#include "scenarios/loader/run_result.h"

namespace headrace {

// Throws InputError where there is no such run, or figures alone were kept of it.
RunResult read_run(Database& database, std::int64_t run);

// Returns the values behind a percentile of a job, of a run of which figures alone were kept; nothing where
// an older headrace stored it without them.
std::optional<Histogram> read_values(Database& database, std::int64_t run, std::string_view job,
                                     std::string_view percentile);

}  // namespace headrace
