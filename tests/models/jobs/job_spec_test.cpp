#include "models/jobs/job_spec.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "models/jobs/probe/probe_spec.h"
#include "tests/models/support/recording_check.h"

namespace headrace {
namespace {

// A job that trains, saves itself and begins again.
JobSpec restarted() {
  JobSpec job;
  job.work.give(WorkloadSpec()).checkpoint.enabled = true;
  job.restart.emplace();
  return job;
}

TEST(JobSpec, BeginsAgainWhereItTrains) {
  JobSpec job = restarted();
  EXPECT_EQ(found_by(job), "");
  job.workload()->training.enabled = false;
  EXPECT_EQ(found_by(job), "E0337 restart");
  job.restart.reset();
  EXPECT_EQ(found_by(job), "");
}

TEST(JobSpec, OfAnotherKindDoesNotBeginAgain) {
  JobSpec job;
  job.restart.emplace();
  EXPECT_EQ(found_by(job), "") << "its work was refused, and told";
  job.work.give(ProbeSpec());
  EXPECT_EQ(found_by(job), "E0337 restart");
}

TEST(JobSpec, KeepsTheTimesOfStepsThatNothingUndoes) {
  JobSpec job = restarted();
  job.step_times = true;
  EXPECT_EQ(found_by(job), "E0392 step_times");
  job.restart.reset();
  EXPECT_EQ(found_by(job), "");
  job.workload()->training.enabled = false;
  EXPECT_EQ(found_by(job), "E0392 step_times");
}

TEST(JobSpec, BeginsFromItsStartWithoutCheckpoints) {
  JobSpec job = restarted();
  job.workload()->checkpoint.enabled = false;
  RecordingCheck check;
  job.check(check);
  EXPECT_EQ(check.codes, "W0016 restart");
  EXPECT_EQ(check.findings[0].sentence, "'own' has no checkpoints: it begins from its start");
}

TEST(JobSpec, HasAcceleratorsThatSomebodyKnows) {
  JobSpec job;
  job.accelerator = "NVIDIA h100 80GB";
  EXPECT_EQ(found_by(job), "");
  job.accelerator = "H1000";
  RecordingCheck check;
  job.check(check);
  EXPECT_EQ(check.codes, "W0058 accelerator") << "whatever it does";
  const auto& names = check.findings[0].names;
  EXPECT_EQ(check.findings[0].sought, "H1000");
  EXPECT_EQ(std::count(names.begin(), names.end(), "H100"), 1);
}

// A store whose files have stripes of this size alone.
void want_large_stripes(const LayoutSpec& layout, Check& check) {
  if (layout.stripe_size < 1_GiB) check.warn({.field = "layout.stripe_size", .code = "W0061"});
}

TEST(JobSpec, AsksItsStorageOfItsLayout) {
  StoreFacts store;
  store.check_layout = want_large_stripes;
  JobSpec job;
  job.storage = "scratch";
  EXPECT_EQ(found_by(job, {{"scratch", store}}), "W0061 layout.stripe_size") << "whatever it does";
  EXPECT_EQ(found_by(job, {{"scratch", StoreFacts()}, {"other", store}}), "");
  job.layout.stripe_size = 1_GiB;
  EXPECT_EQ(found_by(job, {{"scratch", store}}), "");
}

TEST(JobSpec, IsNotJudgedWhereItWasRefused) {
  JobSpec job = restarted();
  job.workload()->training.enabled = false;
  RecordingCheck check;
  check.refused = true;
  job.check(check);
  EXPECT_EQ(check.codes, "");
}

}  // namespace
}  // namespace headrace
