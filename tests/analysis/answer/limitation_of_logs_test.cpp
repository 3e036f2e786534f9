#include <gtest/gtest.h>

#include "analysis/answer/limitation.h"
#include "tests/analysis/sample_run.h"

namespace headrace {
namespace {

// A job of two ranks that compute for 60 s each: rank 0 appends to a log under a lock, and waits for batches
// from drives; rank 1 waits for it at barriers.
JobResult job_with_logs(double appending, double loading) {
  JobResult job = trained_job();
  job.epochs.clear();
  job.time_budget.clear();
  const auto add = [&](std::int64_t rank, Cause cause, Activity activity, double seconds) {
    job.time_budget.push_back({rank, cause, activity, Duration::seconds(seconds)});
  };
  add(0, Cause::compute, Activity::none, 60);
  add(1, Cause::compute, Activity::none, 60);
  add(0, Cause::logging, Activity::lock, appending);
  add(0, Cause::batch_wait, Activity::device, loading);
  add(1, Cause::barrier_wait, Activity::lock, appending);
  add(1, Cause::barrier_wait, Activity::device, loading);
  return job;
}

TEST(Limitation, OfAJobThatWaitsForItsLogsIsWhatTheseWaitFor) {
  const Limitation logs = find_limitation(job_with_logs(20, 0), {});
  EXPECT_EQ(logs.limit, Limit::logs);
  EXPECT_NE(logs.by.find("the logs of its ranks: locks that other clients hold"), std::string::npos)
      << logs.by;
  EXPECT_NE(logs.help.find("fewer records"), std::string::npos) << logs.help;
  EXPECT_NEAR(logs.won_at_most, 40.0 / 160, 1e-9);
  EXPECT_EQ(find_limitation(job_with_logs(20, 1), {}).limit, Limit::logs);
  EXPECT_EQ(find_limitation(job_with_logs(1, 20), {}).limit, Limit::storage);
}

}  // namespace
}  // namespace headrace
