#include "analysis/cli/completion_script.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>

#include "analysis/cli/parser.h"
#include "analysis/cli/verbs.h"
#include "tests/analysis/scratch_folder.h"

namespace headrace {
namespace {

std::string script_of(std::string_view shell) { return completion_script(shell, verb_shapes(verbs())); }

bool is_installed(const std::string& shell) {
  return std::system(("command -v " + shell + " >/dev/null 2>&1").c_str()) == 0;
}

class BashCompletion : public testing::Test {
 protected:
  void SetUp() override {
    if (!is_installed("bash")) GTEST_SKIP() << "no bash is installed here";
  }

  // Returns what bash offers behind these words, the last of which is being written.
  std::string offered(const std::string& words) {
    const std::string script = folder_.path() + "/script", answer = folder_.path() + "/answer";
    std::ofstream(script)
        << script_of("bash") << "COMP_WORDS=(" << words
        << ")\nCOMP_CWORD=$((${#COMP_WORDS[@]} - 1))\n_headrace\necho \"${COMPREPLY[*]}\"\n";
    EXPECT_EQ(std::system(("cd " + folder_.path() + " && bash script > answer 2>&1").c_str()), 0);
    std::string line;
    std::ifstream stream(answer);
    std::getline(stream, line);
    return line;
  }

  ScratchFolder folder_;
};

TEST_F(BashCompletion, OffersVerbsFirst) {
  EXPECT_EQ(offered("headrace swe"), "sweep");
  EXPECT_EQ(offered("headrace com"), "compare completion");
  EXPECT_EQ(offered("headrace --ver"), "--version");
}

TEST_F(BashCompletion, OffersTheOptionsOfTheVerb) {
  EXPECT_EQ(offered("headrace run --dlio"), "--dlio-output");
  EXPECT_EQ(offered("headrace check --dlio"), "");
  EXPECT_EQ(offered("headrace help swe"), "sweep");
  EXPECT_EQ(offered("headrace completion z"), "zsh");
}

TEST_F(BashCompletion, OffersFilesForWords) {
  std::ofstream(folder_.path() + "/machine one.yaml") << "";
  EXPECT_EQ(offered("headrace run mach"), "machine one.yaml");
}

// Every verb and every option stands in each script.
TEST(CompletionScript, HasEveryVerbAndOption) {
  for (const std::string_view shell : kShells) {
    const std::string script = script_of(shell);
    for (const VerbShape& verb : verb_shapes(verbs())) {
      EXPECT_NE(script.find(verb.name), std::string::npos) << shell << ' ' << verb.name;
      for (const OptionShape& option : verb.options) {
        const std::string written = shell == "fish" ? "-l " + option.name.substr(2) : option.name;
        EXPECT_NE(script.find(written), std::string::npos) << shell << ' ' << option.name;
      }
    }
  }
}

TEST(CompletionScript, IsReadByTheShellsThatAreHere) {
  ScratchFolder folder;
  std::string none;
  for (const std::string_view name : kShells) {
    const std::string shell(name), script = folder.path() + "/" + shell;
    if (!is_installed(shell)) {
      none += " " + shell;
      continue;
    }
    std::ofstream(script) << script_of(shell);
    EXPECT_EQ(std::system((shell + " -n " + script).c_str()), 0) << shell;
  }
  if (!none.empty()) std::printf("not installed here, so not asked:%s\n", none.c_str());
}

}  // namespace
}  // namespace headrace
