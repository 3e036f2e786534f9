#include "analysis/cli/verbs.h"
#include "tests/analysis/cli/cli_fixture.h"

namespace headrace {
namespace {

using HelpTest = CliTest;

TEST_F(HelpTest, NamesEveryVerbOfTheTable) {
  ASSERT_EQ(call({"help", "help"}), 0) << err();
  std::string names;
  for (const VerbRow& row : verbs())
    if (row.name != "help")
      names += (names.empty() ? "" : row.name == "version" ? " or " : ", ") + std::string(row.name);
  EXPECT_NE(out().find("verb TEXT ...               " + names + "\n"), std::string::npos) << out();
}

TEST_F(HelpTest, ExplainsAVerb) {
  ASSERT_EQ(call({"help", "run"}), 0) << err();
  EXPECT_NE(out().find("Usage: headrace run"), std::string::npos) << out();
  EXPECT_EQ(call({"help", "chekc"}), 2);
  EXPECT_NE(err().find("there is no verb 'chekc'; did you mean 'check'?"), std::string::npos) << err();
}

}  // namespace
}  // namespace headrace
