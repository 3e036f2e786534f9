#include "scenarios/loader/read/arms.h"

#include <gtest/gtest.h>

#include "scenarios/loader/read/read_scenario.h"
#include "scenarios/loader/read/scenario_text.h"
#include "tests/scenarios/loader/scenario_support.h"

namespace headrace {
namespace {

std::string with(const std::string& more) { return small_scenario() + more; }

TEST(Arms, AreTheScenarioWithOverrides) {
  const ScenarioRead read = read_scenario(with("compare:\n"
                                               "  narrow: {overrides: []}\n"
                                               "  wide: {overrides: [jobs.train.layout.stripe_count=2],"
                                               " question: is wide better}\n"),
                                          "small.yaml");
  ASSERT_TRUE(read.scenario) << read.problems.text();
  const Scenario& scenario = *read.scenario;
  ASSERT_EQ(scenario.arms.size(), 2u);
  EXPECT_EQ(scenario.arms[0].name, "small [narrow]");
  EXPECT_EQ(scenario.arms[0].question, scenario.question);
  EXPECT_EQ(scenario.arms[0].jobs[0].second.layout.stripe_count, 1);
  EXPECT_EQ(scenario.arms[1].arm, "wide");
  EXPECT_EQ(scenario.arms[1].question, "is wide better");
  EXPECT_EQ(scenario.arms[1].seed, scenario.seed);
  EXPECT_EQ(scenario.arms[1].jobs[0].second.layout.stripe_count, 2);
  EXPECT_TRUE(scenario.arms[1].compare.empty());
  EXPECT_NE(scenario_hash(scenario.arms[0]), scenario_hash(scenario.arms[1]));
  const auto& origin = scenario.arms[1].origins.at("jobs.train.layout.stripe_count");
  EXPECT_EQ(origin, scenario.origins.at("compare.wide"));
}

TEST(Arms, ComeAfterTheOverridesOfTheCommandLine) {
  const std::string text =
      with("compare:\n  narrow: {overrides: []}\n  wide: {overrides: [jobs.train.layout.stripe_count=2]}\n");
  const ScenarioRead read =
      read_scenario(text, "small.yaml",
                    {"jobs.train.layout.stripe_count=3",
                     "compare.more+={overrides: [jobs.train.layout.stripe_count=4]}", "seed=5"});
  ASSERT_TRUE(read.scenario) << read.problems.text();
  std::vector<std::int64_t> stripes;
  for (const Scenario& arm : read.scenario->arms) {
    stripes.push_back(arm.jobs[0].second.layout.stripe_count);
    EXPECT_EQ(arm.seed, 5);
  }
  EXPECT_EQ(stripes, (std::vector<std::int64_t>{3, 2, 4}));
}

TEST(Arms, MayIncludeAndAdd) {
  const TestFolder folder("arms");
  folder.write("parts/more.yaml", "stripe_size: 4 MiB\n");
  const std::string path =
      folder.write("top.yaml", with("compare:\n  narrow: {overrides: []}\n"
                                    "  other: {overrides: [jobs.train.layout.include=parts/more.yaml, "
                                    "\"platform.nodes.spare+={count: 1}\"]}\n"));
  const ScenarioRead read = read_scenario_file(path);
  // What the text says stands before what it includes.
  ASSERT_TRUE(read.scenario) << read.problems.text();
  EXPECT_EQ(read.scenario->arms[1].jobs[0].second.layout.stripe_size, 1_MiB);
  EXPECT_EQ(read.scenario->arms[1].platform.nodes.size(), 2u);
}

TEST(Arms, SayAllProblemsOnceAndWhereTheyStand) {
  const std::string text = changed(with("compare:\n"
                                        "  a: {overrides: [jobs.train.nodes.cuont=1]}\n"
                                        "  b: {overrides: ['jobs.train.storage=home', seed]}\n"
                                        "  c: {overrides: [platform.nodes.clients.count=two]}\n"),
                                   "seed: 1", "sed: 1");
  const ScenarioRead read = read_scenario(text, "small.yaml");
  std::string said;
  for (const Problem& problem : read.problems.all()) {
    said += problem.code + " " + std::to_string(problem.mark.line) + ":" +
            std::to_string(problem.mark.column) + " " + problem.mark.source->file + " " + problem.help + "\n";
  }
  const int line = static_cast<int>(std::count(text.begin(), text.end(), '\n')) - 2;
  const std::string a = std::to_string(line), b = std::to_string(line + 1), c = std::to_string(line + 2);
  EXPECT_EQ(said, "E0101 4:1 small.yaml \nE0101 " + a + ":36 small.yaml in the arm 'a'\nE0305 " + b +
                      ":39 small.yaml its file systems are scratch; in the arm 'b'\nE0030 " + b +
                      ":46 small.yaml an override is key.path=value, or key.path[index]=value\nE0104 " + c +
                      ":48 small.yaml in the arm 'c'\n")
      << read.problems.text();
}

TEST(Arms, OfOneNameAreSaidOnce) {
  const std::string text =
      with("compare:\n  a: {overrides: []}\n  a: {overrides: [jobs.train.layout.stripe_count=2]}\n");
  EXPECT_EQ(codes_of(read_scenario(text, "small.yaml").problems), "E0006");
  EXPECT_EQ(codes_of(read_scenario(with("compare: {a: {overrides: []}}\n"), "small.yaml").problems), "E0313");
}

TEST(Arms, HashWithTheScenario) {
  const std::string arms =
      "compare:\n  a: {overrides: []}\n  b: {overrides: [jobs.train.layout.stripe_count=2]}\n";
  const ScenarioRead one = read_scenario(with(arms), "small.yaml");
  const ScenarioRead two = read_scenario(with(changed(arms, "count=2", "count=1")), "small.yaml");
  EXPECT_EQ(codes_of(two.problems), "W0008");
  EXPECT_NE(scenario_hash(*one.scenario), scenario_hash(*two.scenario));
  EXPECT_NE(scenario_hash(*one.scenario), scenario_hash(*read_scenario(small_scenario(), "").scenario));
  const std::string written = write_scenario(*one.scenario);
  const ScenarioRead again = read_scenario(written, "small.yaml");
  ASSERT_TRUE(again.scenario) << again.problems.text();
  EXPECT_EQ(scenario_hash(*again.scenario), scenario_hash(*one.scenario));
}

// What an arm changes in a DLIO file must find that file again when the written text is read.
TEST(Arms, KeepTheDlioFileThatTheyChange) {
  const std::string text = small_scenario();
  const std::size_t begin = text.find("    workload:");
  const std::size_t end = text.find("    nodes: {group");
  const std::string job = text.substr(begin, end - begin);
  const std::string dlio = "    dlio: workloads/unet3d_h100.yaml\n    dlio_version: v1.0\n";
  const std::string arms =
      "compare:\n  a: {overrides: []}\n"
      "  b: {overrides: ['jobs.train.overrides+=\"++workload.train.epochs=2\"']}\n";
  const ScenarioRead read = read_scenario(changed(text, job, dlio) + arms, "small.yaml");
  ASSERT_TRUE(read.scenario) << read.problems.text();
  EXPECT_EQ(read.scenario->arms[1].jobs[0].second.workload()->training.epochs, 2);
  const std::string written = write_scenario(*read.scenario);
  const ScenarioRead again = read_scenario(written, "small.yaml");
  ASSERT_TRUE(again.scenario) << again.problems.text();
  EXPECT_EQ(scenario_hash(*again.scenario), scenario_hash(*read.scenario));
}

std::string text_of_two_jobs() {
  const std::string text = changed(small_scenario(), "{group: clients}", "{group: clients, count: 1}");
  const std::size_t begin = text.find("  train:");
  const std::size_t end = text.find("measure:");
  std::string other = changed(text.substr(begin, end - begin), "train:", "other:");
  other = changed(other, "count: 1}", "first: 1}");
  return changed(text, "measure: {", other + "measure: {alone: true, ");
}

TEST(Arms, HaveTheAssertionsOfAllAndTheirOwn) {
  const ScenarioRead read = read_scenario(
      with("compare:\n  a: {overrides: []}\n  ab: {overrides: [jobs.train.layout.stripe_count=2]}\n"
           "assert: [jobs.train.seconds < 9, ' arms.a.jobs.train.seconds<8', arms.ab.jobs.train.seconds > "
           "1]\n"),
      "small.yaml");
  ASSERT_TRUE(read.scenario) << read.problems.text();
  const auto texts = [&](const char* arm) { return assertions_of_arm(*read.scenario, arm); };
  EXPECT_EQ(texts("a"), (std::vector<std::string>{"jobs.train.seconds < 9", " jobs.train.seconds<8"}));
  EXPECT_EQ(texts("ab"), (std::vector<std::string>{"jobs.train.seconds < 9", "jobs.train.seconds > 1"}));
}

TEST(Arms, RunEachJobAloneWhereAskedFor) {
  const ScenarioRead read = read_scenario(text_of_two_jobs(), "small.yaml");
  ASSERT_TRUE(read.scenario) << read.problems.text();
  ASSERT_EQ(read.scenario->alone.size(), 2u);
  const Scenario& alone = read.scenario->alone[1];
  EXPECT_EQ(alone.arm, "alone:other");
  EXPECT_EQ(alone.name, "small [alone:other]");
  ASSERT_EQ(alone.jobs.size(), 1u);
  EXPECT_EQ(alone.jobs[0].first, "other");
  EXPECT_TRUE(alone.assertions.empty());
  EXPECT_FALSE(alone.measure.alone);
  EXPECT_TRUE(read_scenario(write_scenario(alone), "alone.yaml").scenario);
}

TEST(Arms, OfAComparisonHaveTheirOwnJobsAlone) {
  const ScenarioRead read = read_scenario(
      text_of_two_jobs() +
          "compare:\n  a: {overrides: []}\n  b: {overrides: [jobs.train.layout.stripe_count=2]}\n",
      "small.yaml");
  ASSERT_TRUE(read.scenario) << read.problems.text();
  EXPECT_TRUE(read.scenario->alone.empty());
  ASSERT_EQ(read.scenario->arms.size(), 2u);
  ASSERT_EQ(read.scenario->arms[1].alone.size(), 2u);
  EXPECT_EQ(read.scenario->arms[1].alone[0].name, "small [b] [alone:train]");
  EXPECT_EQ(read.scenario->arms[1].alone[0].jobs[0].second.layout.stripe_count, 2);
}

}  // namespace
}  // namespace headrace
