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

constexpr const char* kRuns =
    "SELECT run.id, scenario.name, scenario_hash, seed, replication, fidelity, revision, outcome,"
    " still_waiting, fingerprint, events, simulated_ns, started_at, wall_seconds"
    " FROM run JOIN scenario ON scenario.hash = scenario_hash";

StoredRun run_of_row(const Database& database, const Statement& row) {
  StoredRun run;
  run.id = row.integer(0);
  run.scenario = row.text(1);
  run.scenario_hash = row.text(2);
  run.seed = row.integer(3);
  run.replication = row.integer(4);
  run.fidelity = row.text(5);
  run.revision = row.text(6);
  run.outcome = row.text(7);
  run.still_waiting = parse_texts(database, row.text(8));
  run.fingerprint = parse_fingerprint(database, row.text(9));
  run.events = row.integer(10);
  run.simulated_ns = row.integer(11);
  run.started_at = row.text(12);
  run.wall_seconds = row.real(13);
  return run;
}

}  // namespace

std::optional<StoredRun> find_run(Database& database, std::int64_t id) {
  Statement row = database.prepare(std::string(kRuns) + " WHERE run.id = ?");
  row.bind(1, id);
  return row.step() ? std::optional(run_of_row(database, row)) : std::nullopt;
}

ResultReader::ResultReader(const std::string& path) : database_(path, Database::Access::read) {
  check_readable(database_);
  verify_content(database_);
}

std::vector<StoredRun> ResultReader::runs() {
  Statement rows = database_.prepare(std::string(kRuns) + " ORDER BY run.id");
  std::vector<StoredRun> runs;
  while (rows.step()) runs.push_back(run_of_row(database_, rows));
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

std::string ResultReader::resolved_text(const std::string& scenario_hash) {
  Statement rows = database_.prepare("SELECT resolved_text FROM scenario WHERE hash = ?");
  rows.bind(1, scenario_hash);
  if (!rows.step()) throw InputError(database_.path() + ": no scenario has the hash " + scenario_hash);
  return rows.text(0);
}

}  // namespace headrace
