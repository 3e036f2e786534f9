#include "models/jobs/training/window_memory.h"

#include <gtest/gtest.h>

#include "models/hardware/node.h"
#include "tests/models/support/recording_check.h"

namespace headrace {
namespace {

// A job of 8 ranks on a node, with 4 workers each and windows of 64 objects of 140 MiB: 280 GiB.
class WindowMemoryRules : public testing::Test {
 protected:
  WindowMemoryRules() : work(job.work.give(WorkloadSpec())) {
    work.dataset.format = Format::npz;
    work.dataset.files = 10'000;
    work.dataset.record_length = 140_MiB;
    work.loader.kind = LoaderKind::pytorch;
    work.loader.read_threads = 4;
    work.loader.window = 64;
    node.count = 1;
    node.accelerators = 8;
    node.memory = 280_GiB;
  }

  std::string found(std::vector<std::string> left_out = {}) {
    RecordingCheck check({}, std::move(left_out));
    check_window_memory(job, work, node, check);
    first = check.findings.empty() ? Finding() : check.findings[0];
    return check.codes;
  }

  JobSpec job;
  WorkloadSpec& work;
  NodeSpec node;
  Finding first;
};

// ranks x workers x window x copies x bytes of a read <= memory.
TEST_F(WindowMemoryRules, ANodeHoldsItsWindows) {
  EXPECT_EQ(found(), "");
  node.memory = Bytes::count((280_GiB).count() - 1);
  EXPECT_EQ(found(), "E0460 workload.loader.window");
  EXPECT_EQ(
      first.sentence,
      "no valid operating point exists: 8 ranks x 4 workers x 64 reads of 140 MiB need more than the 280 "
      "GiB of memory of a node; the largest window that fits is 63");
  EXPECT_TRUE(first.is_of_all);
  work.loader.window = 63;
  EXPECT_EQ(found(), "") << "what is named as the largest is one that fits";
  work.loader.window_copies = 2;
  EXPECT_EQ(found(), "E0460 workload.loader.window");
  work.loader.window = 31;
  EXPECT_EQ(found(), "");
}

TEST_F(WindowMemoryRules, NamesTheLargestPointThatThereIs) {
  const auto ends = [&](std::string_view text) {
    EXPECT_EQ(found(), "E0460 workload.loader.window");
    EXPECT_TRUE(first.sentence.ends_with(text)) << first.sentence;
  };
  node.memory = 3500_MiB;
  ends("; with a window of 1 the most workers that fit are 3 a rank");
  node.memory = 500_MiB;
  ends("; with a window of 1 and one worker the most ranks that fit are 3");
  node.memory = 100_MiB;
  ends("; not one read fits");
}

// A limit leaves a worker as many reads as fit in it: 8 x 4 x 2 x 140 MiB.
TEST_F(WindowMemoryRules, ALimitMakesAPointThatFits) {
  node.memory = 8960_MiB;
  EXPECT_EQ(found(), "E0460 workload.loader.window");
  work.loader.window_memory = 300_MiB;
  EXPECT_EQ(WindowMemory(work).reads(), 2);
  EXPECT_EQ(found(), "");
  node.memory = Bytes::count((8960_MiB).count() - 1);
  EXPECT_EQ(found(), "E0460 workload.loader.window");
}

TEST_F(WindowMemoryRules, ALimitHoldsOneRead) {
  work.loader.window_memory = 279_MiB;
  EXPECT_EQ(found(), "");
  work.loader.window_copies = 2;
  EXPECT_EQ(found(), "E0460 workload.loader.window_memory");
  EXPECT_EQ(
      first.sentence,
      "no valid operating point exists: a worker may hold 279 MiB, and one read of 140 MiB held 2 times "
      "needs 280 MiB; the largest read that fits has 142848 KiB");
  work.loader.window_memory = 280_MiB;
  EXPECT_EQ(found(), "");
}

TEST_F(WindowMemoryRules, CountWhatARowGroupIsReadFor) {
  work.dataset.format = Format::parquet;
  work.dataset.record_length = 1000_B;
  work.dataset.samples_per_file = 1'000'000;
  work.dataset.containers.parquet.row_group = 100;
  work.dataset.containers.parquet.span = 500_B;
  EXPECT_EQ(WindowMemory(work).read, 50'000_B);
}

TEST_F(WindowMemoryRules, AreOfWindowsAndOfTraining) {
  node.memory = 1_MiB;
  work.training.enabled = false;
  EXPECT_EQ(found(), "");
  work.training.enabled = true;
  work.loader.window = 0;
  EXPECT_EQ(found(), "");
}

TEST_F(WindowMemoryRules, AreShownWhereTheTextSaysIt) {
  node.memory = 1_GiB;
  job.overrides = {"++workload.storage.storage_options.prefetch_window=64"};
  found({"workload.loader.window"});
  EXPECT_EQ(first.shown_at, "overrides[0]");
}

}  // namespace
}  // namespace headrace
