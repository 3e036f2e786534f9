#include "analysis/results/reader.h"

#include <charconv>
#include <nlohmann/json.hpp>

#include "analysis/errors.h"
#include "analysis/results/schema.h"
#include "analysis/results/seal.h"

namespace headrace {

namespace {

std::uint64_t parse_fingerprint(const Database& database, const std::string& text) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, 16);
  if (error != std::errc() || end != text.data() + text.size())
    throw InputError(database.path() + ": the fingerprint '" + text + "' is not a hexadecimal number");
  return value;
}

std::vector<std::string> parse_texts(const Database& database, const std::string& text) {
  const nlohmann::json list = nlohmann::json::parse(text, nullptr, false);
  std::vector<std::string> texts;
  if (!list.is_array()) throw InputError(database.path() + ": 'still_waiting' of a run is not a JSON list");
  for (const nlohmann::json& item : list) {
    if (!item.is_string())
      throw InputError(database.path() + ": 'still_waiting' of a run is not a list of texts");
    texts.push_back(item.get<std::string>());
  }
  return texts;
}

}  // namespace

ResultReader::ResultReader(const std::string& path) : database_(path, Database::Access::read) {
  check_readable(database_);
  verify_content(database_);
}

std::vector<StoredRun> ResultReader::runs() {
  Statement rows = database_.prepare(
      "SELECT run.id, scenario.name, scenario_hash, seed, replication, fidelity, revision, outcome, "
      "still_waiting,"
      " fingerprint, events, simulated_ns, started_at, wall_seconds"
      " FROM run JOIN scenario ON scenario.hash = scenario_hash ORDER BY run.id");
  std::vector<StoredRun> runs;
  while (rows.step()) {
    StoredRun run;
    run.id = rows.integer(0);
    run.scenario = rows.text(1);
    run.scenario_hash = rows.text(2);
    run.seed = rows.integer(3);
    run.replication = rows.integer(4);
    run.fidelity = rows.text(5);
    run.revision = rows.text(6);
    run.outcome = rows.text(7);
    run.still_waiting = parse_texts(database_, rows.text(8));
    run.fingerprint = parse_fingerprint(database_, rows.text(9));
    run.events = rows.integer(10);
    run.simulated_ns = rows.integer(11);
    run.started_at = rows.text(12);
    run.wall_seconds = rows.real(13);
    runs.push_back(std::move(run));
  }
  rows.reset();
  add_parameters(runs);
  return runs;
}

void ResultReader::add_parameters(std::vector<StoredRun>& runs) {
  if (database_.integer("PRAGMA user_version") < kFirstVersionOfSweeps) return;
  Statement rows = database_.prepare(
      "SELECT run, sweep_hash, path, value FROM sweep_run LEFT JOIN sweep_parameter USING (sweep_hash, point)"
      " WHERE sweep_hash NOT GLOB 'call:*' ORDER BY run, axis");
  auto run = runs.begin();
  while (rows.step()) {
    while (run != runs.end() && run->id < rows.integer(0)) ++run;
    if (run == runs.end()) return;
    run->sweep = rows.text(1);
    if (!rows.null(2)) run->parameters.emplace_back(rows.text(2), rows.text(3));
  }
}

std::vector<StoredMetric> ResultReader::metrics(std::int64_t run) {
  Statement rows = database_.prepare(
      "SELECT component, metric, statistic, value, unit FROM metric WHERE run = ?"
      " ORDER BY component, metric, statistic");
  rows.bind(1, run);
  std::vector<StoredMetric> metrics;
  while (rows.step())
    metrics.push_back({rows.text(0), rows.text(1), rows.text(2), rows.real(3), rows.text(4)});
  return metrics;
}

std::vector<StoredEpochFigure> ResultReader::epochs(std::int64_t run) {
  Statement rows = database_.prepare(
      "SELECT job, epoch, metric, value, unit FROM epoch WHERE run = ? ORDER BY job, epoch, metric");
  rows.bind(1, run);
  std::vector<StoredEpochFigure> figures;
  while (rows.step())
    figures.push_back({rows.text(0), rows.integer(1), rows.text(2), rows.real(3), rows.text(4)});
  return figures;
}

std::vector<StoredTime> ResultReader::time_budget(std::int64_t run) {
  Statement rows = database_.prepare(
      "SELECT job, rank, cause, ns FROM time_budget WHERE run = ? ORDER BY job, rank, cause");
  rows.bind(1, run);
  std::vector<StoredTime> times;
  while (rows.step()) times.push_back({rows.text(0), rows.integer(1), rows.text(2), rows.integer(3)});
  return times;
}

std::string ResultReader::resolved_text(const std::string& scenario_hash) {
  Statement rows = database_.prepare("SELECT resolved_text FROM scenario WHERE hash = ?");
  rows.bind(1, scenario_hash);
  if (!rows.step()) throw InputError(database_.path() + ": no scenario has the hash " + scenario_hash);
  return rows.text(0);
}

}  // namespace headrace
