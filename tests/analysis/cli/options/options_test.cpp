#include "analysis/cli/options/options.h"

#include <gtest/gtest.h>

#include "tests/analysis/cli/options/read_verb.h"

namespace headrace {
namespace {

struct AllKinds : IdleVerb {
  void declare(Options& options) override {
    options.words("file", files, "files to read", "FILE...");
    options.value("--out", out, "where to", "FILE.db");
    options.values("--fit", fit, "what to find", "PATH");
    options.flag("--csv", csv, "as CSV");
    options.footer("Example:\n  headrace do it");
  }
  std::vector<std::string> files, fit;
  std::string out = "as before";
  bool csv = false;
};

TEST(Options, AreReadIntoTheVerb) {
  const auto verb = read_verb<AllKinds>({"--fit", "c", "a", "--csv", "b", "--out=x.db", "--fit=d"});
  EXPECT_EQ(verb->files, (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(verb->out, "x.db");
  EXPECT_EQ(verb->fit, (std::vector<std::string>{"c", "d"}));
  EXPECT_TRUE(verb->csv);
}

TEST(Options, LeaveAloneWhatIsNotGiven) {
  const auto verb = read_verb<AllKinds>({});
  EXPECT_TRUE(verb->files.empty());
  EXPECT_EQ(verb->out, "as before");
  EXPECT_FALSE(verb->csv);
}

TEST(Options, StandInTheHelp) {
  const std::string help = help_text(kRowOf<AllKinds>, "do");
  for (const char* part : {"file FILE...", "--out FILE.db               where to\n",
                           "--csv                       as CSV\n", "Example:\n  headrace do it"})
    EXPECT_NE(help.find(part), std::string::npos) << part << "\n" << help;
}

}  // namespace
}  // namespace headrace
