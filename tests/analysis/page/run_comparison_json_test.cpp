#include "analysis/page/run_comparison_json.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace headrace {
namespace {

constexpr const char* kNodeCount = "jobs.train.nodes.count";

ComparedRun run_at_rate(const std::string& nodes, std::int64_t replication, double rate) {
  return {
      replication,          1, replication, true, {{{"train", "samples_per_second"}, {rate, "1/s", false}}},
      {{kNodeCount, nodes}}};
}

TEST(RunComparisonJson, HasThePointsWithTheirPairsAndFigures) {
  const std::vector<ComparedRun> a = {run_at_rate("2", 1, 100), run_at_rate("2", 2, 104),
                                      run_at_rate("4", 1, 200)};
  const std::vector<ComparedRun> b = {run_at_rate("4", 1, 180), run_at_rate("2", 1, 110),
                                      run_at_rate("2", 2, 115), run_at_rate("8", 1, 1)};
  const RunComparison comparison = compare_runs(a, b, {kNodeCount});
  const nlohmann::ordered_json tree = run_comparison_tree(comparison);
  EXPECT_EQ(tree["schema"], "headrace.compare/2");
  EXPECT_EQ(tree["answer"], comparison.sentence);
  EXPECT_EQ(tree["unpaired_runs"], 1);
  ASSERT_EQ(tree["points"].size(), 2U);
  const auto& first = tree["points"][0];
  EXPECT_EQ(first["parameters"][kNodeCount], "2");
  EXPECT_EQ(first["pairs"].size(), 2U);
  EXPECT_EQ(first["pairs"][1]["replication"], 2);
  const auto& rate = first["jobs"]["train"]["samples_per_second"];
  EXPECT_DOUBLE_EQ(rate["difference"]["mean"], 10.5);
  EXPECT_EQ(rate["difference"]["pairs"], 2);
  EXPECT_TRUE(rate["differs"]);
  const auto& single = tree["points"][1]["jobs"]["train"]["samples_per_second"];
  EXPECT_TRUE(single["difference"]["low_95"].is_null());
  EXPECT_FALSE(single["differs"]);
  EXPECT_TRUE(single["variance_ratio"].is_null());
}

}  // namespace
}  // namespace headrace
