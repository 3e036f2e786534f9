#include "analysis/results/merge.h"

#include <fmt/format.h>

#include <filesystem>

#include "analysis/errors.h"
#include "analysis/output_file.h"
#include "analysis/results/schema.h"
#include "analysis/results/seal.h"

namespace headrace {

namespace {

// Which run of the file becomes which of ours. Runs of a sweep are told by point and replication, others by
// what they were and when they were made. One of ours that was cut makes way for one that was not.
constexpr const char* kChooseRuns = R"(
DELETE FROM main.run WHERE outcome = 'stopped' AND id IN (
  SELECT o.run FROM main.sweep_run o JOIN theirs s USING (sweep_hash, point, replication)
  JOIN added.run t ON t.id = s.run WHERE t.outcome <> 'stopped');
CREATE TEMP TABLE chosen (theirs INTEGER PRIMARY KEY, ours INTEGER NOT NULL) STRICT;
INSERT INTO chosen
SELECT t.id, (SELECT coalesce(max(id), 0) FROM main.run) + row_number() OVER (ORDER BY t.id)
FROM added.run t WHERE NOT EXISTS (
  SELECT 1 FROM theirs s JOIN main.sweep_run o USING (sweep_hash, point, replication)
  WHERE s.run = t.id)
AND (EXISTS (SELECT 1 FROM theirs s WHERE s.run = t.id) OR NOT EXISTS (
  SELECT 1 FROM main.run o WHERE o.scenario_hash = t.scenario_hash AND o.seed = t.seed
  AND o.replication = t.replication AND o.revision = t.revision AND o.fingerprint = t.fingerprint
  AND o.started_at = t.started_at AND o.wall_seconds = t.wall_seconds));
)";

// An older file has no runs of sweeps.
constexpr const char* kTheirs = "CREATE TEMP VIEW theirs AS SELECT * FROM added.sweep_run";
constexpr const char* kNone =
    "CREATE TEMP VIEW theirs AS SELECT '' AS sweep_hash, 0 AS point, 0 AS replication, 0 AS run WHERE false";

// {hash}, {seal} and {activity} stand for columns that an older file does not have; {before} is the id of our
// last run.
constexpr const char* kCopy = R"(
INSERT INTO main.scenario
SELECT hash, name, resolved_text, {seal} FROM added.scenario WHERE true ON CONFLICT DO NOTHING;
INSERT INTO main.run
SELECT ours, scenario_hash, seed, replication, fidelity, revision, outcome, still_waiting, fingerprint,
  events, simulated_ns, calibration_id, import_hashes, started_at, wall_seconds, {hash}, {seal}
FROM added.run JOIN chosen ON theirs = id ORDER BY ours;
INSERT INTO main.metric
SELECT ours, component, metric, statistic, value, unit FROM chosen JOIN added.metric ON run = theirs;
INSERT INTO main.epoch
SELECT ours, job, epoch, metric, value, unit FROM chosen JOIN added.epoch ON run = theirs;
INSERT INTO main.time_budget
SELECT ours, job, rank, cause, {activity}, ns FROM chosen JOIN added.time_budget ON run = theirs;
INSERT INTO main.series
SELECT ours, component, metric, window_start_ns, window_length_ns, value
FROM chosen JOIN added.series ON run = theirs;
)";

constexpr const char* kCopyParts = R"(
INSERT INTO main.part SELECT ours, path, value FROM chosen JOIN added.part ON run = theirs;
INSERT INTO main.histogram SELECT ours, path, bucket, count FROM chosen JOIN added.histogram ON run = theirs;
INSERT INTO main.answer
SELECT ours, job, sentence, limited_by, help FROM chosen JOIN added.answer ON run = theirs;
)";

constexpr const char* kCopySweeps = R"(
INSERT INTO main.sweep SELECT hash, name, design_text, points, {seal} FROM added.sweep WHERE true
ON CONFLICT DO NOTHING;
INSERT INTO main.sweep_point
SELECT sweep_hash, point, state, message, {seal} FROM added.sweep_point WHERE true
ON CONFLICT (sweep_hash, point)
DO UPDATE SET state = excluded.state, message = excluded.message, seal = excluded.seal
WHERE state = 'open' AND excluded.state <> 'open';
INSERT INTO main.sweep_parameter
SELECT sweep_hash, point, axis, path, value, number, unit, {seal} FROM added.sweep_parameter WHERE true
ON CONFLICT DO NOTHING;
INSERT INTO main.sweep_run
SELECT sweep_hash, point, replication, ours, fingerprint(sweep_hash, point, replication, ours)
FROM added.sweep_run JOIN chosen ON theirs = run;
)";

// A call of the file comes behind all of ours, as its runs do.
constexpr const char* kCopyCalls = R"(
INSERT INTO main.call
SELECT sweep_hash, question_hash, number, verb, resolved_text, dlio_folder, first,
  fingerprint(sweep_hash, question_hash, number, verb, resolved_text, dlio_folder, first)
FROM (SELECT *, first_run + {before} AS first FROM added.call) WHERE true ON CONFLICT DO NOTHING)";

constexpr const char* kDiffering = R"(
SELECT count(*) FROM theirs s JOIN main.sweep_run o USING (sweep_hash, point, replication)
JOIN added.run a ON a.id = s.run JOIN main.run b ON b.id = o.run WHERE a.fingerprint <> b.fingerprint)";

// Also when a file could not be added.
struct Finish {
  Database& database;
  ~Finish() { finish_writing(database); }
};

bool same_file(const std::string& a, const std::string& b) {
  std::error_code error;
  return std::filesystem::equivalent(a, b, error);
}

}  // namespace

// Adds the rows of the attached file that are not there. A sweep of fixed replications whose runs came from
// several files may be whole without any file saying so. Which runs a point needs is not known here: resuming
// the sweep finds nothing to run and concludes it.
void add_attached(Database& database, Merged& merged) {
  const std::int64_t version = database.integer("PRAGMA added.user_version");
  const bool sweeps = version >= kFirstVersionOfSweeps, sealed = version >= kFirstVersionOfSeals,
             parts = version >= kFirstVersionOfParts;
  const std::int64_t before = database.integer("SELECT coalesce(max(id), 0) FROM main.run");
  const auto copy = [&](const char* sql) {
    database.execute(fmt::format(fmt::runtime(sql), fmt::arg("hash", sealed ? "content_hash" : "''"),
                                 fmt::arg("seal", sealed ? "seal" : "''"),
                                 fmt::arg("activity", parts ? "activity" : "''"),
                                 fmt::arg("before", before)));
  };
  {
    Transaction transaction(database);
    database.execute(sweeps ? kTheirs : kNone);
    merged.differing += database.integer(kDiffering);
    database.execute(kChooseRuns);
    const std::int64_t chosen = database.integer("SELECT count(*) FROM chosen");
    merged.runs_added += chosen;
    merged.runs_there += database.integer("SELECT count(*) FROM added.run") - chosen;
    copy(kCopy);
    if (sweeps) copy(kCopySweeps);
    if (version >= kFirstVersionOfCalls) copy(kCopyCalls);
    if (parts) copy(kCopyParts);
    if (!sealed) seal_all(database);
    database.execute("DROP VIEW theirs; DROP TABLE chosen");
    transaction.commit();
  }
  database.execute("DETACH added");
}

Merged merge_results(const std::string& into, std::span<const std::string> files, const char* vfs) {
  for (const std::string& file : files) {
    if (same_file(into, file)) throw UsageError(into + " cannot be merged into itself");
    Database database(file, Database::Access::read);
    check_readable(database);
    verify_content(database);
  }
  Database database(with_folder(into), Database::Access::write, vfs);
  const Finish finish{database};
  prepare_for_writing(database);
  verify_content(database);
  Merged merged;
  for (const std::string& file : files) {
    database.prepare("ATTACH ? AS added").run(file);
    add_attached(database, merged);
  }
  Statement sweeps = database.prepare(
      "SELECT hash, name, points, (SELECT count(*) FROM sweep_point WHERE sweep_hash = hash AND state = "
      "'done'),"
      " (SELECT count(*) FROM sweep_point WHERE sweep_hash = hash AND state = 'failed') FROM sweep WHERE "
      "hash NOT GLOB 'call:*' ORDER BY hash");
  while (sweeps.step())
    merged.sweeps.push_back(
        {sweeps.text(0), sweeps.text(1), sweeps.integer(2), sweeps.integer(3), sweeps.integer(4)});
  return merged;
}

}  // namespace headrace
