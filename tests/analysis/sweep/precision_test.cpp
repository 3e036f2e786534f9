#include "analysis/sweep/precision.h"

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

// Half of the interval of 1, 2, 3 is t(2, 0.975) / sqrt(3) = 4.3027 / 1.7321 = 2.484.
TEST(Precision, EndsWhereTheIntervalIsNarrow) {
  const std::vector<double> values = {1, 2, 3};
  EXPECT_TRUE(needs_more(spec_of(2.48), 1, 3, values));
  EXPECT_FALSE(needs_more(spec_of(2.49), 1, 3, values));
}

TEST(Precision, HasALeastAndAMost) {
  const std::vector<double> equal = {5, 5, 5, 5};
  EXPECT_TRUE(needs_more(spec_of(1), 1, 2, std::span(equal).first(2)));
  EXPECT_FALSE(needs_more(spec_of(1), 1, 3, std::span(equal).first(3)));
  EXPECT_TRUE(needs_more(spec_of(1), 4, 3, std::span(equal).first(3)));
  EXPECT_FALSE(needs_more(spec_of(1), 4, 4, equal));
  const std::vector<double> wide = {0, 100, 0, 100};
  EXPECT_TRUE(needs_more(spec_of(1, 5), 1, 4, wide));
  EXPECT_FALSE(needs_more(spec_of(1, 4), 1, 4, wide));
  EXPECT_FALSE(needs_more(spec_of(1), 1, 4, std::span(wide).first(2)));  // The figure was missing in two.
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
