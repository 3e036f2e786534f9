#include "analysis/results/schema.h"

#include <array>
#include <string>

#include "analysis/errors.h"
#include "analysis/results/network_file_system.h"
#include "analysis/results/schema_text.h"
#include "analysis/results/seal.h"
#include "analysis/version.h"

namespace headrace {

namespace {

constexpr int kOldestVersion = 1;

enum class Identity { empty, ours, foreign };

// Each look may see more than the one before, where another process is just making the tables: what is no
// longer empty is asked once more whose it is.
Identity identity(Database& database) {
  const auto ours = [&] { return database.integer("PRAGMA application_id") == kApplicationId; };
  if (ours()) return Identity::ours;
  const bool unclaimed = database.integer("PRAGMA application_id") == 0 &&
                         database.integer("PRAGMA user_version") == 0 &&
                         database.integer("SELECT count(*) FROM sqlite_schema") == 0;
  if (unclaimed) return Identity::empty;
  return ours() ? Identity::ours : Identity::foreign;
}

void check_version(Database& database) {
  const std::int64_t version = database.integer("PRAGMA user_version");
  if (version >= kOldestVersion && version <= kSchemaVersion) return;
  if (version > kSchemaVersion)
    throw InputError(database.path() + ": made by a newer headrace (schema " + std::to_string(version) +
                     ", this one knows " + std::to_string(kSchemaVersion) + "); it was left as it is");
  throw InputError(database.path() + ": the schema version " + std::to_string(version) + " is unknown");
}

[[noreturn]] void refuse_damaged(const Database& database, const std::string& what) {
  throw InputError(database.path() + ": the database is damaged: " + what);
}

constexpr std::array kOfAll = {"scenario", "run", "metric", "epoch", "time_budget", "series", "run_summary"};
constexpr std::array kOfSweeps = {"sweep",     "sweep_point",  "sweep_parameter",
                                  "sweep_run", "sweep_result", "parameter"};
constexpr std::array kOfCalls = {"call", "call_run"};
constexpr std::array kOfParts = {"part", "histogram", "answer", "activity_share"};
constexpr std::array kOthers = {"meta",       "run_of_scenario", "point_of_run", "job",
                                "time_share", "epoch_summary",   "resource",     "latency"};

// Computes a seal over the text of every table and view of ours; what somebody else added counts for nothing.
std::string schema_seal(Database& database) {
  Statement find =
      database.prepare("SELECT fingerprint(type, name, tbl_name, sql) FROM sqlite_schema WHERE name = ?");
  std::string all;
  const auto add = [&](const char* name) {
    find.bind(1, name);
    if (find.step()) all += find.text(0);
    find.reset();
  };
  for (const char* name : kOfAll) add(name);
  for (const char* name : kOfSweeps) add(name);
  for (const char* name : kOfCalls) add(name);
  for (const char* name : kOfParts) add(name);
  for (const char* name : kOthers) add(name);
  Statement whole = database.prepare("SELECT fingerprint(?)");
  whole.bind(1, all);
  whole.step();
  return whole.text(0);
}

std::string meta(Database& database, const char* key) {
  Statement value = database.prepare("SELECT value FROM meta WHERE key = ?");
  value.bind(1, key);
  return value.step() ? value.text(0) : std::string();
}

void set_meta(Database& database, const char* key, const std::string& value) {
  database.prepare("INSERT OR REPLACE INTO meta VALUES (?, ?)").run(key, value);
}

// Looks for all that a file is asked for by name. One that lacks it was taken apart by somebody else.
void check_whole(Database& database) {
  Statement find = database.prepare("SELECT count(*) FROM sqlite_schema WHERE name = ?");
  const auto expect = [&](const char* name) {
    find.bind(1, name);
    const bool there = find.step() && find.integer(0) > 0;
    find.reset();
    if (!there) refuse_damaged(database, std::string("it has no table ") + name);
  };
  expect("meta");
  for (const char* name : kOfAll) expect(name);
  const std::int64_t version = database.integer("PRAGMA user_version");
  if (version >= kFirstVersionOfSweeps)
    for (const char* name : kOfSweeps) expect(name);
  if (version >= kFirstVersionOfCalls)
    for (const char* name : kOfCalls) expect(name);
  if (version >= kFirstVersionOfParts)
    for (const char* name : kOfParts) expect(name);
  const std::string said = meta(database, "schema_version");
  if (said != std::to_string(version))
    refuse_damaged(database, "it is of schema version " + std::to_string(version) +
                                 " and says that it is of '" + said + "'");
  if (version >= kFirstVersionOfSeals && meta(database, "schema_seal") != schema_seal(database))
    refuse_damaged(database, "a table or view is not as it was made");
}

[[noreturn]] void refuse_foreign(const Database& database) {
  throw InputError(database.path() +
                   ": an SQLite database, but not one of headrace's results; it was left as it is");
}

void create_tables(Database& database) {
  Transaction transaction(database);
  // Another process may have made them between our look and our lock.
  if (identity(database) == Identity::empty) {
    for (const char* sql :
         {kTables, kTimeBudgetTable, kPartTables, kSweepTables, kCallTable, kSweepViews, kTimeViews, kViews})
      database.execute(sql);
    set_meta(database, "program_version", program_version());
    set_meta(database, "schema_version", std::to_string(kSchemaVersion));
    set_meta(database, "schema_seal", schema_seal(database));
    database.execute("PRAGMA application_id = " + std::to_string(kApplicationId));
    database.execute("PRAGMA user_version = " + std::to_string(kSchemaVersion));
  }
  transaction.commit();
}

// Version 1 made tables for sweeps and parameters that nothing filled.
void add_sweeps(Database& database) {
  database.execute("DROP TABLE sweep_point; DROP TABLE sweep; DROP TABLE parameter");
  database.execute(kSweepTables);
}

// Version 2 sealed nothing, and had no calls.
void add_seals_and_calls(Database& database, bool sweeps) {
  const auto add = [&](const char* table, const char* column) {
    database.execute(std::string("ALTER TABLE ") + table + " ADD COLUMN " + column +
                     " TEXT NOT NULL DEFAULT ''");
  };
  add("run", "content_hash");
  for (const char* table : {"scenario", "run"}) add(table, "seal");
  if (sweeps) {
    database.execute("DROP VIEW parameter; DROP VIEW sweep_result");
    for (const char* table : {"sweep", "sweep_point", "sweep_parameter", "sweep_run"}) add(table, "seal");
  } else {
    add_sweeps(database);
  }
  database.execute(kCallTable);
  database.execute(kSweepViews);
}

// Version 3 kept the time budget by cause alone.
void add_parts(Database& database) {
  database.execute("DROP VIEW time_share; ALTER TABLE time_budget RENAME TO older");
  database.execute(kTimeBudgetTable);
  database.execute(
      "INSERT INTO time_budget SELECT run, job, rank, cause, '', ns FROM older; DROP TABLE older");
  database.execute(kPartTables);
  database.execute(kTimeViews);
}

void migrate(Database& database) {
  if (database.integer("PRAGMA user_version") == kSchemaVersion) return;
  verify_content(database);
  Transaction transaction(database);
  const std::int64_t version = database.integer("PRAGMA user_version");
  if (version < kSchemaVersion) {  // Another process may have done it.
    if (version < kFirstVersionOfSeals) add_seals_and_calls(database, version >= kFirstVersionOfSweeps);
    add_parts(database);
    database.execute("PRAGMA user_version = " + std::to_string(kSchemaVersion));
    seal_all(database);
    set_meta(database, "schema_version", std::to_string(kSchemaVersion));
    set_meta(database, "schema_seal", schema_seal(database));
  }
  transaction.commit();
}

}  // namespace

void prepare_for_writing(Database& database) {
  // The identity comes first: a pragma that sets the journal mode already writes into the file.
  const Identity found = identity(database);
  if (found == Identity::foreign) refuse_foreign(database);
  if (found == Identity::ours) check_version(database);
  const bool log = !on_network_file_system(database.path());
  // SQLite answers with the mode it could set; both modes are safe, so the answer needs no check. It does not
  // wait for another process that is just setting it; what else may fail here fails again below.
  try {
    database.text(log ? "PRAGMA journal_mode = WAL" : "PRAGMA journal_mode = DELETE");
  } catch (const ResourceError&) {
  }
  database.execute("PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON");
  if (found == Identity::empty) create_tables(database);
  if (identity(database) != Identity::ours) refuse_foreign(database);
  check_version(database);
  check_whole(database);
  migrate(database);
}

void finish_writing(Database& database) noexcept {
  try {
    // Whoever still has the file open will do it in our place, so there is nothing to wait for.
    database.execute("PRAGMA busy_timeout = 0");
    database.text("PRAGMA journal_mode = DELETE");
  } catch (...) {
    // The log stays beside the file, and every reader finds it there.
  }
}

void check_readable(Database& database) {
  if (identity(database) != Identity::ours) refuse_foreign(database);
  check_version(database);
  check_whole(database);
}

}  // namespace headrace
