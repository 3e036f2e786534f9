#include "analysis/planning/largest.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>

#include "sim/random.h"

namespace headrace {
namespace {

using Curve = std::function<double(std::int64_t)>;  // The margin of a count.

class CurveEvaluator : public Evaluator {
 public:
  CurveEvaluator(Curve curve, double noise = 0, std::uint64_t seed = 1)
      : curve_(std::move(curve)), noise_(noise), random_(seed, "test/curve") {}
  std::vector<std::vector<Margins>> evaluate(std::span<const RunRequest> requests) override {
    if (left-- == 0) return {};
    std::vector<std::vector<Margins>> answers;
    for (const RunRequest& request : requests) {
      answers.emplace_back();
      for (std::int64_t run = request.first; run < request.first + request.count; ++run) {
        RandomStream own = random_.at(request.point * 4096 + static_cast<std::uint64_t>(run));
        answers.back().push_back({curve_(static_cast<std::int64_t>(request.point)) + noise_ * own.normal()});
      }
    }
    return answers;
  }
  int left = -1;

 private:
  Curve curve_;
  double noise_;
  RandomStream random_;
};

std::int64_t exhaustive(const Curve& curve, std::int64_t low, std::int64_t high) {
  for (std::int64_t count = high; count >= low; --count)
    if (curve(count) >= 0) return count;
  return low - 1;
}

// AU of n accelerators that ask for `demand` each, of which all together are served `served`.
Curve saturating(double served, double demand) {
  return [=](std::int64_t n) { return 100 * std::min(1.0, served / (demand * static_cast<double>(n))) - 90; };
}

// Returns the same on nodes of eight: those of a node that is not full wait for the others by 0.4 points a
// missing one.
Curve stepped(double served, double demand) {
  const Curve smooth = saturating(served, demand);
  return [=](std::int64_t n) { return smooth(n) - 0.4 * static_cast<double>((8 - n % 8) % 8); };
}

TEST(Largest, IsThatOfExhaustiveSearchOnAMonotoneCurve) {
  RandomStream random(5, "test/monotone");
  for (int i = 0; i < 100; ++i) {
    const Curve curve = saturating(5 + 3000 * random.uniform(), 1);
    CurveEvaluator evaluator(curve);
    const LargestResult result = find_largest({1, 4096}, evaluator);
    EXPECT_EQ(result.largest.value_or(0), exhaustive(curve, 1, 4096));
    EXPECT_TRUE(result.is_monotone);
    // Doubling, halving and four above the edge.
    EXPECT_LE(result.curve.size(), 12U + 12 + 4);
  }
}

TEST(Largest, IsThatOfExhaustiveSearchWhereBatchesDoNotDivide) {
  RandomStream random(5, "test/stepped");
  int hits = 0;
  for (int i = 0; i < 100; ++i) {
    const Curve curve = stepped(40 + 400 * random.uniform(), 1);
    CurveEvaluator evaluator(curve);
    const LargestResult result = find_largest({1, 1024}, evaluator);
    const std::int64_t best = exhaustive(curve, 1, 1024);
    EXPECT_NEAR(static_cast<double>(result.largest.value_or(0)), static_cast<double>(best), 1) << i;
    hits += result.largest == best ? 1 : 0;
    EXPECT_LE(result.curve.size(), 80U);
    EXPECT_GE(curve(*result.largest), 0);
  }
  EXPECT_GE(hits, 95);
}

TEST(Largest, SaysThatACurveIsNotMonotone) {
  CurveEvaluator evaluator([](std::int64_t n) { return n == 4 ? -1.0 : 50.0 - static_cast<double>(n); });
  const LargestResult result = find_largest({1, 1024}, evaluator);
  EXPECT_EQ(result.largest, 50);
  EXPECT_FALSE(result.is_monotone);
}

// From the edge on, 80 accelerators by themselves change AU by 1.1 points: noise of 1 point a run and 256
// runs leave 1 / 16 of a point, which is 0.06 of a count.
TEST(Largest, IsWithinOneOfExhaustiveSearchUnderNoise) {
  RandomStream random(5, "test/noisy");
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    const Curve curve = saturating(20 + 50 * random.uniform(), 1);
    CurveEvaluator evaluator(curve, 1, seed);
    LargestProblem problem{1, 512};
    problem.replications = 4;
    problem.most_replications = 256;
    const LargestResult result = find_largest(problem, evaluator);
    EXPECT_NEAR(static_cast<double>(result.largest.value_or(0)),
                static_cast<double>(exhaustive(curve, 1, 512)), 1);
    ASSERT_TRUE(result.surely.has_value());
    EXPECT_LE(*result.surely, *result.largest);
    EXPECT_GT(result.surely_not.value_or(513), *result.surely);
    // Far from the edge four runs are enough.
    EXPECT_EQ(result.curve.front().margin.count, 4U);
  }
}

TEST(Largest, OfNoneAndOfAll) {
  CurveEvaluator none([](std::int64_t) { return -50.0; });
  EXPECT_FALSE(find_largest({2, 64}, none).largest.has_value());
  CurveEvaluator all([](std::int64_t) { return 5.0; });
  const LargestResult result = find_largest({2, 64}, all);
  EXPECT_EQ(result.largest, 64);
  EXPECT_TRUE(result.at_the_end);
}

// One node cannot be fed by a file, three can: the smallest count fails, and is no reason to give up.
TEST(Largest, MayBeAboveAFirstThatFails) {
  CurveEvaluator evaluator([](std::int64_t n) { return n == 1 || n > 20 ? -1.0 : 1.0; });
  EXPECT_EQ(find_largest({1, 64}, evaluator).largest, 20);
}

// Odd counts have no figure; of the even ones the first three above the edge miss the target.
TEST(Largest, LooksPastCountsWithoutAFigure) {
  CurveEvaluator evaluator([](std::int64_t n) {
    if (n % 2 == 1 && n > 6) return -std::numeric_limits<double>::infinity();
    return n <= 6 || n == 14 ? 1.0 : -static_cast<double>(n);
  });
  EXPECT_EQ(find_largest({1, 64}, evaluator).largest, 14);
}

TEST(Largest, GoesInSteps) {
  CurveEvaluator evaluator([](std::int64_t n) {
    EXPECT_EQ(n % 8, 0);
    return static_cast<double>(100 - n);
  });
  LargestProblem problem{8, 512, 8};
  EXPECT_EQ(find_largest(problem, evaluator).largest, 96);
}

TEST(Largest, KeepsWhatWasKnownWhenItIsStopped) {
  CurveEvaluator evaluator(saturating(50, 1));
  evaluator.left = 3;
  const LargestResult result = find_largest({1, 64}, evaluator);
  EXPECT_TRUE(result.stopped);
  EXPECT_EQ(result.curve.size(), 3U);
}

}  // namespace
}  // namespace headrace
