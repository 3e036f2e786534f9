#include "scenarios/loader/sweep/sweep_reader.h"

#include <gtest/gtest.h>

#include "scenarios/loader/sweep/sweep.h"
#include "tests/scenarios/loader/scenario_support.h"

namespace headrace {
namespace {

TEST(SweepReader, TextSaysWhatDecidesThePoints) {
  const SweepRead read = read_sweep(
      small_scenario() +
          "sweep:\n  design: sobol\n  points: 4\n  constraints: [stripe_size < 3 MiB]\n"
          "  precision: {figure: jobs.train.au_percent, half_width: 0.5, at_most: 8}\n",
      "small.yaml", {"jobs.train.layout.stripe_count=1,2", "jobs.train.layout.stripe_size=log 1 MiB..4 MiB"});
  ASSERT_TRUE(read.sweep) << read.problems.text();
  EXPECT_EQ(read.sweep->design_text(),
            "jobs.train.layout.stripe_count=1, 2\n"
            "jobs.train.layout.stripe_size=log 1 MiB..4 MiB\n"
            "design: sobol\npoints: 4\nconstraint: stripe_size < 3 MiB\n"
            "precision: jobs.train.au_percent +- 0.5, at most 8\n");
  EXPECT_EQ(read.sweep->size(), 4);
}

}  // namespace
}  // namespace headrace
