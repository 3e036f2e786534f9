#include "analysis/cli/options/scenario_words.h"

#include <gtest/gtest.h>

#include "tests/analysis/cli/options/read_verb.h"

namespace headrace {
namespace {

using Words = std::vector<std::string>;

struct Reading : IdleVerb {
  void declare(Options& options) override { scenarios.declare(options, "scenario files"); }
  void finish() override { scenarios.finish("do"); }
  ScenarioWords scenarios;
};

struct ReadingOne : Reading {
  void finish() override { scenarios.finish_one("do"); }
};

TEST(ScenarioWords, FilesAndOverridesStandInAnyOrder) {
  const ScenarioWords one = read_verb<ReadingOne>({"a=1", "x.yaml", "jobs.train.nodes.count=4"})->scenarios;
  EXPECT_EQ(one.files, Words{"x.yaml"});
  EXPECT_EQ(one.file(), "x.yaml");
  EXPECT_EQ(one.overrides, (Words{"a=1", "jobs.train.nodes.count=4"}));
  const ScenarioWords many = read_verb<Reading>({"x.yaml", "y.yaml", "seed=2"})->scenarios;
  EXPECT_EQ(many.files, (Words{"x.yaml", "y.yaml"}));
  EXPECT_EQ(many.overrides, Words{"seed=2"});
}

TEST(ScenarioWords, OverridesKeepTheirTextWhole) {
  const Words overrides = {"assert=[\"a >= 1\", \"b < 2\"]", "a.b=1,2,3", "c=@file", "d="};
  Words words = overrides;
  words.insert(words.begin(), "x.yaml");
  EXPECT_EQ(read_verb<ReadingOne>(words)->scenarios.overrides, overrides);
}

TEST(ScenarioWords, MissingAndSuperfluousFilesAreNamed) {
  EXPECT_EQ(refusal_of<Reading>({"seed=1"}), "'do' needs a scenario file");
  EXPECT_EQ(refusal_of<ReadingOne>({}), "'do' needs a scenario file");
  EXPECT_EQ(
      refusal_of<ReadingOne>({"x.yaml", "y.yaml"}),
      "'do' takes one scenario file; 'y.yaml' is neither that nor an override of the form key.path=value");
}

TEST(IsOverride, TellsKeysFromFiles) {
  for (const char* word : {"seed=1", "a.b=", "osts[2].bw=5GB/s", "a+=1", "++a.b=1", "a-b=c=d"})
    EXPECT_TRUE(is_override(word)) << word;
  for (const char* word : {"x.yaml", "=1", "", "runs/a=1.yaml", "a b=1"})
    EXPECT_FALSE(is_override(word)) << word;
}

}  // namespace
}  // namespace headrace
