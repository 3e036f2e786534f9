// A thousand broken scenarios: each is read, or refused with a problem that has a place.
#include <gtest/gtest.h>

#include "scenarios/loader/read/read_scenario.h"
#include "tests/scenarios/loader/scenario_support.h"

namespace headrace {
namespace {

constexpr std::string_view kInsertions[] = {
    "\xEF\xBB\xBF",
    "\r\n",
    "\r",
    "\t",
    "\xFF",
    "\xC3",
    "\x01",
    "99999999999999999999",
    "1e999",
    ".nan",
    "-.inf",
    "&a ",
    "*a ",
    "!!x",
    "<<: ",
    "---\n",
    "- ",
    "? ",
    "{",
    "}",
    "[",
    "]",
    "'",
    "\"",
    "|",
    ">\n",
    "#",
    ": ",
    "~",
    "include: x\n",
    "0",
    "%",
    "\\",
};

// A plain generator with a fixed seed, so that a failure can be seen again.
class Numbers {
 public:
  std::size_t below(std::size_t n) {
    state_ = state_ * 6364136223846793005u + 1442695040888963407u;
    return static_cast<std::size_t>(state_ >> 33) % n;
  }

 private:
  std::uint64_t state_ = 42;
};

std::string mutant(const std::string& text, Numbers& numbers) {
  std::string out = text;
  const std::size_t at = numbers.below(out.size());
  switch (numbers.below(5)) {
    case 0: return out.substr(0, at);
    case 1: return out.insert(at, kInsertions[numbers.below(std::size(kInsertions))]);
    case 2: return out.erase(at, 1 + numbers.below(20));
    case 3: std::swap(out[at], out[numbers.below(out.size())]); return out;
    default: return out.insert(at, out.substr(numbers.below(out.size()), numbers.below(60)));
  }
}

TEST(Malformed, IsReadOrRefusedWithAPlace) {
  Numbers numbers;
  const std::string text = small_scenario();
  int refused = 0;
  for (int i = 0; i < 1000; ++i) {
    const std::string broken = mutant(text, numbers);
    FileFinder no_files(FileFinder::Disk::no);
    const ScenarioRead read = read_scenario(broken, "broken.yaml", {}, no_files);
    EXPECT_EQ(read.scenario.has_value(), !read.problems.has_errors()) << broken;
    for (const Problem& problem : read.problems.all()) {
      EXPECT_TRUE(problem.mark.line > 0 || problem.code == "E0011") << read.problems.text();
      EXPECT_FALSE(problem.sentence.empty());
    }
    refused += read.scenario ? 0 : 1;
  }
  EXPECT_GT(refused, 500);  // Some fall into comments and texts, or change a number to another.
}

}  // namespace
}  // namespace headrace
