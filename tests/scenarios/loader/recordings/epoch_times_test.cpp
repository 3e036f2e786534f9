#include "scenarios/loader/recordings/epoch_times.h"

#include <gtest/gtest.h>

#include "tests/scenarios/loader/recordings/loader_recording.h"

namespace headrace {
namespace {

// Six batches of 5 that four workers make at once, 45 ms each, 25 ms of reads and decoding; the loop takes
// one each 100 ms, and an epoch begins a second behind the last step of the one before. The first batch is
// read after 25 ms less the decoding of its last sample, 4 ms. Period: 45 + 600 + 1000 ms.
TEST(EpochTimes, TellTheStepWhereNoWorkerWaits) {
  LoaderForm form;
  form.batches = 6;
  form.epochs = 4;
  const EpochTimes times = epoch_times(data_visits(recording_of_loader(form)), 5);
  EXPECT_EQ(times.first_batch, 21_ms);
  EXPECT_EQ(times.period, 1645_ms);
  EXPECT_NEAR(times.step_of(6, 8).in_seconds(), (1.645 - 0.021) / 6, 1e-9);
}

// Reads go on until the last step: storage or workers are what an epoch waits for.
TEST(EpochTimes, SayNothingWhereReadsGoOnToTheEnd) {
  EpochTimes times;
  times.period = 10_s;
  times.first_batch = 1_s;
  times.reading = 9500_ms;
  EXPECT_EQ(times.step_of(18, 8), Duration());
  times.reading = 9_s;
  EXPECT_EQ(times.step_of(18, 8), 500_ms);
}

// Of eight batches ahead none takes 5 s of steps of 500 ms: something else lies between epochs.
TEST(EpochTimes, SayNothingWhereEpochsLieApart) {
  EpochTimes times;
  times.period = 10_s;
  times.first_batch = 1_s;
  times.reading = 5_s;
  EXPECT_EQ(times.step_of(18, 8), Duration());
}

TEST(EpochTimes, TellTheEpochBeforeATime) {
  EpochTimes times;
  times.epochs = {{0_s, 3_s}, {5_s, 8_s}};
  EXPECT_EQ(epoch_before(times, 2_s), 0);
  EXPECT_EQ(epoch_before(times, 4_s), 1);
  EXPECT_EQ(epoch_before(times, 6_s), 0);
  EXPECT_EQ(epoch_before(times, 9_s), 2);
}

TEST(EpochTimes, NeedTwoEpochs) {
  LoaderForm form;
  form.epochs = 1;
  EXPECT_EQ(epoch_times(data_visits(recording_of_loader(form)), 5).step_of(40, 8), Duration());
}

}  // namespace
}  // namespace headrace
