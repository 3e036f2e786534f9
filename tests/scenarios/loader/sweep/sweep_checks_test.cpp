#include "scenarios/loader/sweep/sweep_checks.h"

#include <gtest/gtest.h>

#include "scenarios/loader/sweep/sweep.h"
#include "tests/scenarios/loader/scenario_support.h"

namespace headrace {
namespace {

std::string codes_with(const std::vector<std::string>& words, const std::string& more = {}) {
  return codes_of(read_sweep(small_scenario() + more, "small.yaml", words).problems);
}

// Those of a sweep's block are in tests/scenarios/mistakes.
TEST(SweepChecks, FindAllMistakesAtOnce) {
  EXPECT_EQ(codes_with({"jobs.train.layout.stripe_cuont=1,2", "jobs.train.layout.stripe_size=1,2 MiB",
                        "platform.nodes.clients.count=4..2:1"}),
            "E0403 E0101 E0120");
  EXPECT_EQ(codes_with({"jobs.train.layout.stripe_count=1,2,0"}), "E0107");
}

TEST(SweepChecks, KnowFieldsThatMeet) {
  EXPECT_EQ(codes_with({"jobs.train.layout={stripe_count: 1},{stripe_count: 2}",
                        "jobs.train.layout.stripe_count=1,2"}),
            "E0407");
  EXPECT_EQ(codes_with({"jobs.train.layout.stripe_count=1,2", "jobs.train.layout.stripe_count=3,4"}),
            "E0407");
  EXPECT_EQ(codes_with({"jobs.train.layout.stripe_count=1,2", "jobs.train.layout.stripe_size=1 MiB,2 MiB"}),
            "");
}

TEST(SweepChecks, RefuseWhatAllPointsShare) {
  for (const char* word : {"name=a,b", "measure.replications=1,2", "measure.alone=true,false",
                           "sweep.points=1,2", "assert[0]=a,b"}) {
    EXPECT_TRUE(codes_with({word}).starts_with("E0406")) << word << ": " << codes_with({word});
  }
  EXPECT_EQ(codes_with({"jobs.train.layout.stripe_count=1,2"}, "compare: {a: {overrides: []}}\n"), "E0412");
  EXPECT_EQ(codes_with({"jobs.train.layout.stripe_count=1,2", "measure.separately=true"}), "E0412");
}

// A grid takes whole numbers of a range as they are.
TEST(SweepChecks, GiveRangesOfWholeNumbersTheStepOne) {
  const SweepRead read = read_sweep(small_scenario(), "small.yaml", {"jobs.train.layout.stripe_count=1..2"});
  ASSERT_TRUE(read.sweep) << read.problems.text();
  EXPECT_EQ(read.sweep->size(), 2);
  EXPECT_EQ(codes_with({"measure.simulated_time_limit=1 s..4 s"}), "E0405");
}

TEST(SweepChecks, ValuesAreComparedByWhatTheySay) {
  EXPECT_TRUE(is_same_value("4MiB", "4 MiB"));
  EXPECT_TRUE(is_same_value("lru", "lru"));
  EXPECT_FALSE(is_same_value("4 MiB", "4 MB"));
  EXPECT_FALSE(is_same_value("1", "1 s"));
}

}  // namespace
}  // namespace headrace
