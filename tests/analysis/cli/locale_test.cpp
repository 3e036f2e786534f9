// What a machine's language makes of numbers and letters changes no answer: a comma before decimals, points
// between thousands, a small letter for "I" that is no "i".

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <locale>
#include <stdexcept>
#include <string>

#include "analysis/cli/verbs.h"
#include "tests/analysis/cli/cli_fixture.h"

namespace headrace {
namespace {

class LocaleTest : public CliTest, public testing::WithParamInterface<const char*> {
 protected:
  LocaleTest() { setenv("LOCPATH", folder_.path().c_str(), 1); }
  ~LocaleTest() override {
    std::locale::global(std::locale::classic());
    unsetenv("LOCPATH");
  }

  // False where the language is not to be had.
  bool speak(const std::string& language) {
    const std::string command = "localedef --no-archive -i " + language + " -f UTF-8 " +
                                (folder_ / (language + ".UTF-8")) + " >/dev/null 2>&1";
    if (std::system(command.c_str()) != 0) return false;
    std::locale::global(std::locale(language + ".UTF-8"));
    return true;
  }

  std::string answer() {
    std::filesystem::remove(database_);
    EXPECT_EQ(run({"--json", "seed=2", "measure.replications=2"}), 0) << err();
    return out();
  }
  std::string text() {
    EXPECT_EQ(call({"show", "config", scenario_}), 0) << err();
    const std::string config = out();
    EXPECT_EQ(run({"--verbose"}), 0) << err();
    return config + out().substr(0, out().find("results:"));
  }
};

TEST_P(LocaleTest, ChangesNoAnswer) {
  const std::string plain = answer();
  const std::string plain_text = text();
  if (!speak(GetParam())) GTEST_SKIP() << "no localedef, or it does not know " << GetParam();
  EXPECT_EQ(answer(), plain);
  EXPECT_EQ(text(), plain_text);
}

// German writes 1.234,5; Hindi groups by two; Turkish has two letters I.
INSTANTIATE_TEST_SUITE_P(Languages, LocaleTest, testing::Values("de_DE", "hi_IN", "tr_TR"),
                         [](const auto& param) { return std::string(param.param); });

}  // namespace
}  // namespace headrace
