#include "analysis/results/stored_call.h"

#include "analysis/errors.h"
#include "analysis/results/schema_version.h"

namespace headrace {

namespace {

bool has_calls(Database& database) { return database.integer("PRAGMA user_version") >= kFirstVersionOfCalls; }

std::optional<std::string> first_text(Statement& row) {
  return row.step() ? std::optional(row.text(0)) : std::nullopt;
}

}  // namespace

std::optional<std::string> call_of_run(Database& database, std::int64_t run) {
  if (!has_calls(database)) return std::nullopt;
  Statement row = database.prepare("SELECT call FROM call_run WHERE run = ?");
  row.bind(1, run);
  return first_text(row);
}

std::optional<std::string> last_call(Database& database) {
  if (!has_calls(database)) return std::nullopt;
  Statement row =
      database.prepare("SELECT sweep_hash FROM call ORDER BY first_run DESC, number DESC LIMIT 1");
  return first_text(row);
}

StoredCall read_call(Database& database, const std::string& hash) {
  Statement row = database.prepare(
      "SELECT verb, resolved_text, dlio_folder, coalesce(min(run), 0), coalesce(max(run), 0),"
      " coalesce(max(revision), ''), sweep.name FROM call JOIN sweep ON sweep.hash = sweep_hash LEFT JOIN "
      "sweep_run USING (sweep_hash)"
      " LEFT JOIN run ON run.id = run WHERE sweep_hash = ? GROUP BY sweep_hash");
  row.bind(1, hash);
  if (!row.step()) throw InternalError("there is no call " + hash);
  return {hash,        row.text(0),    row.text(1),    row.text(2),
          row.text(5), row.integer(3), row.integer(4), row.text(6)};
}

std::optional<std::int64_t> find_run_of(Database& database, const std::string& sweep, std::int64_t point,
                                        std::int64_t replication) {
  Statement row =
      database.prepare("SELECT run FROM sweep_run WHERE sweep_hash = ? AND point = ? AND replication = ?");
  row.bind(1, sweep);
  row.bind(2, point);
  row.bind(3, replication);
  return row.step() ? std::optional(row.integer(0)) : std::nullopt;
}

}  // namespace headrace
