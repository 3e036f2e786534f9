#include "analysis/run/precision.h"

#include <gtest/gtest.h>

#include <vector>

#include "tests/analysis/sample_run.h"

namespace headrace {
namespace {

PrecisionSpec spec_of(double half_width, std::int64_t at_most = 64) {
  PrecisionSpec spec;
  spec.figure = "jobs.train.au_percent";
  spec.half_width = half_width;
  spec.at_most = at_most;
  return spec;
}

// Half of the interval of ten values, 0 and 1 in turn, is t(9, 0.975) x 0.527 / sqrt(10) = 2.262 x 0.1667 =
// 0.377, and of eleven 0.351. It must be narrow at five looks, of which the first is at the tenth value.
TEST(Precision, EndsWhereTheIntervalIsAndStaysNarrow) {
  std::vector<double> values;
  for (int i = 0; i < 16; ++i) values.push_back(i % 2);
  const auto more = [&](double half_width, std::int64_t runs) {
    return needs_more(spec_of(half_width), 1, runs, std::span(values).first(static_cast<std::size_t>(runs)));
  };
  EXPECT_TRUE(more(0.38, 13));
  EXPECT_FALSE(more(0.38, 14));
  EXPECT_TRUE(more(0.37, 14));
  EXPECT_FALSE(more(0.37, 15));
}

TEST(Precision, HasALeastAndAMost) {
  const std::vector<double> equal(20, 5);
  EXPECT_FALSE(needs_more(spec_of(1), 1, 14, std::span(equal).first(14)));
  EXPECT_TRUE(needs_more(spec_of(1), 20, 19, std::span(equal).first(19)));
  EXPECT_FALSE(needs_more(spec_of(1), 20, 20, equal));
  const std::vector<double> wide = {0, 100, 0, 100};
  EXPECT_TRUE(needs_more(spec_of(1, 5), 1, 4, wide));
  EXPECT_FALSE(needs_more(spec_of(1, 4), 1, 4, wide));
  EXPECT_FALSE(needs_more(spec_of(1), 1, 4, std::span(wide).first(2)));  // The figure was missing in two.
}

// Three times no failure says little of failures: equal values have as many looks as others.
TEST(Precision, EqualValuesAloneDoNotEndIt) {
  const std::vector<double> equal(14, 0);
  for (std::int64_t runs = 1; runs < 14; ++runs)
    EXPECT_TRUE(needs_more(spec_of(1), 1, runs, std::span(equal).first(static_cast<std::size_t>(runs))))
        << runs;
  EXPECT_FALSE(needs_more(spec_of(1), 1, 14, equal));
}

// Runs that are one, event by event, need three to say so; a fault that may strike, another event or another
// value, and runs that nobody has seen, leave it to the interval.
TEST(Precision, EndsWhereAllRunsAreAlike) {
  const std::vector<double> equal(14, 5);
  const auto more = [&](std::int64_t least, std::int64_t runs, auto change) {
    Alike alike;
    for (std::int64_t i = 1; i <= runs; ++i) {
      RunResult run = training_run();
      change(run, i);
      alike.add(run);
    }
    return needs_more(spec_of(1), least, runs, std::span(equal).first(static_cast<std::size_t>(runs)), alike);
  };
  const auto nothing = [](RunResult&, std::int64_t) {};
  EXPECT_TRUE(more(1, 2, nothing));
  EXPECT_FALSE(more(1, 3, nothing));
  EXPECT_TRUE(more(5, 4, nothing));
  EXPECT_FALSE(more(5, 5, nothing));
  EXPECT_TRUE(more(1, 13, [](RunResult& run, std::int64_t) { run.disturbed = true; }));
  EXPECT_TRUE(
      more(1, 13, [](RunResult& run, std::int64_t i) { run.outcome.fingerprint += i == 13 ? 1 : 0; }));
  EXPECT_TRUE(more(1, 13, [](RunResult& run, std::int64_t) { run.outcome.end = RunEnd::time_limit; }));
  Alike last;
  last.add(training_run());
  EXPECT_TRUE(needs_more(spec_of(1), 1, 13, std::span(equal).first(13), last));
  Alike stored;
  for (int i = 0; i < 2; ++i) stored.add(training_run().outcome.fingerprint);
  stored.add(training_run());
  EXPECT_FALSE(needs_more(spec_of(1), 1, 3, std::span(equal).first(3), stored));
}

TEST(Precision, FindsTheFigureOfARun) {
  const RunResult run = training_run();
  EXPECT_EQ(run_figure(run, "jobs.train.au_percent"), 91.9);
  EXPECT_EQ(run_figure(run, "jobs.train.seconds"), 410);
  EXPECT_EQ(run_figure(run, "resources.scratch: OST devices.utilisation_max"), 0.44);
  EXPECT_FALSE(run_figure(run, "jobs.other.au_percent"));
  EXPECT_FALSE(run_figure(run, "au_percent"));
}

}  // namespace
}  // namespace headrace
