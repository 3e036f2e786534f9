#include "scenarios/loader/recordings/sample_gaps.h"

#include <gtest/gtest.h>

#include "tests/scenarios/loader/recordings/loader_recording.h"

namespace headrace {
namespace {

// Two workers read ten batches of five each in an epoch: 49 gaps, of which nine are behind batches. Within a
// batch they are the 4 ms of decoding; behind one the 20 ms of putting it together as well, or longer.
TEST(SampleGaps, TellGapsWithinBatchesFromThoseBehind) {
  LoaderForm form;
  form.workers = 2, form.batches = 20, form.epochs = 2;
  const std::vector<WorkerEpoch> epochs = worker_epochs(data_visits(recording_of_loader(form)));
  ASSERT_EQ(epochs.size(), 4U);
  EXPECT_EQ(epochs[0].samples, 50);
  EXPECT_EQ(epochs[0].gaps.size(), 49U);
  EXPECT_EQ(epochs[0].gaps.front().behind, 1);
  EXPECT_NEAR(epochs[0].gaps.front().seconds, 0.004, 1e-12);
  const std::vector<GapBin> bins = gap_histogram(epochs, form.batch);
  ASSERT_GE(bins.size(), 2U);
  EXPECT_EQ(bins.front().from, 2_ms);
  EXPECT_EQ(bins.front().until, 5_ms);
  EXPECT_EQ(bins.front().within, 4 * 40);
  std::int64_t behind = 0;
  for (const GapBin& bin : bins) behind += bin.behind;
  EXPECT_EQ(behind, 4 * 9);
  EXPECT_EQ(bins.front().behind, 0);
}

// Ends of bins are no part of them: 1 us is in the second one. A batch of 0 says nothing.
TEST(SampleGaps, CountInBinsOfPowersOfTen) {
  WorkerEpoch one;
  for (const double seconds : {0.0, 1e-6, 3e-6, 1e9}) one.gaps.push_back({2, seconds, Duration()});
  const std::vector<GapBin> bins = gap_histogram({one}, 0);
  EXPECT_EQ(bins[0].until, 1_us);
  EXPECT_EQ(bins[0].within, 1);
  EXPECT_EQ(bins[1].within, 1);
  EXPECT_EQ(bins[2].until, 5_us);
  EXPECT_EQ(bins[2].within, 1);
  EXPECT_EQ(bins.back().within, 1) << "longer than all bins";
  EXPECT_EQ(bins.back().behind, 0);
  EXPECT_TRUE(gap_histogram({}, 4).empty());
}

}  // namespace
}  // namespace headrace
