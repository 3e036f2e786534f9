// Makes a result database what version 2 of the schema had: no seals, no calls.
#pragma once

namespace headrace {

inline constexpr const char* kAsOfVersion2 =
    "DROP VIEW call_run; DROP TABLE call;"
    "ALTER TABLE run DROP COLUMN content_hash; ALTER TABLE run DROP COLUMN seal;"
    "ALTER TABLE scenario DROP COLUMN seal; ALTER TABLE sweep DROP COLUMN seal;"
    "ALTER TABLE sweep_point DROP COLUMN seal; ALTER TABLE sweep_parameter DROP COLUMN seal;"
    "ALTER TABLE sweep_run DROP COLUMN seal; DELETE FROM meta WHERE key = 'schema_seal';"
    "UPDATE meta SET value = '2' WHERE key = 'schema_version'; PRAGMA user_version = 2";

}  // namespace headrace
