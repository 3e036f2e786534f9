#include "analysis/results/content_hash.h"

#include <cstdint>
#include <set>

#include "analysis/results/schema_version.h"
#include "analysis/words.h"
#include "scenarios/loader/database/row_hash.h"

namespace headrace {

namespace {

void add_row(RowHash& hash, const Statement& row) {
  for (int column = 0; column < row.columns(); ++column) {
    switch (row.kind(column)) {
      case Statement::Kind::null: hash.add_null(); break;
      case Statement::Kind::integer: hash.add(row.integer(column)); break;
      case Statement::Kind::real: hash.add(row.real(column)); break;
      case Statement::Kind::text: hash.add(row.text_view(column)); break;
    }
  }
}

void add_all(RowHash& hash, Database& database, const std::string& sql) {
  Statement rows = database.prepare(sql);
  while (rows.step()) {
    hash.add(sql);  // Which table it is. A table without rows is as one that an older file does not have.
    add_row(hash, rows);
  }
}

void add_sweeps(RowHash& hash, Database& database, RunHash& run_hash) {
  add_all(hash, database,
          "SELECT hash, name, design_text, points FROM sweep WHERE hash NOT GLOB 'call:*' ORDER BY hash");
  add_all(hash, database,
          "SELECT sweep_hash, point, state, message FROM sweep_point"
          " WHERE sweep_hash NOT GLOB 'call:*' ORDER BY sweep_hash, point");
  add_all(hash, database,
          "SELECT sweep_hash, point, axis, path, value, number, unit FROM sweep_parameter"
          " WHERE sweep_hash NOT GLOB 'call:*' ORDER BY sweep_hash, point, axis");
  Statement runs = database.prepare(
      "SELECT run, sweep_hash, point, replication FROM sweep_run"
      " WHERE sweep_hash NOT GLOB 'call:*' ORDER BY sweep_hash, point, replication");
  while (runs.step()) {
    hash.add(runs.text(1));
    hash.add(runs.integer(2));
    hash.add(runs.integer(3));
    hash.add_bits(run_hash.of(runs.integer(0)));
  }
}

}  // namespace

RunHash::RunHash(Database& database) {
  for (const char* rows :
       {"SELECT scenario_hash, seed, replication, fidelity, outcome, still_waiting, fingerprint, events,"
        " simulated_ns FROM run WHERE id = ?",
        "SELECT component, metric, statistic, value, unit FROM metric WHERE run = ?"
        " ORDER BY component, metric, statistic",
        "SELECT job, epoch, metric, value, unit FROM epoch WHERE run = ? ORDER BY job, epoch, metric",
        "SELECT job, rank, cause, sum(ns) FROM time_budget WHERE run = ?"
        " GROUP BY job, rank, cause ORDER BY job, rank, cause",
        "SELECT component, metric, window_start_ns, window_length_ns, value FROM series"
        " WHERE run = ? ORDER BY component, metric, window_start_ns"})
    rows_.push_back(database.prepare(rows));
  if (database.integer("PRAGMA user_version") < kFirstVersionOfParts) return;
  for (const char* rows :
       {"SELECT job, rank, cause, activity, ns FROM time_budget WHERE run = ? AND activity <> ''"
        " ORDER BY job, rank, cause, activity",
        "SELECT path, value FROM part WHERE run = ? ORDER BY path",
        "SELECT path, bucket, count FROM histogram WHERE run = ? ORDER BY path, bucket",
        "SELECT job, sentence, limited_by, help FROM answer WHERE run = ? ORDER BY job"})
    newer_rows_.push_back(database.prepare(rows));
}

std::uint64_t RunHash::of(std::int64_t run) {
  RowHash hash;
  const auto add = [&](Statement& rows) {
    rows.bind(1, run);
    std::uint64_t count = 0;
    for (; rows.step(); ++count) add_row(hash, rows);
    rows.reset();
    return count;
  };
  for (Statement& rows : rows_) hash.add_bits(add(rows));
  // A run that an older headrace stored has none of these, and keeps its hash.
  for (Statement& rows : newer_rows_)
    if (const std::uint64_t count = add(rows); count > 0) hash.add_bits(count);
  return hash.value();
}

std::string content_hash(Database& database) {
  RunHash run_hash(database);
  RowHash hash;
  const bool sweeps = database.integer("PRAGMA user_version") >= kFirstVersionOfSweeps;
  if (sweeps) add_sweeps(hash, database, run_hash);
  std::set<std::uint64_t> others;
  Statement runs = database.prepare(sweeps ? "SELECT id FROM run WHERE id NOT IN"
                                             " (SELECT run FROM sweep_run WHERE sweep_hash NOT GLOB 'call:*')"
                                           : "SELECT id FROM run");
  while (runs.step()) others.insert(run_hash.of(runs.integer(0)));
  for (const std::uint64_t other : others) hash.add_bits(other);
  return fingerprint_text(hash.value());
}

}  // namespace headrace
