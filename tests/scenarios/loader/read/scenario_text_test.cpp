#include <gtest/gtest.h>

#include "scenarios/loader/read/read_scenario.h"
#include "scenarios/loader/read/scenario_text.h"
#include "tests/scenarios/loader/scenario_support.h"

namespace headrace {
namespace {

Scenario scenario_of(const std::string& text) {
  const ScenarioRead read = read_scenario(text, "small.yaml");
  EXPECT_TRUE(read.scenario) << read.problems.text();
  return read.scenario.value_or(Scenario());
}

TEST(ScenarioText, ReadsBackAsTheSame) {
  std::vector<std::string> texts = {small_scenario()};
  for (const auto& entry : std::filesystem::directory_iterator(HEADRACE_SOURCE_DIR "/scenarios")) {
    if (entry.path().extension() != ".yaml") continue;
    const ScenarioRead read = read_scenario_file(entry.path().string());
    ASSERT_TRUE(read.scenario) << read.problems.text();
    texts.push_back(write_scenario(*read.scenario));
    EXPECT_EQ(scenario_hash(scenario_of(texts.back())), scenario_hash(*read.scenario)) << entry.path();
    EXPECT_EQ(scenario_hash(scenario_of(write_scenario(*read.scenario, true))),
              scenario_hash(*read.scenario));
  }
  EXPECT_GT(texts.size(), 1u);
  for (const std::string& text : texts) {
    const std::string written = write_scenario(scenario_of(text));
    EXPECT_EQ(write_scenario(scenario_of(written)), written);
  }
}

TEST(ScenarioText, SpellsOutTheWorkloadOfADlioFile) {
  const std::string text = small_scenario();
  const std::size_t begin = text.find("    workload:");
  const std::size_t end = text.find("    nodes: {group");
  const std::string job = text.substr(begin, end - begin);
  const Scenario scenario = scenario_of(changed(text, job,
                                                "    dlio: workloads/unet3d_h100.yaml\n    dlio_version: "
                                                "v1.0\n    overrides: [\"++workload.train.epochs=2\"]\n"));
  const std::string written = write_scenario(scenario, true);
  EXPECT_EQ(written.find("dlio:"), std::string::npos);
  EXPECT_EQ(written.find("overrides:"), std::string::npos);
  EXPECT_NE(written.find("    dlio_version: v1.0  # small.yaml:"), std::string::npos);
  EXPECT_NE(written.find("    workload:  # workloads/unet3d_h100.yaml, named in small.yaml:"),
            std::string::npos);
  EXPECT_NE(written.find("        epochs: 2\n"), std::string::npos);
}

TEST(ScenarioText, HashesWhatItMeansAndNotHowItIsWritten) {
  const std::string text = small_scenario();
  const std::string hash = scenario_hash(scenario_of(text));
  EXPECT_EQ(hash.size(), 16u);
  EXPECT_EQ(hash.find_first_not_of("0123456789abcdef"), std::string::npos);
  EXPECT_EQ(scenario_hash(scenario_of(changed(text, "128 GiB", "131072 MiB"))), hash);
  EXPECT_EQ(scenario_hash(scenario_of("# a comment\n" + text)), hash);
  EXPECT_EQ(scenario_hash(scenario_of(changed(text, "threads: 16", "threads: 16, count: 1"))), hash);
  EXPECT_NE(scenario_hash(scenario_of(changed(text, "seed: 1", "seed: 2"))), hash);
  EXPECT_NE(scenario_hash(scenario_of(changed(text, "threads: 16", "threads: 17"))), hash);
}

}  // namespace
}  // namespace headrace
