#include "analysis/cli/verbs.h"

#include <gtest/gtest.h>

#include <set>

#include "analysis/cli/parser.h"

namespace headrace {
namespace {

TEST(Verbs, HaveNamesOfTheirOwnAndALineEach) {
  std::set<std::string_view> names;
  for (const VerbRow& row : verbs()) {
    EXPECT_TRUE(names.insert(row.name).second) << row.name;
    EXPECT_FALSE(row.description.empty()) << row.name;
    EXPECT_EQ(row.description.find('\n'), std::string_view::npos) << row.name;
    EXPECT_NE(row.make(), nullptr) << row.name;
  }
  EXPECT_GE(names.size(), 11U);
}

// Each explains itself with a worked example.
TEST(Verbs, HaveHelpWithAnExample) {
  const std::string overview = help_text(verbs());
  for (const VerbRow& row : verbs()) {
    const std::string name(row.name);
    const std::string help = help_text(verbs(), name);
    EXPECT_NE(help.find("Usage: headrace " + name), std::string::npos) << help;
    EXPECT_NE(help.find("Example:\n  headrace " + name), std::string::npos) << help;
    EXPECT_NE(overview.find("\n  " + name + " "), std::string::npos) << overview;
    for (const char* option : {"--json", "--quiet", "--verbose"})
      EXPECT_NE(help.find(option), std::string::npos) << help;
  }
}

TEST(Verbs, HaveHelpThatFitsATerminal) {
  for (const char* name : {"run", "check", "show", "version", "help"}) {
    const std::string help = help_text(verbs(), name);
    std::size_t start = 0;
    for (std::size_t end = help.find('\n'); end != std::string::npos; end = help.find('\n', start)) {
      EXPECT_LE(end - start, 100U) << help.substr(start, end - start);
      start = end + 1;
    }
  }
}

}  // namespace
}  // namespace headrace
