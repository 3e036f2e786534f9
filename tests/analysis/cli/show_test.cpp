#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "analysis/cli/program.h"
#include "tests/analysis/cli/cli_fixture.h"

namespace headrace {
namespace {

using ShowTest = CliTest;

TEST_F(ShowTest, ConfigGivesTheOriginOfEachValue) {
  ASSERT_EQ(call({"show", "config", scenario_, "seed=7"}), 0) << err();
  EXPECT_NE(out().find("seed: 7  # command line"), std::string::npos) << out();
  EXPECT_NE(out().find("name: tiny  # " + scenario_ + ":2"), std::string::npos) << out();
}

// Returns the documents of a text, without the lines between them.
std::vector<std::string> documents_of(const std::string& text) {
  std::vector<std::string> documents(1);
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (line == "---")
      documents.emplace_back();
    else
      documents.back() += line + "\n";
  }
  return documents;
}

TEST_F(ShowTest, ConfigOfAComparisonIsADocumentAnArm) {
  ASSERT_EQ(call({"show", "config", scenario_,
                  "compare={narrow: {overrides: []}, wide: {overrides: [jobs.train.layout.stripe_count=2]}}",
                  "assert=[jobs.train.au_percent > 1, arms.wide.jobs.train.seconds < 99]"}),
            0)
      << err();
  const std::vector<std::string> documents = documents_of(out());
  ASSERT_EQ(documents.size(), 2U) << out();
  EXPECT_TRUE(documents[0].starts_with("# arm narrow\nschema: headrace/1  # ")) << out();
  EXPECT_NE(documents[0].find("stripe_count: 1"), std::string::npos) << out();
  EXPECT_NE(documents[0].find("assert: [\"jobs.train.au_percent > 1\"]  # command line\n"), std::string::npos)
      << out();
  EXPECT_TRUE(documents[1].starts_with("# arm wide\nschema: headrace/1  # ")) << out();
  EXPECT_NE(documents[1].find("stripe_count: 2  # command line\n"), std::string::npos) << out();
  EXPECT_NE(documents[1].find("[\"jobs.train.au_percent > 1\", \"jobs.train.seconds < 99\"]"),
            std::string::npos)
      << out();
  for (const std::string& document : documents) {
    EXPECT_EQ(document.find("compare"), std::string::npos) << document;
    std::ofstream(folder_ / "arm.yaml") << document;
    EXPECT_EQ(call({"check", folder_ / "arm.yaml"}), 0) << err();
  }
}

// What an arm becomes is found again by who saves it, for every comparison that is shipped.
TEST_F(ShowTest, ArmsOfShippedScenariosAreScenarios) {
  std::size_t arms = 0;
  for (const auto& file : std::filesystem::directory_iterator(HEADRACE_SOURCE_DIR "/scenarios")) {
    if (file.path().extension() != ".yaml") continue;
    ASSERT_EQ(call({"show", "config", file.path()}), 0) << err();
    const std::vector<std::string> documents = documents_of(out());
    if (documents.size() < 2) continue;
    for (const std::string& document : documents) {
      std::ofstream(folder_ / "arm.yaml") << document;
      EXPECT_EQ(call({"check", folder_ / "arm.yaml"}), 0) << file.path() << err();
      ++arms;
    }
  }
  EXPECT_GT(arms, 4U);
}

TEST_F(ShowTest, HashFollowsTheValuesAndNotTheirOrigin) {
  ASSERT_EQ(call({"show", "hash", scenario_}), 0) << err();
  const std::string hash = out();
  EXPECT_EQ(hash.size(), 17U);
  ASSERT_EQ(call({"show", "hash", scenario_, "seed=1"}), 0);
  EXPECT_EQ(out(), hash);
  ASSERT_EQ(call({"show", "hash", scenario_, "seed=2"}), 0);
  EXPECT_NE(out(), hash);
}

TEST_F(ShowTest, TextsComeFromTheReference) {
  for (const char* topic : {"fields", "models", "codes", "units"}) {
    EXPECT_EQ(call({"show", topic}), 0) << topic;
    EXPECT_GT(out().size(), 200U) << topic;
    EXPECT_TRUE(out().ends_with('\n')) << topic;
  }
  ASSERT_EQ(call({"show", "fields", "jobs.train.layout"}), 0) << err();
  EXPECT_NE(out().find("stripe_count"), std::string::npos) << out();
  ASSERT_EQ(call({"show", "fields", "readahead_window"}), 2) << out();
  ASSERT_EQ(call({"show", "fields", "read ahead"}), 0) << err();
  EXPECT_NE(out().find("max_read_ahead_per_file  (bytes; default 256 MiB; "), std::string::npos) << out();
}

TEST_F(ShowTest, SchemaIsJson) {
  ASSERT_EQ(call({"show", "schema"}), 0);
  const std::string schema = out();
  EXPECT_TRUE(nlohmann::json::parse(schema).contains("$schema"));
  ASSERT_EQ(call({"show", "schema", "--json"}), 0);
  EXPECT_EQ(out(), schema);
}

TEST_F(ShowTest, OtherTopicsAreTextWithinJson) {
  ASSERT_EQ(call({"show", "units", "--json"}), 0);
  const auto answer = nlohmann::json::parse(out());
  EXPECT_EQ(answer["schema"], "headrace.show/1");
  EXPECT_EQ(answer["topic"], "units");
  EXPECT_NE(answer["text"].get<std::string>().find("GiB"), std::string::npos);
}

TEST_F(ShowTest, WhatThereIsNotIsAUsageError) {
  EXPECT_EQ(call({"show", "fields", "jobs.train.layuot"}), 2);
  EXPECT_NE(err().find("layout"), std::string::npos) << err();
  EXPECT_EQ(call({"show", "codes", "E9999"}), 2);
  EXPECT_EQ(call({"show", "config", folder_ / "missing.yaml"}), 2);
}

// A simulated run and a real one are told in the same words.
TEST_F(ShowTest, RecordingIsInTheWordsOfDarshan) {
  const std::string trace = folder_ / "tiny.txt", recording = folder_ / "tiny.recording";
  ASSERT_EQ(run({"--trace", trace}), 0) << err();
  ASSERT_EQ(call({"import", trace, "--out", recording}), 0) << err();
  ASSERT_EQ(call({"show", "recording", recording, "--json"}), 0) << err();
  const nlohmann::json found = nlohmann::json::parse(out());
  EXPECT_EQ(found["reads"]["sizes"]["10 to 100 MiB"], 320);
  EXPECT_EQ(found["files"]["read_only"], 160);
  ASSERT_EQ(call({"show", "recording", recording}), 0) << err();
  EXPECT_NE(out().find("computing, or waiting"), std::string::npos) << out();
  EXPECT_EQ(call({"show", "recording"}), 2);
  EXPECT_EQ(call({"show", "recording", scenario_}), 3);
}

}  // namespace
}  // namespace headrace
