#include <gtest/gtest.h>

#include "tests/analysis/cli/cli_fixture.h"

namespace headrace {
namespace {

using CompletionTest = CliTest;

TEST_F(CompletionTest, PrintsTheScriptOfAShell) {
  EXPECT_EQ(call({"completion", "bash"}), 0);
  EXPECT_NE(out().find("complete -F _headrace headrace"), std::string::npos) << out();
  EXPECT_EQ(call({"completion", "zsh"}), 0);
  EXPECT_TRUE(out().starts_with("#compdef headrace\n")) << out();
  EXPECT_EQ(call({"completion", "fish"}), 0);
  EXPECT_NE(out().find("complete -c headrace -n __fish_use_subcommand -a run "), std::string::npos) << out();
}

TEST_F(CompletionTest, WantsOneShellThatItKnows) {
  EXPECT_EQ(call({"completion"}), 2);
  EXPECT_NE(err().find("completion takes one shell: bash, zsh or fish"), std::string::npos) << err();
  EXPECT_EQ(call({"completion", "zhs"}), 2);
  EXPECT_NE(err().find("did you mean 'zsh'"), std::string::npos) << err();
  EXPECT_EQ(call({"completion", "bash", "zsh"}), 2);
}

}  // namespace
}  // namespace headrace
