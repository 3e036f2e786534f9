#include "analysis/page/comparison_table.h"

#include <gtest/gtest.h>

#include "analysis/text.h"
#include "tests/analysis/sample_more.h"

namespace headrace {
namespace {

TEST(ComparisonTable, HasALineAnArmAndWhatItsJobsHave) {
  std::vector<ArmRuns> arms = {{"lru", {run_of_seconds(400)}}, {"sieve", {run_of_seconds(380)}}};
  arms[0].runs[0].jobs[0].cache = cache_of(30, 70);
  arms[1].runs[0].jobs[0].cache = cache_of(45, 55);
  EXPECT_EQ(comparison_table(compare_arms(arms), arms),
            "  train: arm  AU %  samples/s  hits %  stall %  time s  time to lru, %\n"
            "  lru         91.9      294.0    30.0      0.1   400.0\n"
            "  sieve       91.9      294.0    45.0      0.1   380.0            -5.0\n");
}

// Beside the time that checkpoints take from training: how long after their start they were safe.
TEST(ComparisonTable, ShowsWhenCheckpointsWereDurable) {
  std::vector<ArmRuns> arms = {{"direct", {run_of_seconds(400)}}, {"async", {run_of_seconds(400)}}};
  for (ArmRuns& arm : arms)
    for (EpochResult& epoch : arm.runs[0].jobs[0].epochs)
      for (SpanResult& span : epoch.checkpoints) span.durable = span.start + Duration::seconds(12.5);
  const std::string text = comparison_table(compare_arms(arms), arms);
  EXPECT_NE(text.find("stall %  durable s"), std::string::npos) << text;
  EXPECT_NE(text.find("12.50"), std::string::npos) << text;
}

TEST(ComparisonTable, OfRequestsShowsPercentilesAndOutcomes) {
  std::vector<ArmRuns> arms = {{"a", {run_with(streaming_job())}}, {"b", {run_with(streaming_job())}}};
  arms[1].runs[0].outcome.end = RunEnd::time_limit;
  const std::string text = comparison_table(compare_arms(arms), arms);
  EXPECT_NE(text.find("requests/s      p50      p99  dropped"), std::string::npos) << text;
  EXPECT_NE(text.find("b (time_limit)"), std::string::npos) << text;
  EXPECT_EQ(text.find("AU %"), std::string::npos) << text;
}

TEST(ComparisonTable, ShowsIntervalsOfReplicationsWithinTheWidth) {
  ArmRuns first{"a_long_name_of_an_arm", {}};
  ArmRuns second{"another_long_name", {}};
  for (const double seconds : {400.0, 420.0, 440.0}) {
    first.runs.push_back(run_of_seconds(seconds));
    second.runs.push_back(run_of_seconds(seconds * 0.9));
    for (ArmRuns* arm : {&first, &second}) arm->runs.back().jobs[0].cache = cache_of(30, 70);
  }
  const std::vector<ArmRuns> arms = {first, second};
  const std::string text = comparison_table(compare_arms(arms), arms);
  EXPECT_NE(text.find("-10.0 [-10.0, -10.0]"), std::string::npos) << text;
  for (std::size_t at = 0, end; (end = text.find('\n', at)) != std::string::npos; at = end + 1)
    EXPECT_LE(end - at, kWidth) << text;
}

}  // namespace
}  // namespace headrace
