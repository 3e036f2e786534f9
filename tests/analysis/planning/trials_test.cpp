#include "analysis/planning/trials.h"

#include <gtest/gtest.h>

#include <cmath>

#include "sim/random.h"

namespace headrace {
namespace {

// Point p has the margin p - 10, plus noise of the given deviation.
class Line : public Evaluator {
 public:
  explicit Line(double noise, std::uint64_t seed = 1) : noise_(noise), random_(seed, "test/line") {}
  std::vector<std::vector<Margins>> evaluate(std::span<const RunRequest> requests) override {
    if (left == 0) return {};
    --left;
    std::vector<std::vector<Margins>> answers;
    for (const RunRequest& request : requests) {
      answers.emplace_back();
      for (std::int64_t run = request.first; run < request.first + request.count; ++run) {
        RandomStream own = random_.at(request.point * 4096 + static_cast<std::uint64_t>(run));
        answers.back().push_back({static_cast<double>(request.point) - 10 + noise_ * own.normal()});
      }
      last = request;
    }
    return answers;
  }
  int left = 1000;
  RunRequest last;

 private:
  double noise_;
  RandomStream random_;
};

const std::vector<std::size_t> kFar = {1, 30};
const std::vector<std::size_t> kEdge = {10};

// By the runs that confirm: the second of two targets is met in the first run alone, which looked for it.
TEST(Trials, AreMetWithTheProbabilityOfAllTheirTargets) {
  Trial trial;
  trial.targets = {Verdict::met, Verdict::met};
  trial.observation.runs = {{1, 1}, {1, -1}, {1, -1}};
  EXPECT_GT(trial.probability_met(), 0.2);
  trial.confirming_from = 1;
  EXPECT_EQ(trial.probability_met(), 0);
  trial.observation.runs = {{1, 1}, {1, 1}, {1, 1}};
  EXPECT_EQ(trial.probability_met(), 1);
}

TEST(Trials, WhatIsClearIsRunOnce) {
  Line line(0);
  Trials trials(1, {0.05, 1, 64}, line);
  EXPECT_TRUE(trials.run(kFar));
  EXPECT_EQ(trials.runs(), 2);
  EXPECT_EQ(trials.all()[0].verdict, Verdict::failed);
  EXPECT_EQ(trials.all()[1].verdict, Verdict::met);
  EXPECT_TRUE(trials.confirm(1));
  EXPECT_EQ(trials.runs(), 2);
}

// A single run counts as exact, and is confirmed by three of other draws where that is asked for: far above
// the bound they agree; at it, where the first run was lucky, they do not, and the design is not named.
TEST(Trials, ASingleRunIsConfirmedWhereThatIsAskedFor) {
  Line line(1, 3);
  Trials trials(1, {0.05, 1, 16, 3}, line);
  EXPECT_TRUE(trials.run(kFar));
  EXPECT_TRUE(trials.confirm(1));
  EXPECT_EQ(trials.runs(), 5);
  EXPECT_EQ(trials.all()[1].confirming_from, 1U);
  int lucky = 0, named = 0;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    Line edge(1, seed);
    Trials single(1, {0.05, 1, 16, 3}, edge);
    EXPECT_TRUE(single.run(kEdge));
    if (single.all()[0].verdict != Verdict::met) continue;
    ++lucky;
    named += single.confirm(0) ? 1 : 0;
  }
  EXPECT_GT(lucky, 10);
  EXPECT_LE(named, lucky / 5);
}

TEST(Trials, NearTheBoundThereAreMoreRunsUpToTheMost) {
  Line line(1);
  Trials trials(1, {0.001, 4, 32}, line);
  EXPECT_TRUE(trials.run(kEdge));
  EXPECT_EQ(trials.all()[0].verdict, Verdict::unclear);
  EXPECT_EQ(trials.runs(), 32);
  EXPECT_EQ(line.last.first, 17);
  EXPECT_EQ(line.last.count, 16);
  EXPECT_TRUE(trials.run(kFar));
  EXPECT_EQ(trials.runs(), 32 + 8);
}

TEST(Trials, TheWorstTargetIsTheVerdict) {
  Line line(0);
  Trials trials(2, {}, line);
  trials.add_known({3, {{5, -1}}});
  trials.add_known({4, {{5, 0}}});
  EXPECT_EQ(trials.all()[0].targets, (std::vector<Verdict>{Verdict::met, Verdict::failed}));
  EXPECT_EQ(trials.all()[0].verdict, Verdict::failed);
  EXPECT_EQ(trials.all()[1].verdict, Verdict::met);
  EXPECT_EQ(trials.runs(), 0);
}

TEST(Trials, AnEvaluatorMayEndIt) {
  Line line(0);
  line.left = 0;
  Trials trials(1, {}, line);
  EXPECT_FALSE(trials.run(kFar));
  EXPECT_TRUE(trials.stopped());
  EXPECT_TRUE(trials.all().empty());
}

// Runs that were lucky are no reason: fresh ones decide. The margin is -0.5 deviations and the known runs say
// +1.
TEST(Trials, LuckIsNotConfirmed) {
  int confirmed = 0;
  for (std::uint64_t seed = 1; seed <= 400; ++seed) {
    Line line(2, seed);
    Trials trials(1, {0.05, 3, 64}, line);
    trials.add_known({9, {{1.0}, {1.1}, {0.9}}});
    ASSERT_EQ(trials.all()[0].verdict, Verdict::met);
    if (trials.confirm(0))
      ++confirmed;
    else
      EXPECT_EQ(trials.all()[0].verdict, Verdict::unclear);
  }
  // At most 5 %, whatever the number of looks: 20 of 400, with 2 deviations of sqrt(400 0.05 0.95) = 4.4
  // more.
  EXPECT_LE(confirmed, 29);
}

TEST(Trials, WhatIsTrueIsConfirmed) {
  Line line(1);
  Trials trials(1, {0.05, 3, 64}, line);
  EXPECT_TRUE(trials.run(std::vector<std::size_t>{12}));
  ASSERT_EQ(trials.all()[0].verdict, Verdict::met);
  const std::int64_t before = trials.runs();
  EXPECT_TRUE(trials.confirm(0));
  EXPECT_GT(trials.runs(), before);
  EXPECT_EQ(static_cast<std::int64_t>(trials.all()[0].confirming_from), before);
  EXPECT_GT(trials.all()[0].probability_met(), 0.95);
}

// Verdicts of a probability p that the target is met, at risk r: met from p = 1 - r on, failed up to p = r,
// both included, and unclear between them. The runs say what p is; the risk is put on it, and a hair beside.
TEST(Trials, TheRiskIsWithinTheVerdict) {
  Line line(0);
  const auto verdict = [&](const Observation& observation, double risk) {
    Trials trials(1, {risk, 1, 1}, line);
    trials.add_known(observation);
    EXPECT_EQ(trials.all()[0].targets, std::vector{trials.all()[0].verdict});
    return trials.all()[0].verdict;
  };
  const Observation low = {1, {{-1.0}, {-3.0}, {0.5}}}, high = {2, {{1.0}, {3.0}, {-0.5}}};
  const double failing = low.estimate(0).probability_met();
  ASSERT_GT(failing, 0);
  ASSERT_LT(failing, 0.5);
  EXPECT_EQ(verdict(low, failing), Verdict::failed);
  EXPECT_EQ(verdict(low, std::nextafter(failing, 0)), Verdict::unclear);
  const double risk = 1 - high.estimate(0).probability_met();
  ASSERT_EQ(1 - risk, high.estimate(0).probability_met());
  EXPECT_EQ(verdict(high, risk), Verdict::met);
  EXPECT_EQ(verdict(high, risk * (1 - 1e-9)), Verdict::unclear);
  // A verdict that is certain is clear without any risk.
  EXPECT_EQ(verdict({3, {{-1.0}}}, 0), Verdict::failed);
  EXPECT_EQ(verdict({4, {{0.0}}}, 0), Verdict::met);
}

}  // namespace
}  // namespace headrace
