#include "analysis/page/summary_tables.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/analysis/sample_run.h"

namespace headrace {
namespace {

std::ptrdiff_t lines(const std::string& text) { return std::count(text.begin(), text.end(), '\n'); }

JobResult long_job() {
  JobResult job = trained_job();
  job.epochs.clear();
  for (int i = 1; i <= 100; ++i) job.epochs.push_back(epoch_of(i, i, i + 1, 90, 300));
  return job;
}

// Heading, 12 first epochs, the gap, 3 last ones, the mean.
TEST(EpochTable, KeepsTheEndsOfALongRun) {
  const std::string text = epoch_table(long_job(), false);
  EXPECT_EQ(lines(text), 18);
  EXPECT_NE(text.find("... 85 more"), std::string::npos) << text;
  EXPECT_NE(text.find("\n  12 "), std::string::npos);
  EXPECT_EQ(text.find("\n  13 "), std::string::npos);
  EXPECT_NE(text.find("\n  98 "), std::string::npos);
}

TEST(EpochTable, ShowsAllWhenAsked) { EXPECT_EQ(lines(epoch_table(long_job(), true)), 102); }

TEST(EpochTable, CountsSeveralCheckpoints) {
  JobResult job = trained_job();
  job.epochs[0].checkpoints = {span_of(1, 100, 100.5), span_of(2, 150, 152)};
  EXPECT_NE(epoch_table(job, false).find("2, up to 2.00 s"), std::string::npos);
  job.epochs[0].checkpoints[1].all_end = at_seconds(153);
  EXPECT_NE(epoch_table(job, false).find("2, up to 3.00 s"), std::string::npos);
}

TEST(CheckpointTable, GivesTimeSizeAndRate) {
  EXPECT_EQ(checkpoint_table(checkpoint_run().jobs[0], false),
            "  checkpoint  time s     GiB  GiB/s\n"
            "  save 1       10.00  100.00  10.00\n"
            "  save 2       10.00  100.00  10.00\n"
            "  load 1        5.00  100.00  20.00\n"
            "  load 2        5.00  100.00  20.00\n");
}

TEST(TimeBudgetTable, NamesTheRankThatSpentMost) {
  JobResult job = trained_job();
  job.time_budget = budget_of(3, 90, 6, 0, 4);
  job.time_budget[6 + 1].spent = Duration::seconds(12);  // Rank 1 waits for storage twice as long.
  EXPECT_EQ(time_budget_table(job),
            "  where the ranks' time went  mean s  share %  longest s  rank\n"
            "  compute                       90.0     88.2       90.0     0\n"
            "  batch wait                     8.0      7.8       12.0     1\n"
            "    device                       8.0      7.8\n"
            "  host                           4.0      3.9        4.0     0\n");
}

TEST(ResourceTable, OrdersByUseAndCutsTheIdle) {
  RunResult run = training_run();
  run.resources.clear();
  for (int i = 0; i < 15; ++i)
    run.resources.push_back(resource_of("r" + std::to_string(i), "advice", 1, i / 100.0, i / 100.0));
  const std::string text = resource_table(run, false);
  EXPECT_EQ(lines(text), 14);
  EXPECT_LT(text.find("r14"), text.find("r13"));
  EXPECT_NE(text.find("... 3 less busy (--verbose)"), std::string::npos);
  EXPECT_EQ(lines(resource_table(run, true)), 16);
}

TEST(LatencyTable, IsEmptyWhereNothingWasTimed) {
  RunResult run = checkpoint_run();
  EXPECT_EQ(latency_table(run, false), "");
  for (char name = 'a'; name < 'm'; ++name) {
    const auto rows = histogram_rows(std::string(1, name), "read", 5, 1e6, 2e6, 3e6);
    run.rows.insert(run.rows.end(), rows.begin(), rows.end());
  }
  EXPECT_EQ(lines(latency_table(run, false)), 12);
  EXPECT_EQ(lines(latency_table(run, true)), 13);
  EXPECT_NE(latency_table(run, false).find("... 2 more (--verbose)"), std::string::npos);
}

TEST(ReplicationTable, EndsWithMeanAndSpread) {
  std::vector<RunResult> runs(3, training_run());
  for (std::size_t i = 0; i < 3; ++i) {
    runs[i].replication = static_cast<std::int64_t>(i) + 1;
    runs[i].jobs[0].au_percent = 89.0 + static_cast<double>(i);
  }
  runs[2].outcome.end = RunEnd::time_limit;
  EXPECT_EQ(replication_table(runs, 0),
            "  train: replication   seed     outcome   AU %  samples/s  MiB/s  time s\n"
            "  1                       1    finished  89.00     294.00  41104   410.0\n"
            "  2                       1    finished  90.00     294.00  41104   410.0\n"
            "  3                       1  time_limit  91.00     294.00  41104   410.0\n"
            "  mean                                   89.50     294.00  41104   410.0\n"
            "  standard deviation                      0.71       0.00      0     0.0\n"
            "  95 % interval, low                     83.15     294.00  41104   410.0\n"
            "  95 % interval, high                    95.85     294.00  41104   410.0\n");
}

TEST(CheckpointTable, TellsWhenACheckpointWasSafe) {
  JobResult job = checkpoint_run().jobs[0];
  EXPECT_EQ(checkpoint_table(job, false).find("durable"), std::string::npos);
  job.checkpoints[0].durable = at_seconds(12.5);
  const std::string text = checkpoint_table(job, false);
  EXPECT_NE(text.find("GiB/s  durable after s\n"), std::string::npos) << text;
  EXPECT_NE(text.find("save 1       10.00  100.00   8.00            12.50\n"), std::string::npos) << text;
  job.checkpoints[0].durable = Time::never();
  EXPECT_NE(checkpoint_table(job, false).find("save 1       10.00  100.00      -\n"), std::string::npos);
}

// Rank 0 goes on after 5 s, the others after 10.
TEST(CheckpointTable, CountsUntilAllRanksGoOn) {
  JobResult job = checkpoint_run().jobs[0];
  job.checkpoints[0].end = at_seconds(5);
  EXPECT_NE(checkpoint_table(job, false).find("save 1       10.00  100.00  10.00\n"), std::string::npos);
}

// Activities that take equally long keep the order of their table: the network comes before the device.
TEST(TimeBudgetTable, KeepsTheOrderOfActivitiesThatAreEqual) {
  JobResult job = trained_job();
  job.time_budget = {{0, Cause::compute, Activity::compute, 90_s},
                     {0, Cause::batch_wait, Activity::device, 5_s},
                     {0, Cause::batch_wait, Activity::network, 5_s}};
  const std::string table = time_budget_table(job);
  ASSERT_NE(table.find("    network"), std::string::npos) << table;
  EXPECT_LT(table.find("    network"), table.find("    device")) << table;
}

}  // namespace
}  // namespace headrace
