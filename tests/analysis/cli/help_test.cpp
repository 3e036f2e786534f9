#include <sstream>

#include "analysis/cli/verbs.h"
#include "tests/analysis/cli/cli_fixture.h"

namespace headrace {
namespace {

using HelpTest = CliTest;

TEST_F(HelpTest, NamesEveryVerbOfTheTable) {
  ASSERT_EQ(call({"help", "help"}), 0) << err();
  const std::span<const VerbRow> rows = verbs();
  std::string names(rows.front().name);
  for (std::size_t i = 1; i + 2 < rows.size(); ++i) names += ", " + std::string(rows[i].name);
  ASSERT_EQ(rows.back().name, "help");
  names += " or " + std::string(rows[rows.size() - 2].name) + " ";
  std::string words;
  std::istringstream text(out());
  for (std::string word; text >> word;) words += word + " ";
  EXPECT_NE(words.find(" verb TEXT ... " + names + "Options:"), std::string::npos) << out();
}

TEST_F(HelpTest, ExplainsAVerb) {
  ASSERT_EQ(call({"help", "run"}), 0) << err();
  EXPECT_NE(out().find("Usage: headrace run"), std::string::npos) << out();
  EXPECT_EQ(call({"help", "chekc"}), 2);
  EXPECT_NE(err().find("there is no verb 'chekc'; did you mean 'check'?"), std::string::npos) << err();
}

TEST_F(HelpTest, MakesPagesForMan) {
  ASSERT_EQ(call({"help", "run", "--man"}), 0) << err();
  EXPECT_TRUE(out().starts_with(".TH HEADRACE\\-RUN 1 ")) << out();
  ASSERT_EQ(call({"help", "--man"}), 0) << err();
  EXPECT_TRUE(out().starts_with(".TH HEADRACE 1 ")) << out();
  EXPECT_EQ(call({"help", "rnu", "--man"}), 2);
}

}  // namespace
}  // namespace headrace
