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

// Adds the codes in the sources of a folder, but for the tables that explain them.
void add_codes_of(const std::string& folder, std::set<std::string>& codes) {
  const std::regex code("\"([EW]0[0-9]{3})\"");
  for (const auto& entry :
       std::filesystem::recursive_directory_iterator(std::string(HEADRACE_SOURCE_DIR) + folder)) {
    const std::string name = entry.path().filename().string();
    const bool is_source = entry.path().extension() == ".cpp" || entry.path().extension() == ".h";
    if (!is_source || name == "problem_codes.cpp" || name == "dlio_codes.cpp") continue;
    const std::string text = contents_of(entry.path());
    for (std::sregex_iterator at(text.begin(), text.end(), code), end; at != end; ++at)
      codes.insert((*at)[1]);
  }
}

TEST(ProblemCodes, AreThoseThatTheChecksUse) {
  std::set<std::string> used;
  add_codes_of("/scenarios/loader", used);
  add_codes_of("/models", used);
  std::set<std::string> explained;
  for (const ProblemCode& entry : problem_codes()) explained.insert(std::string(entry.code));
  EXPECT_EQ(used, explained);
}

}  // namespace
}  // namespace headrace
