// Older result databases: as a program of that version made one, and what version 2 had made of one of ours.
#pragma once

#include <fstream>
#include <iterator>
#include <string>

#include "scenarios/loader/database/sqlite.h"

namespace headrace {

// A small file of version 1 or 3.
inline void make_older_file(const std::string& path, int version) {
  std::ifstream dump(std::string(HEADRACE_SOURCE_DIR) + "/tests/analysis/results/version_" +
                     std::to_string(version) + ".sql");
  Database(path, Database::Access::write).execute({std::istreambuf_iterator<char>(dump), {}});
}

// No parts, and a time budget by cause alone; no seals and no calls.
inline constexpr const char* kAsOfVersion2 =
    "DROP VIEW activity_share; DROP VIEW time_share; DROP TABLE part; DROP TABLE histogram; DROP TABLE "
    "answer;"
    "ALTER TABLE time_budget RENAME TO newer;"
    "CREATE TABLE time_budget (run INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE,"
    " job TEXT NOT NULL, rank INTEGER NOT NULL, cause TEXT NOT NULL, ns INTEGER NOT NULL,"
    " PRIMARY KEY (run, job, rank, cause)) STRICT, WITHOUT ROWID;"
    "INSERT INTO time_budget SELECT run, job, rank, cause, sum(ns) FROM newer GROUP BY run, job, rank, cause;"
    "DROP TABLE newer; CREATE VIEW time_share AS SELECT run, job, cause, ns FROM time_budget;"
    "DROP VIEW call_run; DROP TABLE call;"
    "ALTER TABLE run DROP COLUMN content_hash; ALTER TABLE run DROP COLUMN seal;"
    "ALTER TABLE scenario DROP COLUMN seal; ALTER TABLE sweep DROP COLUMN seal;"
    "ALTER TABLE sweep_point DROP COLUMN seal; ALTER TABLE sweep_parameter DROP COLUMN seal;"
    "ALTER TABLE sweep_run DROP COLUMN seal; DELETE FROM meta WHERE key = 'schema_seal';"
    "UPDATE meta SET value = '2' WHERE key = 'schema_version'; PRAGMA user_version = 2";

}  // namespace headrace
