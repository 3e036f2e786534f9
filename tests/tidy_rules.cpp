#include "tests/tidy_rules.h"

#include <algorithm>
#include <array>
#include <map>
#include <regex>
#include <set>
#include <span>
#include <utility>

namespace headrace::tidy {

namespace {

constexpr std::size_t kLongestLine = 110;
constexpr std::size_t kLongestFile = 400;
constexpr std::size_t kLongestFunction = 60;

// Who may include whom. The longest prefix that fits a file is its row. A target is a file, a folder with all
// below it ("sim/"), or the files right in a folder ("models/storage/*").
struct Row {
  std::string_view from;
  std::vector<std::string_view> to;
};

std::vector<Row> storage_rows() {
  return {
      // The interface of every store, and the layout it speaks of.
      {"models/storage/", {"sim/", "models/*", "models/storage/*", "models/hardware/network.h"}},
      {"models/storage/local/",
       {"sim/", "models/*", "models/storage/*", "models/storage/local/", "models/storage/cached/",
        "models/storage/layered/", "models/cache/", "models/hardware/"}},
      // A page cache over a store that has none, and what such layers have in common.
      {"models/storage/layered/", {"sim/", "models/*", "models/storage/*", "models/storage/layered/"}},
      {"models/storage/cached/",
       {"sim/", "models/*", "models/storage/*", "models/storage/cached/", "models/storage/layered/",
        "models/storage/client/", "models/cache/"}},
      // What the requests and the servers of every store have in common.
      {"models/storage/request/",
       {"sim/", "models/*", "models/storage/request/", "models/hardware/network.h", "models/scheduler/"}},
      {"models/storage/server/",
       {"sim/", "models/*", "models/storage/request/", "models/storage/server/",
        "models/storage/client/ranges.h"}},
      // Work that the clients of every store do on their node.
      {"models/storage/client/",
       {"sim/", "models/*", "models/storage/*", "models/storage/client/", "models/hardware/node.h",
        "models/cache/"}},
      {"models/storage/lustre/",
       {"sim/", "models/*", "models/storage/*", "models/storage/request/", "models/storage/server/",
        "models/storage/lustre/", "models/storage/client/", "models/hardware/", "models/cache/",
        "models/scheduler/", "models/placement/"}},
      {"models/storage/tiers/",
       {"sim/", "models/*", "models/storage/*", "models/storage/tiers/", "models/storage/layered/",
        "models/storage/client/", "models/hardware/", "models/cache/"}},
      {"models/storage/remote/",
       {"sim/", "models/*", "models/storage/*", "models/storage/request/", "models/storage/server/",
        "models/storage/remote/", "models/hardware/", "models/scheduler/"}},
      {"models/storage/object_store/",
       {"sim/", "models/*", "models/storage/*", "models/storage/object_store/", "models/storage/remote/",
        "models/hardware/", "models/scheduler/"}},
      {"models/storage/filer/",
       {"sim/", "models/*", "models/storage/*", "models/storage/filer/", "models/storage/remote/",
        "models/storage/cached/"}},
      {"models/storage/key_value/",
       {"sim/", "models/*", "models/storage/*", "models/storage/key_value/", "models/storage/remote/",
        "models/storage/layered/"}},
      {"models/storage/gpfs/",
       {"sim/", "models/*", "models/storage/*", "models/storage/gpfs/", "models/storage/remote/",
        "models/storage/cached/", "models/storage/server/", "models/storage/client/"}},
      {"models/storage/daos/",
       {"sim/", "models/*", "models/storage/*", "models/storage/daos/", "models/storage/remote/"}},
  };
}

std::vector<Row> all_rows() {
  std::vector<Row> rows = {
      {"sim/", {"sim/"}},
      {"models/", {"sim/", "models/*"}},
      {"models/cluster", {"sim/", "models/"}},
      {"models/formats/", {"sim/", "models/*", "models/formats/"}},
      {"models/hardware/", {"sim/", "models/*", "models/hardware/", "models/formats/"}},
      {"models/cache/", {"sim/", "models/*", "models/cache/"}},
      {"models/shuffle/", {"sim/", "models/*", "models/shuffle/"}},
      {"models/scheduler/", {"sim/", "models/*", "models/scheduler/"}},
      {"models/placement/", {"sim/", "models/*", "models/placement/"}},
      {"models/arrivals/", {"sim/", "models/*", "models/arrivals/"}},
      {"models/balancer/", {"sim/", "models/*", "models/balancer/"}},
      {"models/collectives/", {"sim/", "models/*", "models/collectives/"}},
      {"models/background/", {"sim/", "models/*", "models/background/"}},
      {"models/faults/", {"sim/", "models/*", "models/faults/", "models/background/"}},
      // A data set answers in the words of a store's interface: files with a size and a layout.
      {"models/data/", {"sim/", "models/*", "models/data/", "models/formats/", "models/storage/*"}},
      // A loader and a workload run on a node and know a store only by its interface.
      {"models/loaders/",
       {"sim/", "models/*", "models/loaders/", "models/data/", "models/formats/", "models/shuffle/",
        "models/cache/", "models/storage/*", "models/hardware/node.h"}},
      {"models/jobs/",
       {"sim/", "models/*", "models/jobs/", "models/loaders/", "models/data/", "models/formats/",
        "models/storage/*", "models/cache/", "models/shuffle/", "models/arrivals/", "models/balancer/",
        "models/collectives/", "models/hardware/node.h"}},
      {"scenarios/loader/", {"sim/", "models/", "scenarios/loader/"}},
      {"analysis/",
       {"analysis/", "scenarios/loader/", "sim/hash.h", "sim/units.h", "sim/units_text.h", "sim/metrics.h",
        "sim/trace.h",
        // Results of jobs, the figures in them, and what checkpoints weigh, DLIO's formulas.
        "models/jobs/figures.h", "models/jobs/checkpoint/figures.h", "models/jobs/checkpoint/checkpoint.h",
        "models/jobs/training/dlio_metrics.h", "models/jobs/inference/inference_result.h",
        "models/jobs/probe/probe_result.h", "models/jobs/replay/replay_spec.h", "models/jobs/purpose.h",
        "models/jobs/training/figures.h"}},
      // Numbers alone: of no run, database or scenario.
      {"analysis/statistics/", {"analysis/statistics/", "sim/random.h", "sim/check.h", "sim/metrics.h"}},
      // A search over numbers: it knows no scenario and no database.
      {"analysis/planning/", {"analysis/planning/", "analysis/statistics/", "sim/check.h", "sim/random.h"}},
      {"tests/", {"sim/", "models/", "scenarios/", "analysis/", "tests/"}},
  };
  for (const Row& row : storage_rows()) rows.push_back(row);
  return rows;
}

const std::vector<Row>& include_rows() {
  static const std::vector<Row> kRows = all_rows();
  return kRows;
}

// Libraries of others, by the start of the name in angle brackets, and who may name them.
struct Library {
  std::string_view name;
  std::vector<std::string_view> allowed;
};

const std::vector<Library>& libraries() {
  static const std::vector<Library> kLibraries = {
      {"Random123/", {"sim/", "tests/sim/"}},
      {"boost/",
       {"sim/", "models/", "analysis/planning/", "analysis/statistics/", "analysis/run/cluster/ranks.cpp",
        "scenarios/loader/sweep/designs/", "tests/"}},
      {"Eigen/", {"analysis/planning/", "tests/analysis/planning/"}},
      {"yaml-cpp/", {"scenarios/loader/text/document.cpp"}},
      {"sqlite3.h", {"scenarios/loader/database/", "analysis/results/seal.cpp", "tests/analysis/"}},
      {"zlib.h", {"scenarios/loader/text/text_lines.cpp", "tests/scenarios/loader/text/text_lines_test.cpp"}},
      {"simdjson.h", {"scenarios/loader/recordings/dftracer.cpp"}},
      {"fmt/", {"analysis/", "tests/analysis/", "tests/bench/table.cpp"}},
      {"nlohmann/",
       {"analysis/", "tests/analysis/", "scenarios/loader/fields/json_schema.cpp",
        "scenarios/loader/measured/dlio_run.cpp", "scenarios/loader/measured/dlio_waits.cpp",
        "scenarios/loader/benchmarks/output_json.cpp", "scenarios/loader/read/request_json.cpp",
        "tests/scenarios/", "tests/bench/table.cpp"}},
      {"CLI/", {"analysis/cli/"}},
      {"gtest/", {"tests/"}},
      {"gmock/", {"tests/"}},
      {"benchmark/", {"tests/bench/"}},
      {"simgrid/", {"tests/bench/peers/"}},
      {"ns3/", {"tests/bench/peers/"}},
  };
  return kLibraries;
}

// What the engine and the models never say: their answers depend on nothing but the scenario and the seed,
// and the hot path pays for no type erasure.
struct Word {
  std::string pattern;
  std::string_view why;
};

const std::vector<Word>& banned_in_models() {
  static const std::vector<Word> kWords = {
      {R"(#\s*include\s*<random>)", "<random>: draws come from RandomStream"},
      {R"(#\s*include\s*<(iostream|fstream|filesystem)>)",
       "streams and files: a model neither prints nor reads"},
      {R"(#\s*include\s*<(chrono|ctime|thread|mutex)>)",
       "clocks and threads: time is simulated, one run is one thread"},
      {R"(\bstd::(random_device|mt19937(_64)?|default_random_engine|\w+_distribution)\b)",
       "std::random: draws come from RandomStream"},
      {R"(\bs?rand\s*\()", "rand: draws come from RandomStream"},
      {R"(\bstd::chrono\b|\bclock_gettime\b|\bstd::time\s*\()", "a clock: time is simulated"},
      {R"(\bstd::(cout|cerr|clog|cin)\b)", "iostream: a model prints nothing"},
      {R"(\bstd::function\b)", "std::function: handlers are a function pointer and two words"},
      {R"(\bgetenv\s*\()", "the environment: a run depends on its scenario alone"},
      {R"(\busing\s+namespace\b)", "using namespace: names say where they come from"},
  };
  return kWords;
}

const std::vector<Word>& banned_everywhere() {
  static const std::vector<Word> kWords = {{R"(\btypedef\b)", "typedef: using names a type"}};
  return kWords;
}

bool has_suffix(std::string_view path, std::initializer_list<std::string_view> suffixes) {
  return std::any_of(suffixes.begin(), suffixes.end(), [&](std::string_view s) { return path.ends_with(s); });
}

bool is_code(std::string_view path) { return has_suffix(path, {".h", ".cpp"}); }

bool in_models(std::string_view path) { return path.starts_with("sim/") || path.starts_with("models/"); }

bool matches(std::string_view path, std::string_view target) {
  if (target.ends_with("/")) return path.starts_with(target);
  if (target.ends_with("/*")) return folder_of(path) == target.substr(0, target.size() - 1);
  return path == target;
}

bool any_matches(std::string_view path, const std::vector<std::string_view>& targets) {
  return std::any_of(targets.begin(), targets.end(), [&](std::string_view t) { return matches(path, t); });
}

const Row* row_of(std::string_view path) {
  const Row* best = nullptr;
  for (const Row& row : include_rows()) {
    if (path.starts_with(row.from) && (best == nullptr || row.from.size() > best->from.size())) best = &row;
  }
  return best;
}

bool may_include(const Row& row, std::string_view from, std::string_view to) {
  // Everything of a cluster is behind its own door: only the cluster itself and the loader above it know it.
  if (to.starts_with("models/cluster") && in_models(from) && !from.starts_with("models/cluster"))
    return false;
  return any_matches(to, row.to);
}

void look_for(const std::vector<Word>& words, std::string_view where, const Source& source,
              Findings& findings) {
  for (const Word& word : words) {
    const std::regex pattern(word.pattern);
    for (std::size_t i = 0; i < source.code.size(); ++i) {
      if (std::regex_search(source.code[i], pattern))
        findings.push_back(
            {source.path, i + 1, "banned" + std::string(where) + ": " + std::string(word.why)});
    }
  }
}

}  // namespace

Findings check_text(const Source& source) {
  Findings findings;
  const auto add = [&](std::size_t line, std::string message) {
    findings.push_back({source.path, line, std::move(message)});
  };
  static const std::regex kTodo(R"(\b(TODO|FIXME|XXX)\b(?!\(\w+\)))");
  for (std::size_t i = 0; i < source.lines.size(); ++i) {
    const std::string& line = source.lines[i];
    if (line.find('\t') != std::string::npos) add(i + 1, "a tab");
    if (line.ends_with('\r')) add(i + 1, "a carriage return");
    if (line.ends_with(' ')) add(i + 1, "a space at the end of the line");
    if (!is_code(source.path)) continue;
    if (line.size() > kLongestLine) add(i + 1, "a line of " + std::to_string(line.size()) + " characters");
    if (std::regex_search(source.comments[i], kTodo)) add(i + 1, "a TODO without an owner: TODO(name)");
  }
  if (!is_code(source.path)) return findings;
  if (source.lines.size() > kLongestFile)
    add(source.lines.size(),
        "a file of more than " + std::to_string(kLongestFile) + " lines: split it by idea");
  const bool once = std::find(source.code.begin(), source.code.end(), "#pragma once") != source.code.end();
  if (source.path.ends_with(".h") && !once) add(1, "a header without #pragma once");
  return findings;
}

Findings check_type_names(const std::vector<Source>& sources) {
  static const std::regex kType(R"(^(?:struct|class|enum class) (\w+)(?: final)?(?: : [^{;]*)? \{)");
  std::map<std::string, std::string> places;
  Findings findings;
  for (const Source& source : sources) {
    if (source.path.starts_with("tests/")) continue;
    bool is_hidden = false;  // In an unnamed namespace, whose types the linker does not see.
    for (std::size_t i = 0; i < source.code.size(); ++i) {
      if (source.lines[i] == "namespace {") is_hidden = true;
      if (source.lines[i] == "}  // namespace") is_hidden = false;
      std::smatch match;
      if (is_hidden || !std::regex_search(source.code[i], match, kType)) continue;
      const auto [place, is_new] =
          places.emplace(match[1], std::string(source.path) + ":" + std::to_string(i + 1));
      if (!is_new)
        findings.push_back(
            {source.path, i + 1,
             place->second + " has a type " + place->first + ", too: the linker takes either for both"});
    }
  }
  return findings;
}

Findings check_includes(const Source& source) {
  Findings findings;
  const Row* const row = is_code(source.path) ? row_of(source.path) : nullptr;
  if (row == nullptr) return findings;
  for (const Include& include : includes_of(source)) {
    if (include.quoted && !may_include(*row, source.path, include.name))
      findings.push_back(
          {source.path, include.line, std::string(row->from) + " may not include " + include.name});
    if (include.quoted) continue;
    for (const Library& library : libraries()) {
      if (include.name.starts_with(library.name) && !any_matches(source.path, library.allowed))
        findings.push_back({source.path, include.line, "no place for <" + include.name + ">"});
    }
  }
  return findings;
}

Findings check_words(const Source& source) {
  Findings findings;
  if (!is_code(source.path)) return findings;
  look_for(banned_everywhere(), "", source, findings);
  if (in_models(source.path)) look_for(banned_in_models(), " in sim/ and models/", source, findings);
  return findings;
}

Findings check_functions(const Source& source, const std::vector<LongFunction>& allowed) {
  Findings findings;
  if (!is_code(source.path)) return findings;
  for (const Function& function : functions_of(source)) {
    const auto entry = std::find_if(allowed.begin(), allowed.end(), [&](const LongFunction& a) {
      return a.path == source.path && function.head.find(a.head) != std::string::npos;
    });
    const std::size_t limit = entry == allowed.end() ? kLongestFunction : entry->lines;
    const std::string length = std::to_string(function.length) + " lines";
    if (function.length > limit) {
      findings.push_back({source.path, function.line, "a function of " + length + ": " + function.head});
    } else if (entry != allowed.end() && function.length < limit) {
      findings.push_back(
          {source.path, function.line, "shrank to " + length + ": lower its entry in the ratchet"});
    }
  }
  return findings;
}

Findings check_mirrors(const std::vector<std::string>& paths) {
  const std::set<std::string> known(paths.begin(), paths.end());
  constexpr std::array<std::string_view, 4> kTested = {"sim/", "models/", "scenarios/loader/", "analysis/"};
  Findings findings;
  for (const std::string& path : paths) {
    const bool tested =
        std::any_of(kTested.begin(), kTested.end(), [&](auto p) { return path.starts_with(p); });
    if (!tested || !path.ends_with(".cpp") || stem_of(path) == "main") continue;
    const std::string mirror = "tests/" + std::string(folder_of(path)) + stem_of(path) + "_test.cpp";
    if (!known.contains(mirror)) findings.push_back({path, 1, "no test in " + mirror});
  }
  return findings;
}

Findings check_goldens(const std::vector<std::string>& paths) {
  const std::set<std::string> known(paths.begin(), paths.end());
  Findings findings;
  for (const std::string& path : paths) {
    const std::string scenario = "scenarios/" + stem_of(path) + ".yaml";
    const std::string golden = "tests/scenarios/golden/" + stem_of(path) + ".csv";
    if (path == scenario && !known.contains(golden))
      findings.push_back({path, 1, "no golden file " + golden});
    if (path == golden && !known.contains(scenario)) findings.push_back({path, 1, "no scenario " + scenario});
  }
  return findings;
}

Findings check_folders(const std::vector<std::string>& paths) {
  static const std::set<std::string_view> kFolders = {"sim",  "models", "scenarios", "tests",
                                                      "docs", "python", "analysis",  "packaging"};
  Findings findings;
  for (const std::string& path : paths) {
    const std::size_t slash = path.find('/');
    if (slash == std::string::npos || kFolders.contains(std::string_view(path).substr(0, slash))) continue;
    findings.push_back({path, 1,
                        "the top-level folders are fixed: sim, models, scenarios, tests, analysis, docs, "
                        "python, packaging"});
  }
  return findings;
}

}  // namespace headrace::tidy
