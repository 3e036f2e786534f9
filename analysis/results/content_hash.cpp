#include "analysis/results/content_hash.h"

#include <bit>
#include <cstdint>
#include <set>
#include <string_view>

#include "analysis/results/schema.h"
#include "analysis/words.h"

namespace headrace {

namespace {

class Hash {
 public:
  void add(std::uint64_t value) {
    for (int i = 0; i < 8; ++i, value >>= 8) add_byte(value & 255);
  }
  void add(std::string_view text) {  // Its length first, so that "ab", "c" is not "a", "bc".
    add(static_cast<std::uint64_t>(text.size()));
    for (const char c : text) add_byte(static_cast<unsigned char>(c));
  }
  // Every column with its kind.
  void add(const Statement& row) {
    for (int column = 0; column < row.columns(); ++column) {
      const Statement::Kind kind = row.kind(column);
      add_byte(static_cast<std::uint64_t>(kind));
      if (kind == Statement::Kind::integer) add(static_cast<std::uint64_t>(row.integer(column)));
      if (kind == Statement::Kind::real) add(std::bit_cast<std::uint64_t>(row.real(column)));
      if (kind == Statement::Kind::text) add(row.text(column));
    }
  }
  std::uint64_t value() const { return value_; }

 private:
  void add_byte(std::uint64_t byte) { value_ = (value_ ^ byte) * 1099511628211u; }  // FNV-1a.

  std::uint64_t value_ = 14695981039346656037u;
};

void add_all(Hash& hash, Database& database, const std::string& sql) {
  Statement rows = database.prepare(sql);
  while (rows.step()) {
    hash.add(sql);  // Which table it is. A table without rows is as one that an older file does not have.
    hash.add(rows);
  }
}

// The rows of a run, whatever its id is.
class RunHash {
 public:
  explicit RunHash(Database& database)
      : rows_{
            database.prepare("SELECT scenario_hash, seed, replication, fidelity, outcome, still_waiting, "
                             "fingerprint, events,"
                             " simulated_ns FROM run WHERE id = ?"),
            database.prepare("SELECT component, metric, statistic, value, unit FROM metric WHERE run = ?"
                             " ORDER BY component, metric, statistic"),
            database.prepare("SELECT job, epoch, metric, value, unit FROM epoch WHERE run = ? ORDER BY job, "
                             "epoch, metric"),
            database.prepare(
                "SELECT job, rank, cause, ns FROM time_budget WHERE run = ? ORDER BY job, rank, cause"),
            database.prepare("SELECT component, metric, window_start_ns, window_length_ns, value FROM series"
                             " WHERE run = ? ORDER BY component, metric, window_start_ns")} {}

  std::uint64_t of(std::int64_t run) {
    Hash hash;
    for (Statement& rows : rows_) {
      rows.bind(1, run);
      std::uint64_t count = 0;
      for (; rows.step(); ++count) hash.add(rows);
      rows.reset();
      hash.add(count);
    }
    return hash.value();
  }

 private:
  Statement rows_[5];
};

void add_sweeps(Hash& hash, Database& database, RunHash& run_hash) {
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
    hash.add(static_cast<std::uint64_t>(runs.integer(2)));
    hash.add(static_cast<std::uint64_t>(runs.integer(3)));
    hash.add(run_hash.of(runs.integer(0)));
  }
}

}  // namespace

std::string content_hash(Database& database) {
  RunHash run_hash(database);
  Hash hash;
  const bool sweeps = database.integer("PRAGMA user_version") >= kFirstVersionOfSweeps;
  if (sweeps) add_sweeps(hash, database, run_hash);
  std::set<std::uint64_t> others;
  Statement runs = database.prepare(sweeps ? "SELECT id FROM run WHERE id NOT IN"
                                             " (SELECT run FROM sweep_run WHERE sweep_hash NOT GLOB 'call:*')"
                                           : "SELECT id FROM run");
  while (runs.step()) others.insert(run_hash.of(runs.integer(0)));
  for (const std::uint64_t other : others) hash.add(other);
  return fingerprint_text(hash.value());
}

}  // namespace headrace
