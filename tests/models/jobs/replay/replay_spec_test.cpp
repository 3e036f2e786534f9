#include "models/jobs/replay/replay_spec.h"

#include <gtest/gtest.h>

#include <memory>

#include "models/jobs/job_spec.h"
#include "tests/models/jobs/replay/replay_support.h"
#include "tests/models/support/recording_check.h"

namespace headrace {
namespace {

TEST(ReplaySpec, IsCalledAfterItsRecording) {
  ReplaySpec spec;
  spec.recording = "../runs/cosmoflow.dxt.recording";
  EXPECT_EQ(spec.name(), "cosmoflow");
  EXPECT_EQ(spec.facts().title, "replay of cosmoflow");
  EXPECT_EQ(spec.facts().kind, "replay");
}

// A created file is written once by each copy.
TEST(ReplaySpec, ForeseesWhatItWritesAndItsEvents) {
  Recording recording = recording_of({recorded(IoOperation::read, 0_s, 1_s, 0, 8_MiB)}, 2);
  recording.files[1].created = true;
  ReplaySpec spec;
  spec.copies = 3;
  spec.recorded = std::make_shared<const Recording>(recording);
  JobSpec job;
  job.work.give(spec);
  const JobFacts facts = spec.facts();
  EXPECT_TRUE(facts.written(job, 1).any);
  EXPECT_EQ(facts.written(job, 1).bytes, 30e6);
  JobFacts::Ground ground;
  ground.data.front().request = 1_MiB;
  // 12 of the operation and one for each of 8 requests, in three copies.
  EXPECT_DOUBLE_EQ(facts.events(job, ground), 3 * (12 + 8.0));
  // On the same files and one node, whose memory keeps them, the requests are those of one copy.
  job.work.find<ReplaySpec>()->share_files = true;
  ground.data.front().pages = 1_GiB;
  EXPECT_DOUBLE_EQ(facts.events(job, ground), 3 * 12 + 8.0);
  ground.nodes = 3;
  EXPECT_DOUBLE_EQ(facts.events(job, ground), 3 * (12 + 8.0));
}

TEST(ReplaySpec, RefusesWhatHasNoEffect) {
  ReplaySpec spec;
  EXPECT_EQ(found_by(spec), "");
  spec.share_files = true;
  EXPECT_EQ(found_by(spec), "E0376 share_files");
  spec.copies = 2;
  EXPECT_EQ(found_by(spec), "");
  spec.think_factor = 0.5;
  EXPECT_EQ(found_by(spec), "");
  spec.pace = ReplayPace::recorded;
  EXPECT_EQ(found_by(spec), "E0376 think_factor");
}

}  // namespace
}  // namespace headrace
