#include "analysis/page/validation_page.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace headrace {
namespace {

using testing::HasSubstr;
using testing::Not;

MeasuredRow row_of(const std::string& system, RowRole role, double samples_per_second) {
  MeasuredRow row;
  row.system = system;
  row.role = role;
  row.workload = "unet3d";
  row.accelerator = "H100";
  row.hosts = 2;
  row.accelerators = 10;
  row.cores_per_host = 10;
  row.batch_size = 100;
  row.computation_seconds = 1;
  row.samples_per_second = samples_per_second;
  row.scenario = "a.yaml";
  row.source = "page of " + system;
  return row;
}

// Two calibration rows, a validation row 2 % below its prediction, and one without a scenario.
Validation sample() {
  std::vector rows = {row_of("alpha", RowRole::calibration, 900), row_of("beta", RowRole::calibration, 960),
                      row_of("gamma", RowRole::validation, 980), row_of("delta", RowRole::validation, 700)};
  rows[3].scenario.clear();
  rows[3].why_not = "nobody described it";
  return judge(rows, {{Prediction{950, 95.04}, Prediction{950, 95}, Prediction{999.6, 97}, std::nullopt}});
}

TEST(ValidationPage, HasATableOfEachSystemAndTheScores) {
  const std::string text = validation_text("a set", sample(), Style(false), false);
  EXPECT_THAT(text, HasSubstr("a set: 4 rows, 3 predicted"));
  EXPECT_THAT(text, HasSubstr("v unet3d H100 10/2 "));
  EXPECT_THAT(text, HasSubstr("+2.0"));
  EXPECT_THAT(text, HasSubstr("1 row of delta: nobody described it"));
  EXPECT_THAT(text, HasSubstr("v unet3d: regression"));
  EXPECT_THAT(text, Not(HasSubstr("page of gamma"))) << "sources are for --verbose";
  EXPECT_THAT(validation_text("a set", sample(), Style(false), true), HasSubstr("page of gamma"));
  std::size_t widest = 0;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = text.find('\n', at);
    widest = std::max(widest, end - at);
    at = end + 1;
  }
  EXPECT_LE(widest, kWidth) << text;
}

// Measured 90 and predicted 95.04; the constant of the others is 94.5 % of what accelerators compute at most.
TEST(ValidationPage, ScoresAuBesideThroughput) {
  std::vector rows = {row_of("alpha", RowRole::calibration, 900), row_of("beta", RowRole::calibration, 960),
                      row_of("gamma", RowRole::calibration, 930)};
  rows[0].cores_per_host = 20;
  rows[1].cores_per_host = 30;
  const std::vector predictions(3, std::optional(Prediction{950, 95.04}));
  const std::string unmeasured = validation_text("a set", judge(rows, predictions), Style(false), false);
  EXPECT_THAT(unmeasured, HasSubstr("errors of throughput"));
  EXPECT_THAT(unmeasured, Not(HasSubstr("errors of AU")));
  rows[0].au_percent = 90;
  const Validation judged = judge(rows, predictions);
  const std::string text = validation_text("a set", judged, Style(false), false);
  EXPECT_THAT(text, HasSubstr("errors of AU"));
  EXPECT_THAT(text, HasSubstr("median points"));
  const nlohmann::ordered_json tree = validation_tree("a set", judged);
  EXPECT_NEAR(tree["rows"][0]["forecasts"]["headrace"]["au_error_points"].get<double>(), 5.04, 1e-12);
  EXPECT_NEAR(tree["rows"][0]["forecasts"]["constant"]["au_percent"].get<double>(), 94.5, 1e-12);
  EXPECT_TRUE(tree["rows"][1]["forecasts"]["headrace"]["au_error_points"].is_null());
  EXPECT_EQ(tree["scores"][0]["au_rows"], 1);
  EXPECT_NEAR(tree["scores"][0]["worst_au_points"].get<double>(), 5.04, 1e-12);
  EXPECT_NEAR(tree["scores"][1]["median_au_points"].get<double>(), 4.5, 1e-12);
}

TEST(ValidationPage, HoldsFirstBatchesAgainstThePrediction) {
  std::vector rows = {row_of("alpha", RowRole::calibration, 900), row_of("beta", RowRole::calibration, 960)};
  rows[0].first_batch_seconds = 2;
  const Validation judged = judge(rows, {{Prediction{950, 95, 1.5}, Prediction{950, 95, 3}}});
  const std::string text = validation_text("a set", judged, Style(false), false);
  EXPECT_THAT(text, HasSubstr("alpha unet3d H100 x 10 on 2 hosts: 2.00 s, headrace 1.50 s (-25 %)"));
  EXPECT_THAT(text, Not(HasSubstr("beta unet3d H100 x 10 on 2 hosts: "))) << "nobody measured it";
  const nlohmann::ordered_json tree = validation_tree("a set", judged);
  EXPECT_EQ(tree["rows"][0]["first_batch_seconds"], 2);
  EXPECT_EQ(tree["rows"][0]["predicted_first_batch_seconds"], 1.5);
  EXPECT_TRUE(tree["rows"][1]["first_batch_seconds"].is_null());
}

TEST(ValidationPage, TellsForecastsWithoutAnError) {
  const std::vector rows = {row_of("alpha", RowRole::calibration, 900),
                            row_of("beta", RowRole::calibration, 960),
                            row_of("epsilon", RowRole::forecast, 0)};
  const Validation judged = judge(rows, {{Prediction{950, 95}, Prediction{950, 95}, Prediction{900, 90}}});
  EXPECT_FALSE(judged.rows[2].error(Forecast::simulator));
  ASSERT_EQ(judged.groups.size(), 2u) << "forecasts are in no score";
  const std::string text = validation_text("a set", judged, Style(false), false);
  EXPECT_THAT(text, HasSubstr("f unet3d H100 10/2"));
  EXPECT_THAT(text, HasSubstr("?"));
  const nlohmann::ordered_json row = validation_tree("a set", judged)["rows"][2];
  EXPECT_EQ(row["role"], "forecast");
  EXPECT_TRUE(row["samples_per_second"].is_null());
  EXPECT_EQ(row["forecasts"]["headrace"]["samples_per_second"], 900);
  EXPECT_FALSE(row["forecasts"]["headrace"]["interval_low"].is_null());
}

TEST(ValidationPage, GivesProgramsEveryRow) {
  const nlohmann::ordered_json tree = validation_tree("a set", sample());
  ASSERT_EQ(tree["rows"].size(), 4u);
  const auto& row = tree["rows"][2];
  EXPECT_EQ(row["role"], "validation");
  EXPECT_NEAR(row["forecasts"]["headrace"]["error"].get<double>(), 0.02, 1e-12);
  EXPECT_NEAR(row["forecasts"]["constant"]["samples_per_second"].get<double>(), 930, 1e-9);
  EXPECT_TRUE(row["au_percent"].is_null());
  EXPECT_TRUE(tree["rows"][3]["forecasts"]["headrace"]["samples_per_second"].is_null());
  EXPECT_EQ(tree["rows"][3]["why_not"], "nobody described it");
  // Two roles, each of all workloads and of one, and three forecasts.
  EXPECT_EQ(tree["scores"].size(), 12u);
  EXPECT_EQ(tree["scores"][0]["forecast"], "headrace");
}

}  // namespace
}  // namespace headrace
