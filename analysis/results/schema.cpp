#include "analysis/results/schema.h"

#include <array>
#include <string>

#include "analysis/errors.h"
#include "analysis/results/network_file_system.h"
#include "analysis/results/seal.h"
#include "analysis/version.h"

namespace headrace {

namespace {

constexpr int kOldestVersion = 1;

constexpr const char* kTables = R"(
CREATE TABLE meta (
  key TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE scenario (
  hash TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  resolved_text TEXT NOT NULL,
  seal TEXT NOT NULL
) STRICT;

CREATE TABLE run (
  id INTEGER PRIMARY KEY,
  scenario_hash TEXT NOT NULL REFERENCES scenario (hash),
  seed INTEGER NOT NULL,
  replication INTEGER NOT NULL,
  fidelity TEXT NOT NULL,
  revision TEXT NOT NULL,
  outcome TEXT NOT NULL,
  still_waiting TEXT NOT NULL,
  fingerprint TEXT NOT NULL,
  events INTEGER NOT NULL,
  simulated_ns INTEGER NOT NULL,
  calibration_id TEXT,
  import_hashes TEXT,
  started_at TEXT NOT NULL,
  wall_seconds REAL NOT NULL,
  content_hash TEXT NOT NULL DEFAULT '',
  seal TEXT NOT NULL DEFAULT ''
) STRICT;
CREATE INDEX run_of_scenario ON run (scenario_hash, seed, replication);

CREATE TABLE metric (
  run INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE,
  component TEXT NOT NULL,
  metric TEXT NOT NULL,
  statistic TEXT NOT NULL,
  value REAL NOT NULL,
  unit TEXT NOT NULL,
  PRIMARY KEY (run, component, metric, statistic)
) STRICT, WITHOUT ROWID;

CREATE TABLE epoch (
  run INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE,
  job TEXT NOT NULL,
  epoch INTEGER NOT NULL,
  metric TEXT NOT NULL,
  value REAL NOT NULL,
  unit TEXT NOT NULL,
  PRIMARY KEY (run, job, epoch, metric)
) STRICT, WITHOUT ROWID;

CREATE TABLE time_budget (
  run INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE,
  job TEXT NOT NULL,
  rank INTEGER NOT NULL,
  cause TEXT NOT NULL,
  ns INTEGER NOT NULL,
  PRIMARY KEY (run, job, rank, cause)
) STRICT, WITHOUT ROWID;

CREATE TABLE series (
  run INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE,
  component TEXT NOT NULL,
  metric TEXT NOT NULL,
  window_start_ns INTEGER NOT NULL,
  window_length_ns INTEGER NOT NULL,
  value REAL NOT NULL,
  PRIMARY KEY (run, component, metric, window_start_ns)
) STRICT, WITHOUT ROWID;
)";

// Rows of points that were touched; what a sweep has beyond them is open.
constexpr const char* kSweepTables = R"(
CREATE TABLE sweep (
  hash TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  design_text TEXT NOT NULL,
  points INTEGER NOT NULL,
  seal TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE sweep_point (
  sweep_hash TEXT NOT NULL REFERENCES sweep (hash) ON DELETE CASCADE,
  point INTEGER NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('open', 'done', 'failed')),
  message TEXT NOT NULL,
  seal TEXT NOT NULL,
  PRIMARY KEY (sweep_hash, point)
) STRICT, WITHOUT ROWID;

CREATE TABLE sweep_parameter (
  sweep_hash TEXT NOT NULL REFERENCES sweep (hash) ON DELETE CASCADE,
  point INTEGER NOT NULL,
  axis INTEGER NOT NULL,
  path TEXT NOT NULL,
  value TEXT NOT NULL,
  number REAL,
  unit TEXT NOT NULL,
  seal TEXT NOT NULL,
  PRIMARY KEY (sweep_hash, point, axis)
) STRICT, WITHOUT ROWID;

CREATE TABLE sweep_run (
  sweep_hash TEXT NOT NULL REFERENCES sweep (hash) ON DELETE CASCADE,
  point INTEGER NOT NULL,
  replication INTEGER NOT NULL,
  run INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE,
  seal TEXT NOT NULL,
  PRIMARY KEY (sweep_hash, point, replication)
) STRICT, WITHOUT ROWID;
CREATE INDEX point_of_run ON sweep_run (run);
)";

// One call of a verb that runs a scenario is kept like a sweep: its points are arms, and jobs by themselves.
constexpr const char* kCallTable = R"(
CREATE TABLE call (
  sweep_hash TEXT PRIMARY KEY REFERENCES sweep (hash) ON DELETE CASCADE,
  question_hash TEXT NOT NULL,
  number INTEGER NOT NULL,
  verb TEXT NOT NULL,
  resolved_text TEXT NOT NULL,
  dlio_folder TEXT NOT NULL,
  first_run INTEGER NOT NULL,
  seal TEXT NOT NULL,
  UNIQUE (question_hash, number)
) STRICT, WITHOUT ROWID;
)";

// What is said of sweeps leaves out calls, whose hashes begin with "call:".
constexpr const char* kSweepViews = R"(
CREATE VIEW parameter AS
SELECT run, path, value, number, unit FROM sweep_run JOIN sweep_parameter USING (sweep_hash, point)
WHERE sweep_hash NOT GLOB 'call:*';

CREATE VIEW sweep_result AS
SELECT sweep_hash, point, replication, sweep_run.run,
  CASE WHEN component GLOB 'jobs/*' THEN 'jobs.' || replace(substr(component, 6), '/', '.') || '.' ||
      CASE metric WHEN 'duration' THEN 'seconds' WHEN 'start' THEN 'start_seconds' ELSE metric END
    ELSE 'resources.' || substr(component, 10) || '.utilisation_' || statistic END AS figure,
  CASE unit WHEN 'ns' THEN value * 1e-9 ELSE value END AS value,
  CASE unit WHEN 'ns' THEN 's' ELSE unit END AS unit
FROM sweep_run JOIN metric ON metric.run = sweep_run.run
WHERE sweep_hash NOT GLOB 'call:*' AND ((component GLOB 'jobs/*' AND statistic = 'value')
  OR (component GLOB 'resource/*' AND metric = 'utilisation'));

CREATE VIEW call_run AS
SELECT sweep_hash AS call, number, verb, run, point, replication,
  (SELECT value FROM sweep_parameter p
   WHERE p.sweep_hash = r.sweep_hash AND p.point = r.point AND axis = 0) AS arm,
  (SELECT value FROM sweep_parameter p
   WHERE p.sweep_hash = r.sweep_hash AND p.point = r.point AND axis = 1) AS alone
FROM call JOIN sweep_run r USING (sweep_hash);
)";

constexpr const char* kViews = R"(
CREATE VIEW job AS
SELECT run, substr(component, 6) AS job,
  max(CASE metric WHEN 'au_percent' THEN value END) AS au_percent,
  max(CASE metric WHEN 'au_threshold_percent' THEN value END) AS au_threshold_percent,
  max(CASE metric WHEN 'au_passes' THEN value END) AS au_passes,
  max(CASE metric WHEN 'samples_per_second' THEN value END) AS samples_per_second,
  max(CASE metric WHEN 'mib_per_second' THEN value END) AS mib_per_second,
  max(CASE metric WHEN 'accelerators' THEN value END) AS accelerators,
  max(CASE metric WHEN 'nodes' THEN value END) AS nodes
FROM metric WHERE component GLOB 'jobs/*' AND statistic = 'value'
GROUP BY run, component HAVING accelerators IS NOT NULL;

CREATE VIEW run_summary AS
SELECT run.id AS run, scenario.name AS scenario, run.scenario_hash, run.seed, run.replication, run.revision,
  run.outcome, run.fingerprint, run.simulated_ns / 1e9 AS simulated_seconds, job.job, job.accelerators,
  job.au_percent, job.au_threshold_percent, job.au_passes, job.samples_per_second, job.mib_per_second
FROM run JOIN scenario ON scenario.hash = run.scenario_hash LEFT JOIN job ON job.run = run.id;

CREATE VIEW epoch_summary AS
SELECT run, job, epoch,
  max(CASE metric WHEN 'start' THEN value END) / 1e9 AS start_seconds,
  max(CASE metric WHEN 'duration' THEN value END) / 1e9 AS seconds,
  max(CASE metric WHEN 'steps' THEN value END) AS steps,
  max(CASE metric WHEN 'au_percent' THEN value END) AS au_percent,
  max(CASE metric WHEN 'samples_per_second' THEN value END) AS samples_per_second,
  max(CASE metric WHEN 'mib_per_second' THEN value END) AS mib_per_second,
  max(CASE metric WHEN 'first_batch_mean' THEN value END) / 1e9 AS first_batch_seconds
FROM epoch GROUP BY run, job, epoch;

CREATE VIEW time_share AS
SELECT run, job, cause, avg(ns) / 1e9 AS mean_seconds, max(ns) / 1e9 AS longest_seconds,
  CAST(sum(ns) AS REAL) / sum(sum(ns)) OVER (PARTITION BY run, job) AS share
FROM time_budget GROUP BY run, job, cause;

CREATE VIEW resource AS
SELECT run, substr(component, 10) AS resource,
  max(CASE statistic WHEN 'mean' THEN value END) AS utilisation_mean,
  max(CASE statistic WHEN 'max' THEN value END) AS utilisation_max
FROM metric WHERE component GLOB 'resource/*' AND metric = 'utilisation'
GROUP BY run, component;

CREATE VIEW latency AS
SELECT run, component, metric,
  max(CASE statistic WHEN 'count' THEN value END) AS count,
  max(CASE statistic WHEN 'p50' THEN value END) / 1e9 AS p50_seconds,
  max(CASE statistic WHEN 'p99' THEN value END) / 1e9 AS p99_seconds,
  max(CASE statistic WHEN 'max' THEN value END) / 1e9 AS max_seconds
FROM metric WHERE unit IN ('ns', 'count') GROUP BY run, component, metric
HAVING p50_seconds IS NOT NULL AND max(unit) = 'ns';
)";

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
constexpr std::array kOthers = {"meta",       "run_of_scenario", "point_of_run", "job",
                                "time_share", "epoch_summary",   "resource",     "latency"};

// Over the text of every table and view of ours; what somebody else added counts for nothing.
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

// What is asked of a file by name. One that lacks it was taken apart by somebody else.
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
    database.execute(kTables);
    database.execute(kSweepTables);
    database.execute(kCallTable);
    database.execute(kSweepViews);
    database.execute(kViews);
    set_meta(database, "program_version", program_version());
    set_meta(database, "schema_version", std::to_string(kSchemaVersion));
    set_meta(database, "schema_seal", schema_seal(database));
    database.execute("PRAGMA application_id = " + std::to_string(kApplicationId));
    database.execute("PRAGMA user_version = " + std::to_string(kSchemaVersion));
  }
  transaction.commit();
}

// Version 1 made tables for sweeps and parameters that nothing filled; version 2 sealed nothing.
void migrate(Database& database) {
  if (database.integer("PRAGMA user_version") == kSchemaVersion) return;
  verify_content(database);
  Transaction transaction(database);
  const std::int64_t version = database.integer("PRAGMA user_version");
  if (version < kSchemaVersion) {  // Another process may have done it.
    const auto add = [&](const char* table, const char* column) {
      database.execute(std::string("ALTER TABLE ") + table + " ADD COLUMN " + column +
                       " TEXT NOT NULL DEFAULT ''");
    };
    add("run", "content_hash");
    for (const char* table : {"scenario", "run"}) add(table, "seal");
    if (version < kFirstVersionOfSweeps) {
      database.execute("DROP TABLE sweep_point; DROP TABLE sweep; DROP TABLE parameter");
      database.execute(kSweepTables);
    } else {
      database.execute("DROP VIEW parameter; DROP VIEW sweep_result");
      for (const char* table : {"sweep", "sweep_point", "sweep_parameter", "sweep_run"}) add(table, "seal");
    }
    database.execute(kCallTable);
    database.execute(kSweepViews);
    seal_all(database);
    database.execute("PRAGMA user_version = " + std::to_string(kSchemaVersion));
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
