// Advice to jobs that wait in checkpoints, by how they write them.

#include <gtest/gtest.h>

#include "analysis/answer/limitation.h"
#include "tests/analysis/sample_run.h"

namespace headrace {
namespace {

// A rank that computes for 60 s and waits for 30 s with its checkpoint, which is on the storage after so
// long.
JobResult saving(double durable, bool read = false) {
  JobResult job;
  job.kind = JobKind::training;
  job.accelerators = 1;
  job.time_budget = {{0, Cause::compute, Activity::none, Duration::seconds(60)},
                     {0, Cause::checkpoint, Activity::delivery, Duration::seconds(30)}};
  job.epochs = {epoch_of(1, 0, 100, 90, 100)};
  SpanResult& checkpoint = job.epochs[0].checkpoints.emplace_back();
  checkpoint.end = checkpoint.all_end = at_seconds(30);
  checkpoint.durable = durable > 0 ? at_seconds(durable) : Time::never();
  checkpoint.read = read;
  return job;
}

std::string advice(const JobResult& job) { return find_limitation(job, {}).help; }

TEST(CheckpointAdvice, NamesAsynchronousOnesWhereRanksWaitForTheStorage) {
  EXPECT_EQ(
      advice(saving(30)),
      "fewer, smaller or asynchronous checkpoints; or more room, or a faster way to the storage behind it");
  EXPECT_EQ(advice(saving(0)), advice(saving(30))) << "a run that was cut";
  EXPECT_EQ(advice(saving(60, true)), advice(saving(30))) << "one that was read back";
}

TEST(CheckpointAdvice, NamesNoneToAJobThatTrainsOnWhileTheyAreWritten) {
  EXPECT_EQ(advice(saving(60)),
            "fewer or smaller checkpoints; or more room, or a faster way to the storage behind it");
}

}  // namespace
}  // namespace headrace
