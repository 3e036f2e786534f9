#include "scenarios/loader/read/merged_scenario.h"

#include <gtest/gtest.h>

#include "tests/scenarios/loader/scenario_support.h"

namespace headrace {
namespace {

std::optional<MergedScenario> merged(const std::string& text, const std::vector<std::string>& fixed,
                                     const std::string& file = "small.yaml") {
  Problems problems;
  FileFinder files(FileFinder::Disk::yes);
  return MergedScenario::parse(text, file, parse_overrides(fixed, problems), files, problems);
}

TEST(MergedScenario, IsReadWithFurtherChangesAndStaysWhatItWas) {
  const auto scenario = merged(small_scenario(), {"seed=3"});
  Problems problems;
  const auto changed =
      scenario->read(parse_overrides({"jobs.train.layout.stripe_count=2"}, problems), problems);
  EXPECT_EQ(changed.scenario.jobs[0].second.layout.stripe_count, 2);
  EXPECT_EQ(changed.scenario.seed, 3);
  EXPECT_EQ(scenario->read({}, problems).scenario.jobs[0].second.layout.stripe_count, 1);
  EXPECT_FALSE(problems.has_errors()) << problems.text();
}

// A file that a change names lies below all overrides, and what it names itself is looked for beside it.
TEST(MergedScenario, FollowsTheIncludesOfAChange) {
  const TestFolder folder("merged");
  folder.write("parts/outer.yaml", "include: inner.yaml\n");
  folder.write("parts/inner.yaml", "stripe_size: 8 MiB\n");
  const std::string text = changed(small_scenario(), ", stripe_size: 1 MiB", "");
  const auto scenario = merged(text, {"jobs.train.layout.stripe_count=2"}, folder.write("top.yaml", text));
  Problems problems;
  const auto read = scenario->read(
      parse_overrides({"jobs.train.layout.include=" + folder.path("parts/outer.yaml")}, problems), problems);
  ASSERT_FALSE(problems.has_errors()) << problems.text();
  EXPECT_EQ(read.scenario.jobs[0].second.layout.stripe_size, 8_MiB);
  EXPECT_EQ(read.scenario.jobs[0].second.layout.stripe_count, 2);
}

TEST(MergedScenario, LeavesOutKeys) {
  Problems problems;
  const auto scenario = merged(small_scenario() + "question: why\n", {});
  EXPECT_EQ(scenario->without({"question"}).read({}, problems).scenario.question, "");
  EXPECT_EQ(scenario->read({}, problems).scenario.question, "why");
}

}  // namespace
}  // namespace headrace
