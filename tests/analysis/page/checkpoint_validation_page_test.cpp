#include "analysis/page/checkpoint_validation_page.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <vector>

namespace headrace {
namespace {

using testing::HasSubstr;
using testing::Not;

CheckpointRow checkpoint_of(const std::string& system, RowRole role, double seconds) {
  CheckpointRow row;
  row.system = system;
  row.role = role;
  row.workload = "llama3_8b";
  row.hosts = 2;
  row.ranks = 8;
  row.checkpoint_gib = 100;
  row.seconds = seconds;
  row.nominal_gb_per_second = 20;
  row.scenario = "a.yaml";
  row.source = "page of " + system;
  return row;
}

CheckpointValidation checkpoint_sample() {
  std::vector rows = {
      checkpoint_of("alpha", RowRole::calibration, 8), checkpoint_of("beta", RowRole::calibration, 9),
      checkpoint_of("gamma", RowRole::validation, 10), checkpoint_of("delta", RowRole::validation, 7)};
  rows[3].scenario.clear();
  rows[3].why_not = "nobody described it";
  return judge(rows, {{8.0, 9.0, 10.2, std::nullopt}});
}

TEST(CheckpointValidationPage, HasATableOfEachSystemAndTheScores) {
  const std::string text = validation_text("a set", checkpoint_sample(), Style(false), false);
  EXPECT_THAT(text, HasSubstr("a set: 4 rows, 3 predicted"));
  EXPECT_THAT(text, HasSubstr("v llama3_8b write 8/2"));
  EXPECT_THAT(text, HasSubstr("10.20"));
  EXPECT_THAT(text, HasSubstr("+2.0"));
  EXPECT_THAT(text, HasSubstr("1 row of delta: nobody described it"));
  EXPECT_THAT(text, HasSubstr("v write: constant"));
  EXPECT_THAT(text, Not(HasSubstr("page of gamma"))) << "sources are for --verbose";
  EXPECT_THAT(validation_text("a set", checkpoint_sample(), Style(false), true), HasSubstr("page of gamma"));
}

TEST(CheckpointValidationPage, GivesProgramsEveryRow) {
  const nlohmann::ordered_json tree = validation_tree("a set", checkpoint_sample());
  ASSERT_EQ(tree["rows"].size(), 4U);
  const auto& row = tree["rows"][2];
  EXPECT_EQ(row["operation"], "write");
  EXPECT_EQ(row["seconds"], 10);
  EXPECT_NEAR(row["forecasts"]["headrace"]["error"].get<double>(), 0.02, 1e-12);
  EXPECT_GT(row["forecasts"]["constant"]["seconds"].get<double>(), 0);
  EXPECT_FALSE(row["forecasts"].contains("regression"));
  EXPECT_TRUE(tree["rows"][3]["forecasts"]["headrace"]["seconds"].is_null());
  EXPECT_EQ(tree["scores"][0]["forecast"], "headrace");
}

}  // namespace
}  // namespace headrace
