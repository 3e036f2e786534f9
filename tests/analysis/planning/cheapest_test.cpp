#include "analysis/planning/cheapest.h"

#include <gmock/gmock.h>

#include "tests/analysis/planning/storage_spaces.h"

namespace headrace {
namespace {

// Over the seeds, the search held against exhaustive search.
struct Tally {
  int found = 0, infeasible = 0, clear = 0;
  std::size_t designs = 0, most_designs = 0;
  double worst_regret = 0, worst_share = 0;
};

// Returns the cost of the cheapest clear design. A design is clear when its margins are so far from the bound
// that the most replications of a noisy run show it.
double cheapest_clear(const StorageSpace& space, double margin) {
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t point = 0; point < space.truth.size(); ++point) {
    const Margins& truth = space.truth[point];
    if (std::all_of(truth.begin(), truth.end(), [margin](double own) { return own >= margin; }))
      least = std::min(least, space.problem.cost[point]);
  }
  return least;
}

Tally tally(StorageSpace (*make)(std::uint64_t), bool monotone, double clear_margin, std::uint64_t seeds) {
  Tally tally;
  for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
    StorageSpace space = make(seed);
    if (!monotone)
      for (Slopes& slopes : space.problem.slopes) slopes.clear();
    SearchOptions options;
    options.seed = seed;
    if (space.noise > 0) {
      options.replications = 3;
      options.most_replications = 64;
    }
    TruthEvaluator evaluator(space, seed);
    const CheapestResult result = find_cheapest(space.problem, options, evaluator);
    const double best = space.optimum();
    const double share = static_cast<double>(result.designs_run) / static_cast<double>(space.truth.size());
    tally.worst_share = std::max(tally.worst_share, share);
    tally.designs += result.designs_run;
    tally.most_designs = std::max(tally.most_designs, result.designs_run);
    EXPECT_EQ(evaluator.runs(), result.runs);
    EXPECT_LT(best, std::numeric_limits<double>::infinity()) << "nothing to find";
    if (!result.best) continue;
    if (!space.is_feasible(result.best->point)) {
      ++tally.infeasible;
      continue;
    }
    if (result.best->cost == best) ++tally.found;
    if (result.best->cost <= cheapest_clear(space, clear_margin)) ++tally.clear;
    tally.worst_regret = std::max(tally.worst_regret, result.best->cost / best - 1);
  }
  testing::Test::RecordProperty("found", tally.found);
  testing::Test::RecordProperty("regret", std::to_string(tally.worst_regret));
  testing::Test::RecordProperty(
      "designs_mean", std::to_string(static_cast<double>(tally.designs) / static_cast<double>(seeds)));
  testing::Test::RecordProperty("designs_most", std::to_string(tally.most_designs));
  return tally;
}

void expect_exhaustive(const Tally& tally, int seeds) {
  EXPECT_EQ(tally.infeasible, 0);
  EXPECT_EQ(tally.found, seeds);
  EXPECT_LE(tally.worst_share, 0.10);
}

TEST(Cheapest, FindsTheOptimumOfAMonotoneSpace) { expect_exhaustive(tally(monotone_space, true, 0, 5), 5); }
TEST(Cheapest, FindsItAlsoWhenNobodySaysThatItIsMonotone) {
  expect_exhaustive(tally(monotone_space, false, 0, 5), 5);
}
TEST(Cheapest, FindsTheOptimumAmongManyPeaks) { expect_exhaustive(tally(many_peaks_space, false, 0, 3), 3); }
// Whole suites: what the searches above show for a few instances.
TEST(CheapestLong, FindsTheOptimumOfAMonotoneSpace) {
  expect_exhaustive(tally(monotone_space, true, 0, 200), 200);
}
TEST(CheapestLong, FindsItAlsoWhenNobodySaysThatItIsMonotone) {
  expect_exhaustive(tally(monotone_space, false, 0, 200), 200);
}
TEST(CheapestLong, FindsTheOptimumAmongManyPeaks) {
  expect_exhaustive(tally(many_peaks_space, false, 0, 200), 200);
}

// 64 runs that differ by 1.5 leave 0.19: to be met at 95 % a margin of 1.7 of those is needed, to be
// confirmed at the second look 2.4, and to have that with all but 1 in 100, 2.4 more: 0.9.
TEST(CheapestLong, FindsWhatNoiseAllows) {
  const int seeds = 200;
  const Tally own = tally(noisy_space, false, 0.9, seeds);
  EXPECT_GE(own.clear, seeds - 1);
  EXPECT_GE(own.found, seeds / 2);
  EXPECT_LE(own.worst_regret, 0.1);
  EXPECT_LE(own.worst_share, 0.10);
  // Far fewer than the one in 20 that may be.
  EXPECT_LE(own.infeasible, 6);
}

// The cheapest are all just infeasible, by 0.05 of a run's noise: whoever takes the luckiest is wrong most
// times.
TEST(CheapestLong, NamesNoDesignThatOnlyLookedGood) {
  int wrong = 0;
  const int seeds = 200;
  for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
    StorageSpace space{{DesignSpace({{"a", steps(20)}, {"b", steps(10)}}), {}, {}, {Slopes()}}, {}, 1};
    for (std::size_t point = 0; point < 200; ++point) {
      space.problem.cost.push_back(static_cast<double>(point));
      space.truth.push_back({point < 190 ? -0.05 : 5});
    }
    space.problem.within_limits.assign(200, true);
    SearchOptions options;
    options.seed = seed;
    options.replications = 3;
    options.most_replications = 24;
    options.most_designs = 60;
    TruthEvaluator evaluator(space, seed);
    const CheapestResult result = find_cheapest(space.problem, options, evaluator);
    if (result.best && !space.is_feasible(result.best->point)) ++wrong;
  }
  testing::Test::RecordProperty("wrong", wrong);
  // At most 5 %: 10 of 200, and three deviations of sqrt(200 0.05 0.95) = 3.1 more.
  EXPECT_LE(wrong, 19);
}

// Four designs in a row of which the last two meet the target.
StorageSpace row(std::vector<double> margins) {
  StorageSpace space{{DesignSpace({{"a", steps(margins.size())}}), {}, {}, {{Slope::rising}}}, {}, 0};
  for (std::size_t point = 0; point < margins.size(); ++point) {
    space.problem.cost.push_back(10 + static_cast<double>(point));
    space.truth.push_back({margins[point]});
  }
  space.problem.within_limits.assign(margins.size(), true);
  return space;
}

// One monotone axis: bisection. 1024 designs are settled by about log2(1024) runs after the first few.
TEST(Cheapest, OneMonotoneAxisIsBisected) {
  std::vector<double> margins;
  for (int i = 0; i < 1024; ++i) margins.push_back(i - 700.5);
  StorageSpace space = row(margins);
  TruthEvaluator evaluator(space, 1);
  const CheapestResult result = find_cheapest(space.problem, {}, evaluator);
  ASSERT_TRUE(result.best.has_value());
  EXPECT_EQ(result.best->point, 701U);
  EXPECT_EQ(result.end, SearchEnd::proven);
  EXPECT_LE(result.designs_run, 20U);
  ASSERT_TRUE(result.binding.has_value());
  EXPECT_EQ(result.binding->cheaper_point, 700U);
}

// Of 800 combinations half are no designs: a tenth of the others is 40.
TEST(Cheapest, ATenthIsOneOfTheDesignsThatExist) {
  StorageSpace space{{DesignSpace({{"a", steps(40)}, {"b", steps(20)}}), {}, {}, {Slopes()}}, {}, 0};
  RandomStream random(3, "test/tenth");
  for (std::size_t point = 0; point < 800; ++point) {
    space.problem.cost.push_back(point % 2 == 0 ? static_cast<double>(point)
                                                : std::numeric_limits<double>::infinity());
    space.truth.push_back({random.uniform() - 0.99});
  }
  space.problem.within_limits.assign(800, true);
  TruthEvaluator evaluator(space, 1);
  const CheapestResult result = find_cheapest(space.problem, {}, evaluator);
  EXPECT_LE(result.designs_run, 40U);
}

TEST(Cheapest, LimitsRuleDesignsOut) {
  StorageSpace space = row({-2, -1, 1, 2});
  space.problem.within_limits[2] = false;
  space.problem.slopes = {Slopes()};
  TruthEvaluator evaluator(space, 1);
  const CheapestResult result = find_cheapest(space.problem, {}, evaluator);
  ASSERT_TRUE(result.best.has_value());
  EXPECT_EQ(result.best->point, 3U);
}

TEST(Cheapest, WhereNothingIsGoodEnoughThereIsNoAnswer) {
  StorageSpace space = row({-4, -3, -2, -1});
  TruthEvaluator evaluator(space, 1);
  const CheapestResult result = find_cheapest(space.problem, {}, evaluator);
  EXPECT_FALSE(result.best.has_value());
  EXPECT_EQ(result.end, SearchEnd::proven);
}

TEST(Cheapest, ATargetThatIsNotMonotoneIsNoticed) {
  // Known before: the third misses what the second meets.
  StorageSpace space = row({-1, 1, -1, 1});
  TruthEvaluator evaluator(space, 1);
  const std::vector<Observation> known = {{1, {{1}}}, {2, {{-1}}}};
  const CheapestResult result = find_cheapest(space.problem, {}, evaluator, known);
  EXPECT_THAT(result.not_monotone, testing::ElementsAre(0U));
  ASSERT_TRUE(result.best.has_value());
  EXPECT_EQ(result.best->point, 1U);
}

TEST(Cheapest, WhatIsKnownIsNotRunAgain) {
  StorageSpace space = monotone_space(3);
  SearchOptions options;
  TruthEvaluator first(space, 1);
  const CheapestResult result = find_cheapest(space.problem, options, first);
  std::vector<Observation> known;
  for (const KnownDesign& design : result.known) known.push_back({design.point, {space.truth[design.point]}});
  TruthEvaluator second(space, 1);
  const CheapestResult again = find_cheapest(space.problem, options, second, known);
  EXPECT_EQ(again.best->point, result.best->point);
  EXPECT_LE(again.designs_run, 3U);
  EXPECT_EQ(again.known.size(), known.size() + again.designs_run);
}

TEST(Cheapest, TheSameSeedIsTheSameSearch) {
  const StorageSpace space = many_peaks_space(4);
  std::vector<std::vector<std::size_t>> orders;
  for (const std::uint64_t seed : {1U, 1U, 2U}) {
    SearchOptions options;
    options.seed = seed;
    TruthEvaluator evaluator(space, 1);
    orders.emplace_back();
    for (const KnownDesign& design : find_cheapest(space.problem, options, evaluator).known)
      orders.back().push_back(design.point);
  }
  EXPECT_EQ(orders[0], orders[1]);
  EXPECT_NE(orders[0], orders[2]);
}

TEST(Cheapest, EndsWithAsManyDesignsAsMayBeRun) {
  const StorageSpace space = many_peaks_space(4);
  SearchOptions options;
  options.most_designs = 20;
  TruthEvaluator evaluator(space, 1);
  const CheapestResult result = find_cheapest(space.problem, options, evaluator);
  EXPECT_EQ(result.designs_run, 20U);
  EXPECT_EQ(result.end, SearchEnd::exhausted);
  EXPECT_GT(result.risk_of_any_cheaper, options.risk);
}

// 24 x 12 x 10 = 2,880 designs: more than are asked for at a time.
TEST(CheapestLong, ALargeSpaceIsAskedInParts) {
  StorageSpace space{
      {DesignSpace({{"a", steps(24)}, {"b", steps(12)}, {"c", steps(10)}}), {}, {}, {Slopes()}}, {}, 0};
  for (std::size_t point = 0; point < space.problem.space.size(); ++point) {
    const auto digit = [&](std::size_t axis) {
      return 1 + static_cast<double>(space.problem.space.digit(point, axis));
    };
    space.problem.cost.push_back(7 * digit(0) + 11 * digit(1) + 3.3 * digit(2));
    space.truth.push_back(
        {100 * std::min(1.0, least_of({5 * digit(0), 9 * digit(1), 12 * digit(2)}) / 70) - 90});
  }
  space.problem.within_limits.assign(space.truth.size(), true);
  TruthEvaluator evaluator(space, 1);
  const CheapestResult result = find_cheapest(space.problem, {}, evaluator);
  ASSERT_TRUE(result.best.has_value());
  EXPECT_EQ(result.best->cost, space.optimum());
  EXPECT_LE(result.designs_run, 288U);
}

TEST(Cheapest, TheParetoSetHasNoDearerDesignThatIsNoBetter) {
  const auto design = [](double cost, double margin, bool allowed) {
    KnownDesign own;
    own.cost = cost;
    own.within_limits = allowed;
    own.margins = {{margin, 0, 1}};
    return own;
  };
  const std::vector<KnownDesign> known = {design(5, 1, true),    design(3, -2, true), design(4, -3, true),
                                          design(4, 0.5, false), design(9, 1, true),  design(7, 8, true)};
  std::vector<double> costs;
  for (const KnownDesign& own : pareto_set(known, 0)) costs.push_back(own.cost);
  EXPECT_THAT(costs, testing::ElementsAre(3, 5, 7));
}

// Of designs that are equal in both, one is kept; a dearer one that is as good is none of the set.
TEST(Cheapest, TheParetoSetHasEachChoiceOnce) {
  std::vector<KnownDesign> known(4);
  for (std::size_t i = 0; i < 4; ++i) {
    known[i].point = i;
    known[i].cost = i == 3 ? 6 : 5;
    known[i].within_limits = true;
    known[i].margins = {{i == 2 ? 0.5 : 1, 0, 1}};
  }
  const std::vector<KnownDesign> kept = pareto_set(known, 0);
  ASSERT_EQ(kept.size(), 1u);
  EXPECT_EQ(kept[0].point, 0u);
}

}  // namespace
}  // namespace headrace
