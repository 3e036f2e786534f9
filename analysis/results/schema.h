// The schema of a result database, and how a file is recognised as one.
//
// Narrow tables: a new metric is a row and not a migration. An older file is read as it is and becomes one of
// this version where it is opened for writing. README.md documents the tables.
#pragma once

#include "analysis/results/schema_version.h"
#include "scenarios/loader/database/sqlite.h"

namespace headrace {

inline constexpr int kApplicationId = 0x68647263;  // "hdrc": SQLite keeps it in the file's header.

// Makes the tables in an empty database and the newer ones in an older file; throws InputError for a file
// that is somebody else's or was made by a newer headrace. Writes nothing in that case.
void prepare_for_writing(Database& database);

// Folds the write-ahead log into the file, unless somebody else still has it open. Reports nothing: the runs
// are stored already.
void finish_writing(Database& database) noexcept;

// Throws InputError unless the file is a result database that this version reads.
void check_readable(Database& database);

}  // namespace headrace
