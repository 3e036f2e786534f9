#include "models/jobs/training/workload_spec.h"

#include <gtest/gtest.h>

#include "models/jobs/job_kind.h"

namespace headrace {
namespace {

TEST(WorkloadSpec, TrainsOrIsCheckpointsAlone) {
  WorkloadSpec work;
  work.model = "unet3d";
  EXPECT_EQ(work.facts().kind, JobKind::training);
  EXPECT_EQ(work.facts().title, "unet3d");
  EXPECT_TRUE(work.facts().trains && work.facts().has_samples && work.facts().has_sizes);
  EXPECT_EQ(work.facts().headline, "utilisation_percent");
  work.training.enabled = false;
  EXPECT_EQ(work.facts().does, "does not train");
  work.checkpoint.enabled = true;
  EXPECT_EQ(work.facts().kind, JobKind::checkpoint);
  EXPECT_EQ(work.facts().does, "writes and reads checkpoints only");
  EXPECT_FALSE(work.facts().trains || work.facts().has_samples || work.facts().has_sizes);
  EXPECT_EQ(work.facts().headline, "checkpoint_all_seconds");
}

}  // namespace
}  // namespace headrace
