#include "analysis/answer/interference.h"

#include <gtest/gtest.h>

#include "analysis/page/comparison_table.h"
#include "tests/analysis/sample_more.h"

namespace headrace {
namespace {

// 410 s together and 400 s alone for training; p99 of 40 ms in both for requests.
RunResult together() {
  RunResult run = training_run();
  run.jobs.push_back(streaming_job());
  return run;
}

std::vector<RunResult> alone() {
  RunResult train = run_of_seconds(400);
  train.jobs[0].au_percent = 95;
  return {train, run_with(streaming_job())};
}

TEST(Interference, ComparesEachJobWithItselfAlone) {
  const std::vector<Interference> found = find_interference(together(), alone());
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].job, "train");
  EXPECT_EQ(found[0].together, 410_s);
  EXPECT_EQ(found[0].alone, 400_s);
  EXPECT_DOUBLE_EQ(found[0].au_alone, 95);
  EXPECT_EQ(found[1].job, "serve");
  EXPECT_EQ(found[1].latency_p99_together, found[1].latency_p99_alone);
  EXPECT_GT(found[1].latency_p99_alone, Duration());
}

TEST(Interference, LeavesOutWhatDidNotFinish) {
  std::vector<RunResult> by_itself = alone();
  by_itself[0].outcome.end = RunEnd::time_limit;
  EXPECT_EQ(find_interference(together(), by_itself).size(), 1U);
  RunResult cut = together();
  cut.outcome.end = RunEnd::stopped;
  EXPECT_TRUE(find_interference(cut, alone()).empty());
  EXPECT_TRUE(find_interference(together(), {}).empty());
}

TEST(Interference, IsSaidInASentenceAndATable) {
  RunResult run = together();
  EXPECT_EQ(interference_sentence({&run, 1}), "");
  EXPECT_EQ(interference_table({&run, 1}), "");
  run.interference = find_interference(run, alone());
  EXPECT_EQ(interference_sentence({&run, 1}), "train takes 1.02 times as long as alone, serve 1.00 times");
  EXPECT_EQ(interference_table({&run, 1}),
            "  interference  alone s  together s  times as long  AU % alone  AU % together  p99 times\n"
            "  train           400.0       410.0          1.025        95.0           91.9          -\n"
            "  serve            10.0        10.0          1.000           -              -      1.000\n");
}

// A single request gives a figure, and no request gives none.
TEST(Interference, ComparesTheOnlyRequest) {
  RunResult one = run_with(streaming_job()), none = one;
  one.jobs[0].found.give(InferenceResult()).latency.record(40_ms);
  none.jobs[0].found.give(InferenceResult());
  const std::vector<Interference> found = find_interference(one, {&none, 1});
  ASSERT_EQ(found.size(), 1U);
  EXPECT_NEAR(found[0].latency_p99_together.in_seconds(), 0.04, 0.001);
  EXPECT_EQ(found[0].latency_p99_alone, Duration());
}

}  // namespace
}  // namespace headrace
