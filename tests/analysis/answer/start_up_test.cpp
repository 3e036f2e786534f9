#include "analysis/answer/start_up.h"

#include <gtest/gtest.h>

#include "analysis/answer/limitation.h"
#include "tests/analysis/sample_run.h"

namespace headrace {
namespace {

// Makes a job of two ranks that start for so many seconds of 100.
JobResult started(double seconds) {
  JobResult job;
  for (const std::int64_t rank : {0, 1}) {
    job.time_budget.push_back({rank, Cause::startup, Activity::metadata, Duration::seconds(seconds)});
    job.time_budget.push_back({rank, Cause::compute, Activity::compute, Duration::seconds(100 - seconds)});
    job.time_budget.push_back({rank, Cause::idle, Activity::none, Duration::seconds(1000)});
  }
  StartupResult& start = job.startup.emplace();
  start.span = Duration::seconds(seconds);
  start.processes = 4;
  start.lookups = 12_s;
  start.opens = 8_s;
  start.modules = 2_s;
  return job;
}

TEST(StartUpSentence, TellsWhatALargeOneWasMadeOf) {
  EXPECT_EQ(
      start_up_sentence(started(30)),
      "The start of the job is 30 % of its ranks' time: the last rank is ready after 30.0 s; of a process "
      "in the mean, names looked up in vain 3.00 s, opening and closing files 2.00 s, running modules "
      "500 ms.");
}

// A start that is the largest loss limits, by what its processes wait for or by what they run.
TEST(StartUpSentence, StandsBesideWhatLimits) {
  JobResult job = started(30);
  ResourceResult threads = resource_of("home: MDS threads", "more metadata servers", 1, 0.4, 0.9);
  threads.activity = Activity::metadata;
  job.uses = {{threads.name, 0.96, 0.96}};
  const Limitation names = find_limitation(job, std::vector{threads});
  EXPECT_EQ(names.limit, Limit::startup);
  EXPECT_EQ(names.by, "the start of its processes: home: MDS threads (96 % busy while the job waits)");
  EXPECT_TRUE(names.help.starts_with("the software in one image")) << names.help;
  for (TimeBudgetRow& row : job.time_budget)
    if (row.cause == Cause::startup) row.activity = Activity::preprocess;
  const Limitation modules = find_limitation(job, std::vector{threads});
  EXPECT_EQ(modules.by, "the start of its processes: the modules that they run");
  EXPECT_TRUE(modules.help.ends_with("no faster storage")) << modules.help;
  job.time_budget.push_back({0, Cause::checkpoint, Activity::device, 90_s});
  EXPECT_EQ(find_limitation(job, std::vector{threads}).limit, Limit::checkpoint);
}

TEST(StartUpSentence, IsSilentOfASmallOne) {
  EXPECT_NE(start_up_sentence(started(10)), "");
  EXPECT_EQ(start_up_sentence(started(9.9)), "");
  EXPECT_EQ(start_up_sentence(trained_job()), "") << "a job that has none";
  EXPECT_EQ(start_up_sentence(JobResult()), "");
}

}  // namespace
}  // namespace headrace
