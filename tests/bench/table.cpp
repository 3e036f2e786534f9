// Joins what the programs of one run of the benchmark measured into a table and a file.
//
//   bench_table --rows                  the rows, one to a line, for who runs the programs
//   bench_table MEASURED BENCH.JSON     reads the files of the folder MEASURED, prints the table, writes the
//   file
//
// Of several measurements of one thing the best counts: a busy machine makes everything slower, nothing
// faster.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace {

using Json = nlohmann::json;

// How a row's number is told from what was counted a second of the processor, or from bytes.
struct Unit {
  std::string_view counter;
  std::string_view name;
  double scale;
  bool time;   // Of one thing, rather than things a second.
  bool bytes;  // Less is better.
  double shown(double value) const { return time ? scale / value : value * scale; }
};
constexpr Unit kEvents = {"events/s", "M events/s", 1e-6, false, false};
constexpr Unit kRequests = {"requests/s", "M requests/s", 1e-6, false, false};
constexpr Unit kLookups = {"events/s", "M requests/s", 1e-6, false, false};
constexpr Unit kFiles = {"files/s", "us/file", 1e6, true, false};
constexpr Unit kRuns = {"runs/s", "s/run", 1, true, false};
constexpr Unit kBytes = {"bytes", "bytes", 1, false, true};

constexpr std::string_view kLimit = "limit";
constexpr std::string_view kSimGrid = "SimGrid";
constexpr std::string_view kCalibration = "calibration";
constexpr std::string_view kMost = "at most";

// How many times as good as the peer a row must be; of kCalibration: things for a turn of the loop; of kMost:
// the greatest number.
struct Floor {
  std::string_view peer;
  double least;
};
struct Row {
  std::string_view name;
  Unit unit;
  std::vector<Floor> floors = {};
};

// Turns a floor in things a second, on a machine where a turn of the loop takes 6 ns, into things a turn.
constexpr double a_second(double things) { return things * 6e-9; }

const std::vector<Row>& rows() {
  static const std::vector<Row> kRows = {
      {"calibration/1000", kEvents},
      {"phold_callbacks/1000", kEvents, {{kLimit, 0.7}}},
      {"phold_callbacks/100000", kEvents, {{kLimit, 0.7}}},
      {"phold_callbacks/1000000", kEvents, {{kLimit, 0.7}}},
      {"phold_coroutines/1000", kEvents, {{kLimit, 0.65}}},
      {"phold_coroutines/100000", kEvents, {{kLimit, 0.65}}},
      {"phold_coroutines/1000000", kEvents, {{kLimit, 0.65}}},
      {"closed_server_callbacks", kRequests, {{kLimit, 0.6}}},
      {"closed_server_coroutines", kRequests, {{kLimit, 0.6}}},
      {"storage/64x1", kFiles, {{kSimGrid, 30}}},
      {"storage/64x1/callbacks", kFiles},
      {"storage/64x8", kFiles, {{kSimGrid, 30}}},
      {"storage/64x8/callbacks", kFiles},
      {"storage/1000x1", kFiles, {{kSimGrid, 100}}},
      {"storage/1000x1/callbacks", kFiles},
      {"storage/network_64x4", kFiles, {{kSimGrid, 10}}},
      {"storage/network_64x4/callbacks", kFiles},
      {"storage/network_64x8", kFiles, {{kSimGrid, 10}}},
      {"storage/network_64x8/callbacks", kFiles},
      {"storage/network_1000x1", kFiles, {{kSimGrid, 10}, {kLimit, 1}, {kCalibration, a_second(1 / 1.9e-6)}}},
      {"storage/network_1000x1/callbacks", kFiles},
      {"first_run", kEvents, {{kCalibration, a_second(5e6)}}},
      {"cold_file/100", kFiles, {{kCalibration, a_second(1 / 3e-6)}}},
      {"cold_file/1000", kFiles, {{kCalibration, a_second(1 / 3e-6)}}},
      {"cold_file/10000", kFiles, {{kCalibration, a_second(1 / 3e-6)}}},
      {"checkpoint_70b", kEvents},
      {"run_large/training_by_request", kRuns},
      {"run_large/training_by_flow", kRuns},
      {"run_large/checkpoint_by_request", kRuns},
      {"run_large/checkpoint_by_flow", kRuns},
      {"inference_shared_queue", kEvents},
      {"inference_least_loaded", kEvents},
      {"inference_with_payloads", kEvents},
      {"cache/lru/zipf", kLookups},
      {"cache/sieve/zipf", kLookups},
      {"cache/s3fifo/zipf", kLookups},
      {"memory_pending_event", kBytes, {{kMost, 128}}},
      {"memory_delayed_process", kBytes, {{kMost, 512}}},
      {"memory_queued_process", kBytes, {{kMost, 512}}},
  };
  return kRows;
}

struct Measured {
  double value = 0;
  std::optional<double> of_calibration;
  std::optional<double> simulated_seconds;
};
using Key = std::pair<std::string, std::string>;  // Row and peer; no peer: ours.
struct Measurements {
  std::map<Key, Measured> best;
  std::map<Key, double> instructions;  // An event.
};

std::optional<double> number(const Json& object, std::string_view name) {
  const auto found = object.find(name);
  if (found == object.end() || !found->is_number()) return std::nullopt;
  return found->get<double>();
}

void keep(Measurements& all, const Key& key, const Measured& measured, bool less_is_better) {
  const auto [place, fresh] = all.best.try_emplace(key, measured);
  const double before = place->second.value;
  if (!fresh && (less_is_better ? measured.value < before : measured.value > before))
    place->second = measured;
}

const Row* find_row(std::string_view name) {
  const auto found =
      std::find_if(rows().begin(), rows().end(), [&](const Row& row) { return row.name == name; });
  return found == rows().end() ? nullptr : &*found;
}

// Reads what the benchmark library wrote. Its names end in how the benchmark was run, which says nothing
// here.
void read_benchmarks(const Json& document, Measurements& all) {
  for (const Json& benchmark : document.at("benchmarks")) {
    std::string name = benchmark.at("name").get<std::string>();
    name = name.substr(0, name.find("/iterations:"));
    const Row* const row = find_row(name);
    if (row == nullptr || benchmark.contains("error_occurred")) continue;
    const std::optional<double> value = number(benchmark, row->unit.counter);
    if (!value) continue;
    keep(all, {name, ""},
         {*value, number(benchmark, "of_calibration"), number(benchmark, "simulated_seconds")},
         row->unit.bytes);
  }
}

// Lines of peers and of who counted instructions.
void read_lines(std::istream& lines, Measurements& all) {
  for (std::string line; std::getline(lines, line);) {
    const Json object = Json::parse(line);
    const Key key(object.at("row").get<std::string>(), object.at("peer").get<std::string>());
    const Row* const row = find_row(key.first);
    if (row == nullptr) continue;
    if (const auto instructions = number(object, "instructions")) all.instructions[key] = *instructions;
    if (const auto value = number(object, "value"))
      keep(all, key, {*value, std::nullopt, number(object, "simulated_seconds")}, row->unit.bytes);
  }
}

Measurements read_folder(const std::filesystem::path& folder) {
  Measurements all;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    std::ifstream file(entry.path());
    if (entry.path().extension() == ".json") read_benchmarks(Json::parse(file), all);
    if (entry.path().extension() == ".jsonl") read_lines(file, all);
  }
  return all;
}

// Two forms of one model have one peer, that of the row without the form.
std::vector<std::pair<std::string, Measured>> peers_of(const Row& row, const Measurements& all) {
  const std::string name(row.name.substr(0, row.name.find("/callbacks")));
  std::vector<std::pair<std::string, Measured>> peers;
  for (const auto& [key, measured] : all.best)
    if (key.first == name && !key.second.empty()) peers.emplace_back(key.second, measured);
  // The limit first, the others by their names.
  std::stable_partition(peers.begin(), peers.end(), [](const auto& peer) { return peer.first == kLimit; });
  return peers;
}

// Tells whether peers that say so end at the same time, or they do not simulate the same. Some are not exact
// to better than 1 %.
bool simulates_the_same(const Measured& a, const Measured& b) {
  if (!a.simulated_seconds || !b.simulated_seconds) return true;
  return std::abs(*a.simulated_seconds / *b.simulated_seconds - 1) < 0.01;
}

Json line_of(const Row& row, const Measured& ours, const Measurements& all) {
  Json line = {{"name", row.name}, {"value", row.unit.shown(ours.value)}, {"unit", row.unit.name}};
  if (ours.of_calibration) line["of_calibration"] = *ours.of_calibration;
  const auto instructions = all.instructions.find({std::string(row.name), ""});
  if (instructions != all.instructions.end()) line["instructions_per_event"] = instructions->second;
  return line;
}

void judge(Json& line, double reached, double least, bool at_most) {
  line["floor"] = least;
  line["holds"] = at_most ? reached <= least : reached >= least;
}

// Returns a line for each peer, or one without. A floor stands in the line of its peer, those of no peer in
// lines of their own.
std::vector<Json> lines_of(const Row& row, const Measurements& all) {
  const auto found = all.best.find({std::string(row.name), ""});
  if (found == all.best.end()) return {};
  const Measured& ours = found->second;
  std::vector<Json> lines;
  for (const auto& [peer, theirs] : peers_of(row, all)) {
    Json line = line_of(row, ours, all);
    const double ratio = row.unit.bytes ? theirs.value / ours.value : ours.value / theirs.value;
    line["peer"] = peer;
    line["peer_value"] = row.unit.shown(theirs.value);
    line["ratio"] = ratio;
    const auto instructions = all.instructions.find({std::string(row.name), peer});
    if (instructions != all.instructions.end()) line["peer_instructions_per_event"] = instructions->second;
    if (!simulates_the_same(ours, theirs)) line["differs"] = true;
    for (const Floor& floor : row.floors)
      if (floor.peer == peer) judge(line, ratio, floor.least, false);
    lines.push_back(line);
  }
  for (const Floor& floor : row.floors) {
    const bool calibrated = floor.peer == kCalibration && ours.of_calibration;
    if (!calibrated && floor.peer != kMost) continue;
    Json line = line_of(row, ours, all);
    line["floor_of"] = floor.peer;
    judge(line, calibrated ? *ours.of_calibration : ours.value, floor.least, !calibrated);
    lines.push_back(line);
  }
  if (lines.empty()) lines.push_back(line_of(row, ours, all));
  return lines;
}

// Three digits that count, without an exponent.
std::string rounded(double value) {
  const int whole = value <= 0 ? 1 : static_cast<int>(std::floor(std::log10(value))) + 1;
  return fmt::format("{:.{}f}", value, std::clamp(3 - whole, 0, 6));
}
std::string cell(const Json& line, std::string_view name) {
  const std::optional<double> value = number(line, name);
  return value ? rounded(*value) : "";
}
std::string verdict(const Json& line) {
  const bool at_most = line.value("floor_of", "") == kMost;
  std::string text;
  if (line.contains("floor"))
    text = fmt::format("{} {} {}", at_most ? "<=" : ">=", cell(line, "floor"),
                       line.at("holds").get<bool>() ? "pass" : "FALLS SHORT");
  if (line.contains("differs")) text += "  SIMULATES SOMETHING ELSE";
  return text;
}

void print(const std::vector<Json>& lines) {
  constexpr std::string_view kForm = "{:<33}{:>9} {:<13}{:>12}  {:<21}{:>10}{:>9}{:>8}{:>8}  {}\n";
  fmt::print(kForm, "row", "value", "unit", "calibration", "peer", "its value", "ratio", "instr.", "its",
             "floor");
  std::string before;
  for (const Json& line : lines) {
    const std::string name = line.at("name").get<std::string>();
    const bool first = name != before;
    before = name;
    const std::string peer = line.value("peer", line.value("floor_of", ""));
    fmt::print(kForm, first ? name : "", first ? cell(line, "value") : "",
               first ? line.at("unit").get<std::string>() : "", first ? cell(line, "of_calibration") : "",
               peer, cell(line, "peer_value"), cell(line, "ratio"),
               first ? cell(line, "instructions_per_event") : "", cell(line, "peer_instructions_per_event"),
               verdict(line));
  }
}

int join(const std::filesystem::path& folder, const std::filesystem::path& out) {
  const Measurements all = read_folder(folder);
  std::vector<Json> lines;
  for (const Row& row : rows())
    for (Json& line : lines_of(row, all)) lines.push_back(std::move(line));
  print(lines);
  const auto with = [&](bool holds) {
    return std::count_if(lines.begin(), lines.end(), [&](const Json& line) {
      return line.contains("holds") && line.at("holds") == holds;
    });
  };
  fmt::print(
      "\nvalue: best of the rounds, by processor time; calibration: of the calibration loop's turns a "
      "second;\nratio: times as fast, or as small, as the peer. {} floors hold, {} fall short.\n",
      with(true), with(false));
  std::ofstream(out) << Json{{"rows", lines}}.dump(2) << '\n';
  return lines.empty() ? 1 : 0;
}

}  // namespace

int main(int count, char** arguments) {
  const std::vector<std::string_view> words(arguments + 1, arguments + count);
  if (words.size() == 1 && words[0] == "--rows") {
    for (const Row& row : rows()) fmt::print("{}\n", row.name);
    return 0;
  }
  return words.size() == 2 ? join(words[0], words[1]) : 2;
}
