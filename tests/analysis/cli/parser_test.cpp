#include "analysis/cli/parser.h"

#include <gtest/gtest.h>

#include <sstream>
#include <string>
#include <vector>

#include "scenarios/loader/read/read_scenario.h"
#include "scenarios/loader/sweep/plan.h"
#include "scenarios/loader/sweep/sweep.h"

namespace headrace {
namespace {

// The words of each example, without the name of the program.
std::vector<std::vector<std::string>> examples_of(std::string help) {
  for (std::size_t at = help.find("\\\n"); at != std::string::npos; at = help.find("\\\n")) help.erase(at, 2);
  std::vector<std::vector<std::string>> examples;
  std::istringstream lines(help);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string word;
    if (!line.starts_with("  headrace ") || !(words >> word)) continue;
    examples.emplace_back();
    while (words >> word && word != ">") examples.back().push_back(word);
  }
  return examples;
}

std::string problems_of(const std::vector<std::string>& example) {
  std::string file;
  std::vector<std::string> changes;
  for (std::size_t i = 1; i < example.size(); ++i) {
    const std::string& word = example[i];
    if (word.starts_with("-")) {
      ++i;  // Its value.
    } else if (word.find('=') != std::string::npos) {
      changes.push_back(word);
    } else if (word.ends_with(".yaml") && word.find('*') == std::string::npos) {
      file = std::string(HEADRACE_SOURCE_DIR "/") + word;
    }
  }
  if (file.empty()) return {};
  if (example.front() == "sweep") return read_sweep_file(file, changes).problems.text();
  const bool plans = example.front() == "plan" && file.find("/plans/") != std::string::npos;
  if (plans) return read_plan_file(file, changes).problems.text();
  return read_scenario_file(file, changes).problems.text();
}

TEST(Parser, EveryVerbHasAnExample) {
  Parser parser;
  const auto verbs = parser.app.get_subcommands([](CLI::App*) { return true; });
  EXPECT_GE(verbs.size(), 9U);
  for (CLI::App* verb : verbs) {
    EXPECT_NE(verb->get_footer().find("Example:\n  headrace " + verb->get_name()), std::string::npos)
        << verb->get_name();
    EXPECT_FALSE(verb->get_description().empty()) << verb->get_name();
    EXPECT_NE(parser.overview.find("\n  " + verb->get_name() + " "), std::string::npos) << verb->get_name();
  }
}

TEST(Parser, ItsExamplesFitTheShippedScenarios) {
  Parser parser;
  for (CLI::App* verb : parser.app.get_subcommands([](CLI::App*) { return true; })) {
    const auto examples = examples_of(verb->get_footer());
    EXPECT_FALSE(examples.empty()) << verb->get_name();
    for (const std::vector<std::string>& example : examples) {
      EXPECT_EQ(example.front(), verb->get_name());
      EXPECT_EQ(problems_of(example), "");
    }
  }
}

}  // namespace
}  // namespace headrace
