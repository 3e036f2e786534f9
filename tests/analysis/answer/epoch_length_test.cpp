#include "analysis/answer/epoch_length.h"

#include <gtest/gtest.h>

#include "tests/analysis/sample_run.h"

namespace headrace {
namespace {

// Makes a job of one epoch, whose last half leaves its mean step open by a share.
JobResult epochs_of_steps(std::int64_t steps, std::int64_t simulated, std::int64_t ahead,
                          std::optional<double> half_width) {
  JobResult job = trained_job();
  job.epochs = {epoch_of(1, 0, 1, 90, 100)};
  job.epochs[0].steps = steps;
  job.epochs[0].step_time = StepTime{simulated, ahead, half_width};
  return job;
}

TEST(EpochLength, IsSilentOfLongAndSteadyEpochs) {
  EXPECT_EQ(short_epochs_sentence(epochs_of_steps(1000, 1000, 8, 0.01)), "");  // 0.9 points.
  EXPECT_EQ(short_epochs_sentence(epochs_of_steps(17, 17, 4, 0.0)), "");
  EXPECT_EQ(simulated_steps_sentence(epochs_of_steps(1000, 1000, 8, 0.01)), "");
  EXPECT_EQ(short_epochs_sentence(trained_job()), "");  // Of which nothing is known.
  EXPECT_EQ(simulated_steps_sentence(JobResult()), "");
}

TEST(EpochLength, TellsTooFewSteps) {
  EXPECT_EQ(short_epochs_sentence(epochs_of_steps(16, 16, 4, 0.0)),
            "An epoch of 16 steps is too short to say what longer ones would reach.");
}

// Nothing is told of 32 steps, four times 8 batches; of 31 it is, however narrow the interval is.
TEST(EpochLength, TellsStepsThatLiveOnWhatWasInHand) {
  EXPECT_EQ(short_epochs_sentence(epochs_of_steps(32, 32, 8, 0.0)), "");
  EXPECT_EQ(
      short_epochs_sentence(epochs_of_steps(31, 31, 8, 0.0)),
      "An epoch of 31 steps is too short to say what longer ones would reach: a rank begins with up to 8 "
      "batches in hand, and lives on them.");
}

// 2 % of 90 % AU.
TEST(EpochLength, TellsByHowMuchAuIsOpen) {
  EXPECT_EQ(short_epochs_sentence(epochs_of_steps(100, 100, 8, 0.02)),
            "Epochs this short leave AU open by 1.8 points: steps of their last half differ so much (95 %).");
}

TEST(EpochLength, TellsHowManyStepsWereSimulated) {
  JobResult job = epochs_of_steps(571, 128, 8, 0.0002);
  job.epochs.push_back(job.epochs[0]);
  job.epochs[1].step_time = StepTime{256, 8, 0.0045};
  EXPECT_EQ(
      simulated_steps_sentence(job),
      "384 of 1142 steps were simulated; the others are taken to be like the last half of those, whose mean "
      "time is known within 0.45 % (95 %).");
}

}  // namespace
}  // namespace headrace
