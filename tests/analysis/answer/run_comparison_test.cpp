#include "analysis/answer/run_comparison.h"

#include <gtest/gtest.h>

namespace headrace {
namespace {

const ComparedFigure kRate = {"train", "samples_per_second"};
const ComparedFigure kAu = {"train", "au_percent"};

ComparedRun run(std::int64_t id, std::int64_t replication, double rate, bool finished = true) {
  return {id, 1, replication, finished, {{kRate, {rate, "1/s", false}}, {kAu, {90, "percent", false}}}, {}};
}

constexpr const char* kAxis = "jobs.train.nodes.count";

ComparedRun at(std::int64_t nodes, std::int64_t id, std::int64_t replication, double rate) {
  ComparedRun one = run(id, replication, rate);
  one.values[kAxis] = std::to_string(nodes);
  return one;
}

// 100, 104, 102 and 110, 115, 112: differences 10, 11, 10, percents 10, 10.577, 9.804.
TEST(RunComparison, PairsBySeedAndReplication) {
  const std::vector<ComparedRun> a = {run(1, 1, 100), run(2, 2, 104), run(3, 3, 102)};
  const std::vector<ComparedRun> b = {run(9, 3, 112), run(8, 2, 115), run(7, 1, 110), run(10, 4, 500)};
  const RunComparison comparison = compare_runs(a, b);
  ASSERT_EQ(comparison.points.size(), 1U);
  const PointComparison& point = comparison.points[0];
  ASSERT_EQ(point.pairs.size(), 3U);
  EXPECT_EQ(point.pairs[2].first->id, 3);
  EXPECT_EQ(point.pairs[2].second->id, 9);
  EXPECT_EQ(comparison.unpaired, 1U);
  ASSERT_EQ(point.figures.size(), 2U);
  EXPECT_TRUE(point.figures[0].is_equal());
  EXPECT_FALSE(point.figures[0].is_clear);
  EXPECT_NEAR(point.figures[1].paired.difference.mean, 31.0 / 3, 1e-12);
  EXPECT_TRUE(point.figures[1].is_clear);
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

// Of no chance that was seen there is no interval either.
TEST(RunComparison, OfEqualDifferencesHasNoInterval) {
  const RunComparison comparison =
      compare_runs({run(1, 1, 200), run(2, 2, 200)}, {run(3, 1, 100), run(4, 2, 100)});
  EXPECT_EQ(comparison.sentence,
            "B gives train 50.00 % less samples/s than A in each of 2 pairs: 100 against 200");
  EXPECT_FALSE(comparison.points[0].figures[1].is_clear);
}

// Two points with two replications each: whose seed and replication are the same.
TEST(RunComparison, PairsPointByPoint) {
  const std::vector<ComparedRun> a = {at(2, 1, 1, 200), at(10, 2, 1, 100), at(2, 3, 2, 204),
                                      at(10, 4, 2, 104)};
  const std::vector<ComparedRun> b = {at(10, 5, 1, 110), at(10, 6, 2, 115), at(2, 7, 1, 100),
                                      at(2, 8, 2, 102)};
  const RunComparison comparison = compare_runs(a, b, {kAxis});
  EXPECT_EQ(comparison.axes, std::vector<std::string>{kAxis});
  ASSERT_EQ(comparison.points.size(), 2U);
  EXPECT_EQ(comparison.points[0].values, std::vector<std::string>{"2"}) << "in the order of the numbers";
  EXPECT_EQ(comparison.points[0].pairs[1].first->id, 3);
  EXPECT_EQ(comparison.points[0].pairs[1].second->id, 8);
  EXPECT_EQ(comparison.unpaired, 0U);
  ASSERT_EQ(comparison.headlines.size(), 1U);
  EXPECT_NEAR(comparison.headlines[0].points[1].paired.percent.mean, (10 + 100 * 11.0 / 104) / 2, 1e-9);
  EXPECT_EQ(
      comparison.sentence,
      "B gives train between 50.00 % less and 10.29 % more samples/s than A at 2 points; most at count=2: "
      "101 against 202; clear at 2 of them");
}

TEST(RunComparison, OfEqualPointsSaysSo) {
  const std::vector<ComparedRun> a = {at(1, 1, 1, 200), at(2, 2, 1, 100)},
                                 b = {at(2, 3, 1, 100), at(1, 4, 1, 200)};
  EXPECT_EQ(compare_runs(a, b, {kAxis}).sentence, "train has the same samples/s in A and B at 2 points");
  EXPECT_TRUE(compare_runs(a, {at(3, 5, 1, 7)}, {kAxis}).points.empty());
}

// Forty figures that vary by chance, and one of them by 0.03: alone a star, among forty none.
TEST(RunComparison, StarsAreCorrectedForTheirNumber) {
  std::vector<ComparedRun> a, b;
  for (int r = 1; r <= 4; ++r) {
    a.push_back(run(r, r, 100));
    b.push_back(run(10 + r, r, 100 + 4 + (r % 2 == 0 ? 2 : -2)));
    for (int i = 0; i < 40; ++i) {
      const ComparedFigure name = {"train", "other" + std::to_string(i)};
      a.back().figures[name] = {1, "count", false};
      b.back().figures[name] = {r % 2 == 0 ? 2.0 : 0.1, "count", false};
    }
  }
  const RunComparison among = compare_runs(a, b);
  for (const FigureDifference& figure : among.points[0].figures) EXPECT_FALSE(figure.is_clear);
  EXPECT_TRUE(among.headlines[0].points[0].is_clear) << "chosen before anything was seen";
  for (std::vector<ComparedRun>* side : {&a, &b})
    for (ComparedRun& one : *side)
      std::erase_if(one.figures, [](const auto& figure) { return figure.first.figure.starts_with("other"); });
  EXPECT_TRUE(compare_runs(a, b).points[0].figures[1].is_clear);
}

// Run 5 is run 1 again, by a later program.
TEST(RunComparison, TakesTheLaterOfTwoAndWhatFinished) {
  const std::vector<ComparedRun> a = {run(5, 1, 100), run(1, 1, 90), run(2, 2, 100, false)};
  const std::vector<ComparedRun> b = {run(3, 1, 110), run(4, 2, 110)};
  const RunComparison comparison = compare_runs(a, b);
  ASSERT_EQ(comparison.points.size(), 1U);
  ASSERT_EQ(comparison.points[0].pairs.size(), 1U);
  EXPECT_EQ(comparison.points[0].pairs[0].first->id, 5);
  EXPECT_EQ(comparison.unfinished, 1U);
  const RunComparison partial = compare_runs({run(2, 2, 100, false)}, b);
  EXPECT_TRUE(partial.partial);
  EXPECT_EQ(partial.sentence.find("partial, no pair finished: "), 0U);
}

// The job that differs most stands first, where none differs clearly.
TEST(RunComparison, OfSeveralJobsNamesTheOneThatDiffers) {
  std::vector<ComparedRun> a = {run(1, 1, 100), run(2, 2, 104)}, b = {run(3, 1, 104), run(4, 2, 102)};
  for (ComparedRun& one : a) one.figures[{"serve", "inference.latency_ms.p99"}] = {40, "ms", false};
  for (ComparedRun& one : b) one.figures[{"serve", "inference.latency_ms.p99"}] = {30, "ms", false};
  const RunComparison comparison = compare_runs(a, b);
  EXPECT_EQ(comparison.job_sentences.size(), 2U);
  EXPECT_EQ(comparison.sentence.find("B gives serve 25.00 % less p99 latency (ms) than A in each of 2 pairs"),
            0U)
      << comparison.sentence;
}

TEST(RunComparison, WithoutPairsIsEmpty) {
  const RunComparison comparison = compare_runs({run(1, 1, 100)}, {run(2, 2, 100)});
  EXPECT_TRUE(comparison.points.empty());
  EXPECT_EQ(comparison.unpaired, 2U);
  // Of other units a figure is another.
  ComparedRun other = run(2, 1, 100);
  other.figures = {{kRate, {1, "MiB/s", false}}};
  EXPECT_TRUE(compare_runs({run(1, 1, 100)}, {other}).headlines.empty());
}

}  // namespace
}  // namespace headrace
