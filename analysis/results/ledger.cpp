#include "analysis/results/ledger.h"

#include <nlohmann/json.hpp>

#include "analysis/errors.h"
#include "analysis/output_file.h"
#include "analysis/results/axis_number.h"
#include "analysis/results/merge.h"
#include "analysis/results/schema.h"
#include "analysis/results/seal.h"
#include "scenarios/loader/read/scenario_text.h"

namespace headrace {

struct Ledger::Statements {
  explicit Statements(Database& database)
      : add_point(database.prepare(
            "INSERT INTO sweep_point VALUES (?1, ?2, 'open', '', fingerprint(?1, ?2, 'open', ''))"
            " ON CONFLICT DO NOTHING")),
        add_parameter(database.prepare("INSERT INTO sweep_parameter VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7,"
                                       " fingerprint(?1, ?2, ?3, ?4, ?5, ?6, ?7))")),
        find_run(database.prepare("SELECT run, outcome = 'stopped' FROM sweep_run JOIN run ON run.id = run"
                                  " WHERE sweep_hash = ? AND point = ? AND sweep_run.replication = ?")),
        remove_run(database.prepare("DELETE FROM run WHERE id = ?")),
        add_run(
            database.prepare("INSERT INTO sweep_run VALUES (?1, ?2, ?3, ?4, fingerprint(?1, ?2, ?3, ?4))")),
        count_runs(database.prepare("SELECT count(*) FROM sweep_run JOIN run ON run.id = run"
                                    " WHERE sweep_hash = ? AND point = ? AND outcome <> 'stopped'")),
        find_stalled(database.prepare(
            "SELECT run.still_waiting FROM sweep_run JOIN run ON run.id = sweep_run.run"
            " WHERE sweep_hash = ? AND point = ? AND outcome = 'stalled' ORDER BY sweep_run.replication")),
        find_state(database.prepare("SELECT state FROM sweep_point WHERE sweep_hash = ? AND point = ?")),
        conclude(database.prepare(
            "UPDATE sweep_point SET state = ?1, message = ?2, seal = fingerprint(?3, ?4, ?1, ?2)"
            " WHERE sweep_hash = ?3 AND point = ?4 AND state = 'open'")),
        writer(database) {}

  Statement add_point, add_parameter, find_run, remove_run, add_run, count_runs, find_stalled, find_state,
      conclude;
  RunWriter writer;
};

namespace {

// Adds the sweep's own row; what stands under its hash already must be the same sweep.
void add_sweep(Database& database, const LedgerSweep& sweep) {
  Transaction transaction(database);
  database
      .prepare(
          "INSERT INTO sweep VALUES (?1, ?2, ?3, ?4, fingerprint(?1, ?2, ?3, ?4)) ON CONFLICT DO NOTHING")
      .run(sweep.hash, sweep.name, sweep.design_text, sweep.points);
  Statement same = database.prepare("SELECT count(*) FROM sweep WHERE hash = ? AND points = ?");
  same.bind(1, sweep.hash);
  same.bind(2, sweep.points);
  if (!same.step() || same.integer(0) != 1)
    throw InputError(database.path() + ": the sweep " + sweep.hash +
                     " stands there with another number of points, made by another headrace");
  same.reset();
  transaction.commit();
}

template <class... Values>
void bind_all(Statement& statement, const Values&... values) {
  int index = 0;
  (statement.bind(++index, values), ...);
}

std::string stall_message(const std::string& still_waiting) {
  const nlohmann::json list = nlohmann::json::parse(still_waiting, nullptr, false);
  if (!list.is_array() || list.empty() || !list[0].is_string()) return "the model stalled";
  return "the model stalled: " + list[0].get<std::string>();
}

}  // namespace

Ledger::Ledger(const std::string& path, LedgerSweep sweep, RowChoice rows, const char* vfs)
    : database_(with_folder(path), Database::Access::write, vfs),
      sweep_(std::move(sweep)),
      rows_(rows),
      over_(static_cast<std::size_t>(sweep_.points)) {
  prepare_for_writing(database_);
  if (sweep_.call) {
    open_call();
  } else {
    verify_content(database_);
    add_sweep(database_, sweep_);
  }
  load();
}

// Finds the call that is to be gone on with, or begins a new one.
void Ledger::open_call() {
  const std::string question = sweep_.hash;
  Transaction transaction(database_);
  Statement last = database_.prepare(
      "SELECT number, sweep_hash, first_run, (SELECT count(*) FROM sweep_point p"
      " WHERE p.sweep_hash = call.sweep_hash AND state <> 'open') FROM call"
      " WHERE question_hash = ? ORDER BY number DESC LIMIT 1");
  last.bind(1, question);
  const bool known = last.step();
  if (known && last.integer(3) < sweep_.points) {
    sweep_.hash = last.text(1);
    first_run_ = last.integer(2);
    verify_content(database_);
    return;
  }
  const std::int64_t number = known ? last.integer(0) + 1 : 1;
  last.reset();
  sweep_.hash = "call:" + hash_of_text(question + "#" + std::to_string(number));
  first_run_ = database_.integer("SELECT coalesce(max(id), 0) + 1 FROM run");
  database_.prepare("INSERT INTO sweep VALUES (?1, ?2, ?3, ?4, fingerprint(?1, ?2, ?3, ?4))")
      .run(sweep_.hash, sweep_.name, sweep_.design_text, sweep_.points);
  database_
      .prepare(
          "INSERT INTO call VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, fingerprint(?1, ?2, ?3, ?4, ?5, ?6, ?7))")
      .run(sweep_.hash, question, number, sweep_.call->verb, sweep_.call->resolved_text,
           sweep_.call->dlio_folder, first_run_);
  transaction.commit();
}

Ledger::~Ledger() { finish_writing(database_); }

void Ledger::load() {
  Statement points = database_.prepare("SELECT point, state FROM sweep_point WHERE sweep_hash = ?");
  points.bind(1, sweep_.hash);
  while (points.step()) count(points.integer(0), points.text(1));
  Statement runs = database_.prepare(
      "SELECT point, sweep_run.replication FROM sweep_run JOIN sweep_point USING (sweep_hash, point)"
      " JOIN run ON run.id = run WHERE sweep_hash = ? AND state = 'open' AND outcome <> 'stopped'");
  runs.bind(1, sweep_.hash);
  while (runs.step()) begun_[runs.integer(0)].insert(runs.integer(1));
  Statement all = database_.prepare("SELECT count(*) FROM sweep_run WHERE sweep_hash = ?");
  all.bind(1, sweep_.hash);
  if (all.step()) counts_.runs = all.integer(0);
}

const std::set<std::int64_t>& Ledger::replications(std::int64_t point) const {
  static const std::set<std::int64_t> kNone;
  const auto found = begun_.find(point);
  return found == begun_.end() ? kNone : found->second;
}

Provenance Ledger::provenance_of(const FinishedRun& run) const {
  Provenance provenance =
      sweep_.of_points.empty() ? sweep_.provenance : sweep_.of_points.at(static_cast<std::size_t>(run.point));
  provenance.started_at = run.started_at;
  provenance.wall_seconds = run.wall_seconds;
  provenance.answers = run.said;
  return provenance;
}

// Says whether it was not there yet, and stores it. A run that was cut makes way.
bool Ledger::store(const FinishedRun& run, Statements& statements) {
  statements.add_point.run(sweep_.hash, run.point);
  if (database_.changes() == 1) {
    for (std::size_t axis = 0; axis < sweep_.axes.size(); ++axis) {
      const std::optional<AxisNumber> number = axis_number(run.values.at(axis));
      Statement& add = statements.add_parameter;
      bind_all(add, sweep_.hash, run.point, static_cast<std::int64_t>(axis), sweep_.axes[axis],
               run.values[axis]);
      number ? add.bind(6, number->number) : add.bind_null(6);
      add.bind(7, number ? number->unit : "");
      add.step();
      add.reset();
    }
  }
  if (!run.result) return false;
  bind_all(statements.find_run, sweep_.hash, run.point, run.replication);
  const bool there = statements.find_run.step();
  const std::int64_t cut = there && statements.find_run.integer(1) == 1 ? statements.find_run.integer(0) : 0;
  statements.find_run.reset();
  if (there && cut == 0) return false;
  if (cut > 0) statements.remove_run.run(cut);
  const std::int64_t wanted =
      first_run_ == 0 ? 0 : first_run_ + (run.replication - 1) * sweep_.points + run.point;
  const std::int64_t id = statements.writer.add(*run.result, provenance_of(run), rows_, wanted);
  statements.add_run.run(sweep_.hash, run.point, run.replication, id);
  return true;
}

// Says whether the point is over with this run, which is stored.
bool Ledger::conclude(const FinishedRun& run, Statements& statements) {
  // Where whoever runs them decides how many replications a point has, a stall ends the point.
  const auto stalled = [&] { return sweep_.replications == 0 && run.result->outcome.end == RunEnd::stalled; };
  if (run.result) return conclude(run.point, run.last || stalled(), statements);
  statements.conclude.run("failed", run.message, sweep_.hash, run.point);
  return true;
}

// Says whether the point is over with the runs that are stored, of which one may be known to be the last.
bool Ledger::conclude(std::int64_t point, bool last, Statements& statements) {
  bind_all(statements.count_runs, sweep_.hash, point);
  statements.count_runs.step();
  const bool whole = sweep_.replications > 0 && statements.count_runs.integer(0) >= sweep_.replications;
  statements.count_runs.reset();
  if (!whole && !last) return false;
  bind_all(statements.find_stalled, sweep_.hash, point);
  const bool stalled = statements.find_stalled.step();
  const std::string message = stalled ? stall_message(statements.find_stalled.text(0)) : "";
  statements.find_stalled.reset();
  statements.conclude.run(stalled ? "failed" : "done", message, sweep_.hash, point);
  return true;
}

void Ledger::count(std::int64_t point, std::string_view state) {
  if (point < 0 || point >= sweep_.points)
    throw InputError(database_.path() + ": the sweep has no point " + std::to_string(point));
  if (state == "open" || is_over(point)) return;
  ++(state == "done" ? counts_.done : counts_.failed);
  over_[static_cast<std::size_t>(point)] = true;
  begun_.erase(point);
}

void Ledger::add(std::span<const FinishedRun> runs) {
  if (runs.empty()) return;
  std::int64_t added = 0;
  std::vector<std::pair<std::int64_t, std::string>> over;  // Points with their states.
  {
    Statements statements(database_);
    Transaction transaction(database_);
    for (const FinishedRun& run : runs) {
      if (store(run, statements)) ++added;
      if (!conclude(run, statements)) continue;
      bind_all(statements.find_state, sweep_.hash, run.point);
      statements.find_state.step();
      over.emplace_back(run.point, statements.find_state.text(0));
      statements.find_state.reset();
    }
    transaction.commit();
  }
  // Only what is in the file is said.
  counts_.runs += added;
  for (const FinishedRun& run : runs)
    if (run.result && run.result->outcome.end != RunEnd::stopped && !is_over(run.point))
      begun_[run.point].insert(run.replication);
  for (const auto& [point, state] : over) count(point, state);
}

void Ledger::absorb(const std::string& bytes) {
  Merged merged;
  database_.attach("added", bytes);
  add_attached(database_, merged);
  load();
  if (sweep_.replications == 0) return;
  // The replications of a point may come in several parts, none of which says that it is over.
  Statements statements(database_);
  Transaction transaction(database_);
  bool over = false;
  for (const auto& [point, replications] : begun_)
    if (static_cast<std::int64_t>(replications.size()) >= sweep_.replications)
      over = conclude(point, false, statements) || over;
  transaction.commit();
  if (over) load();
}

Ledger::State Ledger::state_of(std::int64_t point) {
  Statement row =
      database_.prepare("SELECT state, message FROM sweep_point WHERE sweep_hash = ? AND point = ?");
  bind_all(row, sweep_.hash, point);
  return row.step() ? State{row.text(0), row.text(1)} : State();
}

std::vector<double> Ledger::figures(std::int64_t point, std::string_view figure) {
  Statement rows = database_.prepare(
      "SELECT value FROM sweep_result JOIN run ON run.id = run WHERE sweep_hash = ? AND point = ?"
      " AND figure = ? AND outcome <> 'event_limit' ORDER BY sweep_result.replication");
  bind_all(rows, sweep_.hash, point, figure);
  std::vector<double> values;
  while (rows.step()) values.push_back(rows.real(0));
  return values;
}

std::string Ledger::limited_by(std::int64_t point, const std::string& job) {
  Statement row = database_.prepare(
      "SELECT limited_by FROM answer JOIN sweep_run USING (run)"
      " WHERE sweep_hash = ? AND point = ? AND job = ? ORDER BY replication LIMIT 1");
  bind_all(row, sweep_.hash, point, job);
  return row.step() ? row.text(0) : std::string();
}

std::vector<std::string> Ledger::revisions() {
  Statement rows = database_.prepare(
      "SELECT DISTINCT revision FROM sweep_run JOIN run ON run.id = sweep_run.run WHERE sweep_hash = ?"
      " ORDER BY revision");
  rows.bind(1, sweep_.hash);
  std::vector<std::string> revisions;
  while (rows.step()) revisions.push_back(rows.text(0));
  return revisions;
}

}  // namespace headrace
