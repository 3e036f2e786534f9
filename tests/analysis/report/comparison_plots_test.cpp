#include "analysis/report/comparison_plots.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/analysis/report/plot_rows.h"
#include "tests/analysis/sample_more.h"

namespace headrace {
namespace {

using testing::ElementsAre;

ArmRuns runs_of(const std::string& name, const std::vector<double>& seconds) {
  ArmRuns arm{name, {}};
  for (std::size_t i = 0; i < seconds.size(); ++i)
    arm.runs.push_back(run_of_seconds(seconds[i], static_cast<std::int64_t>(i) + 1));
  return arm;
}

TEST(ComparisonPlots, OneReplicationHasNoInterval) {
  const std::vector arms = {runs_of("lru", {400}), runs_of("sieve", {380})};
  const std::vector<Plot> plots = comparison_plots(compare_arms(arms), arms);
  EXPECT_THAT(rows_of(plot_of(plots, "arms-train")), ElementsAre("lru, 400, -, -", "sieve, 380, -, -"));
  EXPECT_NE(plots[0].says.find("One replication has no interval."), std::string::npos);
}

// The mean of 400, 404, 402 is 402, and its interval 4.303 * 2 / sqrt(3) = 4.97 to each side.
TEST(ComparisonPlots, SeveralHaveOne) {
  const std::vector arms = {runs_of("lru", {400, 404, 402}), runs_of("sieve", {380, 383, 381})};
  const std::vector<Plot> plots = comparison_plots(compare_arms(arms), arms);
  EXPECT_EQ(rows_of(plot_of(plots, "arms-train"))[0], "lru, 402, 397.032, 406.968");
  EXPECT_EQ(plot_of(plots, "arms")->columns[1].unit, "%");
}

}  // namespace
}  // namespace headrace
