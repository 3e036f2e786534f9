#include "analysis/answer/run_comparison.h"

#include <gtest/gtest.h>

namespace headrace {
namespace {

const ComparedFigure kRate = {"train", "samples_per_second"};
const ComparedFigure kAu = {"train", "au_percent"};

ComparedRun run(std::int64_t id, std::int64_t replication, double rate, bool finished = true) {
  return {id, 1, replication, finished, {{kRate, {rate, "1/s", false}}, {kAu, {90, "percent", false}}}};
}

// 100, 104, 102 and 110, 115, 112: differences 10, 11, 10, percents 10, 10.577, 9.804.
TEST(RunComparison, PairsBySeedAndReplication) {
  const std::vector<ComparedRun> a = {run(1, 1, 100), run(2, 2, 104), run(3, 3, 102)};
  const std::vector<ComparedRun> b = {run(9, 3, 112), run(8, 2, 115), run(7, 1, 110), run(10, 4, 500)};
  const RunComparison comparison = compare_runs(a, b);
  ASSERT_EQ(comparison.pairs.size(), 3U);
  EXPECT_EQ(comparison.pairs[2].first->id, 3);
  EXPECT_EQ(comparison.pairs[2].second->id, 9);
  EXPECT_EQ(comparison.unpaired, 1U);
  ASSERT_EQ(comparison.figures.size(), 2U);
  EXPECT_TRUE(comparison.figures[0].is_equal());
  EXPECT_NEAR(comparison.figures[1].paired.difference.mean, 31.0 / 3, 1e-12);
  EXPECT_EQ(comparison.sentence,
            "B gives train 10.13 % more samples/s than A [9.13, 11.13] over 3 pairs: 112 against 102");
  EXPECT_TRUE(comparison.job_sentences.empty());
}

TEST(RunComparison, SaysWhenNothingIsClear) {
  const std::vector<ComparedRun> a = {run(1, 1, 100), run(2, 2, 104)}, b = {run(3, 1, 104), run(4, 2, 102)};
  EXPECT_EQ(compare_runs(a, b).sentence.find("no clear difference: B gives train 1.04 % more samples/s"), 0U)
      << compare_runs(a, b).sentence;
  EXPECT_EQ(compare_runs(a, a).sentence, "train has the same samples/s in A and B over 2 pairs: 102");
}

TEST(RunComparison, OfOnePairHasNoInterval) {
  EXPECT_EQ(
      compare_runs({run(1, 1, 200)}, {run(2, 1, 100)}).sentence,
      "B gives train 50.00 % less samples/s than A in one pair, which has no interval: 100 against 200");
}

// Run 5 is run 1 again, by a later program.
TEST(RunComparison, TakesTheLaterOfTwoAndWhatFinished) {
  const std::vector<ComparedRun> a = {run(5, 1, 100), run(1, 1, 90), run(2, 2, 100, false)};
  const std::vector<ComparedRun> b = {run(3, 1, 110), run(4, 2, 110)};
  const RunComparison comparison = compare_runs(a, b);
  ASSERT_EQ(comparison.pairs.size(), 1U);
  EXPECT_EQ(comparison.pairs[0].first->id, 5);
  EXPECT_EQ(comparison.unfinished, 1U);
  const RunComparison partial = compare_runs({run(2, 2, 100, false)}, b);
  EXPECT_TRUE(partial.partial);
  EXPECT_EQ(partial.sentence.find("partial, no pair finished: "), 0U);
}

// The job that differs clearly stands first.
TEST(RunComparison, OfSeveralJobsNamesTheOneThatDiffers) {
  std::vector<ComparedRun> a = {run(1, 1, 100), run(2, 2, 104)}, b = {run(3, 1, 204), run(4, 2, 102)};
  for (ComparedRun& one : a) one.figures[{"serve", "inference.latency_ms.p99"}] = {40, "ms", false};
  for (ComparedRun& one : b) one.figures[{"serve", "inference.latency_ms.p99"}] = {30, "ms", false};
  const RunComparison comparison = compare_runs(a, b);
  EXPECT_EQ(comparison.job_sentences.size(), 2U);
  EXPECT_EQ(comparison.sentence.find("B gives serve 25.00 % less p99 latency (ms) than A [25.00, 25.00]"), 0U)
      << comparison.sentence;
}

TEST(RunComparison, WithoutPairsIsEmpty) {
  const RunComparison comparison = compare_runs({run(1, 1, 100)}, {run(2, 2, 100)});
  EXPECT_TRUE(comparison.pairs.empty());
  EXPECT_EQ(comparison.unpaired, 2U);
  // Of other units a figure is another.
  ComparedRun other = run(2, 1, 100);
  other.figures = {{kRate, {1, "MiB/s", false}}};
  EXPECT_TRUE(compare_runs({run(1, 1, 100)}, {other}).figures.empty());
}

}  // namespace
}  // namespace headrace
