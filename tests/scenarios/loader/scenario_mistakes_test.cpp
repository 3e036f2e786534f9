// Each file of tests/scenarios/mistakes holds a mistake and says in its first
// lines what must be reported, in this order: "# expect: CODE LINE:COLUMN
// SUGGESTION", with "-" for no suggestion. "# override: TEXT" is an override,
// in which the places then lie.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <sstream>
#include <string>

#include "scenarios/loader/read/read_scenario.h"
#include "scenarios/loader/scenario.h"
#include "scenarios/loader/text/problem_codes.h"

namespace headrace {
namespace {

namespace fs = std::filesystem;

struct Expected {
  std::string code, place, suggestion;
  bool operator==(const Expected&) const = default;
  friend std::ostream& operator<<(std::ostream& out, const Expected& e) {
    return out << e.code << " " << e.place << " " << e.suggestion;
  }
};

struct Mistake {
  std::vector<Expected> expected;
  std::vector<std::string> overrides;
};

Mistake mistake_of(const fs::path& path) {
  Mistake mistake;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line) && line.starts_with("# ");) {
    std::istringstream words(line);
    std::string hash, kind;
    words >> hash >> kind;
    Expected expected;
    if (kind == "expect:" && words >> expected.code >> expected.place &&
        std::getline(words >> std::ws, expected.suggestion)) {
      mistake.expected.push_back(expected);
    } else if (kind == "override:") {
      mistake.overrides.push_back(line.substr(12));
    }
  }
  return mistake;
}

std::vector<fs::path> mistakes() {
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(HEADRACE_SOURCE_DIR "/tests/scenarios/mistakes")) {
    if (entry.is_regular_file()) files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

// "'seed'" of "did you mean 'seed'?", "did you mean to begin with …" counts as none.
std::string suggestion_of(const Problem& problem) {
  constexpr std::string_view kBegin = "did you mean '";
  if (!problem.nearest.starts_with(kBegin)) return "-";
  return problem.nearest.substr(kBegin.size(), problem.nearest.size() - kBegin.size() - 2);
}

class ScenarioMistake : public testing::TestWithParam<fs::path> {};

TEST_P(ScenarioMistake, IsReportedAtItsPlaceWithTheNearestWord) {
  const Mistake mistake = mistake_of(GetParam());
  ASSERT_FALSE(mistake.expected.empty());
  const ScenarioRead read = read_scenario_file(GetParam().string(), mistake.overrides);
  std::vector<Expected> found;
  for (const Problem& problem : read.problems.all()) {
    const std::string place = std::to_string(problem.mark.line) + ":" + std::to_string(problem.mark.column);
    found.push_back({problem.code, place, suggestion_of(problem)});
    const std::string file = mistake.overrides.empty() ? GetParam().string() : "command line";
    EXPECT_EQ(problem.mark.source->file, file);
  }
  EXPECT_EQ(found, mistake.expected) << read.problems.text();
  const bool warning = mistake.expected.front().code.starts_with('W');
  EXPECT_EQ(read.scenario.has_value(), warning) << read.problems.text();
}

std::string name_of(const testing::TestParamInfo<fs::path>& info) { return info.param.stem().string(); }
INSTANTIATE_TEST_SUITE_P(Scenario, ScenarioMistake, testing::ValuesIn(mistakes()), name_of);

// What no single file can hold, or what a test of its own shows.
const std::set<std::string_view> kShownElsewhere = {"E0001", "E0010", "E0011", "E0012", "E0027", "E0341",
                                                    "E0342", "E0343", "W0090", "W0091", "W0092", "W0094",
                                                    "W0095", "W0096", "W0097", "W0098"};

TEST(ScenarioMistakes, CoverEveryCodeOfScenarios) {
  std::set<std::string> seeded;
  for (const fs::path& path : mistakes()) {
    for (const Expected& expected : mistake_of(path).expected) seeded.insert(expected.code);
  }
  EXPECT_GE(mistakes().size(), 60u);
  for (const ProblemCode& code : problem_codes()) {
    const bool of_other_files =
        code.code.starts_with("E02") || code.code.starts_with("E06") || code.code.starts_with("E07");
    if (of_other_files || kShownElsewhere.contains(code.code)) continue;
    EXPECT_TRUE(seeded.contains(std::string(code.code))) << code.code;
  }
}

}  // namespace
}  // namespace headrace
