// Each file of tests/scenarios/dlio_mistakes holds one mistake and says in its
// first line what must be reported: "# expect: CODE LINE:COLUMN SUGGESTION",
// with "-" for no suggestion. A line "# override: TEXT" is an override.

#include <gmock/gmock.h>

#include <algorithm>
#include <sstream>

#include "scenarios/loader/dlio/dlio_codes.h"
#include "tests/scenarios/loader/dlio/dlio_support.h"

namespace headrace {
namespace {

namespace fs = std::filesystem;

struct Expectation {
  std::string code, position, suggestion;
  std::vector<std::string> overrides;
  std::vector<Mark> marks;  // Marks of the overrides.
};

Expectation expectation_of(const std::string& text) {
  Expectation out;
  std::istringstream lines(text);
  const auto source = std::make_shared<const SourceText>(SourceText{"overrides", text});
  int number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    constexpr std::string_view kOverride = "# override: ";
    if (line.starts_with("# expect: ")) {
      std::istringstream words(line.substr(10));
      words >> out.code >> out.position >> out.suggestion;
    } else if (line.starts_with(kOverride)) {
      out.overrides.push_back(line.substr(kOverride.size()));
      out.marks.push_back({source, number, static_cast<int>(kOverride.size()) + 1,
                           static_cast<int>(out.overrides.back().size())});
    }
  }
  return out;
}

std::vector<fs::path> mistakes() {
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(HEADRACE_SOURCE_DIR "/tests/scenarios/dlio_mistakes"))
    files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

class DlioMistake : public testing::TestWithParam<fs::path> {};

TEST_P(DlioMistake, IsReportedAtItsPlaceWithTheNearestWord) {
  const std::string text = file_text(GetParam());
  const Expectation expected = expectation_of(text);
  WorkloadSpec workload;
  std::vector<NoEffect> no_effect;
  Problems problems;
  EXPECT_FALSE(read_dlio(text, "mistake.yaml", DlioVersion::v2_0, expected.overrides, expected.marks,
                         workload, no_effect, problems));
  ASSERT_EQ(problems.all().size(), 1u) << problems.text();
  const Problem& problem = problems.all()[0];
  EXPECT_EQ(problem.code, expected.code) << problems.text();
  EXPECT_EQ(std::to_string(problem.mark.line) + ":" + std::to_string(problem.mark.column), expected.position)
      << problems.text();
  const std::string hint = expected.suggestion == "-" ? "" : "did you mean '" + expected.suggestion + "'?";
  EXPECT_EQ(problem.nearest, hint) << problems.text();
}

std::string name_of(const testing::TestParamInfo<fs::path>& info) { return info.param.stem().string(); }
INSTANTIATE_TEST_SUITE_P(Dlio, DlioMistake, testing::ValuesIn(mistakes()), name_of);

TEST(DlioMistakes, CoverEveryCode) {
  std::vector<std::string> codes;
  for (const fs::path& file : mistakes()) codes.push_back(expectation_of(file_text(file)).code);
  EXPECT_GE(codes.size(), 25u);
  for (const DlioCode& code : dlio_codes())
    EXPECT_TRUE(std::find(codes.begin(), codes.end(), code.code) != codes.end()) << code.code;
}

}  // namespace
}  // namespace headrace
