#include "scenarios/loader/read/read_scenario.h"

#include <gtest/gtest.h>

#include "models/storage/lustre/lustre_spec.h"
#include "scenarios/loader/read/scenario_text.h"
#include "tests/scenarios/loader/scenario_support.h"

namespace headrace {
namespace {

TEST(ReadScenario, FillsTheWholeOfIt) {
  const ScenarioRead read = read_scenario(small_scenario(), "small.yaml");
  ASSERT_TRUE(read.scenario) << read.problems.text();
  EXPECT_EQ(codes_of(read.problems), "");
  const Scenario& scenario = *read.scenario;
  EXPECT_EQ(scenario.name, "small");
  EXPECT_EQ(scenario.file, "small.yaml");
  ASSERT_EQ(scenario.platform.nodes.size(), 1u);
  EXPECT_EQ(scenario.platform.nodes[0].second.memory, 128_GiB);
  const LustreSpec& lustre = *scenario.platform.file_systems[0].second.find<LustreSpec>();
  EXPECT_EQ(lustre.ost.glimpse, Distribution(Law::lognormal, 30_us, 9_us));
  EXPECT_EQ(lustre.ost.lock_enqueue, OstSpec().lock_enqueue);
  ASSERT_EQ(scenario.jobs.size(), 1u);
  EXPECT_EQ(scenario.jobs[0].second.workload()->loader.batch_size, 4);
  EXPECT_FALSE(scenario.measure.simulated_time_limit);
}

TEST(ReadScenario, KnowsTheOriginOfEachValue) {
  const ScenarioRead read = read_scenario(small_scenario(), "small.yaml", {"platform.nodes.clients.count=3"});
  ASSERT_TRUE(read.scenario) << read.problems.text();
  const auto& origins = read.scenario->origins;
  EXPECT_EQ(origins.at("name"), "small.yaml:3");
  EXPECT_EQ(origins.at("platform.nodes.clients.memory"), "small.yaml:6");
  EXPECT_EQ(origins.at("platform.nodes.clients.count"), "command line");
  EXPECT_FALSE(origins.contains("platform.nodes.clients.cores"));
}

TEST(ReadScenario, TakesOverridesThroughTheSameReader) {
  const auto read = [](const std::string& change) {
    return read_scenario(small_scenario(), "small.yaml", {change});
  };
  EXPECT_EQ(read("seed=9").scenario->seed, 9);
  EXPECT_EQ(read("jobs.train.layout.stripe_size=4MiB").scenario->jobs[0].second.layout.stripe_size, 4_MiB);
  EXPECT_EQ(read("assert+=\"jobs.train.au_percent > 1\"").scenario->assertions.size(), 1u);
  EXPECT_EQ(read("platform.nodes.spare+={count: 1}").scenario->platform.nodes.size(), 2u);
  EXPECT_EQ(read("seed=9 MiB").problems.text(),
            "command line:1:6: error[E0104]: '9 MiB' is not a whole number\n"
            "    1 | seed=9 MiB\n"
            "      |      ^^^^^\n");
}

TEST(ReadScenario, FollowsIncludes) {
  const TestFolder folder("scenario");
  const std::string text = small_scenario();
  const std::size_t begin = text.find("platform:\n") + 10;
  const std::size_t end = text.find("jobs:");
  const std::string path = folder.write(
      "top.yaml", changed(text, text.substr(begin, end - begin), "  include: parts/machine.yaml\n"));
  std::string machine = text.substr(begin, end - begin);
  for (std::size_t at = 0; (at = machine.find("  ", at)) != std::string::npos;
       at = machine.find('\n', at) + 1) {
    machine.erase(at, 2);
  }
  folder.write("parts/machine.yaml", machine);
  const ScenarioRead read = read_scenario_file(path);
  ASSERT_TRUE(read.scenario) << read.problems.text();
  EXPECT_EQ(scenario_hash(*read.scenario), scenario_hash(*read_scenario(text, "small.yaml").scenario));
  EXPECT_EQ(read.scenario->origins.at("platform.nodes.clients.count"),
            folder.path("parts/machine.yaml") + ":1");
  const ScenarioRead other = read_scenario_file(path, {"platform.include=" + folder.path("nowhere.yaml")});
  EXPECT_EQ(codes_of(other.problems).substr(0, 5), "E0024");
}

TEST(ReadScenario, SaysWhyAFileCannotBeRead) {
  const TestFolder folder("scenario");
  EXPECT_EQ(read_scenario_file(folder.path()).problems.text(),
            folder.path() + ": error[E0001]: '" + folder.path() + "' is a directory, not a file\n");
  EXPECT_EQ(codes_of(read_scenario_file(folder.path("no.yaml")).problems), "E0001");
  EXPECT_EQ(codes_of(read_scenario("", "empty.yaml").problems), "E0011");
  EXPECT_EQ(codes_of(read_scenario("- a\n", "list.yaml").problems), "E0103");
  EXPECT_EQ(codes_of(read_scenario("schema: headrace/2\nx: 1\n", "newer.yaml").problems), "E0021");
}

TEST(ReadScenario, StopsWhereNothingMoreCanBeRead) {
  FileFinder no_files(FileFinder::Disk::no);
  const std::string text = changed(small_scenario(), "platform:\n", "platform:\n  include: /etc/hostname\n");
  EXPECT_EQ(codes_of(read_scenario(text, "small.yaml", {}, no_files).problems), "E0024");
}

// Every mutant of the JSON Schema test is refused by the reader too, for one reason.
TEST(ReadScenario, RefusesWhatTheSchemaRefuses) {
  int mutants = 0;
  for (const auto& entry :
       std::filesystem::directory_iterator(HEADRACE_SOURCE_DIR "/tests/scenarios/schema_mutants")) {
    const ScenarioRead read = read_scenario_file(entry.path().string());
    EXPECT_FALSE(read.scenario) << entry.path();
    EXPECT_LE(read.problems.errors(), 2u) << read.problems.text();
    ++mutants;
  }
  EXPECT_GE(mutants, 50);
}

TEST(ReadScenario, TakesTheWholeCatalogue) {
  for (const std::string folder : {"/scenarios", "/scenarios/studies"})
    for (const auto& entry : std::filesystem::directory_iterator(HEADRACE_SOURCE_DIR + folder)) {
      if (entry.path().extension() != ".yaml") continue;
      const ScenarioRead read = read_scenario_file(entry.path().string());
      ASSERT_TRUE(read.scenario) << read.problems.text();
      EXPECT_FALSE(folder == "/scenarios/studies" && read.scenario->published.empty())
          << entry.path() << " is held against nothing";
    }
}

}  // namespace
}  // namespace headrace
