#include <gtest/gtest.h>

#include <algorithm>

#include "models/jobs/job_spec.h"
#include "models/jobs/probe/probe_spec.h"
#include "tests/models/support/recording_check.h"

namespace headrace {
namespace {

// A probe of which others say these figures.
JobSpec published(const std::vector<std::string>& figures) {
  JobSpec job;
  job.work.give(ProbeSpec()).operation = ProbeOperation::stat;
  for (const std::string& figure : figures) {
    job.published.emplace_back();
    job.published.back().figure = figure;
  }
  return job;
}

TEST(PublishedRules, WantFiguresThatTheJobHas) {
  EXPECT_EQ(found_by(published({"probe.operations_per_second", "seconds"})), "");
  RecordingCheck check;
  published({"seconds", "probe.gb_per_second"}).check(check);
  ASSERT_EQ(check.codes, "E0371 published[1]");
  const Finding& finding = check.findings[0];
  EXPECT_EQ(finding.shown_at, "published[1].figure");
  EXPECT_EQ(finding.sentence, "the job 'own' will not have the figure 'probe.gb_per_second'");
  EXPECT_EQ(finding.sought, "probe.gb_per_second");
  const auto& names = finding.names;
  EXPECT_EQ(std::count(names.begin(), names.end(), "probe.operations_per_second"), 1);
  EXPECT_EQ(std::count(names.begin(), names.end(), "probe.gb_per_second"), 0);
  EXPECT_TRUE(finding.help.starts_with("its figures are seconds, probe.processes, ")) << finding.help;
}

TEST(PublishedRules, WantEachOnce) {
  RecordingCheck check;
  published({"seconds", "seconds", "bogus", "bogus"}).check(check);
  EXPECT_EQ(check.codes, "E0371 published[1], E0371 published[2], E0371 published[3]");
  EXPECT_EQ(check.findings[0].sentence, "'seconds' is published twice");
  EXPECT_EQ(check.findings[2].sentence, "'bogus' is published twice");
}

TEST(PublishedRules, KnowTheTiersOfTheStorage) {
  JobSpec job = published({"tiers.bytes_from_above"});
  job.work = {};
  job.work.give(WorkloadSpec());
  job.storage = "tiered";
  StoreFacts tiers;
  EXPECT_EQ(found_by(job, {{"tiered", tiers}}), "E0371 published[0]");
  tiers.below = "scratch";
  EXPECT_EQ(found_by(job, {{"tiered", tiers}}), "");
}

TEST(PublishedRules, AreNotForARefusedJob) {
  RecordingCheck check;
  check.refused = true;
  published({"bogus"}).check(check);
  EXPECT_EQ(check.codes, "");
}

}  // namespace
}  // namespace headrace
