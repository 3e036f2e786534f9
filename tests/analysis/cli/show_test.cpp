#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "analysis/cli/verbs.h"
#include "tests/analysis/cli/cli_fixture.h"

namespace headrace {
namespace {

using ShowTest = CliTest;

TEST_F(ShowTest, ConfigGivesTheOriginOfEachValue) {
  ASSERT_EQ(call({"show", "config", scenario_, "seed=7"}), 0) << err();
  EXPECT_NE(out().find("seed: 7  # command line"), std::string::npos) << out();
  EXPECT_NE(out().find("name: tiny  # " + scenario_ + ":2"), std::string::npos) << out();
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

}  // namespace
}  // namespace headrace
