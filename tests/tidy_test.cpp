// The rules between the parts, put to the real tree, and the checker itself put to small bad snippets.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "tests/tidy_rules.h"
#include "tests/tidy_source.h"

namespace headrace::tidy {
namespace {

namespace fs = std::filesystem;

// Functions past 60 lines, each with its reason. A line here may only get smaller.
const std::vector<LongFunction>& long_functions() {
  static const std::vector<LongFunction> kLong = {};
  return kLong;
}

// Circles of more than two rooms. A line here may only get smaller.
const std::vector<Circle>& circles() {
  static const std::vector<Circle> kCircles = {};
  return kCircles;
}

// Lists what only tests use, each with its reason. A line here may only go.
const std::vector<Dead>& dead_declarations() {
  static const std::vector<Dead> kDead = {
      {"analysis/planning/gaussian_process.h", "fit_with", "held to closed forms at given parameters"},
      {"analysis/planning/gaussian_process.h", "widening", "what the fit found, beside its predictions"},
      {"analysis/planning/implied.h", "is_failed", "whether a target is known to be missed at a point"},
      {"analysis/run/cluster/ranks.h", "are_known", "whether the tests of MPI can run"},
      {"models/storage/local/local_client.h", "most_used", "what the capacity is held against"},
      {"scenarios/loader/fields/reference.h", "models_markdown", "makes models/README.md"},
      {"scenarios/loader/fields/reference.h", "scenario_tables_markdown", "makes tables of pages"},
      {"sim/fair_shares.h", "flows_solved", "the work that a change costs, which tests and benchmarks count"},
      {"sim/fair_shares.h", "solves", "likewise"},
  };
  return kDead;
}

bool is_ours(const fs::path& folder) {
  const std::string name = folder.filename().string();
  const bool made = name == "build" || name == "node_modules" || name == "corpus";
  const bool answers = folder == fs::path(HEADRACE_SOURCE_DIR) / "results";
  return !name.starts_with(".") && !made && !answers && !fs::exists(folder / "CMakeCache.txt");
}

std::vector<std::string> all_paths() {
  const fs::path root = HEADRACE_SOURCE_DIR;
  std::vector<std::string> paths;
  for (auto it = fs::recursive_directory_iterator(root); it != fs::recursive_directory_iterator(); ++it) {
    if (it->is_directory() && !is_ours(it->path())) it.disable_recursion_pending();
    if (it->is_regular_file()) paths.push_back(it->path().lexically_relative(root).generic_string());
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

// Test inputs may be as bad as they like; what people write by hand may not.
bool is_text(std::string_view path) {
  constexpr std::string_view kEndings[] = {".h", ".cpp", ".md", ".cmake", ".txt", ".sh", ".in", ".json"};
  return std::any_of(std::begin(kEndings), std::end(kEndings), [&](auto e) { return path.ends_with(e); }) ||
         (path.starts_with("scenarios/") && path.ends_with(".yaml"));
}

const std::vector<std::string>& paths() {
  static const std::vector<std::string> kPaths = all_paths();
  return kPaths;
}

const std::vector<Source>& sources() {
  static const std::vector<Source> kSources = [] {
    std::vector<Source> read;
    for (const std::string& path : paths()) {
      if (!is_text(path)) continue;
      std::ifstream file(fs::path(HEADRACE_SOURCE_DIR) / path, std::ios::binary);
      read.push_back(make_source(path, std::string(std::istreambuf_iterator<char>(file), {})));
    }
    return read;
  }();
  return kSources;
}

void expect_none(const Findings& findings) {
  for (const Finding& f : findings)
    ADD_FAILURE_AT((HEADRACE_SOURCE_DIR "/" + f.path).c_str(), static_cast<int>(f.line)) << f.message;
}

template <class Rule> void expect_clean(Rule rule) {
  for (const Source& source : sources()) expect_none(rule(source));
}

TEST(Tree, HasSources) { ASSERT_GT(sources().size(), 50U); }
TEST(Tree, TextIsPlain) { expect_clean(check_text); }
TEST(Tree, IncludesGoOneWay) { expect_clean(check_includes); }
TEST(Tree, ModelsStayPure) { expect_clean(check_words); }
TEST(Tree, EverySourceHasItsTest) { expect_none(check_mirrors(paths())); }
TEST(Tree, EveryScenarioHasItsGoldenFile) { expect_none(check_goldens(paths())); }
TEST(Tree, TopLevelFoldersAreFixed) { expect_none(check_folders(paths())); }
TEST(Tree, NoRoomsStandInACircle) { expect_none(check_circles(sources(), circles())); }
TEST(Tree, EveryMemberIsInItsTable) { expect_none(check_tables(sources())); }

TEST(Tree, TypesHaveNamesOfTheirOwn) { expect_none(check_type_names(sources())); }

TEST(Tree, NothingIsThereForTestsAlone) {
  for (const Dead& dead : dead_declarations()) EXPECT_FALSE(dead.reason.empty()) << dead.name;
  expect_none(check_dead(sources(), dead_declarations()));
}

TEST(Tree, CommentsNameTheirSubject) { expect_none(check_comments(sources())); }
TEST(Tree, PagesNameWhatThereIs) { expect_none(check_pages(sources(), paths())); }

TEST(Tree, FunctionsAreShort) {
  expect_clean([](const Source& source) { return check_functions(source, long_functions()); });
  for (const LongFunction& entry : long_functions()) {
    EXPECT_FALSE(entry.reason.empty()) << entry.head;
    EXPECT_TRUE(std::any_of(sources().begin(), sources().end(),
                            [&](const Source& source) {
                              const std::vector<Function> functions = functions_of(source);
                              return source.path == entry.path &&
                                     std::any_of(functions.begin(), functions.end(), [&](const Function& f) {
                                       return f.head.find(entry.head) != std::string::npos;
                                     });
                            }))
        << "nothing is left of " << entry.path << ": " << entry.head;
  }
}

// The checker itself.

struct Snippet {
  std::string_view path;
  std::string_view text;
  std::string_view finding;  // Empty: nothing may be found.
};

void expect_said(const Findings& findings, const Snippet& snippet) {
  const std::string text = said(findings);
  if (snippet.finding.empty()) {
    EXPECT_EQ(text, "") << snippet.path << ":\n" << snippet.text;
  }
  EXPECT_NE(text.find(snippet.finding), std::string::npos) << snippet.path << ":\n"
                                                           << snippet.text << "\n"
                                                           << text;
}

TEST(Checker, SeesText) {
  const std::string wide = "// " + std::string(108, 'x') + "\n";
  const std::string most = "// " + std::string(107, 'x') + "\n";
  std::string tall;
  for (int i = 0; i < 401; ++i) tall += "int x;\n";
  for (const Snippet& s : std::vector<Snippet>{
           {"sim/a.cpp", "int a;\n\tint b;\n", "2: a tab"},
           {"README.md", "a \n", "1: a space at the end"},
           {"sim/a.cpp", "int a;\r\n", "1: a carriage return"},
           {"sim/a.cpp", wide, "1: a line of 111"},
           {"sim/a.cpp", most, ""},
           {"sim/a.cpp", tall, "401: a file of more than 400"},
           {"sim/a.h", "int a;\n", "1: a header without #pragma once"},
           {"sim/a.h", "// What.\n#pragma once\n", ""},
           {"sim/a.cpp", "int a;  // TODO later\n", "1: a TODO without an owner"},
           {"sim/a.cpp", "int a;  // TODO(ada): later\n", ""},
           {"sim/a.cpp", "auto a = \"TODO\";\n", ""},
       }) {
    expect_said(check_text(make_source(std::string(s.path), s.text)), s);
  }
}

TEST(Checker, SeesTwoTypesOfOneName) {
  const auto found = [](const std::string& first, const std::string& second) {
    return check_type_names({make_source("models/a.h", first), make_source("analysis/b.h", second)});
  };
  const auto found_in_source = [](const std::string& second) {
    return check_type_names(
        {make_source("models/a.h", "struct Watch {\n};\n"), make_source("models/b.cpp", second)});
  };
  EXPECT_EQ(found_in_source("struct Watch {\n};\n").size(), 1U);
  EXPECT_TRUE(found_in_source("namespace {\nstruct Watch {\n};\n}  // namespace\n").empty());
  const Findings two = found("struct Watch {\n};\n", "\nclass Watch final {\n};\n");
  ASSERT_EQ(two.size(), 1U);
  EXPECT_EQ(two[0].path, "analysis/b.h");
  EXPECT_EQ(two[0].line, 2U);
  EXPECT_EQ(two[0].message, "models/a.h:1 has a type Watch, too: the linker takes either for both");
  EXPECT_TRUE(found("struct Watch {\n};\n", "struct Watch;\n  struct Watch {\n").empty());
}

TEST(Checker, SeesIncludes) {
  for (const Snippet& s : std::vector<Snippet>{
           {"sim/a.cpp", "#include \"models/io.h\"\n", "1: sim/ may not include models/io.h"},
           {"models/data/a.cpp", "\n#include \"scenarios/loader/b.h\"\n", "2: models/data/ may not include"},
           {"models/data/a.cpp", "#include \"models/fields.h\"\n#include \"sim/units.h\"\n", ""},
           {"models/data/a.cpp", "// #include \"scenarios/loader/b.h\"\n", ""},
           {"models/storage/lustre/a.h", "#include \"models/jobs/b.h\"\n",
            "1: models/storage/lustre/ may not"},
           {"models/storage/lustre/a.h", "#include \"models/hardware/device.h\"\n", ""},
           {"models/storage/layout.h", "#include \"models/storage/lustre/a.h\"\n",
            "1: models/storage/ may not"},
           {"models/jobs/a.h", "#include \"models/storage/lustre/b.h\"\n", "1: models/jobs/ may not"},
           {"models/jobs/a.h", "#include \"models/storage/file_system.h\"\n", ""},
           {"models/loaders/a.h", "#include \"models/jobs/b.h\"\n", "1: models/loaders/ may not"},
           {"models/loaders/a.h", "#include \"models/hardware/device.h\"\n", "1: models/loaders/ may not"},
           {"models/io.h", "#include \"models/data/b.h\"\n", "1: models/ may not include"},
           {"models/cache/lru.cpp", "#include \"models/storage/layout.h\"\n", "1: models/cache/ may not"},
           {"models/faults.h", "#include \"models/cluster.h\"\n",
            "1: models/ may not include models/cluster.h"},
           {"models/cluster.cpp", "#include \"models/cluster.h\"\n#include \"models/jobs/b.h\"\n", ""},
           {"scenarios/loader/a.cpp", "#include \"models/cluster.h\"\n", ""},
           {"scenarios/loader/a.cpp", "#include \"analysis/runner.h\"\n",
            "1: scenarios/loader/ may not include"},
           {"scenarios/loader/a.cpp", "#include <yaml-cpp/yaml.h>\n", "1: no place for <yaml-cpp/yaml.h>"},
           {"analysis/a.cpp", "#include \"models/io.h\"\n", "1: analysis/ may not include models/io.h"},
           {"analysis/a.cpp", "#include \"sim/simulation.h\"\n",
            "1: analysis/ may not include sim/simulation.h"},
           {"analysis/a.cpp", "#include \"sim/metrics.h\"\n", ""},
           {"scenarios/loader/a.cpp", "#include <boost/random/sobol.hpp>\n", "1: no place for <boost/random"},
           {"models/data/a.cpp", "#include <fmt/format.h>\n", "1: no place for <fmt/format.h>"},
           {"analysis/a.cpp", "#include \"tests/b.h\"\n", "1: analysis/ may not include tests/b.h"},
       }) {
    expect_said(check_includes(make_source(std::string(s.path), s.text)), s);
  }
}

TEST(Checker, SeesBannedWords) {
  for (const Snippet& s : std::vector<Snippet>{
           {"sim/a.cpp", "#include <random>\n", "1: banned in sim/ and models/: <random>"},
           {"sim/a.cpp", "int a = rand();\n", "1: banned"},
           {"sim/a.cpp", "int a = operand();\n", ""},
           {"sim/a.cpp", "std::mt19937_64 engine;\n", "1: banned"},
           {"models/a.cpp", "auto t = std::chrono::steady_clock::now();\n", "1: banned"},
           {"models/a.cpp", "\nstd::function<void()> f;\n", "2: banned"},
           {"models/a.cpp", "// No std::function here.\nauto s = \"std::cout\";\n", ""},
           {"models/a.cpp", "auto s = R\"(std::cout \" )\"; std::cout << s;\n", "1: banned"},
           {"models/a.cpp", "using  namespace std;\n", "1: banned"},
           {"models/a.cpp", "#include <iostream>\n", "1: banned"},
           {"models/a.cpp", "const int kMillion = 1'000'000; using namespace std; char c = '\\'';\n",
            "1: banned"},
           {"analysis/a.cpp", "using namespace std;\n", ""},
           {"analysis/a.cpp", "typedef int Number;\n", "1: banned: typedef"},
           {"analysis/a.h", "int typedefs;  // A typedef.\n", ""},
       }) {
    expect_said(check_words(make_source(std::string(s.path), s.text)), s);
  }
}

std::string lines(int count) {
  std::string text;
  for (int i = 0; i < count; ++i) text += "  call({1, 2});\n";
  return text;
}

TEST(Checker, MeasuresFunctions) {
  const std::string open = "namespace a {\n\nclass B {\n public:\n";
  const std::string list = "  B(int c = {}) noexcept : c_{c}, d_(c),\n    e_{1} {\n";
  struct Case {
    std::string text;
    std::string finding;
  };
  for (const Case& c : std::vector<Case>{
           {"void f(int a) {\n" + lines(58) + "}\n", ""},
           {"void f(int a) {\n" + lines(59) + "}\n", "1: a function of 61 lines: void f(int a)\n"},
           {open + "  int g() const { return 1; }\n" + list + lines(58) + "  }\n};\n}\n",
            "6: a function of 61 lines"},
           {open + list + lines(57) + "  }\n};\n}\n", ""},
           {"TEST(A, B) {\n  auto f = [] {\n" + lines(30) + "  };\n" + lines(30) + "}\n",
            "1: a function of 64"},
           {"constexpr int kTable[] = {\n" + lines(90) + "};\n", ""},
           {"struct S {\n" + lines(90) + "};\n", ""},
           {"struct alignas(16) S {\n" + lines(90) + "};\n", ""},
           {"auto f() -> B {\n" + lines(59) + "}\n", "1: a function of 61"},
       }) {
    const Findings findings = check_functions(make_source("sim/a.cpp", c.text), {});
    expect_said(findings, {"sim/a.cpp", c.text, c.finding});
  }
}

TEST(Checker, RatchetOnlyShrinks) {
  const std::vector<LongFunction> allowed = {{"sim/a.cpp", "void f(", 70, "a table of cases"}};
  const auto found = [&](int body) {
    return said(check_functions(make_source("sim/a.cpp", "void f() {\n" + lines(body) + "}\n"), allowed));
  };
  EXPECT_EQ(found(68), "");
  EXPECT_NE(found(69).find("a function of 71 lines"), std::string::npos);
  EXPECT_NE(found(67).find("lower its entry"), std::string::npos);
}

TEST(Checker, SeesMissingFiles) {
  EXPECT_EQ(said(check_mirrors({"sim/a.cpp"})), "1: no test in tests/sim/a_test.cpp\n");
  EXPECT_EQ(said(check_mirrors({"models/x/a.cpp", "tests/models/x/a_test.cpp"})), "");
  EXPECT_EQ(said(check_mirrors({"sim/a.h", "analysis/cli/main.cpp"})), "");
  EXPECT_EQ(said(check_goldens({"scenarios/a.yaml"})), "1: no golden file tests/scenarios/golden/a.csv\n");
  EXPECT_EQ(said(check_goldens({"tests/scenarios/golden/a.csv"})), "1: no scenario scenarios/a.yaml\n");
  EXPECT_EQ(said(check_goldens({"scenarios/a.yaml", "tests/scenarios/golden/a.csv"})), "");
  EXPECT_EQ(said(check_goldens({"scenarios/platforms/a.yaml"})), "");
  EXPECT_NE(said(check_folders({"src/a.cpp"})), "");
  EXPECT_EQ(said(check_folders({"sim/a.cpp", "README.md"})), "");
}

TEST(Checker, SeesPoliciesOutsideTheirTable) {
  const auto found = [](std::string_view table, std::string_view policy) {
    return said(check_tables(
        {make_source("models/cache/policies.cpp", table), make_source("models/cache/clock.cpp", policy),
         make_source("models/cache/cache.cpp", "#include \"models/cache/cache.h\"\n"),
         make_source("models/cache/cache.h", ""), make_source("models/cache/cache_spec.h", ""),
         make_source("models/cache/slot_list.h", "")}));
  };
  const std::string_view row = "  {\"clock\", \"one more round\", make_clock},\n";
  EXPECT_EQ(found(row, "#include \"models/cache/policy.h\"\n"), "");
  EXPECT_EQ(found("  {\"lru\", \"\", make_lru},\n", ""),
            "1: not in the table of models/cache/policies.cpp\n");
  EXPECT_EQ(found(row, "#include \"models/cache/cache.h\"\n"),
            "1: a policy includes its policy.h, not models/cache/cache.h\n");
  EXPECT_EQ(found(row, "#include \"models/cache/cache_spec.h\"\n"),
            "1: a policy includes its policy.h, not models/cache/cache_spec.h\n");
  EXPECT_EQ(found(row, "#include \"models/cache/slot_list.h\"\n"), "");
}

TEST(Checker, SeesCirclesOfRooms) {
  const auto found = [](std::string_view third, const std::vector<Circle>& allowed) {
    return said(check_circles({make_source("sim/a.h", "#include \"sim/b.h\"\n"),
                               make_source("sim/b.cpp", "#include \"sim/b.h\"\n#include \"models/c.h\"\n"),
                               make_source("models/c.h", third), make_source("tests/c.h", third)},
                              allowed));
  };
  const std::string_view back = "#include \"sim/a.h\"\n";
  const std::string of =
      "3 rooms include each other in a circle (models/c, sim/a, sim/b), of which this leads into ";
  EXPECT_EQ(found(back, {}), "1: " + of + "sim/a\n1: " + of + "sim/b\n2: " + of + "models/c\n");
  EXPECT_EQ(found("#include \"sim/b.h\"\n", {}), "");  // Of two.
  EXPECT_EQ(found("", {}), "");
  const Circle all = {"sim/a", "sim/b", "models/c"};
  EXPECT_EQ(found(back, {all}), "");
  EXPECT_EQ(found("#include \"sim/b.h\"\n", {all}),
            "1: no longer a circle, or a smaller one: models/c, sim/a, sim/b\n");
}

TEST(Checker, SeesDrivesStoresJobsAndVerbsOutsideTheirTable) {
  const auto found = [](std::string_view path, std::string_view text, std::string_view table_path,
                        std::string_view table) {
    return said(
        check_tables({make_source(std::string(table_path), table), make_source(std::string(path), text)}));
  };
  const std::string_view kDrives = "models/hardware/drives/kinds.cpp";
  EXPECT_EQ(found("models/hardware/drives/tape.cpp", "", kDrives, "{\"tape\", \"slow\", tape},\n"), "");
  EXPECT_EQ(found("models/hardware/drives/tape.cpp", "", kDrives, "{\"disk\", \"\", disk},\n"),
            "1: not in the table of models/hardware/drives/kinds.cpp\n");
  const std::string_view kStores = "models/storage/kinds.cpp";
  const std::string_view kStore = "std::unique_ptr<Recipe<Store>> ceph_store() { return {}; }\n";
  EXPECT_EQ(found("models/storage/ceph/ceph.cpp", kStore, kStores, "{\"ceph\", \"objects\", ceph_store},\n"),
            "");
  EXPECT_EQ(found("models/storage/ceph/ceph.cpp", kStore, kStores, "{\"local\", \"\", local_store},\n"),
            "1: no table names ceph_store\n");
  const std::string_view kJob = "std::unique_ptr<Recipe<Job>> replay_job() { return {}; }\n";
  EXPECT_EQ(found("models/jobs/replay/replay_job.cpp", kJob, "models/jobs/kinds.cpp", "  probe_job,\n"),
            "1: no table names replay_job\n");
  const std::string_view kVerb = "std::unique_ptr<Verb> hello_verb() { return {}; }\n";
  const std::string_view kVerbs = "analysis/cli/verbs.cpp";
  EXPECT_EQ(found("analysis/cli/hello.cpp", kVerb, kVerbs, "{\"hello\", \"greet\", hello_verb},\n"), "");
  EXPECT_EQ(found("analysis/cli/hello.cpp", kVerb, kVerbs, "{\"run\", \"\", run_verb},\n"),
            "1: no table names hello_verb\n");
}

TEST(Checker, SeesWhatOnlyTestsUse) {
  const auto found = [](std::string_view user, const std::vector<Dead>& known) {
    return said(
        check_dead({make_source("sim/a.h", "class Used {\n  void call();\n};\nint lonely(int a);\n"),
                    make_source("sim/a.cpp", "void Used::call() {}\nint lonely(int a) {\n"),
                    make_source("sim/b.cpp", user), make_source("tests/sim/a_test.cpp", "lonely(1);\n")},
                   known));
  };
  EXPECT_EQ(found("Used used;\nused.call();\n", {}), "4: nothing but a test uses lonely\n");
  EXPECT_EQ(found("Used used;\nused.call();\n", {{"sim/a.h", "lonely", "a reason"}}), "");
  EXPECT_EQ(found("Used used;\nused.call();\nlonely(2);\n", {{"sim/a.h", "lonely", "a reason"}}),
            "1: lonely is used, or gone: take it out of the ratchet\n");
  EXPECT_EQ(found("", {{"sim/a.h", "lonely", ""}}),
            "1: nothing but a test uses Used\n2: nothing but a test uses call\n");
  EXPECT_EQ(said(check_dead({make_source("sim/a.h", "struct alignas(64) Line {\n};\n")}, {})),
            "1: nothing but a test uses Line\n");
}

}  // namespace
}  // namespace headrace::tidy
