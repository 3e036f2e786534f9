// What a machine's language makes of numbers and letters changes no answer: a comma before decimals, points
// between thousands, a small letter for "I" that is no "i".

#include <gtest/gtest.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <clocale>
#include <cstdlib>
#include <filesystem>
#include <locale>
#include <string>
#include <vector>

#include "analysis/cli/program.h"
#include "tests/analysis/cli/cli_fixture.h"

namespace headrace {
namespace {

// The language's, without std::locale's own way to it, on which glibc 2.36 loses some bytes.
class Punctuation : public std::numpunct<char> {
 public:
  explicit Punctuation(const std::lconv& language)
      : point_(*language.decimal_point), separator_(*language.thousands_sep), grouping_(language.grouping) {}

 protected:
  char do_decimal_point() const override { return point_; }
  char do_thousands_sep() const override { return separator_; }
  std::string do_grouping() const override { return grouping_; }

 private:
  char point_, separator_;
  std::string grouping_;
};

class LocaleTest : public CliTest, public testing::WithParamInterface<const char*> {
 protected:
  // Sets LOCPATH. The environment keeps the very text of putenv(); setenv() would copy it and never free
  // that.
  LocaleTest() {
    static std::string text;
    text = "LOCPATH=" + folder_.path();
    putenv(text.data());
  }
  ~LocaleTest() override {
    std::locale::global(std::locale::classic());
    std::setlocale(LC_ALL, "C");
    unsetenv("LOCPATH");
  }

  // Sets the language of C's functions and of C++'s streams. False where it is not to be had.
  bool speak(const std::string& language) {
    if (!compile(language) || std::setlocale(LC_ALL, (language + ".UTF-8").c_str()) == nullptr) return false;
    std::locale::global(std::locale(std::locale::classic(), new Punctuation(*std::localeconv())));
    return true;
  }

  // Compiles a language into the folder, by the C library's own tool.
  bool compile(const std::string& language) {
    std::string words[] = {
        "localedef", "--no-archive", "-i", language, "-f", "UTF-8", folder_ / (language + ".UTF-8")};
    std::vector<char*> arguments;
    for (std::string& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    pid_t child = 0;
    int status = -1;
    return posix_spawnp(&child, "localedef", nullptr, nullptr, arguments.data(), environ) == 0 &&
           waitpid(child, &status, 0) == child && status == 0;
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
