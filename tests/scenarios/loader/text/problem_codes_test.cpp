#include "scenarios/loader/text/problem_codes.h"

#include <gtest/gtest.h>

#include <regex>
#include <set>

#include "tests/scenarios/loader/scenario_support.h"

namespace headrace {
namespace {

TEST(ProblemCodes, AreInOrderAndExplained) {
  std::string_view last;
  for (const ProblemCode& code : problem_codes()) {
    EXPECT_LT(last, code.code);
    EXPECT_GE(code.meaning.size(), 10u) << code.code;
    EXPECT_FALSE(code.meaning.ends_with('.')) << code.code;
    last = code.code;
  }
}

TEST(ProblemCodes, AreThoseThatTheLoaderUses) {
  const std::regex code("\"([EW]0[0-9]{3})\"");
  std::set<std::string> used;
  for (const auto& entry :
       std::filesystem::recursive_directory_iterator(HEADRACE_SOURCE_DIR "/scenarios/loader")) {
    const std::string name = entry.path().filename().string();
    if (entry.path().extension() != ".cpp" || name == "problem_codes.cpp" || name == "dlio_codes.cpp")
      continue;
    const std::string text = contents_of(entry.path());
    for (std::sregex_iterator at(text.begin(), text.end(), code), end; at != end; ++at) used.insert((*at)[1]);
  }
  std::set<std::string> explained;
  for (const ProblemCode& entry : problem_codes()) explained.insert(std::string(entry.code));
  EXPECT_EQ(used, explained);
}

}  // namespace
}  // namespace headrace
