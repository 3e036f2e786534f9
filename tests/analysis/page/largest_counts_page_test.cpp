#include "analysis/page/largest_counts_page.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace headrace {
namespace {

using testing::HasSubstr;
using testing::Not;

LargestCount count_of(const std::string& system, std::optional<std::int64_t> largest) {
  LargestCount count;
  count.row.role = RowRole::validation;
  count.row.system = system;
  count.row.workload = "cosmoflow";
  count.row.accelerator = "H100";
  count.row.hosts = 2;
  count.row.accelerators = 10;
  count.row.au_percent = 72.04;
  count.row.source = "page of " + system;
  count.threshold_percent = 70;
  count.largest = largest;
  count.runs = 7;
  count.reused = 2;
  return count;
}

// Three rows: one ends with its search, one the cores end below the submitted number, one was stopped.
std::vector<LargestCount> sample_counts() {
  std::vector counts = {count_of("alpha", 22), count_of("beta", 8), count_of("gamma", std::nullopt)};
  counts[0].at_least = true;
  counts[0].limit = "host work per step";
  counts[1].limit = "the nodes' cores";
  counts[1].searched = {{8, 70.5}, {10, 69.5}, {12, std::nullopt}};
  return counts;
}

TEST(LargestCountsPage, HasATableTheLimitsAndTheScores) {
  const std::string text = largest_counts_text("a set", sample_counts(), Style(false));
  EXPECT_THAT(text, HasSubstr("a set: 3 rows measured at most 3 points above the AU threshold"));
  EXPECT_THAT(text, HasSubstr("v alpha cosmoflow H100 x 10 on 2 hosts  72.0         70         10    >= 22"));
  EXPECT_THAT(text, HasSubstr("0.80"));
  EXPECT_THAT(text, HasSubstr("stopped"));
  EXPECT_THAT(text, HasSubstr("v alpha cosmoflow H100 x 10 on 2 hosts: so far host work per step"));
  EXPECT_THAT(text, HasSubstr("v beta cosmoflow H100 x 10 on 2 hosts: the nodes' cores"));
  EXPECT_THAT(text, HasSubstr("validation cosmoflow"));
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = text.find('\n', at);
    EXPECT_LE(end - at, kWidth) << text.substr(at, end - at);
    at = end + 1;
  }
}

TEST(LargestCountsPage, SaysThatNoRowIsNear) {
  const std::string text = largest_counts_text("a set", {}, Style(false));
  EXPECT_THAT(text, HasSubstr("a set: 0 rows"));
  EXPECT_THAT(text, Not(HasSubstr("Limited by")));
}

TEST(LargestCountsPage, GivesProgramsEveryCount) {
  const nlohmann::ordered_json tree = largest_counts_tree("a set", sample_counts());
  EXPECT_EQ(tree["set"], "a set");
  const auto& far = tree["rows"][0];
  EXPECT_EQ(far["largest_accelerators"], 22);
  EXPECT_EQ(far["at_least"], true);
  EXPECT_EQ(far["ratio"], 2.2);
  EXPECT_EQ(far["names_limit"], true);
  EXPECT_EQ(far["runs"], 9);
  EXPECT_EQ(far["runs_reused"], 2);
  EXPECT_EQ(far["source"], "page of alpha");
  EXPECT_EQ(tree["rows"][1]["searched"][0]["au_percent"], 70.5);
  EXPECT_TRUE(tree["rows"][1]["searched"][2]["au_percent"].is_null());
  EXPECT_TRUE(tree["rows"][2]["largest_accelerators"].is_null());
  EXPECT_TRUE(tree["rows"][2]["ratio"].is_null());
  EXPECT_EQ(tree["scores"][0]["rows"], 2);
  EXPECT_EQ(tree["scores"][0]["enough"], 1);
  EXPECT_EQ(tree["scores"][0]["above_twice"], 1);
  EXPECT_EQ(tree["scores"][0]["limit_named"], 1);
}

}  // namespace
}  // namespace headrace
