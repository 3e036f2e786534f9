#include "analysis/results/seal.h"

#include <fmt/format.h>
#include <sqlite3.h>

#include <charconv>

#include "analysis/errors.h"
#include "analysis/results/schema_version.h"
#include "analysis/words.h"

namespace headrace {

namespace {

struct SealedTable {
  const char* name;
  const char* columns;  // That the seal is of.
};

constexpr const char* kRunColumns =
    "scenario_hash, seed, replication, fidelity, revision, outcome, still_waiting, fingerprint, events,"
    " simulated_ns, calibration_id, import_hashes, started_at, wall_seconds";

// Runs come last: their seals are made together with their content hashes.
constexpr SealedTable kSealedTables[] = {
    {"scenario", "hash, name, resolved_text"},
    {"sweep", "hash, name, design_text, points"},
    {"sweep_point", "sweep_hash, point, state, message"},
    {"sweep_parameter", "sweep_hash, point, axis, path, value, number, unit"},
    {"sweep_run", "sweep_hash, point, replication, run"},
    {"call", "sweep_hash, question_hash, number, verb, resolved_text, dlio_folder, first_run"},
};

[[noreturn]] void refuse(const Database& database, const std::string& what) {
  throw InputError(database.path() + ": the database is damaged: " + what +
                   "; take a copy of it from before, or run it anew into another file");
}

void verify_rows(Database& database, const char* table, const std::string& columns) {
  const std::int64_t broken =
      database.integer(fmt::format("SELECT count(*) FROM {} WHERE seal <> fingerprint({})", table, columns));
  if (broken > 0) refuse(database, fmt::format("{} of table {} are not as they were written", broken, table));
}

void verify_runs(Database& database) {
  RunHash hash(database);
  Statement runs = database.prepare("SELECT id, content_hash FROM run ORDER BY id");
  while (runs.step())
    if (fingerprint_text(hash.of(runs.integer(0))) != runs.text(1))
      refuse(database, fmt::format("the rows of run {} are not as they were written", runs.integer(0)));
}

// Says whether a finding of SQLite's check is that the file could not be read, which damages nothing: it
// names the code of the failure, whose lowest byte is its kind, or that a page within the file was not had.
bool tells_of_reading(const std::string& found) {
  constexpr std::string_view kCode = "error code=";
  if (found.find("failed to get page") != std::string::npos) return true;
  const std::size_t place = found.find(kCode);
  if (place == std::string::npos) return false;
  int code = 0;
  std::from_chars(found.data() + place + kCode.size(), found.data() + found.size(), code);
  return (code & 0xff) == SQLITE_IOERR;
}

void verify(Database& database) {
  if (const std::string found = database.text("PRAGMA integrity_check(1)"); found != "ok") {
    if (tells_of_reading(found)) throw ResourceError(database.path() + ": reading the file failed");
    refuse(database, "SQLite finds '" + found + "'");
  }
  if (database.integer("PRAGMA user_version") < kFirstVersionOfSeals) return;
  for (const SealedTable& table : kSealedTables) verify_rows(database, table.name, table.columns);
  verify_rows(database, "run", std::string(kRunColumns) + ", content_hash");
  verify_runs(database);
}

}  // namespace

RunSealer::RunSealer(Database& database)
    : hash_(database),
      update_(database.prepare(fmt::format(
          "UPDATE run SET content_hash = ?1, seal = fingerprint({}, ?1) WHERE id = ?2", kRunColumns))) {}

void RunSealer::seal(std::int64_t run) { update_.run(fingerprint_text(hash_.of(run)), run); }

void seal_all(Database& database) {
  for (const SealedTable& table : kSealedTables)
    database.execute(
        fmt::format("UPDATE {} SET seal = fingerprint({}) WHERE seal = ''", table.name, table.columns));
  RunSealer sealer(database);
  Statement runs = database.prepare("SELECT id FROM run WHERE seal = ''");
  std::vector<std::int64_t> ids;  // An update while the rows are walked would change the walk.
  while (runs.step()) ids.push_back(runs.integer(0));
  for (const std::int64_t id : ids) sealer.seal(id);
}

// Verifies what a database says. What SQLite cannot make sense of here is no fault of the program.
void verify_content(Database& database) {
  try {
    verify(database);
  } catch (const InternalError& error) {
    refuse(database, error.what());
  }
}

}  // namespace headrace
