#include "models/jobs/startup/startup_spec.h"

#include <gtest/gtest.h>

#include "models/jobs/job_spec.h"
#include "models/jobs/probe/probe_spec.h"
#include "tests/models/support/recording_check.h"

namespace headrace {
namespace {

JobSpec starting() {
  JobSpec job;
  job.work.give(WorkloadSpec());
  job.startup.emplace().files = 100;
  return job;
}

double events_of(const JobSpec& job, bool on_drives = false) { return job.startup->events(3, 12, on_drives); }

// Events grow with files, and with the processes that open them; names are asked for once a node, or by each.
TEST(StartupSpec, EstimatesItsEvents) {
  JobSpec job = starting();
  const double ranks = events_of(job);
  EXPECT_GT(ranks, 0);
  EXPECT_LT(events_of(job, true), ranks) << "no network is in between";
  job.startup->files = 200;
  EXPECT_DOUBLE_EQ(events_of(job), 2 * ranks);
  job.startup->files = 100;
  job.startup->importers = Importers::node;
  const double nodes = events_of(job);
  EXPECT_LT(nodes, ranks);
  job.startup->names_shared = false;
  EXPECT_DOUBLE_EQ(events_of(job), nodes) << "a process a node";
  job.startup->processes = 4;
  EXPECT_DOUBLE_EQ(events_of(job), 4 * nodes);
  job.startup->image.emplace();
  EXPECT_LT(events_of(job), nodes);
}

TEST(StartupSpec, HasNoEffectOnAProbe) {
  JobSpec job = starting();
  EXPECT_EQ(found_by(job), "");
  job.work = {};
  job.work.give(ProbeSpec());
  RecordingCheck check;
  job.check(check);
  EXPECT_EQ(check.codes, "W0064 startup");
  EXPECT_EQ(check.findings[0].sentence, "'startup' has no effect: the job measures the storage");
  EXPECT_FALSE(job.uses().has(Purpose::software));
}

TEST(StartupSpec, ListsADataSetThatThereIs) {
  JobSpec job = starting();
  job.startup->lists_dataset = true;
  EXPECT_EQ(found_by(job), "");
  job.workload()->training.enabled = false;
  job.workload()->checkpoint.enabled = true;
  EXPECT_EQ(found_by(job), "W0064 startup.lists_dataset");
}

}  // namespace
}  // namespace headrace
